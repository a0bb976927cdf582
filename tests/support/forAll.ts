import fc from 'fast-check';

type Property<Values extends [unknown, ...unknown[]]> = [
  ...kinds: { [Place in keyof Values]: fc.Arbitrary<Values[Place]> },
  check: (...values: Values) => void,
];

/** Runs `check`, which throws if it fails, on `numRuns` random values of each kind. */
export const forMany = <Values extends [unknown, ...unknown[]]>(numRuns: number, ...property: Property<Values>) =>
  fc.assert(fc.property(...property), { numRuns });

/** Runs `check`, which throws if it fails, on a hundred random values of each kind. */
export const forAll = <Values extends [unknown, ...unknown[]]>(...property: Property<Values>) =>
  forMany(100, ...property);
