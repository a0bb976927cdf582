import { Fragment, useEffect, useRef } from 'react';
import type { Bench } from '../recorder/bench';
import type { NonMachineActor, RecordedActor } from '../recorder/recording';
import { formatStatesOf } from '../recorder/words';
import { moveFocusInList } from './moveFocus';

interface ActorTreeProps {
  /** Machines and other actors. A parent precedes its children. */
  actors: readonly (RecordedActor | NonMachineActor)[];
  selected: string;
  heading: string;
  describeApp: Bench['describeApp'];
  onSelect: (session: string) => void;
}

/** Returns a text that distinguishes an actor from others with the same name, or '' if its name is unique. */
function idOf({ id, name, session }: RecordedActor | NonMachineActor, actors: ActorTreeProps['actors']) {
  const isOneOfMany = actors.some((other) => other.name === name && other.session !== session);
  if (!isOneOfMany) return id === name || /^x:\d+$/.test(id) ? '' : id;
  const isToldApart = !actors.some((other) => other.name === name && other.id === id && other.session !== session);
  return isToldApart ? id : session.split('/').at(-1)!;
}

/** Renders a dotted name with a possible line break after each dot. */
const inParts = (name: string) =>
  name.split(/(?<=\.)/).map((part, nth) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a name have no other order
    <Fragment key={nth}>
      <wbr />
      {part}
    </Fragment>
  ));

/** The tree of actors with their states. Only machines can be selected, because other actors have no chart. */
export function ActorTree({ actors, selected, heading, describeApp, onSelect }: ActorTreeProps) {
  const list = useRef<HTMLElement>(null);
  const chosen = actors.find(({ session }) => session === selected);
  const state = chosen && 'snapshot' in chosen ? formatStatesOf(chosen.snapshot) : '';
  const apps = new Set(actors.map(({ app }) => app));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer state makes the row of the chosen machine higher
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [selected, state]);
  return (
    <section className="tree" aria-labelledby="running" ref={list}>
      <h2 id="running">{heading}</h2>
      <ul onKeyDown={moveFocusInList}>
        {actors.map((actor, nth) => {
          const { session, name, depth, app } = actor;
          const id = idOf(actor, actors);
          const heads = apps.size > 1 && actors[nth - 1]?.app !== app;
          const more = id && <small>{id}</small>;
          return (
            <li key={session}>
              {heads && <h3>{describeApp(app).title}</h3>}
              {'snapshot' in actor ? (
                <button
                  type="button"
                  className="line"
                  data-depth={Math.min(depth, 6)}
                  data-busy={actor.snapshot.hasTag('busy') || undefined}
                  aria-current={session === selected || undefined}
                  tabIndex={session === selected || (!chosen && nth === 0) ? 0 : -1}
                  onClick={() => onSelect(session)}
                >
                  <b>
                    {name} {more}
                  </b>{' '}
                  <span>{inParts(formatStatesOf(actor.snapshot))}</span>
                </button>
              ) : (
                <div className="line other" data-depth={Math.min(depth, 6)}>
                  <b>{name}</b>{' '}
                  <span>{[actor.kind, actor.status !== 'active' && actor.status].filter(Boolean).join(' ')}</span>
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
