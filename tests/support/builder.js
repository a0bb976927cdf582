/*
 * Builds one site after another, as it is told: what Vite takes to come alive, it takes once. In a process of its own,
 * as the variables of a deployment are those of a process.
 */

import { build } from 'vite';

const given = { ...process.env };

async function buildSite({ dist, variables }) {
  process.env = { ...given, ...variables };
  await build({ logLevel: 'silent', build: { outDir: dist, emptyOutDir: true } });
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
