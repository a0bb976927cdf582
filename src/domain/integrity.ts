export const INTEGRITY_PATH = '/integrity.json';

/** Stand for the hashes in the footer. The root hash covers the pages with these zeros: no file can hold its own. */
export const REVISION_PLACEHOLDER = { commit: '0'.repeat(7), root: '0'.repeat(8) };
