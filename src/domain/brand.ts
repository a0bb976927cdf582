/** Returns the forms of the product's verb: `borrow`, `Borrow` at the start of a sentence, and the brand `iABorrow`. */
export function brandOf(verb: string) {
  const capital = verb.charAt(0).toUpperCase() + verb.slice(1);
  return { verb, capital, brand: `iA${capital}` };
}
