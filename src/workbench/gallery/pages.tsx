import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Chart, ChartTransition } from '../charts/chart';
import type { DrawnElement } from '../charts/draw';
import { writeSvg } from '../charts/draw';
import { WorkbenchLogo } from '../panel/Logo';
import { countNoun } from './counted';
import { GalleryIcon } from './icons';
import type { Story } from './stories';

/** All that the pages show of a machine. */
export interface MachineExhibit {
  chart: Chart;
  /** The purpose of the machine. */
  meaning: string;
  /** The machines that invoke this machine. */
  runBy: string[];
  sketch: DrawnElement;
  stories: Story[];
  /** How many of the transitions are taken by generated paths. */
  taken: number;
}

const steps = (stories: readonly Story[]) => stories.reduce((sum, { steps }) => sum + steps.length - 1, 0);
const pathsOf = ({ stories }: MachineExhibit) => stories.filter(({ kind }) => kind === 'path');
/** Returns the number of states, without transient states and the root. */
const countStates = ({ chart: { states } }: MachineExhibit) =>
  states.filter(
    ({ type, transient, parent, children }) => type !== 'history' && !transient && (parent || !children.length),
  ).length;
const isMeant = ({ chart }: MachineExhibit) => chart.transitions.length > 0;

function Figures({ figures }: { figures: [label: string, value: number | string][] }) {
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

function figuresOf(exhibits: readonly MachineExhibit[]): [string, number | string][] {
  const sum = (count: (exhibit: MachineExhibit) => number) => exhibits.reduce((total, one) => total + count(one), 0);
  const transitions = sum(({ chart }) => chart.transitions.length);
  return [
    ['states', sum(countStates)],
    ['transitions', transitions],
    ['paths', sum((one) => pathsOf(one).length)],
    ['steps', sum((one) => steps(pathsOf(one)))],
    [
      'taken',
      percent(
        sum(({ taken }) => taken),
        transitions,
      ),
    ],
  ];
}

interface IndexProps {
  exhibits: readonly MachineExhibit[];
  title: string;
  /** The drawn chart of the messages between machines. */
  system?: DrawnElement | undefined;
}

function Index({ exhibits, title, system }: IndexProps) {
  return (
    <>
      <header className="top">
        <WorkbenchLogo />
        <b>{title}</b>
        <label className="search">
          <GalleryIcon shape="search" />
          <input
            type="search"
            aria-label="Find a machine, state or event"
            placeholder="Find a machine, state or event"
          />
          <kbd>/</kbd>
        </label>
      </header>
      <main className="index">
        <div className="intro">
          <div>
            <h1>Machines</h1>
            <p>Open one to read its chart, and to play each path that the tests take beside the real view.</p>
            <p>
              <a href="./recording.html">Open a recording</a> of the workbench or the inspector.
            </p>
          </div>
          <Figures figures={[['machines', exhibits.length], ...figuresOf(exhibits)]} />
        </div>
        <p role="status" />
        <ul className="cards">
          {exhibits.map((exhibit) => {
            const { chart, meaning, runBy, sketch, stories } = exhibit;
            const said = [
              chart.id,
              meaning,
              ...chart.states.map(({ key }) => key),
              ...chart.transitions.map(({ word }) => word),
              ...stories.filter(({ kind }) => kind === 'scenario').map(({ title }) => title),
            ];
            return (
              <li key={chart.id} data-words={said.join(' ').toLowerCase()}>
                <a className="card" href={`./${chart.id}.html`}>
                  <span
                    className="picture"
                    aria-hidden="true"
                    // biome-ignore lint/security/noDangerouslySetInnerHtml: a drawing of ours, written at build time
                    dangerouslySetInnerHTML={{ __html: writeSvg(sketch) }}
                  />
                  <span className="words">
                    <span className="line">
                      <b>{chart.id}</b> {runBy.length > 0 && <span>run by {runBy.join(', ')}</span>}
                    </span>
                    <small>{meaning}</small>
                    <small>
                      {[
                        countNoun(countStates(exhibit), 'state'),
                        countNoun(chart.transitions.length, 'transition'),
                        countNoun(pathsOf(exhibit).length, 'path'),
                      ].join(', ')}
                    </small>
                  </span>
                </a>
              </li>
            );
          })}
        </ul>
        {system && (
          <section className="system" aria-labelledby="system">
            <h2 id="system">Messages between machines</h2>
            <p>
              A machine stands inside the one that starts it. An arrow leads to the machine that hears the other one,
              and has the name of the child that passes the events on.
            </p>
            <section
              className="scroll"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
              tabIndex={0}
              aria-label="Chart of the messages"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: a drawing of ours, written at build time
              dangerouslySetInnerHTML={{ __html: writeSvg(system) }}
            />
          </section>
        )}
      </main>
    </>
  );
}

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

const States = ({ chart }: { chart: Chart }) => (
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

function Events({ chart }: { chart: Chart }) {
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

function MachinePage({ exhibit, names }: { exhibit: MachineExhibit; names: readonly string[] }) {
  const { chart, meaning } = exhibit;
  return (
    <>
      <header className="top">
        <WorkbenchLogo />
        <a href="./index.html">Machines</a> <i>/</i>
        <select id="machine" aria-label="Machine" defaultValue={chart.id}>
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </header>
      <main>
        <div className="title">
          <div>
            <h1>{chart.id}</h1>
            <p>{meaning}</p>
          </div>
          {isMeant(exhibit) && <Figures figures={figuresOf([exhibit])} />}
        </div>
        <div id="player" data-machine={chart.id} />
        <div className="tables">
          <States chart={chart} />
          {isMeant(exhibit) && <Events chart={chart} />}
        </div>
      </main>
    </>
  );
}

/** Returns the index of all machines as HTML. */
export const indexPage = (props: IndexProps) => renderToStaticMarkup(<Index {...props} />);

/** Returns the page of one machine as HTML. */
export const machinePage = (exhibit: MachineExhibit, names: readonly string[]) =>
  renderToStaticMarkup(<MachinePage exhibit={exhibit} names={names} />);
