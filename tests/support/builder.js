/* Builds sites on request, so that Vite starts only once. It is a process of its own, because variables are global. */

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
