import { parseAst } from 'vite';
import { describe, expect, test } from 'vitest';
import { smaller, smallStyles } from '#build/smallStyles';

const { transform } = smallStyles() as unknown as {
  transform: { filter: { id: RegExp }; handler(code: string): { code: string } };
};
const built = (code: string) => transform.handler.call({ parse: parseAst }, code).code;

describe('minifying styles', () => {
  test('omits comments, line breaks and spaces around braces and semicolons', () => {
    expect(smaller('\n  color: red; /* why;\n {} */\n  &:hover { margin: 0 1px; }\n')).toBe(
      ' color: red;&:hover{margin: 0 1px}',
    );
  });

  test('spaces that have a meaning are kept', () => {
    for (const css of ['inset: calc(1px + 2px)', ' > li', 'a :hover', " content: ''"]) expect(smaller(css)).toBe(css);
  });
});

describe('minifying styles in scripts', () => {
  test('styles in scripts are minified, in every notation', () => {
    const style = `\`\n  /* why */ color: \${ink};\n  \${wide} { top: 0 }\n\``;
    const small = `\` color: \${ink};\${wide}{top: 0}\``;
    for (const tag of ['css', 'keyframes', 'styled.p', 'styled(Box)', "styled('p', {})"])
      expect(built(`export const it = ${tag}${style};`)).toBe(`export const it = ${tag}${small};`);
  });

  test('nested styles in scripts are minified', () => {
    expect(built(`const a = css\`\${css\` top: 0; \`} left: 0; \`;`)).toBe(
      `const a = css\`\${css\` top: 0;\`} left: 0;\`;`,
    );
  });

  test('other templates stay unchanged', () => {
    const code = 'const a = `a { b }`; const c = named` d { e } `;';
    expect(built(code)).toBe(code);
  });

  test('only styles in views are minified', () => {
    expect(transform.filter.id.test('/site/src/views/wallet/ui.tsx')).toBe(true);
    expect(transform.filter.id.test('/site/src/domain/wallets.ts')).toBe(false);
  });
});
