/** The path of the file that lists what the site consists of. */
export const INTEGRITY_PATH = '/integrity.json';

/**
 * The digits that stand in the rendered footer for commit and root. The build puts the real ones in their place. The
 * root counts the pages with these zeros, because no file can contain its own hash.
 */
export const REVISION_PLACEHOLDER = { commit: '0'.repeat(7), root: '0'.repeat(8) };
