import { renderToStaticMarkup } from 'react-dom/server';
import { type DrawnElement, formatAsSvg } from '../charts/svg';
import { WorkbenchLogo } from '../panel/Logo';
import { pluralize } from './counted';
import { countStates, Figures, figuresOf, generatedPathsOf, hasTransitions, type MachineExhibit } from './figures';
import { GalleryIcon } from './icons';
import { EventsTable, StatesTable } from './tables';

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
                    dangerouslySetInnerHTML={{ __html: formatAsSvg(sketch) }}
                  />
                  <span className="words">
                    <span className="line">
                      <b>{chart.id}</b> {runBy.length > 0 && <span>run by {runBy.join(', ')}</span>}
                    </span>
                    <small>{meaning}</small>
                    <small>
                      {[
                        pluralize(countStates(exhibit), 'state'),
                        pluralize(chart.transitions.length, 'transition'),
                        pluralize(generatedPathsOf(exhibit).length, 'path'),
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
              dangerouslySetInnerHTML={{ __html: formatAsSvg(system) }}
            />
          </section>
        )}
      </main>
    </>
  );
}

interface MachinePageProps {
  exhibit: MachineExhibit;
  names: readonly string[];
  /** A hash of the code that lays charts out. The browser reuses a stored layout only if this hash is the same. */
  version: string;
}

function MachinePage({ exhibit, names, version }: MachinePageProps) {
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
          {hasTransitions(exhibit) && <Figures figures={figuresOf([exhibit])} />}
        </div>
        <div id="player" data-machine={chart.id} data-version={version} />
        <div className="tables">
          <StatesTable chart={chart} />
          {hasTransitions(exhibit) && <EventsTable chart={chart} />}
        </div>
      </main>
    </>
  );
}

/** Returns the index of all machines as HTML. */
export const renderIndexPage = (props: IndexProps) => renderToStaticMarkup(<Index {...props} />);

/** Returns the page of one machine as HTML. */
export const renderMachinePage = (props: MachinePageProps) => renderToStaticMarkup(<MachinePage {...props} />);
