import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const SAFE_SDK = 'node_modules/@safe-global/safe-apps-sdk';

/** Replacements for modules that libraries would load: importer, import, stand-in. */
const STAND_INS: [RegExp, RegExp, string][] = [
  [/siwe-parser/, /^apg-js\/src\/apg-lib\/node-exports$/, 'src/build/apg.ts'],
  [/apg-js\/src\/apg-lib\/parser\.js$/, /^\.\/utilities$/, 'src/build/apg.ts'],
  // siwe would verify signatures with ethers. viem does that here.
  [/siwe/, /^ethers$/, 'src/build/absent.ts'],
  // siwe would create nonces with this package. The verifier does that here.
  [/siwe/, /^@stablelib\/random$/, 'src/build/absent.ts'],
  // The page has viem neither wrap nor unwrap signatures of ERC-8010 or ERC-6492.
  [/viem\/_esm\/actions\/public\/verifyHash\.js$/, /^ox\/erc(8010|6492)$/, 'src/build/absent.ts'],
  // Shares viem's copy, instead of a second one for CommonJS.
  [/siwe-parser/, /^@noble\/hashes\/sha3$/, 'node_modules/@noble/hashes/esm/sha3.js'],
  [/siwe-parser/, /^@noble\/hashes\/utils$/, 'node_modules/@noble/hashes/esm/utils.js'],
  // Safe's provider needs names of states, and would bring all of viem a second time, and another emitter of events.
  [/safe-apps-provider/, /^@safe-global\/safe-apps-sdk$/, `${SAFE_SDK}/dist/esm/types/gateway.js`],
  [/safe-apps-provider/, /^events$/, 'node_modules/eventemitter3/index.js'],
  // viem's chain Tempo uses this module on servers. The build removes that code, but would still warn of the import.
  [/ox\/_esm\/tempo\//, /^node:worker_threads$/, 'src/build/absent.ts'],
  // WalletConnect's own modal, which this page never opens.
  [/./, /^@reown\/appkit\/core$/, 'src/build/absent.ts'],
];

/**
 * The code that verifies signatures is put into the file that uses it. A file of its own would load too late, and a
 * group of `codeSplitting` would put it into the landing bundle.
 */
const LATE = /^([\s\S]*)const \{ secp256k1 \} = await import\('@noble\/curves\/secp256k1'\);/;
const EARLY = "import { secp256k1 } from '@noble/curves/secp256k1';\n$1";

/** The line by which Emotion adds vendor prefixes. Only unsupported browsers need those. */
const PREFIXES = 'var defaultStylisPlugins = [prefixer];';

/** The lines that write siwe's grammar as text, which no code reads. */
const GRAMMAR_TEXT = /^\s*str \+= .*$/gm;

/**
 * Removes unused parts of libraries. `resolve.alias` cannot do that, because these parts are no modules of their own.
 */
export const standInsPlugin = (): Plugin => ({
  name: 'site:stand-ins',
  enforce: 'pre',
  transform: {
    filter: { id: /(siwe-grammar|recoverPublicKey|emotion-cache\.browser\.esm)\.js$/ },
    handler: (code) => ({
      code: code.replace(GRAMMAR_TEXT, '').replace(LATE, EARLY).replace(PREFIXES, 'var defaultStylisPlugins = [];'),
      map: null,
    }),
  },
  resolveId: {
    // Rolldown asks for thousands of modules, and calls the handler only for these.
    filter: { id: STAND_INS.map(([, what]) => what) },
    handler: (wanted, by = '') => {
      const found = STAND_INS.find(([who, what]) => who.test(by) && what.test(wanted));
      // Returns the real path, which identifies the module for libraries too if node_modules is a link.
      return found && realpathSync(resolve(found[2]));
    },
  },
});

/** Whole packages that the site and the workbench replace. */
export const packageAliases = [
  // A list of all HTML attributes, by which Emotion filters invalid ones. Views pass none.
  { find: '@emotion/is-prop-valid', replacement: resolve('src/views/anyAttribute.ts') },
];
