import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import { newTabProps } from '../ui';
import type { WalletOffer } from './connect.present';
import { dialogTexts, renderPhrase } from './copy';
import { tone } from './tokens';
import {
  FootNote,
  NewTabNote,
  narrowWindowQuery,
  SmallButton,
  SmallLink,
  SmallText,
  VisuallyHidden,
  wideWindowQuery,
} from './ui';
import { WalletIcon } from './WalletIcon';

const Offers = styled.ul`
  flex: none; padding: 0 24px;
  li { display: flex; align-items: center; gap: 14px; min-block-size: 66px; padding-block: 8px }
  li + li { border-block-start: 1px solid ${tone.line} }
  div { flex: 1; min-inline-size: 0 }
  b { display: block; font-weight: 600; overflow: hidden; text-overflow: ellipsis }
  ${wideWindowQuery} { [data-form=connect] & { padding-inline: 32px; li { min-block-size: 72px } } }
  ${narrowWindowQuery} { padding-inline: 16px; li { gap: 10px } }
`;
const Nothing = styled.p`margin-block: auto; padding: 0 32px; text-align: center; text-wrap: balance; color: ${tone.muted};`;

interface OffersProps {
  offers: (Omit<WalletOffer, 'event'> & Partial<WalletOffer>)[];
  onGet?: (event: WalletOffer['event']) => () => void;
  after: ReactNode;
}

export const DownloadableWallets = ({ offers, onGet, after }: OffersProps) => {
  if (!offers.length) return <Nothing>{dialogTexts.nowhere}</Nothing>;
  return (
    <>
      <Offers role="list">
        {offers.map(({ wallet, kind, store: href, event }) => {
          const get = event && onGet?.(event);
          const label = (
            <span>
              {dialogTexts.get}
              <VisuallyHidden>
                {' '}
                <bdi translate="no">{wallet.name}</bdi>
              </VisuallyHidden>
              {href && <NewTabNote />}
            </span>
          );
          return (
            <li key={wallet.id}>
              <WalletIcon icon={wallet.icon} name={wallet.name} size={44} />
              <div>
                <b>
                  <bdi translate="no">{wallet.name}</bdi>
                </b>
                <SmallText>{kind && renderPhrase(kind)}</SmallText>
              </div>
              {href ? (
                <SmallLink href={href} {...newTabProps} onClick={get}>
                  {label}
                </SmallLink>
              ) : (
                <SmallButton type="button" onClick={get}>
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
