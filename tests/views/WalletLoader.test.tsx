import { useSelector } from '@xstate/react';
import type { ComponentProps } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type AnyEventObject, fromCallback, fromTransition, type SnapshotFrom } from 'xstate';
import { walletMachine } from '#machines/wallet';
import { findSessionActor, walletLoaderMachine } from '#machines/walletLoader';
import { WalletLoader } from '#views/WalletLoader';
import type { walletViews } from '../../src/views/wallet/Wallet';
import { loadingStageOf, presentLoading } from '../../src/views/walletLoader.present';
import { perform } from '../engine/perform';
import { createDoneEvent } from '../engine/words';
import { createLoadedWallet, walletLoaderSamples } from '../samples/page';
import { formatPhrase, wordsAt } from '../support/words';
import { createControlsByName, isPageCovered } from './controls';
import { expectAnnouncement, readAnnouncements } from './said';
import { locateDialog, showView, takeTurns, tap } from './support';
import { testView } from './testView';

const { dialog, status } = locateDialog('wallet.title');
const native = () => document.querySelector('dialog')!;
const silent = fromCallback(() => {});
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Renders the wallet loader, which loads `bundle`, with buttons that request dialogs as on desktop and on a phone. */
async function standing(
  options: Parameters<typeof perform<typeof walletLoaderMachine>>[1],
  bundle: typeof walletViews,
  served?: HTMLDialogElement,
) {
  const life = perform(walletLoaderMachine, options);
  await showView(
    <>
      {['Ask', 'By phone'].map((name) => (
        <button
          key={name}
          type="button"
          onClick={() => life.actor.send({ type: 'dialog.request', phone: name !== 'Ask' })}
        >
          {name}
        </button>
      ))}
      <WalletLoader
        actor={life.actor}
        bundle={() => (life.snapshot().matches('open') ? bundle : undefined)}
        served={served ?? null}
      />
    </>,
  );
  return life;
}

interface Context {
  /** Whether a dialog is open, and whether it waits for its content. */
  shown: boolean;
  waits: boolean;
  broken: boolean;
}

/** Returns a loaded wallet bundle that does nothing by itself. It can show its content, crash or end. */
function loadFragileWallet(context: Context = { shown: false, waits: false, broken: false }) {
  const session = fromTransition((now, { error, ...change }: Partial<Context> & { type: string; error?: Error }) => {
    if (error) throw error;
    return { ...now, ...change };
  }, context);
  return createLoadedWallet(
    walletMachine.provide({ actors: { connection: silent, pairing: silent, session } as never }),
  );
}

const contextIn = (snapshot: { context: object }) => snapshot.context as Context;
/** Throws when rendered, if the bundle is `broken` and a dialog is open (`inside`), or none is (not `inside`). */
function Fragile({ actor, inside }: ComponentProps<typeof walletViews.News> & { inside: boolean }) {
  const { shown, broken } = useSelector(actor, contextIn);
  if (broken && shown === inside) throw new Error('It broke.');
  return null;
}
const quiet: typeof walletViews = {
  present: (snapshot) => {
    const { shown, waits } = contextIn(snapshot);
    return { form: shown ? 'connect' : null, waits };
  },
  close: () => {},
  Content: ({ actor }) => (
    <>
      <h3>Step</h3>
      <Fragile actor={actor} inside />
    </>
  ),
  News: ({ actor }) => <Fragile actor={actor} inside={false} />,
};

/** Returns what screen readers announce in a state: the dialog's title, which has the focus, and its message. */
function heardIn(model: SnapshotFrom<typeof walletLoaderMachine>) {
  const stage = loadingStageOf(model);
  if (!stage) return '';
  const { title, telling } = presentLoading(stage);
  return [formatPhrase(title), formatPhrase(telling?.title) + formatPhrase(telling?.text)].join(' ').trim();
}

