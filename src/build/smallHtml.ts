/** Removes the end tags that are optional (HTML, section 13.1.2.4) from React's HTML. */
export const shrinkHtml = (html: string) =>
  html
    .replace(/<((path|circle)\b[^>]*)><\/\2>/g, '<$1/>')
    .replace(/<\/(li|dt|dd)>/g, '')
    .replace(/<\/p>(?=<(\/?(div|section|form)|\/li|p|dl|ul|ol|h\d)\b)/g, '');
