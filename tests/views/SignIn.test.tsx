import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { SnapshotFrom } from 'xstate';
import { ETHEREUM } from '#domain/chain';
import type { Connection } from '#domain/connection';
import type { SignInFailure } from '#domain/signIn';
import { signInMachine } from '#machines/signIn';
import type { dialogTexts } from '../../src/views/wallet/copy';
import { toSpokenWallet } from '../../src/views/wallet/phrase';
import { SignInView } from '../../src/views/wallet/SignIn';
import { presentSignIn } from '../../src/views/wallet/signIn.present';
import { type EventOrDelay, perform } from '../engine/perform';
import { createDoneEvent, createErrorEvent } from '../engine/words';
import { sampleConnection, unsupportedNetworkConnection } from '../samples/connections';
import { samplePreparedMessage, signInSamples } from '../samples/signIn';
import { formatPhrase, wordsAt } from '../support/words';
import { type ControlsByEvent, createControlsByName } from './controls';
import { listLiveTexts } from './said';
import { click, collectAnnouncements, locateDialog, measurePlaces, showDialog, takeTurns, tap } from './support';
import { testView } from './testView';

const { dialog, title, button, shows, overflows } = locateDialog('sign_in.title');
const status = dialog.getByRole('status');
const alert = dialog.getByRole('alert');
const main = dialog.getByRole('button').nth(1);

const input = { connection: sampleConnection, chains: [ETHEREUM] };
type Options = Parameters<typeof perform<typeof signInMachine>>[1];

async function visited(options: Options = { input }) {
  const life = perform(signInMachine, options);
  await showDialog(life.actor, 'narrow', <SignInView actor={life.actor} />, 'cancel');
  const prepare = () => life.send(createDoneEvent('prepareMessage', samplePreparedMessage));
  const sign = async () => {
    await expect.element(button(acts('ready'))).not.toHaveAttribute('aria-disabled');
    await click(button(acts('ready')));
  };
  return { ...life, prepared: prepare, sign };
}

const fox = toSpokenWallet(sampleConnection.wallet);
type Act = keyof ReturnType<typeof dialogTexts.sign_in.acts>;
const acts = (key: Act) => wordsAt(`sign_in.acts.${key}`, fox);
const says = (key: 'idle' | 'signing' | 'slow') => wordsAt(`sign_in.sentences.${key}`, fox, 'injected');
const fails = (key: SignInFailure) => wordsAt(`sign_in.signature.${key}_error`);
const [cancel, close] = [wordsAt('cancel'), wordsAt('close')];

const controls: ControlsByEvent = {
  sign: createControlsByName(acts('ready')),
  retry: createControlsByName(acts('unprepared')),
  switch: createControlsByName(acts('elsewhere')),
  cancel: createControlsByName(cancel, close),
};

const pressCancelOrClose = takeTurns(
  () => tap(createControlsByName(cancel)()),
  () => tap(createControlsByName(close)()),
);

testView(signInMachine, signInSamples, async ({ input, coverage }) => {
  const life = await visited({ input, coverage });
  await expect.element(title).toHaveFocus();
  // The main button must stay the same element, so that it keeps the focus.
  const first = main.element();
  const look = () => {
    const shown = dialog.element();
    const [, act] = shown.querySelectorAll('button');
    return {
      address: [
        shown.querySelector<HTMLElement>('bdi[title]')?.title,
        shown.textContent.includes(wordsAt('whose', sampleConnection.address)),
      ],

      heading: shown.querySelector('h3')?.textContent,
      live: listLiveTexts(shown),
      act: [act?.textContent, act?.ariaDisabled !== 'true', act === first, act?.disabled],
      note: shown.querySelector('[role=status] + div p')?.textContent ?? '',
      lit: [...shown.querySelectorAll('.trace path')].filter((path) => path.checkVisibility()).length,
    };
  };
  const seen = async (model: SnapshotFrom<typeof signInMachine>) => {
    const shown = presentSignIn(model);
    const { label, event } = shown.main;
    await expect.poll(look, { interval: 5 }).toEqual({
      heading: formatPhrase(shown.heading),
      live: [formatPhrase(shown.text) + formatPhrase(shown.heard), formatPhrase(shown.alert)].filter(Boolean).join(' '),
      act: [formatPhrase(label), event !== null, true, false],
      address: [sampleConnection.address, true],
      note: formatPhrase(shown.note),
      lit: shown.busy ? 4 : 1,
    });
  };
  return { ...life, controls, events: { cancel: pressCancelOrClose }, seen };
});

