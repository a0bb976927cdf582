import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SnapshotFrom } from 'xstate';
import { ETHEREUM } from '#domain/chain';
import type { SignInFailure } from '#domain/signIn';
import { signInMachine } from '#machines/signIn';
import type { dialogTexts } from '../../src/views/wallet/copy';
import { toSpokenWallet } from '../../src/views/wallet/phrase';
import { SignInView } from '../../src/views/wallet/SignIn';
import { presentSignIn } from '../../src/views/wallet/signIn.present';
import { perform } from '../engine/perform';
import { createDoneEvent, createErrorEvent } from '../engine/words';
import { connectionElsewhere, sampleConnection } from '../samples/connections';
import { samplePreparedMessage, signInWorld } from '../samples/signIn';
import { formatPhrase, wordsAt } from '../support/words';
import { createControlsByName } from './attempt';
import { type ControlsByEvent, expectControls } from './controls';
import { listLiveTexts } from './said';
import {
  click,
  collectAnnouncements,
  FramedDialog,
  findMiddle,
  locateDialog,
  measurePlaces,
  showWithColours,
  tap,
} from './support';
import { testView } from './testView';

const { dialog, title, button, overflows } = locateDialog('sign_in.title');
const status = dialog.getByRole('status');
const alert = dialog.getByRole('alert');
/** The main button, with any label. */
const main = dialog.getByRole('button').nth(1);

const input = { connection: sampleConnection, chains: [ETHEREUM] };
type Options = Parameters<typeof perform<typeof signInMachine>>[1];

async function visited(options: Options = { input }) {
  const life = perform(signInMachine, options);
  await showWithColours(
    <FramedDialog actor={life.actor} form="narrow" close="cancel">
      <SignInView actor={life.actor} />
    </FramedDialog>,
  );
  const prepare = () => life.send(createDoneEvent('prepareMessage', samplePreparedMessage));
  const send = async () => {
    await expect.element(button(acts('ready'))).not.toHaveAttribute('aria-disabled');
    await click(button(acts('ready')));
  };
  return { ...life, prepared: prepare, sign: send };
}

const fox = toSpokenWallet(sampleConnection.wallet);
const acts = (key: keyof ReturnType<typeof dialogTexts.sign_in.acts>) => wordsAt(`sign_in.acts.${key}`, fox);
const says = (key: 'idle' | 'signing' | 'slow') => wordsAt(`sign_in.sentences.${key}`, fox, 'injected');
const fails = (key: SignInFailure) => wordsAt(`sign_in.signature.${key}_error`);
const [cancel, close] = [wordsAt('cancel'), wordsAt('close')];

const controls: ControlsByEvent = {
  sign: createControlsByName(acts('ready')),
  retry: createControlsByName(acts('unprepared')),
  switch: createControlsByName(acts('elsewhere')),
  cancel: createControlsByName(cancel, close),
};

type Shown = SnapshotFrom<typeof signInMachine>;

/** Cancel and Close are pressed in turn. */
let cancelled = 0;

testView(signInMachine, signInWorld, async ({ input, coverage }) => {
  const { snapshot, send, stop } = await visited({ input, coverage });
  await expect.element(title).toHaveFocus();
  const look = () => {
    const shown = dialog.element();
    const [, act] = shown.querySelectorAll('button');
    return {
      heading: shown.querySelector('h3')?.textContent,
      live: listLiveTexts(shown),
      act: [act?.textContent, act?.ariaDisabled !== 'true'],
      note: shown.querySelector('[role=status] + div p')?.textContent ?? '',
      lit: [...shown.querySelectorAll('.trace path')].filter((path) => path.checkVisibility()).length,
    };
  };
  const seen = async (model: Shown) => {
    await expectControls(signInMachine, signInWorld, model, controls);
    if (model.status !== 'active') return expect(listLiveTexts(document.querySelector('dialog:modal'))).toBe('');
    const shown = presentSignIn(model);
    const { label, event } = shown.main;
    await expect.poll(look, { interval: 5 }).toEqual({
      heading: formatPhrase(shown.heading),
      live: [formatPhrase(shown.text) + formatPhrase(shown.heard), formatPhrase(shown.alert)].filter(Boolean).join(' '),
      act: [formatPhrase(label), event !== null],
      note: formatPhrase(shown.note),
      lit: shown.busy ? 4 : 1,
    });
  };
  return {
    stop,
    send,
    snapshot,
    events: {
      sign: () => tap(controls.sign!()),
      retry: () => tap(controls.retry!()),
      switch: () => tap(controls.switch!()),
      cancel: () => tap(createControlsByName(cancelled++ % 2 ? close : cancel)()),
    },
    states: { '*': seen },
  };
});

