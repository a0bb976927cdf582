import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { appMachine } from '#machines/app';
import { Alpha } from './landing/Alpha';
import { Backers } from './landing/Backers';
import { ComparisonView } from './landing/Comparison';
import { pageSentences } from './landing/copy';
import { ClosingOffer, Footer } from './landing/Footer';
import { Halal } from './landing/Halal';
import { Header } from './landing/Header';
import { Hero } from './landing/Hero';
import { HowItWorks } from './landing/HowItWorks';

/** The whole page. The comparison and the alpha modal are hydrated. The wallet loader is empty in the HTML. */
export function App({ actor }: { actor: ActorRefFrom<typeof appMachine> }) {
  const { alpha, comparison } = useSelector(actor, (snapshot) => snapshot.children);
  return (
    <>
      <a className="skip" href="#content">
        {pageSentences.skip}
      </a>
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
        <p className="script-needed" id="connect">
          {pageSentences.noScript}
        </p>
      </noscript>
      <div id="wallet-island" />
      <div id="alpha-island">{alpha && <Alpha actor={alpha} />}</div>
    </>
  );
}
