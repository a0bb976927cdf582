/** Parses the fields of an event that the user entered as JSON. Returns an error message if one is invalid. */
export function parseEventFields(
  entered: readonly (readonly [name: string, text: string])[],
  /** The values of fields that the user leaves empty. */
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
 * Parses the JSON object that the user entered for an event whose fields are unknown. Returns an error message if it is
 * invalid.
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
