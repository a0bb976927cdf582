export const INTEGRITY_PATH = '/integrity.json';

/**
 * The digits that stand for the commit and the root hash in the rendered footer. The build replaces them. The root hash
 * covers the pages with these zeros, because no file can contain its own hash.
 */
export const REVISION_PLACEHOLDER = { commit: '0'.repeat(7), root: '0'.repeat(8) };
