import { expect, test } from 'vitest';
import { shortenAddress } from '#domain/address';

test.each([
  ['0x52908400098527886E0F7030069857D2E4169EE7', '0x52…9EE7'],
  ['12345678', '1234…5678'],
  ['1234567', '1234567'],
  ['', ''],
])('the address %s is shown as %s', (address, short) => expect(shortenAddress(address)).toBe(short));
