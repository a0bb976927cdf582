/** @jsxImportSource @emotion/react */
import { css } from '@emotion/react';
import styled from '@emotion/styled';
import type { KeyboardEvent } from 'react';
import { connectsByCode, type Wallet } from '#domain/wallet';
import { walletLinkOf } from '#domain/wallets';
import type { Phrase } from '../phrase';
import { lowWindowQuery } from '../theme';
import { dialogTexts, renderPhrase, walletBadgeOf } from './copy';
import { tone } from './tokens';
import { appLinkProps } from './ui';
import { WalletIcon } from './WalletIcon';

/** Shows four tiles and a part of the fifth, so that the visitor sees that the row scrolls. */
const Row = styled.ul`
  flex: none; display: flex; gap: 4px; inline-size: 100%; min-block-size: 126px; overflow-x: auto; padding: 4px 14px 20px; scrollbar-width: none; scroll-snap-type: inline proximity; scroll-padding-inline: 14px;
  ${lowWindowQuery} { padding-block-end: 4px }
  li { flex: 0 0 5.125rem; scroll-snap-align: start }
  a, button { display: flex; flex-direction: column; align-items: center; gap: 8px; inline-size: 100%; padding-block: 8px; border-radius: 12px; font-size: .8125rem; line-height: 1.125rem; font-weight: 500; text-align: center }
  a:active, button:active { transform: translateY(1px) }
  bdi { font-weight: 500; max-inline-size: 100%; overflow: hidden; text-overflow: ellipsis; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2 }
  small { display: block; margin-block-start: -8px; font-size: .8125rem; font-weight: 400; color: ${tone.accent} }
  a { cursor: pointer }
  [aria-disabled], [data-away] { color: ${tone.muted} }
  [aria-disabled] { cursor: default }
  [aria-disabled] > img, [data-away] > img { filter: grayscale(1); opacity: .45 }
  [data-away] small { color: inherit }
  @media (forced-colors: active) { [aria-disabled], [data-away] { color: GrayText } }
`;

/** All wallets in a grid. The sheet has its final height at once, so that searching shifts nothing. */
const grid = css`
  display: grid; grid-template-columns: repeat(auto-fill, minmax(5.125rem, 1fr)); align-content: start; min-block-size: min(70dvh, 22.5rem); overflow: visible;
`;
const TileGroup = styled.span`
  display: grid; grid-template-columns: 26px 26px; place-content: center; gap: 4px; inline-size: 60px; block-size: 60px; border-radius: 25%; background: ${tone.fill};
`;

interface TilesProps {
  wallets: Wallet[];
  inGrid?: boolean;
  expand?: { label: Phrase; onExpand: () => void } | null;
  uri: string | null;
  /** Whether the relay is unreachable, which disables wallets that need it. */
  cutOff: boolean;
  onOpen: (id: string) => void;
  onPick: (id: string) => void;
}

/** A stand-in for a link until its pairing URI has arrived. The element keeps the focus when it becomes the link. */
const pending = (pick: () => void) => ({
  role: 'link',
  tabIndex: 0,
  onClick: pick,
  onKeyDown: ({ key }: KeyboardEvent) => key === 'Enter' && pick(),
});
const DISABLED = { role: 'link', tabIndex: 0, 'aria-disabled': true } as const;

export const WalletTiles = ({ wallets, inGrid, expand, uri, cutOff, onOpen, onPick }: TilesProps) => (
  <Row css={inGrid && grid} role="list" aria-label={dialogTexts.phone.list}>
    {wallets.map((wallet) => {
      const { id, name, shortName, icon, ready, templates } = wallet;
      const href = uri && walletLinkOf(wallet, uri);
      const pick = () => onPick(id);
      const off = cutOff && connectsByCode(wallet);
      const link = href ? { ...appLinkProps(href), onClick: () => onOpen(id) } : off ? DISABLED : pending(pick);
      const mark = walletBadgeOf(wallet);
      const tile = (
        <>
          <WalletIcon icon={icon} name={name} size={60} />
          <bdi translate="no">{shortName}</bdi>
          {mark && <small>{` ${mark}`}</small>}
        </>
      );
      const first = { 'data-first': wallet.latest ? '' : undefined, 'data-away': ready ? undefined : '' };
      return (
        <li key={id}>
          {templates.link === null ? (
            <button type="button" {...first} aria-disabled={off || undefined} onClick={off ? undefined : pick}>
              {tile}
            </button>
          ) : (
            <a {...first} {...link}>
              {tile}
            </a>
          )}
        </li>
      );
    })}
    {expand && (
      <li>
        <button type="button" data-all="" onClick={expand.onExpand}>
          <TileGroup>
            {wallets.slice(-4).map(({ id, name, icon }) => (
              <WalletIcon key={id} icon={icon} name={name} size={26} />
            ))}
          </TileGroup>
          <span>{renderPhrase(expand.label)}</span>
        </button>
      </li>
    )}
  </Row>
);
