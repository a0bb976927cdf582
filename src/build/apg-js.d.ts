/* Declares types for `apg-js`, which has none. The page only passes these parts to siwe's parser. */
declare module 'apg-js/src/apg-lib/*' {
  const part: object;
  export default part;
}
