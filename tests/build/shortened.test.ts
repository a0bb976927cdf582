import { describe, expect, test } from 'vitest';
import { nestRules } from '#build/shortened';

describe('shortening styles', () => {
  test('the rules of one class become one nested rule, in their order', () => {
    expect(nestRules('.ia-a{color:red;}.ia-a li{margin:0;}.ia-a:hover{top:0;}.ia-a >p{left:0;}')).toBe(
      '.ia-a{color:red;li{margin:0}&:hover{top:0}>p{left:0}}',
    );
  });

  test('starts a new rule where declarations follow a nested one', () => {
    expect(nestRules('.ia-a{color:red;}.ia-a li{margin:0;}.ia-a{color:blue;}')).toBe(
      '.ia-a{color:red;li{margin:0}}.ia-a{color:blue}',
    );
  });

  test('leaves lists of selectors, other selectors and at-rules unchanged', () => {
    const css = 'p,li{margin:0}.ia-a,.ia-b{top:0}[dir] .ia-a i{left:0}@media (x){.ia-a{top:1px}}';
    expect(nestRules(css)).toBe(css);
    expect(nestRules(`.ia-a{top:0}${css}.ia-a b{left:0}`)).toBe(`.ia-a{top:0}${css}.ia-a{b{left:0}}`);
  });

  test('numbers have no zero before a decimal point', () => {
    expect(nestRules('p{margin:0.5rem -0.25rem;width:10.5px}')).toBe('p{margin:.5rem -.25rem;width:10.5px}');
  });
});
