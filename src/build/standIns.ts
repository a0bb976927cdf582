import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const SAFE_SDK = 'node_modules/@safe-global/safe-apps-sdk';

/** Modules that this site replaces, as three columns: importing file, import, replacement. */
const STAND_INS: [RegExp, RegExp, string][] = [
  [/siwe-parser/, /^apg-js\/src\/apg-lib\/node-exports$/, 'src/build/apg.ts'],
  [/apg-js\/src\/apg-lib\/parser\.js$/, /^\.\/utilities$/, 'src/build/apg.ts'],
  // siwe would verify signatures with ethers, but this site verifies them with viem.
  [/siwe/, /^ethers$/, 'src/build/absent.ts'],
  // siwe would create nonces with this package, but here the verifier creates them.
  [/siwe/, /^@stablelib\/random$/, 'src/build/absent.ts'],
  // The page never makes viem wrap or unwrap signatures of ERC-8010 or ERC-6492, which these modules do.
  [/viem\/_esm\/actions\/public\/verifyHash\.js$/, /^ox\/erc(8010|6492)$/, 'src/build/absent.ts'],
  // siwe's parser would load a second copy of these modules, for CommonJS. viem has loaded this one.
  [/siwe-parser/, /^@noble\/hashes\/sha3$/, 'node_modules/@noble/hashes/esm/sha3.js'],
  [/siwe-parser/, /^@noble\/hashes\/utils$/, 'node_modules/@noble/hashes/esm/utils.js'],
  // Safe's provider needs only names of states from this package. The whole package would add a second copy of viem.
  [/safe-apps-provider/, /^@safe-global\/safe-apps-sdk$/, `${SAFE_SDK}/dist/esm/types/gateway.js`],
  [/safe-apps-provider/, /^events$/, 'node_modules/eventemitter3/index.js'],
  // Only servers run the code of viem's chain Tempo that needs this module. The build would still warn of the import.
  [/ox\/_esm\/tempo\//, /^node:worker_threads$/, 'src/build/absent.ts'],
  // The page never opens this modal of WalletConnect.
  [/./, /^@reown\/appkit\/core$/, 'src/build/absent.ts'],
];

/**
 * Replaces the dynamic import of the code that verifies signatures by a static one. A file of its own would load too
 * late, and a group of `codeSplitting` would put it into the landing bundle.
 */
const LATE = /^([\s\S]*)const \{ secp256k1 \} = await import\('@noble\/curves\/secp256k1'\);/;
const EARLY = "import { secp256k1 } from '@noble/curves/secp256k1';\n$1";

/** The line by which Emotion adds vendor prefixes. All supported browsers work without them. */
const PREFIXES = 'var defaultStylisPlugins = [prefixer];';

/** The lines that turn siwe's grammar into text, which no code reads. */
const GRAMMAR_TEXT = /^\s*str \+= .*$/gm;

/** Removes unused parts of libraries. `resolve.alias` cannot, because these parts are no modules of their own. */
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
    // Filters by the import, so that Rolldown does not call this handler for thousands of other modules.
    filter: { id: STAND_INS.map(([, what]) => what) },
    handler: (wanted, by = '') => {
      const found = STAND_INS.find(([who, what]) => who.test(by) && what.test(wanted));
      // Returns the real path, because libraries identify the module by it if node_modules is a link.
      return found && realpathSync(resolve(found[2]));
    },
  },
});

/** Packages that the site and the workbench replace as a whole. */
export const packageAliases = [
  // A list of all HTML attributes, by which Emotion filters out invalid ones. The views pass no invalid attribute.
  { find: '@emotion/is-prop-valid', replacement: resolve('src/views/anyAttribute.ts') },
];
