/** Splits CSS into its rules, each with what is nested in it. */
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

/** A rule of one selector that begins with a class of Emotion: the class, the rest of the selector, and what is declared. */
const OF_CLASS = /^(\.ia-\w+)([^,{]*)\{([\s\S]*)\}$/;

/**
 * Writes the rules of one class as one nested rule, in their order: Emotion repeats the class in each. Selectors with a comma stay
 * as they are.
 */
export function shortened(css: string) {
  let open = '';
  const parts = rulesOf(css).map((rule) => {
    const [, name = '', rest = '', declared = ''] = OF_CLASS.exec(rule) ?? [];
    // Declarations that follow a nested rule would come before it.
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
