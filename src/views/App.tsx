import styled from '@emotion/styled';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { appMachine } from '#machines/app';
import { GlobalStyle } from './GlobalStyle';
import { Alpha } from './landing/Alpha';
import { Backers } from './landing/Backers';
import { ComparisonView } from './landing/Comparison';
import { pageSentences } from './landing/copy';
import { ClosingOffer, Footer } from './landing/Footer';
import { Halal } from './landing/Halal';
import { Header } from './landing/Header';
import { Hero } from './landing/Hero';
import { HowItWorks } from './landing/HowItWorks';
import { colour } from './theme';

/** The skip link, visible only with keyboard focus. */
const Skip = styled.a`
  position: absolute; z-index: 2; inset-block-start: .75rem; inset-inline-start: .75rem; padding: .75rem 1.25rem; border-radius: 12px;
  background: ${colour.accent}; color: ${colour.onAccent}; font-weight: 550;
  &:not(:focus) { clip-path: inset(50%) }
`;

/** Shown instead of the requested dialog while scripts are off. */
const Needed = styled.p`
  position: fixed; z-index: 2; inset: auto 0 0; max-inline-size: none; padding: 1.25rem; background: ${colour.accent}; color: ${colour.onAccent}; text-align: center;
  &:not(:target) { display: none }
`;

/**
 * The whole page, as it is served. Two parts are hydrated: the comparison and the alpha modal. A third, the wallet
 * loader, is empty in the HTML.
 */
export function App({ actor }: { actor: ActorRefFrom<typeof appMachine> }) {
  const { alpha, comparison } = useSelector(actor, (snapshot) => snapshot.children);
  return (
    <>
      <GlobalStyle />
      <Skip href="#content">{pageSentences.skip}</Skip>
      <Header />
      <main id="content" tabIndex={-1}>
        <Hero />
        <div id="comparison-island">{comparison && <ComparisonView actor={comparison} />}</div>
        <HowItWorks />
        <Halal />
        <Backers />
        <ClosingOffer />
      </main>
      <Footer />
      <noscript>
        <Needed id="connect">{pageSentences.noScript}</Needed>
      </noscript>
      <div id="wallet-island" />
      <div id="alpha-island">{alpha && <Alpha actor={alpha} />}</div>
    </>
  );
}
