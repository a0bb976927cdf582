import { describe, expect, test } from 'vitest';
import { shrinkHtml } from '#build/smallHtml';

describe('minifying HTML', () => {
  test('omits end tags that parsers add, and self-closes empty shapes', () => {
    const html =
      '<ol><li><svg><path d="M0 0"></path></svg><p>a</p><p>b</p></li><li><dl><dt>c</dt><dd>d</dd></dl></li></ol>';
    expect(shrinkHtml(html)).toBe('<ol><li><svg><path d="M0 0"/></svg><p>a<p>b</p><li><dl><dt>c<dd>d</dl></ol>');
  });

  test('end tags before text and links, and of shapes with content, are kept', () => {
    const html = '<div><p>a</p>b<p>c</p><a>d</a><path><title>e</title></path></div>';
    expect(shrinkHtml(html)).toBe(html);
  });
});
