/** Splits CSS into its top-level rules. */
function rulesOf(css: string) {
  const rules: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { index, 0: brace } of css.matchAll(/[{}]/g)) {
    depth += brace === '{' ? 1 : -1;
    if (depth) continue;
    rules.push(css.slice(start, index + 1));
    start = index + 1;
  }
  return rules;
}

/** A rule with one selector that begins with Emotion's class: the class, the rest of the selector, the body. */
const OF_CLASS = /^(\.ia-\w+)([^,{]*)\{([\s\S]*)\}$/;

/** Nests successive rules of one class, because Emotion repeats it in each. Selectors with a comma stay unchanged. */
export function nestRules(css: string) {
  let open = '';
  const parts = rulesOf(css).map((rule) => {
    const [, name = '', rest = '', declared = ''] = OF_CLASS.exec(rule) ?? [];
    // In a browser, declarations after a nested rule would apply before it.
    const goesOn = name && name === open && rest;
    const begin = goesOn ? '' : `${open && '}'}${name && `${name}{`}`;
    open = name;
    if (!name) return begin + rule;
    return begin + (rest ? `${rest.startsWith(' ') ? rest.trim() : `&${rest}`}{${declared}}` : declared);
  });
  return `${parts.join('')}${open && '}'}`
    .replaceAll(';}', '}')
    .replace(/([\s:(,-])0\./g, '$1.')
    .replace(/([,:]) | ?(>) ?/g, '$1$2');
}
