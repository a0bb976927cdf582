import { useSelector } from '@xstate/react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type AnyEventObject, assign, fromCallback, type SnapshotFrom, setup } from 'xstate';
import { ETHEREUM } from '#domain/chain';
import { accountMachine } from '#machines/account';
import { connectMachine } from '#machines/connect';
import { identityMachine } from '#machines/identity';
import { manageMachine } from '#machines/manage';
import { sessionMachine } from '#machines/session';
import type { holdAddressForDialog, linkToActor } from '#machines/system';
import { walletMachine } from '#machines/wallet';
import { sessionActorIn, walletLoaderMachine } from '#machines/walletLoader';
import { WalletLoader } from '#views/WalletLoader';
import { walletViews } from '../../src/views/wallet/Wallet';
import { loadingStageOf, presentLoading } from '../../src/views/walletLoader.present';
import { perform } from '../engine/perform';
import { doneEvent } from '../engine/words';
import { sampleConnection } from '../samples/connections';
import { loadedWallet, walletLoaderWorld } from '../samples/walletLoader';
import { textOf, wordsAt } from '../support/words';
import { controlsByName } from './attempt';
import { expectControls, isPageCovered, withReachableControls } from './controls';
import { currentAnnouncements, expectAnnouncement } from './said';
import { click, dialogTitled, showView, tap } from './support';
import { testView } from './testView';
import { scriptedTransactions } from './transactions';

const { dialog, title, status } = dialogTitled('wallet.title');
const native = () => document.querySelector('dialog')!;
const said = page.getByRole('status').last();
const silent = fromCallback(() => {});
const silentHold: typeof holdAddressForDialog = fromCallback(() => {});
const silentLine: ReturnType<typeof linkToActor> = fromCallback(() => {});
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Renders the wallet loader, which loads `bundle`, with buttons that request dialogs as on desktop and on a phone. */
async function standing(
  options: Parameters<typeof perform<typeof walletLoaderMachine>>[1],
  bundle: typeof walletViews,
  served?: HTMLDialogElement,
) {
  const life = perform(walletLoaderMachine, options);
  const asking = (phone: boolean) => () => life.actor.send({ type: 'dialog.request', phone });
  await showView(
    <>
      <button type="button" onClick={asking(false)}>
        Ask
      </button>
      <button type="button" onClick={asking(true)}>
        By phone
      </button>
      <WalletLoader
        actor={life.actor}
        bundle={() => (life.snapshot().matches('open') ? bundle : undefined)}
        served={served ?? null}
      />
    </>,
  );
  return life;
}

/** Renders the wallet loader. The test decides when the wallet bundle loads. */
async function visited(bundle: typeof walletViews = walletViews, served?: HTMLDialogElement) {
  let news: (event: { type: string }) => void = () => {};
  const identity = identityMachine.provide({
    actors: {
      connectionLine: fromCallback(({ receive, sendBack }) => {
        news = sendBack;
        receive(({ type }) => type === 'disconnect' && sendBack({ type: 'wallet.disconnected' }));
      }),
      showConnected: silent,
      watchSession: fromCallback<AnyEventObject, { address: string | null }>(() => {}),
    },
  });
  const wallet = sessionMachine.provide({
    actors: {
      identity,
      awaitBack: silentHold,
      connect: connectMachine.provide({ actors: { awaitBack: silentHold, watchWallets: silent } }),
      manage: manageMachine.provide({
        actors: {
          account: accountMachine.provide({
            actors: {
              awaitBack: silentHold,
              watchProfile: fromCallback<AnyEventObject, { address: string; chainId: number }>(() => {}),
            },
          }),
        },
      }),
      transactions: scriptedTransactions().transactions,
      showWallet: silent,
      connectionLine: silentLine,
    },
  });
  const silentMachine = { connection: silent, pairing: silent } as never;
  const bundled = walletMachine.provide({ actors: silentMachine }).provide({ actors: { session: wallet } });
  const life = await standing({}, bundle, served);
  const ask = () => click(button('Ask'));
  const input = { mustSignIn: false, chains: [ETHEREUM] };
  const load = (output: string) =>
    life.send(doneEvent('loadWallet', output === 'loaded' ? { ...loadedWallet(bundled), input } : output));
  return {
    ...life,
    ask,
    load,
    restore: () => news({ type: 'restore.ended' }),
    tell: (event: { type: string }) => news(event),
  };
}

