import styled from '@emotion/styled';
import type { Wallet } from '#domain/wallet';
import { linkOf } from '#domain/wallets';
import { moving } from '../theme';
import { outward } from '../ui';
import { words } from './copy';
import { tone } from './tokens';
import { WalletIcon } from './WalletIcon';

/** Four of them fit, and the fifth peeks out. */
const Row = styled.ul`
  flex: none; display: flex; gap: 4px; inline-size: 100%; overflow-x: auto; padding: 4px 14px 20px; scrollbar-width: none; scroll-snap-type: inline proximity; scroll-padding-inline: 14px;
  li { flex: 0 0 82px; scroll-snap-align: start }
  a, button { display: flex; flex-direction: column; align-items: center; gap: 8px; inline-size: 100%; padding-block: 8px; border-radius: 12px; font-size: .8125rem; line-height: 1.125rem; font-weight: 500; text-align: center }
  a:focus-visible, button:focus-visible { border-radius: 12px }
  a:active, button:active { transform: translateY(1px) }
  b { font-weight: 500; max-inline-size: 100%; overflow: hidden; text-overflow: ellipsis; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2 }
  small { display: block; margin-block-start: -8px; font-size: .8125rem; font-weight: 400; color: ${tone.accent} }
  [aria-disabled], li[aria-hidden] { cursor: default; color: ${tone.muted} }
  [aria-disabled] > span { filter: grayscale(1); opacity: .45 }
  ${moving} { [aria-busy] [aria-disabled] > span, li[aria-hidden] { animation: breathe 2.4s ease-in-out infinite } }
  @keyframes breathe { 50% { opacity: .35 } }
  i { display: block; inline-size: 60px; block-size: 60px; margin: 8px auto; border-radius: 25%; background: ${tone.line} }
  i + i { inline-size: 48px; block-size: 10px; border-radius: 5px }
`;

/** Of a link into an app: one by `https:` also leads somewhere where there is no such app. */
export const into = (href: string) => ({ href, ...(href.startsWith('https:') && outward) });

interface TilesProps {
  wallets: Wallet[];
  /** The pairing URI that links are made of, once it is there. */
  uri: string | null;
  /** It will be there in a moment. */
  soon: boolean;
  onPick: (id: string) => void;
}

/** A row of wallets: links into their apps, or buttons for those that are asked otherwise. */
export const Tiles = ({ wallets, uri, soon, onPick }: TilesProps) => (
  <Row aria-label={words.phone.list} aria-busy={(soon && !uri) || undefined}>
    {wallets.map((wallet) => {
      const { id, name, shortName, icon, recent, templates } = wallet;
      const href = uri && linkOf(wallet, uri);
      const pick = () => onPick(id);
      const tile = (
        <>
          <WalletIcon icon={icon} name={name} size={60} />
          <b>
            <bdi>{shortName}</bdi>
          </b>
          {recent && <small> {words.recent}</small>}
        </>
      );
      return (
        <li key={id}>
          {templates.link === null ? (
            <button type="button" onClick={pick}>
              {tile}
            </button>
          ) : (
            <a {...(href ? { ...into(href), onClick: pick } : { role: 'link', tabIndex: 0, 'aria-disabled': true })}>
              {tile}
            </a>
          )}
        </li>
      );
    })}
  </Row>
);

/** Where the wallets will be. */
export const Ghosts = () => (
  <Row aria-busy="true">
    {[1, 2, 3, 4, 5].map((nth) => (
      <li key={nth} aria-hidden="true">
        <i />
        <i />
      </li>
    ))}
  </Row>
);
