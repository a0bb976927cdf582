import type { Chart } from '../charts/chart';
import type { DrawnElement } from '../charts/svg';
import type { Story } from './stories';

/** The data that the gallery's pages show of a machine. */
export interface MachineExhibit {
  chart: Chart;
  /** The purpose of the machine. */
  meaning: string;
  /** The machines that invoke this machine. */
  runBy: string[];
  sketch: DrawnElement;
  stories: Story[];
  /** How many of the chart's transitions the generated paths take. */
  taken: number;
}

const steps = (stories: readonly Story[]) => stories.reduce((sum, { steps }) => sum + steps.length - 1, 0);
export const generatedPathsOf = ({ stories }: MachineExhibit) => stories.filter(({ kind }) => kind === 'path');
/** Returns the number of states, without history states, transient states, and a root with children. */
export const countStates = ({ chart: { states } }: MachineExhibit) =>
  states.filter(
    ({ type, transient, parent, children }) => type !== 'history' && !transient && (parent || !children.length),
  ).length;
export const hasTransitions = ({ chart }: MachineExhibit) => chart.transitions.length > 0;

export function Figures({ figures }: { figures: [label: string, value: number | string][] }) {
  return (
    <dl className="figures">
      {figures.map(([label, value]) => (
        <div key={label} className={label === 'taken' ? 'whole' : undefined}>
          <dt>{label}</dt>
          <dd>{typeof value === 'number' ? value.toLocaleString('en-US') : value}</dd>
        </div>
      ))}
    </dl>
  );
}

const percent = (part: number, whole: number) => (whole ? `${Math.floor((100 * part) / whole)} %` : 'none');

export function figuresOf(exhibits: readonly MachineExhibit[]): [string, number | string][] {
  const sum = (count: (exhibit: MachineExhibit) => number) => exhibits.reduce((total, one) => total + count(one), 0);
  const transitions = sum(({ chart }) => chart.transitions.length);
  return [
    ['states', sum(countStates)],
    ['transitions', transitions],
    ['paths', sum((one) => generatedPathsOf(one).length)],
    ['steps', sum((one) => steps(generatedPathsOf(one)))],
    [
      'taken',
      percent(
        sum(({ taken }) => taken),
        transitions,
      ),
    ],
  ];
}
