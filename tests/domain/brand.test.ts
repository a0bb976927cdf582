import { expect, test } from 'vitest';
import { brandOf } from '#domain/brand';

test('the brand is made from the verb', () => {
  expect(brandOf('borrow')).toEqual({ verb: 'borrow', capital: 'Borrow', brand: 'iABorrow' });
});
