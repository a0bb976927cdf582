/**
 * Returns HTML, as React writes it, without the end tags that a parser adds itself (HTML, section 13.1.2.4). The parser makes the
 * same elements of it.
 */
export const smallHtml = (html: string) =>
  html
    .replace(/<((path|circle)\b[^>]*)><\/\2>/g, '<$1/>')
    .replace(/<\/(li|dt|dd)>/g, '')
    .replace(/<\/p>(?=<(\/?(div|section|form)|\/li|p|dl|ul|ol|h\d)\b)/g, '');
