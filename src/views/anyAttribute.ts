/**
 * Replaces `@emotion/is-prop-valid` in the browser, a regular expression of 4 kB that filters invalid attributes. Views
 * pass none.
 */
const isAttribute = () => true;

export default isAttribute;
