/**
 * Stands in for `@emotion/is-prop-valid` in the browser: a regular expression of 4 kB, to keep from elements
 * what is no attribute of theirs. Views give them nothing of the kind.
 */
const isAttribute = () => true;

export default isAttribute;