const Broken = () => {
  throw new Error('It broke.');
};

/** A fake wallet bundle. It has an open dialog or none, and can crash or close. */
const fragile = setup({
  types: {
    context: {} as { shown: boolean; broken: boolean },
    events: {} as { type: 'break'; shown: boolean } | { type: 'die'; error: unknown },
  },
}).createMachine({
  context: { shown: false, broken: false },
  on: {
    break: { actions: assign({ shown: ({ event }) => event.shown, broken: true }) },
    die: {
      actions: ({ event }) => {
        throw event.error;
      },
    },
  },
});
const fragileActors = { connection: silent, pairing: silent, session: fragile } as never;
const Fragile: typeof walletViews.News = ({ actor }) =>
  useSelector(actor, ({ context }) => 'broken' in context && context.broken === true) && <Broken />;
const quiet: typeof walletViews = {
  formOf: ({ context }) => ('shown' in context && context.shown === true ? 'connect' : null),
  waits: () => false,
  close: () => {},
  Content: Fragile,
  News: Fragile,
};

/** Returns the announcement of a state. An open dialog announces its title by the focus. */
function heardIn(model: SnapshotFrom<typeof walletLoaderMachine>) {
  const stage = loadingStageOf(model);
  if (!stage) return '';
  const { title, telling } = presentLoading(stage);
  return [textOf(title), textOf(telling?.title) + textOf(telling?.text)].join(' ').trim();
}

testView(walletLoaderMachine, walletLoaderWorld, async ({ coverage }) => {
  const { actor, snapshot, send: happen, stop } = await standing({ coverage }, quiet);
  const tell = (event: AnyEventObject) => sessionActorIn(actor.getSnapshot())?.send(event as never);
  const fragileWallet = loadedWallet(walletMachine.provide({ actors: fragileActors }));
  /** Replaces the loaded wallet bundle by one that can crash. */
  const send = (event: AnyEventObject) =>
    happen(typeof event.output === 'object' ? { ...event, output: fragileWallet } : event);
  const [desk, phone] = ['Ask', 'By phone'].map((name) => button(name).element());
  const [closing, retrying] = [controlsByName(wordsAt('close')), controlsByName(wordsAt('wallet.retry'))];
  const ways = [() => tap(closing()), () => userEvent.keyboard('{Escape}')];
  let closed = 0;
  const controls = {
    'dialog.request': () => [desk!, phone!],
    // The page doesn't show whether hovering still starts loading.
    close: closing,
    retry: retrying,
  };
  // The button that copies the trace of events is there in every state.
  const others = controlsByName(wordsAt('trace'));
  // The phone layout stays until the next request.
  let form = 'connect';
  const seen = async (model: SnapshotFrom<typeof walletLoaderMachine>) => {
    const waited = model.hasTag('busy') || model.matches('failed');
    const { request } = model.context;
    if (request) form = request.phone ? 'sheet' : 'connect';
    const look = () => [native().matches(':modal'), waited && native().dataset.form];
    await expect.poll(look, { interval: 5 }).toEqual([waited, waited && form]);
    await expectAnnouncement(heardIn(model), currentAnnouncements);
    await expectControls(walletLoaderMachine, withReachableControls(walletLoaderWorld), model, controls, others);
  };
  return {
    stop,
    send,
    snapshot,
    events: {
      'dialog.request': (event) => (isPageCovered() ? send(event) : tap([event.phone ? phone! : desk!])),
      close: () => ways[closed++ % ways.length]!(),
      retry: () => tap(retrying()),
      'wallet.crashed': ({ shown }) => tell({ type: 'break', shown }),
      'xstate.done.actor.wallet': () => tell({ type: 'die', error: new Error('It broke.') }),
    },
    states: { '*': seen },
  };
});

test('the wallet bundle shows its step in the same dialog, and focuses the title', async () => {
  const { ask, load, restore } = await visited();
  await ask();
  const before = native();
  await load('loaded');
  await expect.element(status).toHaveTextContent(wordsAt('wallet.slow.title'));
  restore();
  await expect.element(dialog.getByRole('heading', { name: wordsAt('what') })).toBeVisible();
  expect(native()).toBe(before);
  expect(before.matches(':modal')).toBe(true);
  await expect.element(title).toHaveFocus();
});

