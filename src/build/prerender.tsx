import { CacheProvider, css, Global, type SerializedStyles } from '@emotion/react';
import createEmotionServer from '@emotion/server/create-instance';
import type { ComponentType, ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { createActor } from 'xstate';
import { appInput, createApp } from '#adapters/page/app';
import { language } from '#copy/numbers';
import { catalogue } from '#domain/catalogue';
import { listWallets } from '#domain/wallets';
import { validateWallets } from '#domain/walletValidation';
import { DEFAULT_PROJECT, site } from '#site';
import { App } from '#views/App';
import { createStyleCache } from '#views/cache';
import { WalletBox } from '#views/Dialog.later';
import { ErrorWords, NotFound } from '#views/ErrorScreen';
import { pageSentences } from '#views/landing/copy';
import { schemes } from '#views/schemes';
import { key, styleNamesIn } from '#views/servedStyles';
import { ConnectView } from '#views/wallet/Connect';
import { DialogColours } from '#views/wallet/tokens';
import { SERVED_LIST_ID } from './servedList';

export interface Rendered {
  html: string;
  styles: string[];
}

/** Renders `content` with the styles that it uses, without those whose names are in `served`. */
function render(content: ReactNode, served: Record<string, true> = {}): Rendered {
  const cache = createStyleCache();
  cache.inserted = { ...served };
  const html = renderToString(<CacheProvider value={cache}>{content}</CacheProvider>);
  const { styles } = createEmotionServer(cache).extractCriticalToChunks(html);
  // The policy has an incompressible hash for each element, so there are two. One has the fonts, so that a change of
  // the colour scheme does not lay out all text again.
  const isFont = ({ css }: { css: string }) => css.includes('@font-face');
  const parts = [styles.filter(isFont), styles.filter((style) => !isFont(style))];
  return {
    html,
    styles: parts.map((part) =>
      part
        .map(({ css }) => css)
        .join('')
        .replaceAll(';}', '}'),
    ),
  };
}

/** A styled element, with Emotion's private properties for its tag and styles. */
type StyledElement = ComponentType & { __emotion_base: string; __emotion_styles: SerializedStyles[] };

const styledElements = import.meta.glob<Record<string, StyledElement>>('/src/views/**/*.{styles,later}.ts', {
  eager: true,
});
const styleNameOf = (Element: StyledElement) => css(...Element.__emotion_styles).name;

/** The tag and class of each styled element in `*.styles.ts` and `*.later.ts`, by file. */
const classes = Object.fromEntries(
  Object.entries(styledElements).map(([file, elements]) => [
    file,
    Object.entries(elements).map(([name, Element]) => ({
      name,
      tag: Element.__emotion_base,
      className: `${key}-${styleNameOf(Element)}`,
    })),
  ]),
);

/** The styled elements of `*.later.ts` files, whose styles are in the style sheet instead of the HTML. */
const later = Object.entries(styledElements).flatMap(([file, elements]) =>
  file.endsWith('.later.ts') ? Object.values(elements) : [],
);
const laterNames: Record<string, true> = Object.fromEntries(later.map((Element) => [styleNameOf(Element), true]));

/** The style sheet that the page requests after its first paint. */
const sheet = later.flatMap((Element) => render(<Element />).styles).join('');

/** Hides an alpha modal that is opened before its style sheet has loaded, for three seconds at most. */
const unstyled = css`html:not([data-styled]) #alpha { opacity: 0 }`;

/** Renders the start page in the state in which React hydrates it. */
function home() {
  const app = createApp(() => Promise.reject(new Error('The build loads no wallet bundle.')));
  const actor = createActor(app, { input: appInput }).start();
  const page = render(
    <>
      <Global styles={unstyled} />
      <App actor={actor} />
      <template id="error-screen" data-damaged={pageSentences.error.damaged}>
        <ErrorWords />
      </template>
    </>,
    laterNames,
  );
  actor.stop();
  return page;
}

const notFound = () => render(<NotFound />);

/** Any new visitor: the list shows nothing that depends on the browser. */
const newcomer = { browser: 'chrome', os: 'linux', framed: false, webView: false } as const;

/** Renders the dialog with the list of wallets, and the styles that the page lacks. */
function list() {
  const wallets = listWallets({
    groups: site.wallet.groups,
    language,
    known: catalogue,
    visitor: newcomer,
    announced: [],
    recents: [],
    latest: null,
  });
  const names = home().styles.flatMap(styleNamesIn);
  return render(
    <>
      <DialogColours />
      <WalletBox id={SERVED_LIST_ID} data-form="connect" aria-labelledby="wallet-title" closedby="closerequest">
        <ConnectView actor={undefined} expected={wallets} />
      </WalletBox>
    </>,
    Object.fromEntries(names.map((name) => [name, true])),
  );
}

// An invalid list of wallets stops the build.
validateWallets(site.wallet.groups, catalogue);

/** Whether the site still uses the project id of the repository. */
const isTrial = site.wallet.projectId === DEFAULT_PROJECT;

export const page = {
  language,
  site,
  catalogue,
  copy: pageSentences,
  schemes,
  classes,
  sheet,
  home,
  notFound,
  list,
  isTrial,
};
export type Page = typeof page;
