import { expect, test } from 'vitest';
import { brandOf } from '#domain/brand';

test('the brand is made of the verb in its own language', () => {
  expect(brandOf('borrow')).toEqual({ verb: 'borrow', capital: 'Borrow', brand: 'iABorrow' });
});
