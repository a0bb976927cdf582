export function brandOf(verb: string) {
  const capital = verb.charAt(0).toUpperCase() + verb.slice(1);
  return { verb, capital, brand: `iA${capital}` };
}
