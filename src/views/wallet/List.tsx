import styled from '@emotion/styled';
import { useSelector } from '@xstate/react';
import { Component, createRef, Fragment, type MouseEvent, memo, type ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import { language } from '#copy/numbers';
import { chooseTranslation } from '#domain/localized';
import type { Wallet } from '#domain/wallet';
import { groupWallets, isSearchable, searchWallets } from '#domain/wallets';
import type { connectMachine } from '#machines/connect';
import { site } from '#site';
import { copy } from '../copy';
import { Pane, PanelHeader } from '../Panel';
import { useLastValue } from '../useLast';
import { dialogTexts, walletBadgeOf } from './copy';
import { NextIcon, QuestionIcon } from './icons';
import { NothingFound, WalletSearch } from './Search';
import { tone } from './tokens';
import { DialogFoot, ListRow, SmallText, wideWindowQuery } from './ui';
import { WalletIcon } from './WalletIcon';

const ListPane = styled(Pane)`
  ${wideWindowQuery} {
    flex: 0 0 280px; background: ${tone.paper}; border-inline-end: 1px solid ${tone.line};
    && header { grid-template-columns: 1fr; padding-inline: 24px }
    && h2 { grid-column: 1; padding: 0; text-align: start }
    && .close { display: none }
  }
  @media (max-width: 47.99rem) { [data-inside] > & { display: none } }
`;
const Scroll = styled.div`
  position: relative; flex: 1; min-block-size: 0; overflow-y: auto; overflow-anchor: none; padding: 12px 12px 32px; scroll-padding-block: 14px 36px; scrollbar-width: thin; scrollbar-color: ${tone.line} transparent;
  mask-image: linear-gradient(transparent, #000 12px calc(100% - 28px), transparent);
  h3 { padding: 14px 12px 6px; font-size: .8125rem; line-height: 1.125rem; font-weight: 500; color: ${tone.muted} }
  h3:first-of-type { padding-block-start: 0 }
  button { display: grid; grid-template-columns: 32px minmax(0, 1fr) auto; align-content: center; gap: 0 12px }
  [data-away] img { grid-row: 1 / 3 }
  [data-away] small { grid-area: 2 / 2; color: inherit }
`;
const HelpRow = styled(DialogFoot)`
  svg { color: ${tone.muted} }
  ${wideWindowQuery} { display: none }
`;

const SEARCH = { type: 'search', text: '' } as const;

const rowsIn = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[data-wallet]')];

interface ScrollerProps {
  query: string;
  /** A key that differs each time the dialog opens. */
  opening: string;
  onClick: (event: MouseEvent) => void;
  children: ReactNode;
}

/** The list before a change: the focused row, and the row that must keep its position. */
interface Place {
  focused: string | undefined;
  held: string | undefined;
  top: number;
}

/**
 * A late announcement may add wallets above the row that is focused or under the pointer, which keeps its position. A
 * wallet that moves to another group is a new element, which gets the focus again.
 */
class Scroller extends Component<ScrollerProps> {
  private readonly list = createRef<HTMLDivElement>();

  override getSnapshotBeforeUpdate(): Place {
    const rows = rowsIn(this.list.current!);
    const is = (state: string) => rows.find((row) => row.matches(state));
    const held = is(':focus-visible') ?? is(':hover');
    return { focused: is(':focus')?.dataset.wallet, held: held?.dataset.wallet, top: held?.offsetTop ?? 0 };
  }

  override componentDidUpdate({ query, opening }: ScrollerProps, _: unknown, { focused, held, top }: Place) {
    const list = this.list.current!;
    const rowOf = (id: string | undefined) =>
      id === undefined ? undefined : rowsIn(list).find(({ dataset }) => dataset.wallet === id);
    if (document.activeElement === document.body) rowOf(focused)?.focus({ preventScroll: true });
    if (query !== this.props.query || opening !== this.props.opening) return;
    const row = rowOf(held);
    if (row) list.scrollTop += row.offsetTop - top;
  }

  override render() {
    const { onClick, children } = this.props;
    return (
      <Scroll ref={this.list} data-scrolls="" onClick={onClick}>
        {children}
      </Scroll>
    );
  }
}

function WalletRow({ wallet, current }: { wallet: Wallet; current: boolean }) {
  const { id, name, icon, ready, latest } = wallet;
  const mark = walletBadgeOf(wallet);
  return (
    <ListRow
      type="button"
      data-wallet={id}
      aria-current={current || undefined}
      data-first={latest ? '' : undefined}
      data-away={ready ? undefined : ''}
    >
      <WalletIcon icon={icon} name={name} size={32} />
      <bdi translate="no">{name}</bdi>
      {mark && <small>{` ${mark}`}</small>}
    </ListRow>
  );
}

const Groups = memo(({ wallets, chosen }: { wallets: Wallet[]; chosen: string | null }) =>
  groupWallets(wallets).map(({ name, wallets }, i) => (
    <Fragment key={name}>
      <h3 id={`group-${i}`}>{name ? (dialogTexts.groups[name] ?? name) : dialogTexts.installed}</h3>
      <ul role="list" aria-labelledby={`group-${i}`}>
        {wallets.map((wallet) => (
          <li key={wallet.id}>
            <WalletRow wallet={wallet} current={wallet.id === chosen} />
          </li>
        ))}
      </ul>
    </Fragment>
  )),
);

interface ListProps {
  actor: ActorRefFrom<typeof connectMachine> | undefined;
  expected: Wallet[];
  keepsFocusOut: boolean;
}

export function WalletList({ actor, expected, keepsFocusOut }: ListProps) {
  const { wallets = expected, query = '', chosen = null } = useSelector(actor, (snapshot) => snapshot?.context) ?? {};
  const searched =
    useLastValue(actor, (snapshot) => (snapshot?.status === 'active' ? snapshot.can(SEARCH) : null)) ??
    isSearchable(wallets);
  const hits = searchWallets(wallets, query);
  const nothing = wallets.length > 0 && hits.length === 0;
  const pick = ({ target }: MouseEvent) => {
    const id = (target as Element).closest<HTMLElement>('[data-wallet]')?.dataset.wallet;
    if (id !== undefined) actor?.send({ type: 'pick', id });
  };
  const close = () => actor?.send({ type: 'close' });
  const disclaimer = chooseTranslation(site.wallet.disclaimer, language);

  return (
    <ListPane>
      <PanelHeader title={copy.wallet.title} id="wallet-title" keepsFocusOut={keepsFocusOut} onClose={close} />
      {searched && <WalletSearch query={query} onSearch={(text) => actor?.send({ type: 'search', text })} />}
      <Scroller query={query} opening={actor?.sessionId ?? ''} onClick={pick}>
        <Groups wallets={hits} chosen={chosen} />
        <NothingFound nothing={nothing} query={query} />
      </Scroller>
      {disclaimer && (
        <DialogFoot>
          <SmallText as="p">{disclaimer}</SmallText>
        </DialogFoot>
      )}
      <HelpRow>
        <ListRow type="button" onClick={() => actor?.send({ type: 'learn' })}>
          <QuestionIcon />
          <b>{dialogTexts.what}</b>
          <NextIcon />
        </ListRow>
      </HelpRow>
    </ListPane>
  );
}
