import { expect, test } from 'vitest';
import { shortenClassesOf } from '#build/classNames';

const shorten = shortenClassesOf(['.ia-1q2w3e{color:red}.ia-1q2w3e a{}', '@media print{.ia-zz9{top:0}}']);

test('each class in the styles gets one short name', () => {
  expect(shorten('.ia-1q2w3e a{}.ia-zz9{}')).toBe('.ia-0 a{}.ia-1{}');
  expect(shorten('<p class="wrap ia-zz9" aria-hidden="true">')).toBe('<p class="wrap ia-1" aria-hidden="true">');
  expect(shorten('classed("i","ia-1q2w3e")')).toBe('classed("i","ia-0")');
});

test('class names that the styles do not define stay unchanged', () => {
  expect(shorten('<p class="ia-other" data-via-zz9="media-zz9">')).toBe(
    '<p class="ia-other" data-via-zz9="media-zz9">',
  );
});
