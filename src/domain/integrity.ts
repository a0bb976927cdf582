export const INTEGRITY_PATH = '/integrity.json';

/**
 * Zeros that stand in the footer for the digits of the commit and of the root hash. The root hash covers the pages with
 * these zeros, because no file can contain its own hash.
 */
export const REVISION_PLACEHOLDER = { commit: '0'.repeat(7), root: '0'.repeat(8) };
