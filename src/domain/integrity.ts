export const INTEGRITY_PATH = '/integrity.json';

/** Zeros for digits in the footer. The root hash covers these, because no file can contain its own hash. */
export const REVISION_PLACEHOLDER = { commit: '0'.repeat(7), root: '0'.repeat(8) };
