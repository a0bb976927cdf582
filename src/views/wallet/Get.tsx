import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import type { Wallet } from '#domain/wallet';
import { newTabProps } from '../ui';
import { Hidden } from '../ui.styles';
import { dialogWords } from './copy';
import { tone } from './tokens';
import { FootNote, NewTab, narrow, Small, SmallButton, SmallLink, wide } from './ui';
import { WalletIcon } from './WalletIcon';

const Offers = styled.ul`
  flex: none; padding: 0 24px;
  li { display: flex; align-items: center; gap: 14px; min-block-size: 66px; padding-block: 8px }
  li + li { border-block-start: 1px solid ${tone.line} }
  div { flex: 1; min-inline-size: 0 }
  b { display: block; font-weight: 600; overflow: hidden; text-overflow: ellipsis }
  ${wide} { [data-form=connect] & { padding-inline: 32px; li { min-block-size: 72px } } }
  ${narrow} { padding-inline: 16px; li { gap: 10px } }
`;
const Nothing = styled.p`margin-block: auto; padding: 0 32px; text-align: center; text-wrap: balance; color: ${tone.muted};`;

interface OffersProps {
  wallets: Wallet[];
  /** Returns the line under a wallet's name. */
  kind: (wallet: Wallet) => ReactNode;
  /** The wallet's store, or null if there are several ways. */
  store: (wallet: Wallet) => string | null;
  onGet?: (wallet: Wallet) => void;
  after: ReactNode;
}

/** Lists available wallets, each with a button to get it. */
export const GetWallets = ({ wallets, kind, store, onGet, after }: OffersProps) => {
  if (!wallets.length) return <Nothing>{dialogWords.nowhere}</Nothing>;
  return (
    <>
      <Offers role="list">
        {wallets.map((wallet) => {
          const href = store(wallet);
          const label = (
            <span>
              {dialogWords.get}
              <Hidden>
                {' '}
                <bdi translate="no">{wallet.name}</bdi>
              </Hidden>
              {href && <NewTab />}
            </span>
          );
          return (
            <li key={wallet.id}>
              <WalletIcon icon={wallet.icon} name={wallet.name} size={44} />
              <div>
                <b>
                  <bdi translate="no">{wallet.name}</bdi>
                </b>
                <Small>{kind(wallet)}</Small>
              </div>
              {href ? (
                <SmallLink href={href} {...newTabProps} onClick={() => onGet?.(wallet)}>
                  {label}
                </SmallLink>
              ) : (
                <SmallButton type="button" onClick={() => onGet?.(wallet)}>
                  {label}
                </SmallButton>
              )}
            </li>
          );
        })}
      </Offers>
      <FootNote>{after}</FootNote>
    </>
  );
};
