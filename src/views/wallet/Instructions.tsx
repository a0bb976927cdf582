import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import type { Wallet, DownloadInstructions as Way } from '#domain/wallet';
import { dialogTexts } from './copy';
import { StepIcon } from './icons';
import { tone } from './tokens';
import { LearnMoreLink, narrowWindowQuery, wideWindowQuery } from './ui';

const Steps = styled.ol`
  margin-block: auto; padding: 0 24px;
  li { position: relative; display: grid; grid-template-columns: 40px 1fr; column-gap: 16px; padding-block-end: 24px }
  li:last-child { padding-block-end: 0 }
  li > span { grid-row: span 2; inline-size: 40px; block-size: 40px; border-radius: 50%; box-shadow: inset 0 0 0 1.5px ${tone.line} }
  li:not(:last-child)::before { content: ''; position: absolute; inset-inline-start: 20px; inset-block: 44px 4px; inline-size: 1px; background: ${tone.line} }
  h3 { font-size: .9375rem; line-height: 1.375rem }
  p { color: ${tone.muted}; text-wrap: pretty }
  ${wideWindowQuery} { padding-inline: 32px }
  ${narrowWindowQuery} { padding-inline: 16px; li { padding-block-end: 12px } }
`;
const End = styled.div`
  flex: none; display: flex; flex-wrap: wrap; gap: 8px; align-items: center; justify-content: center; padding: 16px 24px 24px;
  ${narrowWindowQuery} { padding: 8px 16px 16px }
`;

export const Instructions = ({ wallet, way, children }: { wallet: Wallet; way: Way | null; children: ReactNode }) => (
  <>
    <Steps role="list">
      {way?.steps.map(({ step, title, description }) => (
        <li key={step}>
          <StepIcon kind={step} />
          <h3>{dialogTexts.steps[title]}</h3>
          <p>{dialogTexts.how[description](wallet)}</p>
        </li>
      ))}
    </Steps>
    <End>
      {way && <LearnMoreLink href={way.learnMoreUrl} />}
      {children}
    </End>
  </>
);
