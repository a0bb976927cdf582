import { expect, test } from 'vitest';
import { inlined } from '#build/inline';

const inner = 'var e=1,f=(n)=>n+e;export{f as a,e as b};\n';

test('an imported script is inlined into the importing one, and runs there', () => {
  const code = inlined('import{a as e,b}from"./inner-1.js";globalThis.sum=e(2)+b;', 'inner-1.js', inner);
  expect(code).not.toContain('import');
  new Function(code)();
  expect(Reflect.get(globalThis, 'sum')).toBe(4);
});

test.each([
  ['import{a}from"./other.js";', inner],
  ['import{a}from"./inner-1.js";', 'var e=1;'],
])('inlining a script refuses %s with the error %s', (code, inner) => {
  expect(() => inlined(code, 'inner-1.js', inner)).toThrow('inner-1.js could not be written into the script');
});