test('the loading dialog stays closed while the served list is open and still loads', async () => {
  const served = document.body.appendChild(document.createElement('dialog'));
  const { send, load, restore, clock } = await visited(walletViews, served);
  const own = () => document.querySelector<HTMLDialogElement>('dialog#wallet')!;
  served.showModal();
  await send({ type: 'dialog.request', phone: false });
  clock.increment(300);
  expect([own().open, own().textContent]).toEqual([false, '']);
  await load('loaded');
  await expect.poll(() => own().childElementCount).toBe(0);
  expect(own().open).toBe(false);
  restore();
  await expect.poll(() => own().open).toBe(true);
  expect(own().textContent).toContain(wordsAt('what'));
  served.remove();
});

test('the loading dialog replaces the served list when the wallet bundle fails to load', async () => {
  const served = document.body.appendChild(document.createElement('dialog'));
  const { send, load } = await visited(walletViews, served);
  served.showModal();
  await send({ type: 'dialog.request', phone: false });
  await load('broken');
  await expect.poll(() => document.querySelector<HTMLDialogElement>('dialog#wallet')!.open).toBe(true);
  served.remove();
  await expect.element(status).toHaveTextContent(wordsAt('wallet.broken.title'));
});

test('connecting and disconnecting are announced; a closing dialog keeps its content', async () => {
  const { ask, load, restore, tell } = await visited();
  await ask();
  await load('loaded');
  restore();
  await expect.element(dialog.getByRole('heading', { name: wordsAt('what') })).toBeVisible();
  tell({ type: 'wallet.connected', ...{ connection: sampleConnection } });
  await expect.poll(() => native().open).toBe(false);
  expect(native().textContent).toContain(wordsAt('what'));
  await expect.element(said).toHaveTextContent(wordsAt('news.connected'));
  await ask();
  const account = page.getByRole('dialog', { name: wordsAt('account.title') });
  await expect.element(account.getByRole('heading', { name: '0x52…9EE7' })).toBeVisible();
  await expect.element(account.getByRole('heading', { name: wordsAt('account.title') })).toHaveFocus();
  await click(account.getByRole('button', { name: wordsAt('leave') }));
  await expect.poll(() => native().open).toBe(false);
  await expect.element(said).toHaveTextContent(wordsAt('news.disconnected'));
});

test('on a phone, the frame of the dialog has its final height from the start', async () => {
  const { send, load, clock } = await visited();
  await page.viewport(390, 844);
  await send({ type: 'dialog.request', phone: true });
  await expect.element(dialog).toBeVisible();
  const height = () => native().getBoundingClientRect().height;
  const before = height();
  clock.increment(300);
  await expect.element(status).toHaveTextContent(wordsAt('wallet.slow.title'));
  expect(height()).toBe(before);
  await load('broken');
  await expect.element(status).toHaveTextContent(wordsAt('wallet.broken.title'));
  expect(height()).toBe(before);
});

test('a crash of the wallet bundle leaves the rest of the page working', async () => {
  const { ask, load, restore, snapshot } = await visited({ ...walletViews, Content: Broken });
  await ask();
  await load('loaded');
  restore();
  await expect.element(status).toHaveTextContent(wordsAt('wallet.broken.title'));
  expect(snapshot().matches({ failed: 'broken' })).toBe(true);
  await expect.element(page.getByRole('button', { name: 'Ask', includeHidden: true })).toBeInTheDocument();
});

const Overwhelmed: typeof walletViews.News = ({ actor }) =>
  useSelector(actor, (wallet) => wallet.matches('connected')) && <Broken />;

test('a crash while no dialog is open shows no dialog', async () => {
  const { ask, load, restore, tell, snapshot } = await visited({
    ...walletViews,
    News: Overwhelmed,
  });
  await ask();
  await load('loaded');
  restore();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  tell({ type: 'wallet.connected', ...{ connection: sampleConnection } });
  await expect.poll(() => snapshot().matches('closed')).toBe(true);
  expect(native().open).toBe(false);
});
