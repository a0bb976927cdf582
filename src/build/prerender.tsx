import { CacheProvider } from '@emotion/react';
import createEmotionServer from '@emotion/server/create-instance';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { createActor } from 'xstate';
import { appWith, input } from '#adapters/page/app';
import { catalogue } from '#domain/catalogue';
import { validateWallets } from '#domain/walletGroups';
import { DEFAULT_PROJECT, site } from '#site';
import { App } from '#views/App';
import { createStyleCache } from '#views/cache';
import { ErrorScreen } from '#views/ErrorScreen';
import { serifUrl } from '#views/GlobalStyle';
import { served } from '#views/landing/copy';
import { Words } from '#views/Panel';
import { Shell } from '#views/Shell';
import { schemes } from '#views/schemes';

/** A page as HTML, with the styles it needs, and what Emotion calls them. */
export interface Rendered {
  html: string;
  styles: { names: string[]; css: string }[];
}

const nothing = () => {};

/** Renders `content`, with the styles of it and of what may stand in it `later`. */
function render(content: ReactNode, later?: ReactNode): Rendered {
  const cache = createStyleCache();
  const htmlOf = (part: ReactNode) => renderToString(<CacheProvider value={cache}>{part}</CacheProvider>);
  const html = htmlOf(content);
  const { styles } = createEmotionServer(cache).extractCriticalToChunks(html + htmlOf(later));
  // Few elements: the policy names each by a hash, and hashes do not compress. The fonts stay apart, so that a change of the
  // colour scheme sets no text anew.
  const isFont = ({ css }: { css: string }) => css.includes('@font-face');
  const parts = [styles.filter(isFont), styles.filter((style) => !isFont(style))];
  return {
    html,
    styles: parts.map((part) => ({ names: part.flatMap(({ ids }) => ids), css: part.map(({ css }) => css).join('') })),
  };
}

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
        <ErrorScreen />
      </template>
    </>,
    <>
      <Shell state="fresh" onRetry={nothing} onClose={nothing} />
      <Shell state="broken" onRetry={nothing} onClose={nothing} />
      {/* On a server the words of the panel are those of the moment before. */}
      <Words title={served.brand} />
    </>,
  );
  actor.stop();
  return page;
}

const notFound = () => render(<ErrorScreen notFound />);

// What is wrong with the list of wallets stops the build as well.
validateWallets(site.wallet.groups, catalogue);

/** Phones are reached under a name that is not this site's own. */
const isTrial = site.wallet.projectId === DEFAULT_PROJECT;

/** All that the build needs to know of the page. */
export const page = { site, catalogue, copy: served, schemes, serifUrl, home, notFound, isTrial };
export type Page = typeof page;
