import styled from '@emotion/styled';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { Wallet } from '#domain/wallet';
import { found, groupsOf } from '#domain/wallets';
import type { connectMachine } from '#machines/connect';
import { site } from '#site';
import { copy } from '../copy';
import { ListPane, Top } from '../Panel';
import { Hidden } from '../ui';
import { useLast } from '../useLast';
import { markOf, words } from './copy';
import { Glass, Next, Question } from './icons';
import { tone } from './tokens';
import { Part, Row, Small, wide } from './ui';
import { WalletIcon } from './WalletIcon';

const Pane = styled(ListPane)`
  @media (max-width: 47.99rem) { [data-inside] > & { display: none } }
`;
const Search = styled.label`
  flex: none; position: relative; display: block; margin: 0 12px 12px; color: ${tone.muted};
  svg { position: absolute; inset-block: 0; inset-inline-start: 12px; margin-block: auto; pointer-events: none }
  input {
    appearance: none; inline-size: 100%; min-block-size: 44px; padding-block: 0; padding-inline: 40px 12px; border: 1px solid ${tone.control}; border-radius: 12px;
    background: ${tone.surface}; color: ${tone.ink}; font-size: .9375rem
  }
  @media (pointer: coarse) { input { font-size: 1rem }
  }
  input::placeholder { color: ${tone.muted}; opacity: 1 }
  input::-webkit-search-cancel-button {
    appearance: none; inline-size: 44px; block-size: 42px; margin-inline-end: -12px; cursor: pointer; background: ${tone.muted};
    mask: linear-gradient(45deg, #0000 46%, #000 46% 54%, #0000 54%) center / 12px 12px no-repeat, linear-gradient(-45deg, #0000 46%, #000 46% 54%, #0000 54%) center / 12px 12px no-repeat;
    @media (forced-colors: active) { forced-color-adjust: none; background: FieldText }
  }
`;
const Scroll = styled.div`
  position: relative; flex: 1; min-block-size: 0; overflow-y: auto; overflow-anchor: none; padding: 0 12px 32px; scroll-padding-block-end: 36px; scrollbar-width: thin; scrollbar-color: ${tone.line} transparent;
  mask-image: linear-gradient(#000 calc(100% - 28px), transparent);
  h3 { padding: 14px 12px 6px; font-size: .8125rem; line-height: 1.125rem; font-weight: 500; color: ${tone.muted} }
  section:first-of-type h3 { padding-block-start: 0 }
  > p { padding-inline: 12px; color: ${tone.muted} }
`;
const Newcomer = styled(Part)`
  svg { color: ${tone.muted} }
  ${wide} { display: none }
`;

const SEARCH = { type: 'search', text: '' } as const;

/** A late announcement moves a wallet to another list, as another element: the focus moves along. */
function followFocus(row: HTMLElement | null) {
  const { dataset = {} } = row?.closest('dialog') ?? {};
  if (row && row.dataset.wallet === dataset.unfocused) row.focus({ preventScroll: true });
  return () => {
    if (row !== document.activeElement) return;
    dataset.unfocused = row?.dataset.wallet;
    queueMicrotask(() => delete dataset.unfocused);
  };
}

const rowsIn = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[data-wallet]')];

/** Marks the list with the row that the visitor is at, and with where it stands. */
const holdRow = ({ currentTarget: list, target }: { currentTarget: HTMLElement; target: EventTarget }) => {
  const row = (target as Element).closest('button');
  if (row) Object.assign(list.dataset, { held: row.dataset.wallet, top: row.offsetTop });
};
const releaseRow = ({ currentTarget: list }: { currentTarget: HTMLElement }) => {
  if (!list.contains(document.activeElement)) delete list.dataset.held;
};

/** Late announcements stand above other wallets: the list scrolls along, so that the held row stays in place. */
const steadyFor = (query: string) => (list: HTMLElement | null) => {
  if (!list) return;
  const { held, top, query: before } = list.dataset;
  list.dataset.query = query;
  const row = rowsIn(list).find(({ dataset }) => dataset.wallet === held);
  if (!row || before !== query) return;
  list.scrollTop += row.offsetTop - Number(top);
  list.dataset.top = String(row.offsetTop);
};

interface WalletRowProps {
  wallet: Wallet;
  current: boolean;
  onClick: () => void;
}

function WalletRow({ wallet, current, onClick }: WalletRowProps) {
  const { id, name, icon, ready, latest } = wallet;
  const mark = markOf(wallet);
  return (
    <Row
      type="button"
      ref={followFocus}
      data-wallet={id}
      aria-current={current || undefined}
      data-first={latest ? '' : undefined}
      data-away={ready ? undefined : ''}
      onClick={onClick}
    >
      <WalletIcon icon={icon} name={name} size={32} />
      <b>
        <bdi translate="no">{name}</bdi>
        {!ready && <small>{` ${mark}`}</small>}
      </b>
      {ready && mark && <small>{` ${mark}`}</small>}
    </Row>
  );
}

/** The wallets to choose from, under their headings. */
export function List({ actor, still }: { actor: ActorRefFrom<typeof connectMachine>; still: boolean }) {
  const { wallets, query, chosen } = useSelector(actor, (snapshot) => snapshot.context);
  const searched = useLast(actor, (snapshot) => (snapshot.status === 'active' ? snapshot.can(SEARCH) : null));
  const hits = found(wallets, query);
  const nothing = wallets.length > 0 && hits.length === 0;

  return (
    <Pane>
      <Top title={copy.wallet.title} id="wallet-title" still={still} onClose={() => actor.send({ type: 'close' })} />
      {searched && (
        <Search>
          <Glass />
          <input
            type="search"
            aria-label={words.search}
            placeholder={words.search}
            autoComplete="off"
            spellCheck={false}
            value={query}
            onChange={(event) => actor.send({ type: 'search', text: event.target.value })}
          />
        </Search>
      )}
      <Scroll ref={steadyFor(query)} onPointerOver={holdRow} onFocus={holdRow} onPointerLeave={releaseRow}>
        {groupsOf(hits).map(({ name, wallets }, i) => (
          <section key={name}>
            <h3 id={`group-${i}`}>{name}</h3>
            <ul role="list" aria-labelledby={`group-${i}`}>
              {wallets.map((wallet) => (
                <li key={wallet.id}>
                  <WalletRow
                    wallet={wallet}
                    current={wallet.id === chosen}
                    onClick={() => actor.send({ type: 'pick', id: wallet.id })}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {/* Read out once, however long the search goes on that finds nothing. */}
        <Hidden role="status">{nothing && words.noneFound}</Hidden>
        {nothing && <p>{words.nothing(query)}</p>}
      </Scroll>
      {site.wallet.disclaimer && (
        <Part>
          <Small as="p">{site.wallet.disclaimer}</Small>
        </Part>
      )}
      <Newcomer>
        <Row type="button" onClick={() => actor.send({ type: 'learn' })}>
          <Question />
          <b>{words.what}</b>
          <Next />
        </Row>
      </Newcomer>
    </Pane>
  );
}