testView(walletLoaderMachine, walletLoaderSamples, async ({ coverage }) => {
  const { actor, snapshot, send: happen, stop } = await standing({ coverage }, quiet);
  const tell = (event: AnyEventObject) => findSessionActor(actor.getSnapshot())?.send(event as never);
  /** Replaces the loaded wallet bundle by one that can crash. */
  const send = (event: AnyEventObject) =>
    happen(typeof event.output === 'object' ? { ...event, output: loadFragileWallet() } : event);
  const [desk, phone] = ['Ask', 'By phone'].map((name) => button(name).element());
  const [closing, retrying] = [createControlsByName(wordsAt('close')), createControlsByName(wordsAt('wallet.retry'))];
  const close = takeTurns<unknown>(
    () => tap(closing()),
    () => userEvent.keyboard('{Escape}'),
  );
  const controls = { 'dialog.request': () => [desk!, phone!], close: closing, retry: retrying };
  // The button that copies the trace of events is there in every state.
  const others = createControlsByName(wordsAt('trace'));
  // The dialog keeps its layout until the next request.
  let form = 'connect';
  const seen = async (model: SnapshotFrom<typeof walletLoaderMachine>) => {
    const waited = model.hasTag('busy') || model.matches('failed');
    const { request } = model.context;
    if (request) form = request.phone ? 'sheet' : 'connect';
    const look = () => [native().matches(':modal'), waited && native().dataset.form];
    await expect.poll(look, { interval: 5 }).toEqual([waited, waited && form]);
    await expectAnnouncement(heardIn(model), readAnnouncements);
  };
  const events = {
    'dialog.request': (event: AnyEventObject) => (isPageCovered() ? send(event) : tap([event.phone ? phone! : desk!])),
    close,
    'wallet.crashed': ({ shown }: AnyEventObject) => tell({ type: 'change', shown, broken: true }),
    'xstate.done.actor.wallet': () => tell({ type: 'die', error: new Error('It broke.') }),
  };
  return { stop, send, snapshot, controls, others, seen, events };
});

const step = page.getByRole('heading', { name: 'Step' });

/** Renders the loader beside the wallet list in the HTML. The test decides when the wallet bundle loads. */
async function visited({ phone = false } = {}) {
  const served = document.body.appendChild(document.createElement('dialog'));
  onTestFinished(() => served.remove());
  const life = await standing({}, quiet, served);
  const own = () => document.querySelector<HTMLDialogElement>('dialog#wallet')!;
  return {
    ...life,
    served,
    own,
    request: () => life.send({ type: 'dialog.request', phone }),
    load: () =>
      life.send(createDoneEvent('loadWallet', loadFragileWallet({ shown: true, waits: true, broken: false }))),
    fail: () => life.send(createDoneEvent('loadWallet', 'broken')),
    show: () => findSessionActor(life.actor.getSnapshot())?.send({ type: 'change', waits: false } as never),
  };
}

test('the loaded wallet bundle shows its first step in the dialog that was loading', async () => {
  const { request, load, show, own } = await visited();
  await request();
  const before = own();
  await load();
  await expect.element(status).toHaveTextContent(wordsAt('wallet.slow.title'));
  show();
  await expect.element(step).toBeVisible();
  expect(own()).toBe(before);
  expect(before.matches(':modal')).toBe(true);
});

test('the loading dialog stays closed while the wallet list in the HTML is open', async () => {
  const { served, request, load, show, own, clock } = await visited();
  served.showModal();
  await request();
  clock.increment(300);
  expect([own().open, own().textContent]).toEqual([false, '']);
  await load();
  await expect.poll(() => own().childElementCount).toBe(0);
  expect(own().open).toBe(false);
  show();
  await expect.poll(() => own().open).toBe(true);
  expect(own().textContent).toContain('Step');
});

test('the loading dialog replaces the list in the HTML when the wallet bundle fails', async () => {
  const { served, request, fail, own } = await visited();
  served.showModal();
  await request();
  await fail();
  await expect.poll(() => own().open).toBe(true);
  served.close();
  await expect.element(status).toHaveTextContent(wordsAt('wallet.broken.title'));
});

test('a dialog that loads again does not show the text of the last failure', async () => {
  const { request, fail, own, send } = await visited();
  await request();
  await fail();
  await expect.element(status).toHaveTextContent(wordsAt('wallet.broken.title'));
  await send({ type: 'close' });
  await expect.poll(() => own().open).toBe(false);
  const texts: string[] = [];
  const observer = new MutationObserver(
    () => own().open && texts.push(own().querySelector('[role=status]')!.textContent),
  );
  observer.observe(own(), { attributes: true, childList: true, subtree: true });
  await request();
  await expect.poll(() => own().open).toBe(true);
  observer.disconnect();
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.join('')).toBe('');
});

test('on a phone, the loading dialog has its final height from the start', async () => {
  const { request, fail, own, clock } = await visited({ phone: true });
  await page.viewport(390, 844);
  await request();
  await expect.element(dialog).toBeVisible();
  const height = () => own().getBoundingClientRect().height;
  const before = height();
  clock.increment(300);
  await expect.element(status).toHaveTextContent(wordsAt('wallet.slow.title'));
  expect(height()).toBe(before);
  await fail();
  await expect.element(status).toHaveTextContent(wordsAt('wallet.broken.title'));
  expect(height()).toBe(before);
});
