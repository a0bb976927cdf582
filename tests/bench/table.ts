/** The results of one round of measurements, by name. */
export type Measurements = Record<string, number>;

/** Returns the median of each measurement of `names` that some of `rounds` have. */
export function computeMedians(rounds: readonly Measurements[], names: object): Measurements {
  const medians = Object.keys(names).flatMap((name) => {
    const sorted = rounds.flatMap((round) => round[name] ?? []).sort((a, b) => a - b);
    const middle = (sorted.length - 1) / 2;
    return sorted.length ? [[name, (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2]] : [];
  });
  return Object.fromEntries(medians);
}

/** Rounds to whole numbers, except those that would become zero. */
const figure = (value: number | undefined) => {
  if (value === undefined) return '–';
  return String(value > 1 ? Math.round(value) : Math.round(value * 1000) / 1000);
};

const line = ([name = '', page = '', copy = '', ratio = '', unit = '']: string[]) =>
  `${name.padEnd(22)}${page.padStart(9)}${copy.padStart(9)}${ratio.padStart(8)}  ${unit}`.trimEnd();

/** Draws a table of the measures of the page and its copy (or other `names`), with their ratio. */
export function formatComparisonTable(
  page: Measurements,
  copy: Measurements,
  units: Record<string, string>,
  names = ['page', 'copy'],
) {
  const rows = Object.entries(page).map(([name, value]) => {
    const other = copy[name];
    return [name, figure(value), figure(other), other ? (value / other).toFixed(2) : '–', units[name] ?? ''];
  });
  return [['', ...names, 'ratio'], ...rows].map(line).join('\n');
}