describe('the sign-in dialog', () => {
  test('shows the short address, and the whole address to screen readers', async () => {
    await visited();
    await expect.element(title).toHaveFocus();
    await expect.element(dialog.getByRole('heading', { name: wordsAt('sign_in.headings.idle') })).toBeVisible();
    await expect.element(dialog.getByText('0x52…9EE7')).toHaveAttribute('title', sampleConnection.address);
    await expect.element(dialog.getByText(wordsAt('whose', sampleConnection.address))).toBeInTheDocument();
  });

  test('each message of the sign-in is announced once', async () => {
    const { prepared, sign, send, clock } = await visited();
    await expect.element(status).toHaveTextContent(says('idle'));
    const said = collectAnnouncements(status);
    const warned = collectAnnouncements(alert);
    await prepared();
    await sign();
    await expect.element(status).toHaveTextContent(says('signing'));
    clock.increment(15_000);
    await expect.element(status).toHaveTextContent(says('slow'));
    await send(createErrorEvent('requestSignature', { code: -32603 }));
    await expect.element(alert).toHaveTextContent(fails('signing'));
    await prepared();
    await expect.element(button(acts('ready'))).toBeVisible();
    await expect.element(status).toHaveTextContent(says('idle'));
    expect(said()).toEqual([says('signing'), says('slow'), says('idle')]);
    expect(warned()).toEqual([fails('signing')]);
    await sign();
    await expect.element(alert).toHaveTextContent('');
    await send(createErrorEvent('requestSignature', { code: -32603 }));
    await expect.element(alert).toHaveTextContent(fails('signing'));
    expect(warned()).toEqual([fails('signing')]);
  });

  test('the button keeps the focus in each state, and is never natively disabled', async () => {
    const { prepared, send, clock } = await visited();
    const element = main.element() as HTMLButtonElement;
    const kept = async (name: string) => {
      await expect.element(button(name)).toHaveFocus();
      expect(main.element()).toBe(element);
      expect(element.disabled).toBe(false);
    };
    element.focus();
    await kept(acts('preparing'));
    clock.increment(15_000);
    await kept(acts('unprepared'));
    await userEvent.keyboard('{Enter}');
    await kept(acts('preparing'));
    await userEvent.keyboard('{Enter}');
    await prepared();
    await kept(acts('ready'));
    await userEvent.keyboard(' ');
    await kept(acts('signing'));
    await userEvent.keyboard(' ');
    await send(createDoneEvent('requestSignature', '0x5167'));
    await kept(acts('verifying'));
    await send(createDoneEvent('verify', false));
    await kept(acts('preparing'));
  });

  test('a double click on Retry does not also send the message', async () => {
    const { clock, send, snapshot } = await visited();
    clock.increment(15_000);
    await expect.element(button(acts('unprepared'))).toBeVisible();
    const { x, y } = findMiddle(main.element());
    const at = (detail: number) => ({ bubbles: true, detail, clientX: x, clientY: y });
    main.element().dispatchEvent(new MouseEvent('click', at(1)));
    await send(createDoneEvent('prepareMessage', samplePreparedMessage));
    await expect.element(button(acts('ready'))).toBeVisible();
    main.element().dispatchEvent(new MouseEvent('click', at(2)));
    expect(snapshot().matches({ idle: 'ready' })).toBe(true);
    main.element().dispatchEvent(new MouseEvent('click', at(1)));
    expect(snapshot().matches('signing')).toBe(true);
  });

  test('the content stays while the dialog of a cancelled sign-in closes', async () => {
    const { prepared, sign, snapshot } = await visited();
    await prepared();
    await sign();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => snapshot().value).toBe('cancelled');
    await expect.element(dialog).not.toBeInTheDocument();
    expect(document.querySelector('dialog')?.textContent).toContain(acts('signing'));
  });

  const measures = () =>
    measurePlaces(dialog.element().querySelectorAll('h2, h3, [role=status], [role=status] + div, button'));
  const long = ['A Wallet Whose Name Goes On For 40 Signs', 'محفظة ذات اسم طويل جدا لا ينتهي أبدا هنا', 'W'.repeat(40)];
  const sizes = [
    [1000, 800],
    [360, 740],
    [320, 640],
  ] as const;

  describe.each(['Fox', ...long])('the layout stays the same with any name of the wallet: %s', (name) => {
    async function still(one: typeof sampleConnection, [width, height]: readonly [number, number]) {
      const life = await visited({ input: { ...input, connection: { ...one, wallet: { ...one.wallet, name } } } });
      await page.viewport(width, height);
      const before = measures();
      const stays = async (act: string) => {
        await expect.element(main).toHaveTextContent(act);
        expect(measures()).toEqual(before);
        expect(overflows()).toBe(false);
      };
      return { ...life, stays };
    }

    test.each(sizes)('the layout stays the same during the sign-in, %i × %i', async (...size) => {
      const { stays, prepared, sign, send, clock } = await still(sampleConnection, size);
      await stays(acts('preparing'));
      await prepared();
      await stays(acts('ready'));
      await sign();
      await stays(acts('signing'));
      clock.increment(15_000);
      await expect.element(status).toHaveTextContent(says('slow'));
      await stays(acts('signing'));
      await send(createDoneEvent('requestSignature', '0x5167'));
      await stays(acts('verifying'));
      await send(createDoneEvent('verify', false));
      await expect.element(alert).toHaveTextContent(fails('verifying'));
      await stays(acts('preparing'));
      clock.increment(15_000);
      await stays(acts('unprepared'));
    });

    test.each(sizes)('the layout stays the same during a switch of the network, %i × %i', async (...size) => {
      const { stays, send } = await still(connectionElsewhere, size);
      await stays(acts('elsewhere'));
      await send({ type: 'switch' });
      await stays(wordsAt('sign_in.acts.switching', { name }));
      await send(createErrorEvent('switchChain', { code: -32603 }));
      await expect.element(alert).toHaveTextContent(fails('switching'));
      await stays(acts('elsewhere'));
    });
  });

  /** The largest height of a wallet dialog: beside a second pane, and below 768 px of width. */
  const [HIGH, COMPACT] = [504, 468];
  test.each([
    [1000, 800, HIGH, 'Fox'],
    [1000, 800, HIGH, long[0]],
    [390, 844, COMPACT, 'Fox'],
    [320, 640, COMPACT, long[2]],
    [640, 400, 368, 'Fox'],
    [844, 390, 358, 'Fox'],
    [844, 390, 358, long[2]],
  ])(
    'the dialog keeps its largest height, and its buttons are visible: %i × %i',
    async (width, height, most, name = '') => {
      await visited({
        input: { ...input, connection: { ...sampleConnection, wallet: { ...sampleConnection.wallet, name } } },
      });
      await page.viewport(width, height);
      const { bottom, height: high } = dialog.element().getBoundingClientRect();
      expect(high).toBeLessThanOrEqual(most);
      expect(button(cancel).element().getBoundingClientRect().bottom).toBeLessThanOrEqual(bottom);
      expect(main.element().getBoundingClientRect().top).toBeGreaterThan(60);
      const body = dialog.element().querySelector('header + div')!;
      // In windows that are high enough, nothing has to be scrolled.
      if (name === 'Fox' && height > 400) expect(body.scrollHeight - body.clientHeight).toBe(0);
    },
  );
});
