export type Measures = Record<string, number>;

export function median(values: number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}

/** The median of each measure, over several rounds. */
export function medians(rounds: Measures[]): Measures {
  const names = Object.keys(rounds[0] ?? {});
  return Object.fromEntries(names.map((name) => [name, median(rounds.map((round) => round[name]!))]));
}

const figure = (value: number | undefined) => (value === undefined ? '–' : String(Math.round(value * 1000) / 1000));
const whole = (value: number | undefined) => figure(value !== undefined && value > 1 ? Math.round(value) : value);

/** A table of the measures of two pages, and how many times the second's the first's are. */
export function compared(page: Measures, copy: Measures, units: Record<string, string> = {}) {
  const rows = Object.keys(page).map((name) => {
    const ratio = copy[name] ? (page[name]! / copy[name]).toFixed(2) : '–';
    return [name, whole(page[name]), whole(copy[name]), ratio, units[name] ?? ''];
  });
  return [['', 'page', 'copy', 'ratio', ''], ...rows]
    .map(([name = '', page = '', copy = '', ratio = '', unit = '']) =>
      `${name.padEnd(22)}${page.padStart(9)}${copy.padStart(9)}${ratio.padStart(8)}  ${unit}`.trimEnd(),
    )
    .join('\n');
}
