import { expect, test } from 'vitest';
import { brandOf } from '#domain/brand';

test('brandOf() builds the brand name from its verb', () => {
  expect(brandOf('borrow')).toEqual({ verb: 'borrow', capital: 'Borrow', brand: 'iABorrow' });
});
