import fc from 'fast-check';

type Property<Values extends [unknown, ...unknown[]]> = [
  ...kinds: { [Place in keyof Values]: fc.Arbitrary<Values[Place]> },
  check: (...values: Values) => void,
];

/** Checks with fast-check that `check` throws for none of `numRuns` random values. */
export const forMany = <Values extends [unknown, ...unknown[]]>(numRuns: number, ...property: Property<Values>) =>
  fc.assert(fc.property(...property), { numRuns });

/** Checks with fast-check that `check` throws for none of a hundred random values. */
export const forAll = <Values extends [unknown, ...unknown[]]>(...property: Property<Values>) =>
  forMany(100, ...property);
