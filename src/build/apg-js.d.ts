/* Parts of a library that has no types: what they are, only siwe's parser needs to know. */
declare module 'apg-js/src/apg-lib/*' {
  const part: object;
  export default part;
}
