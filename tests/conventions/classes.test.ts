import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/* TypeScript checks no CSS class names. These tests compare the names in views with the names in style sheets. */

const textsOf = (folder: string, ending: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'));

const classesInViews = (text: string) =>
  [...text.matchAll(/className=(?:"([^"]*)"|\{([^}]*)\})/g)].flatMap(([, names = '', code = '']) =>
    [names, ...(code.match(/(?<=')[^']*(?=')/g) ?? [])].flatMap((list) => list.match(/[a-z][\w-]*/g) ?? []),
  );

const classesInSheet = (css: string) => css.replace(/\/\*[\s\S]*?\*\/|"[^"]*"/g, '').match(/(?<=\.)[a-z][\w-]*/g) ?? [];

const views = [...textsOf('src/views', '.tsx'), ...textsOf('src/views/landing', '.tsx')].filter(
  (text) => !text.includes('@emotion/'),
);
const used = new Set(views.flatMap(classesInViews));
const styled = new Set(textsOf('src/views/styles', '.css').flatMap(classesInSheet));

test('each CSS class in a view that does not use Emotion is in a style sheet', () => {
  expect(used.size).toBeGreaterThan(40);
  expect([...used].filter((name) => !styled.has(name))).toEqual([]);
});

test('each CSS class in the style sheets is in a view', () => {
  expect([...styled].filter((name) => !used.has(name))).toEqual([]);
});

test('the search finds CSS classes in JSX and in style sheets', () => {
  expect(classesInViews(`<i className="a b-c" /><i className={x ? 'd e' : 'f'} />`)).toEqual([
    'a',
    'b-c',
    'd',
    'e',
    'f',
  ]);
  expect(classesInSheet('/* .x */ .a:has(.b-c) { margin: .5rem; src: url("a.woff2") }')).toEqual(['a', 'b-c']);
});
