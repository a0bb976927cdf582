/** Reads the fields that were entered for an event, as JSON. Returns a sentence instead if one can't be read. */
export function parseEventFields(
  entered: readonly (readonly [name: string, text: string])[],
  /** The values of fields that are left empty. */
  known: Record<string, unknown> = {},
): Record<string, unknown> | string {
  const read: [string, unknown][] = [];
  for (const [name, text] of entered) {
    const isKnown = Object.hasOwn(known, name) && !text.trim();
    try {
      read.push([name, isKnown ? known[name] : JSON.parse(text)]);
    } catch {
      return `“${name}” takes JSON, such as 1, true or "text" in its quotes.`;
    }
  }
  return Object.fromEntries(read);
}

/**
 * Parses the data that was entered for an event whose fields are unknown: a JSON object with the fields. Returns a
 * sentence instead if it can't be read.
 */
export function parseEventData(text: string): Record<string, unknown> | string {
  const problem = 'It takes the fields of the event as JSON, such as {"amount": 1}.';
  if (!text.trim()) return {};
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === 'object' && data !== null && !Array.isArray(data) ? { ...data } : problem;
  } catch {
    return problem;
  }
}
