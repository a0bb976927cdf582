import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import createEmotionServer from '@emotion/server/create-instance';
import { renderToString } from 'react-dom/server';
import { createActor } from 'xstate';
import { appInput, createAppLogic } from '#adapters/page/app';
import { language } from '#copy/numbers';
import { walletCatalogue } from '#domain/catalogue';
import { listWallets } from '#domain/wallets';
import { validateWallets } from '#domain/walletValidation';
import { DEFAULT_PROJECT_ID, site } from '#site';
import { App } from '#views/App';
import { ErrorMessage, NotFoundPage } from '#views/ErrorScreen';
import { pageSentences } from '#views/landing/copy';
import { schemes } from '#views/schemes';
import { rootProperties, sheets } from '#views/styles/sheets';
import { ConnectView } from '#views/wallet/Connect';
import { DialogColours } from '#views/wallet/tokens';
import { escapeHtml } from './head';

/** A page, and the text of each of its `<style>` elements, which the Content-Security-Policy allows by their hashes. */
export interface RenderedHtml {
  html: string;
  styles: string[];
}

const sharedStyles = rootProperties + sheets.base + sheets.ornament;

function home(): RenderedHtml {
  const app = createAppLogic(() => Promise.reject(new Error('The build loads no wallet bundle.')));
  const actor = createActor(app, { input: appInput }).start();
  const html = renderToString(
    <>
      <App actor={actor} />
      <template id="error-screen" data-damaged={pageSentences.error.damaged}>
        <ErrorMessage />
      </template>
    </>,
  );
  actor.stop();
  return { html, styles: [sheets.fonts, sharedStyles + sheets.landing] };
}

const notFound = (): RenderedHtml => ({
  html: renderToString(<NotFoundPage />),
  styles: [sheets.fonts, sharedStyles],
});

/**
 * Renders the wallet list that visitors see before React runs, as XML, which browsers parse without a Trusted Type. Its
 * styles are in data attributes, because the policy blocks styles in a parsed document. Its class names are those that
 * Emotion uses in the page, and its ids differ from the page's.
 */
function list() {
  const wallets = listWallets({
    groups: site.wallet.groups,
    language,
    known: walletCatalogue,
    // Stands for any new visitor. The list shows nothing that depends on the browser.
    visitor: { browser: 'chrome', os: 'linux', framed: false, webView: false },
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
        id="served-list"
        data-form="connect"
        aria-labelledby="wallet-title"
        closedby="closerequest"
      >
        <ConnectView actor={undefined} expected={wallets} />
      </dialog>
    </CacheProvider>,
  );
  const { styles } = extractCriticalToChunks(html);
  const css = sheets.dialog + styles.map(({ css }) => css).join('');
  return html
    .replace('<dialog', `<dialog xmlns="http://www.w3.org/1999/xhtml" data-css="${escapeHtml(css)}"`)
    .replaceAll('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
    .replaceAll(' style="', ' data-style="')
    .replace(/ (autoComplete|spellCheck)=/g, (name) => name.toLowerCase())
    .replace(/"(wallet-title|group-\d+)"/g, '"served-$1"')
    .replace(/<button(?=[^>]* class="[^"]*\bclose\b)/g, '$& command="close" commandfor="served-list"');
}

// Stops the build if the list of wallets is invalid.
validateWallets(site.wallet.groups, walletCatalogue);

const isTrial = site.wallet.projectId === DEFAULT_PROJECT_ID;

const values = {
  language,
  site,
  catalogue: walletCatalogue,
  copy: pageSentences,
  schemes,
  rootProperties,
  sheets,
  isTrial,
};
export const page = { ...values, home, notFound, list };
export type Page = typeof page;
