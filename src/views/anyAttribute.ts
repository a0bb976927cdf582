/** Replaces `@emotion/is-prop-valid`, a regular expression of 4 kB that filters invalid attributes. Views pass none. */
const isAttribute = () => true;

export default isAttribute;
