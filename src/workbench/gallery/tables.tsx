import type { ReactNode } from 'react';
import type { Chart, ChartTransition } from '../charts/chart';

function Table({ name, heads, children }: { name: string; heads: readonly string[]; children: ReactNode }) {
  const id = name.toLowerCase();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section className="scroll" tabIndex={0} aria-label={`All ${id}`}>
        <table>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </section>
    </section>
  );
}

export const StatesTable = ({ chart }: { chart: Chart }) => (
  <Table name="States" heads={['State', 'What it means', 'Outside work that runs', 'On entry and exit']}>
    {chart.states.map(({ id, type, tags, description, invokes, entry, exit }) => (
      <tr key={id}>
        <th scope="row">
          {id} <span className="tag">{[...tags, type === 'final' && 'final'].filter(Boolean).join(', ')}</span>
        </th>
        <td>{description}</td>
        <td>{invokes.join(', ')}</td>
        <td>{[...entry, ...exit.map((action) => `exit: ${action}`)].join(', ')}</td>
      </tr>
    ))}
  </Table>
);

const shorten = (id: string, machine: string) => id.replace(`${machine}.`, '');

export function EventsTable({ chart }: { chart: Chart }) {
  const words = [...new Set(chart.transitions.map(({ word }) => word))];
  const of = (word: string) => chart.transitions.filter((one) => one.word === word);
  const leads = ({ targets, source }: ChartTransition) =>
    targets.map((id) => shorten(id, chart.id)).join(' + ') || `stays in ${shorten(source, chart.id)}`;
  return (
    <Table name="Events" heads={['Event', 'In', 'If', 'Leads to', 'Does']}>
      {words.flatMap((word) =>
        of(word).map((transition, nth) => (
          <tr key={transition.index}>
            {nth === 0 && (
              <th scope="rowgroup" rowSpan={of(word).length}>
                {word}
              </th>
            )}
            <td>{shorten(transition.source, chart.id)}</td>
            <td className="guard">{transition.guard}</td>
            <td>{leads(transition)}</td>
            <td>{transition.actions.join(', ')}</td>
          </tr>
        )),
      )}
    </Table>
  );
}
