/* Builds sites on request, so that Vite starts only once. Runs as a separate process, because it changes `env`. */

import { createBuilder } from 'vite';

const given = { ...process.env };

async function buildSite({ dist, variables }) {
  process.env = { ...given, ...variables };
  const builder = await createBuilder({ logLevel: 'silent', build: { outDir: dist, emptyOutDir: true } });
  await builder.buildApp();
}

let last = Promise.resolve();
process.on('message', (asked) => {
  last = last
    .then(() => buildSite(asked))
    .then(
      () => process.send({ dist: asked.dist }),
      (error) => process.send({ dist: asked.dist, failure: String(error) }),
    );
});
