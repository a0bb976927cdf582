import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import createEmotionServer from '@emotion/server/create-instance';
import { renderToString } from 'react-dom/server';
import { createActor } from 'xstate';
import { appInput, createApp } from '#adapters/page/app';
import { language } from '#copy/numbers';
import { catalogue } from '#domain/catalogue';
import { listWallets } from '#domain/wallets';
import { validateWallets } from '#domain/walletValidation';
import { DEFAULT_PROJECT, site } from '#site';
import { App } from '#views/App';
import { ErrorWords, NotFound } from '#views/ErrorScreen';
import { pageSentences } from '#views/landing/copy';
import { schemes } from '#views/schemes';
import { rootProperties, sheets } from '#views/styles/sheets';
import { ConnectView } from '#views/wallet/Connect';
import { DialogColours } from '#views/wallet/tokens';
import { SERVED_LIST_ID } from './servedList';

/** The HTML of a page, and the text of each of its `<style>` elements. The policy allows each element by a hash. */
export interface Rendered {
  html: string;
  styles: string[];
}

const sharedStyles = rootProperties + sheets.base + sheets.ornament;

/** Renders the start page in the state in which React hydrates it. */
function home(): Rendered {
  const app = createApp(() => Promise.reject(new Error('The build loads no wallet bundle.')));
  const actor = createActor(app, { input: appInput }).start();
  const html = renderToString(
    <>
      <App actor={actor} />
      <template id="error-screen" data-damaged={pageSentences.error.damaged}>
        <ErrorWords />
      </template>
    </>,
  );
  actor.stop();
  return { html, styles: [sheets.fonts, sharedStyles + sheets.landing] };
}

const notFound = (): Rendered => ({
  html: renderToString(<NotFound />),
  styles: [sheets.fonts, sharedStyles],
});

/** Any new visitor: the list shows nothing that depends on the browser. */
const newcomer = { browser: 'chrome', os: 'linux', framed: false, webView: false } as const;

/** Renders the dialog with the list of wallets. Emotion's styles of it have the names that its runtime gives them. */
function list(): Rendered {
  const wallets = listWallets({
    groups: site.wallet.groups,
    language,
    known: catalogue,
    visitor: newcomer,
    announced: [],
    recents: [],
    latest: null,
  });
  const cache = createCache({ key: 'css', stylisPlugins: [] });
  const { extractCriticalToChunks } = createEmotionServer(cache);
  const html = renderToString(
    <CacheProvider value={cache}>
      <DialogColours />
      <dialog
        className="dialog"
        id={SERVED_LIST_ID}
        data-form="connect"
        aria-labelledby="wallet-title"
        closedby="closerequest"
      >
        <ConnectView actor={undefined} expected={wallets} />
      </dialog>
    </CacheProvider>,
  );
  return { html, styles: [sheets.dialog, ...extractCriticalToChunks(html).styles.map(({ css }) => css)] };
}

// An invalid list of wallets stops the build.
validateWallets(site.wallet.groups, catalogue);

/** Whether the site still uses the project id of the repository. */
const isTrial = site.wallet.projectId === DEFAULT_PROJECT;

/** Everything that the build needs to write the HTML of the site and the files beside it. */
export const page = {
  language,
  site,
  catalogue,
  copy: pageSentences,
  schemes,
  rootProperties,
  sheets,
  home,
  notFound,
  list,
  isTrial,
};
export type Page = typeof page;
