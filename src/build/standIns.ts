import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/** Replacements for modules that libraries would load: by importer, and by import. */
const STAND_INS: [RegExp, RegExp, string][] = [
  [/siwe-parser/, /^apg-js\/src\/apg-lib\/node-exports$/, 'src/build/apg.ts'],
  [/apg-js\/src\/apg-lib\/parser\.js$/, /^\.\/utilities$/, 'src/build/apg.ts'],
  // siwe would check signatures by it, which viem does here.
  [/siwe/, /^ethers$/, 'src/build/absent.ts'],
  // It would make nonces, which the verifier does.
  [/siwe/, /^@stablelib\/random$/, 'src/build/absent.ts'],
  // Drops signatures of accounts that may become contracts (ERC-8010), and of contracts with their plan beside the
  // signature (ERC-6492 in parts). No wallet here sends either.
  [/viem\/_esm\/actions\/public\/verifyHash\.js$/, /^ox\/erc(8010|6492)$/, 'src/build/absent.ts'],
  // The same hashes that viem has, rather than a second copy of them for CommonJS.
  [/siwe-parser/, /^@noble\/hashes\/sha3$/, 'node_modules/@noble/hashes/esm/sha3.js'],
  [/siwe-parser/, /^@noble\/hashes\/utils$/, 'node_modules/@noble/hashes/esm/utils.js'],
  // Emotion's store for pages that provide none.
  [/@emotion\/react\/dist/, /^@emotion\/cache$/, 'src/build/noCache.ts'],
  // XState's adapter for browser extensions, which nothing here turns on.
  [/xstate\/dist/, /^\.\/xstate-dev\.esm\.js$/, 'src/build/noDevTools.ts'],
  // WalletConnect's own modal, which this page never shows.
  [/./, /^@reown\/appkit\/core$/, 'src/build/absent.ts'],
];

/**
 * The check of a signature comes in the file that needs it. As a file of its own, it would come when it is too late to
 * ask. A group of `codeSplitting` brings it into the landing bundle, above its budget (tests/page/budget.test.ts).
 */
const LATE = /^([\s\S]*)const \{ secp256k1 \} = await import\('@noble\/curves\/secp256k1'\);/;
const EARLY = "import { secp256k1 } from '@noble/curves/secp256k1';\n$1";

/** Emotion's prefixes for browsers below the floor. With them, the wallet bundle is above its budget. */
const PREFIXES = 'var defaultStylisPlugins = [prefixer];';

/** The grammar of messages as text, which nothing here reads. With it, signing in is above its budget. */
const GRAMMAR_TEXT = /^\s*str \+= .*$/gm;

/** Leaves out parts of libraries that nothing here uses. No `resolve.alias` can, as these parts are no modules. */
export const standIns = (): Plugin => ({
  name: 'site:stand-ins',
  enforce: 'pre',
  // Nothing is preloaded here, so that every visitor can do without the code for it.
  load: {
    filter: { id: /^\0vite\/preload-helper/ },
    handler: () => 'export const __vitePreload = (load) => load();',
  },
  transform: {
    filter: { id: /(siwe-grammar|recoverPublicKey|emotion-cache\.browser\.esm)\.js$/ },
    handler: (code) => ({
      code: code.replace(GRAMMAR_TEXT, '').replace(LATE, EARLY).replace(PREFIXES, 'var defaultStylisPlugins = [];'),
      map: null,
    }),
  },
  resolveId: (wanted, by = '') => {
    const found = STAND_INS.find(([who, what]) => who.test(by) && what.test(wanted));
    return found && resolve(found[2]);
  },
});
