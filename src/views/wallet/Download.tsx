import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import type { Wallet } from '#domain/wallet';
import { mediaQueries, motionQuery } from '../theme';
import { newTabProps } from '../ui';
import { dialogTexts } from './copy';
import { DeviceIcon, NextIcon } from './icons';
import { QrCode } from './QrCode';
import { tone } from './tokens';
import { HintBox, NewTabNote, narrowWindowQuery, SmallText, wideWindowQuery } from './ui';

const Cards = styled.ul`
  display: grid; gap: 12px; margin-block: auto; padding: 4px 24px 24px;
  ${wideWindowQuery} { padding-inline: 32px }
  ${narrowWindowQuery} { padding-inline: 16px }
  a, button {
    display: grid; grid-template-columns: 48px 1fr auto; align-items: center; gap: 16px; inline-size: 100%; min-block-size: 88px; padding: 16px;
    border: 1px solid ${tone.trail}; border-radius: 16px; text-align: start; ${motionQuery} { transition: background-color .12s, border-color .12s }
  }
  a:active, button:active { transform: translateY(1px) }
  ${mediaQueries.hover} { a:hover, button:hover { border-color: ${tone.edge}; background: ${tone.paper} } }
  ${narrowWindowQuery} { a, button { column-gap: 12px; padding: 12px } }
  b { display: block; font-weight: 600 }
  > li > * > svg:last-of-type { color: ${tone.muted} }
`;
const Store = styled.div`
  flex: 1; display: grid; justify-items: center; align-content: center; gap: 14px; padding: 0 16px 24px;
  p { max-inline-size: 20.25em; text-align: center; text-wrap: balance; color: ${tone.muted} }
  a { max-inline-size: 100%; border-radius: 20px }
  button { margin-block-start: 2px }
`;

type Kind = keyof typeof dialogTexts.options;
const Note = styled(HintBox)`margin: 0 auto 24px; max-inline-size: calc(100% - 48px);`;

export const EthereumOnlyNote = ({ wallet }: { wallet: Wallet }) =>
  wallet.holdsSolana && <Note>{dialogTexts.ethereumOnly(wallet)}</Note>;

export const DownloadOptions = ({ wallet: { get }, onTake }: { wallet: Wallet; onTake: (kind: Kind) => void }) => {
  const card = (kind: Kind) => (
    <>
      <DeviceIcon kind={kind} />
      <span>
        <b>{dialogTexts.options[kind].title}</b>
        <SmallText>{dialogTexts.options[kind].text}</SmallText>
      </span>
      <NextIcon />
    </>
  );
  return (
    <Cards role="list">
      {(['extension', 'desktop'] as const).map((kind) => {
        const store = get[kind];
        return (
          store && (
            <li key={kind}>
              <a href={store} {...newTabProps} onClick={() => onTake(kind)}>
                {card(kind)}
                <NewTabNote />
              </a>
            </li>
          )
        );
      })}
      {get.qrCode && (
        <li>
          <button type="button" onClick={() => onTake('mobile')}>
            {card('mobile')}
          </button>
        </li>
      )}
    </Cards>
  );
};

export const DownloadQrCode = ({ wallet, children }: { wallet: Wallet; children: ReactNode }) => (
  <Store>
    <p>{dialogTexts.point}</p>
    <a href={wallet.get.qrCode ?? undefined} {...newTabProps}>
      <QrCode value={wallet.get.qrCode ?? ''} label={dialogTexts.store(wallet)} size={252} />
      <NewTabNote />
    </a>
    {children}
  </Store>
);
