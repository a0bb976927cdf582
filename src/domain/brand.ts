/** How the product's verb is written: `borrow`, at the start of a sentence `Borrow`, and in the brand `iABorrow`. */
export function brandOf(verb: string) {
  const capital = verb.charAt(0).toUpperCase() + verb.slice(1);
  return { verb, capital, brand: `iA${capital}` };
}
