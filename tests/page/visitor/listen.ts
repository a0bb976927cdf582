import type { Page } from '@playwright/test';
import type { Visit } from './viewer.ts';

/** Matches a message about a feature in the site's Permissions-Policy that some browsers do not know. */
const UNKNOWN = /Permissions-Policy header: Unrecognized feature: 'bluetooth'/;

/** Matches a message about a host that Chromium cannot resolve. `visitor.foreign` records such requests already. */
const UNFOUND = /net::ERR_NAME_NOT_RESOLVED$/;

/** Runs in the page: reports each animation or transition that runs although the visitor prefers reduced motion. */
const complainOfMotion = () => {
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const said = new Set<string>();
  const complain = (name: string, target: EventTarget | null) => {
    const what = `${(target as Element).localName} moves: ${name}`;
    if (still.matches && !said.has(what)) Reflect.get(window, 'complain')(what);
    said.add(what);
  };
  const moves = ({ effect }: Animation) => Number(effect?.getComputedTiming().duration) > 0;
  /** Reports an animation at its start, because an animation may never end. */
  const reportMotion = (name: string, target: EventTarget | null) => {
    const nameOf = (one: Animation) => Reflect.get(one, 'animationName') ?? Reflect.get(one, 'transitionProperty');
    const all = (target as Element).getAnimations({ subtree: true });
    if (all.some((one) => nameOf(one) === name && moves(one))) complain(name, target);
  };
  addEventListener('animationstart', ({ animationName, target }) => reportMotion(animationName, target), true);
  addEventListener('transitionrun', ({ propertyName, target }) => reportMotion(propertyName, target), true);
  // A short animation may have ended before the listeners for its start could find it.
  addEventListener('animationend', (event) => event.elapsedTime && complain(event.animationName, event.target), true);
  addEventListener('transitionend', (event) => event.elapsedTime && complain(event.propertyName, event.target), true);
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...how) {
    const animation = animate.apply(this, how);
    if (moves(animation)) complain('by a script', this);
    return animation;
  };
};

/** Records errors of the page, and its requests to other hosts, in all tabs of a visit. */
export async function recordVisitProblems(first: Page, visit: Visit, known: string[]) {
  const { context, asked, foreign, complaints, sockets, lines, frames } = visit;
  const hosts = known.map((url) => new URL(url).host);
  await context.exposeFunction('complain', (text: string) => complaints.push(text));
  await context.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      Reflect.get(window, 'complain')(`violation of ${violatedDirective}: ${blockedURI}`),
    ),
  );
  await context.addInitScript(complainOfMotion);
  await context.addInitScript(() => {
    for (const type of ['beforetoggle', 'toggle'])
      addEventListener(type, () => Object.assign(window, { turned: performance.now() }), true);
  });
  context.on('console', (message) => {
    // Browsers request /favicon.ico before they know the page's icon.
    if (message.location().url.endsWith('/favicon.ico')) return;
    if (['error', 'warning'].includes(message.type()) && !UNKNOWN.test(message.text()) && !UNFOUND.test(message.text()))
      complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(error.error().message));
  context.on('request', (request) => {
    const { protocol, host, pathname } = new URL(request.url());
    // Browsers request the icon by themselves, not the page.
    if (!pathname.startsWith('/favicon.')) asked.push(pathname);
    if (protocol.startsWith('http') && !hosts.includes(host)) foreign.push(request.url());
  });
  // Forgets a request to another host if it is answered: only the test can answer, because the hosts are out of reach.
  context.on('response', (response) => {
    const nth = foreign.indexOf(response.url());
    if (nth >= 0) foreign.splice(nth, 1);
  });
  const watch = (page: Page) => {
    page.on('frameattached', (frame) => frames.push(frame.url()));
    page.on('websocket', (socket) => {
      sockets.push(socket.url());
      // WebSockets may lead only to local servers of the test.
      if (!/^(localhost|127\.0\.0\.1)$/.test(new URL(socket.url()).hostname)) foreign.push(socket.url());
    });
  };
  context.on('page', watch);
  watch(first);
  first.on('websocket', (line) => lines.push(line));
  // A navigation closes the WebSockets of the page without a close event.
  first.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === first.mainFrame()) lines.length = 0;
  });
}