test('each message of the sign-in is announced once', async () => {
  const { prepared, sign, send, clock } = await visited();
  await expect.element(status).toHaveTextContent(says('idle'));
  const said = collectAnnouncements(status);
  const warned = collectAnnouncements(alert);
  const failSigning = async () => {
    await send(createErrorEvent('requestSignature', { code: -32603 }));
    await expect.element(alert).toHaveTextContent(fails('signing'));
  };
  await prepared();
  await sign();
  await expect.element(status).toHaveTextContent(says('signing'));
  clock.increment(15_000);
  await expect.element(status).toHaveTextContent(says('slow'));
  await failSigning();
  await prepared();
  await expect.element(status).toHaveTextContent(says('idle'));
  expect([said(), warned()]).toEqual([[says('signing'), says('slow'), says('idle')], [fails('signing')]]);
  await sign();
  await expect.element(alert).toHaveTextContent('');
  await failSigning();
  expect(warned()).toEqual([fails('signing')]);
});

test('a double click on Retry does not also send the message', async () => {
  const { clock, prepared, snapshot } = await visited();
  const press = (detail: number) => main.element().dispatchEvent(new MouseEvent('click', { bubbles: true, detail }));
  clock.increment(15_000);
  await expect.element(button(acts('unprepared'))).toBeVisible();
  press(1);
  await prepared();
  await expect.element(button(acts('ready'))).toBeVisible();
  press(2);
  expect(snapshot().matches({ idle: 'ready' })).toBe(true);
  press(1);
  expect(snapshot().matches('signing')).toBe(true);
});

const prepared = createDoneEvent('prepareMessage', samplePreparedMessage);
/** Each row has a title, a connection, and events or delays (ms) with the main button's label after each. */
const walks: [string, Connection, [EventOrDelay, Act][]][] = [
  [
    'the sign-in',
    sampleConnection,
    [
      [0, 'preparing'],
      [prepared, 'ready'],
      [{ type: 'sign' }, 'signing'],
      [15_000, 'slow'],
      [createDoneEvent('requestSignature', '0x5167'), 'verifying'],
      [createDoneEvent('verify', false), 'preparing'],
      [15_000, 'unprepared'],
    ],
  ],
  [
    'a switch of the network',
    unsupportedNetworkConnection,
    [
      [0, 'elsewhere'],
      [{ type: 'switch' }, 'switching'],
      [createErrorEvent('switchChain', { code: -32603 }), 'elsewhere'],
    ],
  ],
];
/** Width and height of a window, and the largest height of a wallet dialog in it, in px. */
const sizes = [
  [1000, 800, 504],
  [390, 844, 468],
  [360, 740, 468],
  [320, 640, 468],
  [640, 400, 368],
  [844, 390, 358],
] as const;

describe.each(walks)('the layout stays the same during %s', (_, connection, steps) => {
  test.each([
    'Fox',
    'A Wallet Whose Name Goes On For 40 Signs',
    'محفظة ذات اسم طويل جدا لا ينتهي أبدا هنا',
    'W'.repeat(40),
  ])('the layout stays the same with a wallet of the name %s', async (name) => {
    const measures = () =>
      measurePlaces(dialog.element().querySelectorAll('h2, h3, [role=status], [role=status] + div, button'));
    for (const [width, height, most] of sizes) {
      const { play } = await visited({
        input: { ...input, connection: { ...connection, wallet: { ...connection.wallet, name } } },
      });
      await page.viewport(width, height);
      const before = measures();
      for (const [event, act] of steps) {
        await play([event]);
        await expect.element(main).toHaveTextContent(wordsAt(`sign_in.acts.${act}`, { name }));
        expect([measures(), overflows()]).toEqual([before, false]);
        expect(dialog.element().getBoundingClientRect().height).toBeLessThanOrEqual(most);
        expect(shows(button(cancel).element())).toBe(true);
        expect(main.element().getBoundingClientRect().top).toBeGreaterThan(60);
      }
      const body = dialog.element().querySelector('header + div')!;
      // With a short name, in windows that are high enough, the dialog needs no scrolling.
      if (name === 'Fox' && height > 400) expect(body.scrollHeight - body.clientHeight).toBe(0);
    }
  });
});
