import { CacheProvider, css, type SerializedStyles } from '@emotion/react';
import createEmotionServer from '@emotion/server/create-instance';
import type { ComponentType, ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { createActor } from 'xstate';
import { appWith, input } from '#adapters/page/app';
import { catalogue } from '#domain/catalogue';
import { validateWallets } from '#domain/walletGroups';
import { listWallets } from '#domain/wallets';
import { DEFAULT_PROJECT, site } from '#site';
import { App } from '#views/App';
import { createStyleCache } from '#views/cache';
import { WalletBox } from '#views/Dialog.later';
import { ErrorWords, NotFound } from '#views/ErrorScreen';
import { served } from '#views/landing/copy';
import { schemes } from '#views/schemes';
import { key, namesIn } from '#views/servedStyles';
import { Connect } from '#views/wallet/Connect';
import { Tones } from '#views/wallet/tokens';
import { LIST_ID } from './servedList';
import { shortened } from './shortened';

export interface Rendered {
  html: string;
  styles: string[];
}

/** Renders `content`, with the styles it needs but those of the names in `served`. */
function render(content: ReactNode, served: Record<string, true> = {}): Rendered {
  const cache = createStyleCache();
  cache.inserted = { ...served };
  const html = renderToString(<CacheProvider value={cache}>{content}</CacheProvider>);
  const { styles } = createEmotionServer(cache).extractCriticalToChunks(html);
  // Few elements: the policy names each by a hash, and hashes do not compress. The fonts stay apart, so that a change of the
  // colour scheme sets no text anew.
  const isFont = ({ css }: { css: string }) => css.includes('@font-face');
  const parts = [styles.filter(isFont), styles.filter((style) => !isFont(style))];
  return { html, styles: parts.map((part) => shortened(part.map(({ css }) => css).join(''))) };
}

/** A styled element, with the properties in which Emotion keeps its tag and styles. */
type StyledElement = ComponentType & { __emotion_base: string; __emotion_styles: SerializedStyles[] };

/** Whether the styles of a file come with the scripts, not with the page. */
const isLater = (file: string) => file.endsWith('.later.ts');

/** Tag and class of the styled elements of all `*.styles.ts` and `*.later.ts` files, by file. The latter have their CSS as well. */
const classes = Object.fromEntries(
  Object.entries(
    import.meta.glob<Record<string, StyledElement>>('/src/views/**/*.{styles,later}.ts', { eager: true }),
  ).map(([file, elements]) => [
    file,
    Object.entries(elements).map(([name, Element]) => ({
      name,
      tag: Element.__emotion_base,
      className: `${key}-${css(...Element.__emotion_styles).name}`,
      ...(isLater(file) && { css: render(<Element />).styles.join('') }),
    })),
  ]),
);

const later: Record<string, true> = Object.fromEntries(
  Object.entries(classes).flatMap(([file, elements]) =>
    isLater(file) ? elements.map(({ className }) => [className.replace(`${key}-`, ''), true]) : [],
  ),
);

/** The start page in the state in which it comes alive in the browser. */
function home() {
  const app = appWith(
    async () => {},
    () => undefined,
  );
  const actor = createActor(app, { input }).start();
  const page = render(
    <>
      <App actor={actor} />
      <template id="error-screen">
        <ErrorWords />
      </template>
    </>,
    later,
  );
  actor.stop();
  return page;
}

const notFound = () => render(<NotFound />);

/** A new visitor whose wallets have not announced themselves. The list shows nothing that depends on the browser. */
const newcomer = { browser: 'chrome', os: 'linux', framed: false, webView: false } as const;

/** The dialog with the list of wallets, and the styles that it needs beside those of the page. */
function list() {
  const wallets = listWallets({
    groups: site.wallet.groups,
    known: catalogue,
    visitor: newcomer,
    announced: [],
    recents: [],
    latest: null,
  });
  const names = home().styles.flatMap(namesIn);
  return render(
    <>
      <Tones />
      <WalletBox id={LIST_ID} data-form="connect" aria-labelledby="wallet-title" closedby="closerequest">
        <Connect actor={undefined} expected={wallets} />
      </WalletBox>
    </>,
    Object.fromEntries(names.map((name) => [name, true])),
  );
}

// A faulty list of wallets stops the build as well.
validateWallets(site.wallet.groups, catalogue);

/** Phones are reached under a name that is not this site's own. */
const isTrial = site.wallet.projectId === DEFAULT_PROJECT;

export const page = { site, catalogue, copy: served, schemes, classes, home, notFound, list, isTrial };
export type Page = typeof page;
