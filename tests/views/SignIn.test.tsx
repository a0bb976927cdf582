import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { InputFrom, SnapshotFrom } from 'xstate';
import { ETHEREUM } from '#domain/chain';
import { signInMachine } from '#machines/signIn';
import { SignInView } from '../../src/views/wallet/SignIn';
import { pathsOf } from '../engine/paths';
import { perform } from '../engine/perform';
import { prove, testPaths } from '../engine/tier';
import { doneEvent, errorEvent } from '../engine/words';
import { elsewhere, rejection, sampleConnection } from '../samples/connections';
import { expiredMessage, latePrepared, prepared, signInWorld } from '../samples/signIn';
import { called } from './attempt';
import { type Controls, expectControls } from './controls';
import { expectSaid, liveIn, type Sayings } from './said';
import { announcements, click, Framed, middleOf, showToned, tap } from './support';

const dialog = page.getByRole('dialog', { name: 'Sign in', exact: true });
const button = (name: string) => dialog.getByRole('button', { name, exact: true });
const status = dialog.getByRole('status');
const alert = dialog.getByRole('alert');
const title = dialog.getByRole('heading', { name: 'Sign in', exact: true });
/** The main button, whatever its label. */
const main = dialog.getByRole('button').nth(1);

const input = { connection: sampleConnection, chains: [ETHEREUM] };
type Options = Parameters<typeof perform<typeof signInMachine>>[1];

/** Opens the dialog. The test answers for wallet and server. */
async function visited(options: Options = { input }) {
  const life = perform(signInMachine, options);
  await showToned(
    <Framed actor={life.actor} form="narrow" close="cancel">
      <SignInView actor={life.actor} />
    </Framed>,
  );
  const prepare = () => life.send(doneEvent('prepareMessage', prepared));
  const send = async () => {
    await expect.element(button('Send message')).not.toHaveAttribute('aria-disabled');
    await click(button('Send message'));
  };
  return { ...life, prepared: prepare, sign: send };
}

const ask = 'Sign a short message in Fox. That’s all it takes.';
const stray = 'Fox is on a network this page doesn’t use. Switch to Ethereum to sign in.';

const open = 'Open Fox and sign the message. This page continues on its own.';
const slow = 'Still waiting. Click your wallet’s icon in the browser toolbar, then approve.';

/** The label of the main button in each state that the visitor sees. */
const acts: Record<string, string> = {
  'idle.takingBack': 'Preparing message…',
  'idle.preparing': 'Preparing message…',
  'idle.ready': 'Send message',
  'idle.unprepared': 'Retry',
  renewing: 'Preparing message…',
  'signing.fresh': 'Waiting for signature…',
  'signing.slow': 'Waiting for signature…',
  verifying: 'Verifying signature…',
  'elsewhere.ready': 'Switch network',
  'elsewhere.switching': 'Confirm in Fox…',
};

const failures = {
  preparing: 'Error preparing message, please retry',
  signing: 'Error signing message, please retry',
  verifying: 'Error verifying signature, please retry',
  oops: 'Oops, something went wrong',
  switching: 'The network was not changed. Please try again.',
  expired: 'The message was too old. Please send the new one.',
  clock: "This device's clock looks wrong. Set it, then retry.",
};

type Shown = SnapshotFrom<typeof signInMachine>;
const pathOf = (value: Shown['value']) => (typeof value === 'string' ? value : Object.entries(value).flat().join('.'));

/** The reason of a failure stays until the next attempt. */
const besides =
  (words: string) =>
  ({ context: { failure } }: Shown) =>
    failure ? `${words} ${failures[failure]}` : words;

/** An open dialog focuses its title. The outcome of a closed one is announced outside of it. */
const said: Sayings<typeof signInMachine> = {
  'idle.takingBack': besides(ask),
  'idle.preparing': besides(ask),
  'idle.ready': besides(ask),
  'idle.unprepared': besides(ask),
  renewing: ask,
  'signing.fresh': open,
  'signing.slow': slow,
  verifying: 'Signed. Checking your signature…',
  'elsewhere.ready': besides(stray),
  'elsewhere.switching': `${stray}Confirm in Fox…`,
  done: '',
  cancelled: '',
};

const controls: Controls = {
  sign: called(/^Send message$/),
  retry: called(/^Retry$/),
  switch: called(/^Switch network$/),
  cancel: called(/^(Cancel|Close)$/),
};

describe('the signIn machine in its view', () => {
  testPaths(prove('view', signInMachine, pathsOf(signInMachine, signInWorld)), async ({ input, follow, coverage }) => {
    const { snapshot, send, stop } = await visited({ input, coverage });
    await expect.element(title).toHaveFocus();
    const look = () => {
      const shown = dialog.element();
      const [, act] = shown.querySelectorAll('button');
      return {
        act: act?.textContent,
        disabled: act?.getAttribute('aria-disabled'),
        alert: shown.querySelector('[role=alert]')?.textContent,
        free: shown.textContent.includes('It’s free, and no money is moved.'),
        lit: [...shown.querySelectorAll('.trace path')].filter((path) => path.checkVisibility()).length,
      };
    };
    const seen = async (model: Shown) => {
      await expectSaid(signInMachine, said, model, () => liveIn(document.querySelector('dialog:modal')));
      await expectControls(signInMachine, signInWorld, model, controls);
      if (model.status !== 'active') return;
      const { failure } = model.context;
      const busy = model.hasTag('busy');
      await expect.poll(look, { interval: 5 }).toEqual({
        act: acts[pathOf(model.value)],
        disabled: busy ? 'true' : null,
        alert: failure ? failures[failure] : '',
        free: !failure,
        lit: busy ? 4 : 1,
      });
    };
    await follow({
      send,
      snapshot,
      events: {
        sign: () => tap(controls.sign!()),
        retry: () => tap(controls.retry!()),
        switch: () => tap(controls.switch!()),
        cancel: () => tap(called(/^Cancel$/)()),
      },
      states: { '*': seen },
    });
    stop();
  });
});

describe('the sign-in dialog', () => {
  test('shows the account, and its whole address to screen readers', async () => {
    await visited();
    await expect.element(title).toHaveFocus();
    await expect.element(dialog.getByRole('heading', { name: 'Confirm that this wallet is yours' })).toBeVisible();
    await expect.element(dialog.getByText('0x52…9EE7')).toHaveAttribute('title', sampleConnection.address);
    await expect.element(dialog.getByText(`Account ${sampleConnection.address}`)).toBeInTheDocument();
  });

  test('each message of the sign-in is announced once', async () => {
    const { prepared, sign, send, clock } = await visited();
    await expect.element(status).toHaveTextContent(ask);
    const said = announcements(status);
    const warned = announcements(alert);
    await prepared();
    await sign();
    await expect.element(status).toHaveTextContent(/^Open Fox/);
    clock.increment(15_000);
    await expect.element(status).toHaveTextContent(/^Still waiting/);
    await send(errorEvent('requestSignature', { code: -32603 }));
    await expect.element(alert).toHaveTextContent(failures.signing);
    await prepared();
    await expect.element(button('Send message')).toBeVisible();
    await expect.element(status).toHaveTextContent(ask);
    expect(said()).toEqual([open, slow, ask]);
    expect(warned()).toEqual([failures.signing]);
    await sign();
    await expect.element(alert).toHaveTextContent('');
    await send(errorEvent('requestSignature', { code: -32603 }));
    await expect.element(alert).toHaveTextContent(failures.signing);
    expect(warned()).toEqual([failures.signing]);
  });

  test('the reason of a failure stays visible while the next message is prepared', async () => {
    const { prepared, sign, send } = await visited();
    await prepared();
    await sign();
    await send(errorEvent('requestSignature', { code: -32603 }));
    await expect.element(button('Preparing message…')).toBeVisible();
    await expect.element(alert).toHaveTextContent(failures.signing);
    await expect.element(alert).toBeVisible();
    await prepared();
    await expect.element(button('Send message')).toBeVisible();
    await expect.element(alert).toHaveTextContent(failures.signing);
  });

  test('an expired message is replaced, and the new one is announced', async () => {
    const { prepared, sign, send } = await visited();
    await prepared();
    await sign();
    await send(errorEvent('requestSignature', expiredMessage));
    await expect.element(button('Preparing message…')).toHaveAttribute('aria-disabled', 'true');
    await send(doneEvent('prepareMessage', latePrepared));
    await expect.element(button('Send message')).not.toHaveAttribute('aria-disabled');
    await expect.element(alert).toHaveTextContent(failures.expired);
  });

  test('a visitor who declines in the wallet can retry, and sees no error', async () => {
    const { prepared, sign, send } = await visited();
    await prepared();
    await sign();
    await send(errorEvent('requestSignature', rejection));
    await prepared();
    await expect.element(button('Send message')).not.toHaveAttribute('aria-disabled');
    await expect.element(alert).toHaveTextContent('');
    await expect.element(dialog.getByText('It’s free, and no money is moved.')).toBeVisible();
  });

  test('the button keeps the focus in all states, and is never natively disabled', async () => {
    const { prepared, send, clock } = await visited();
    const element = main.element() as HTMLButtonElement;
    const kept = async (name: string) => {
      await expect.element(button(name)).toHaveFocus();
      expect(main.element()).toBe(element);
      expect(element.disabled).toBe(false);
    };
    element.focus();
    await kept('Preparing message…');
    clock.increment(15_000);
    await kept('Retry');
    await userEvent.keyboard('{Enter}');
    await kept('Preparing message…');
    // Pressing it now has no effect.
    await userEvent.keyboard('{Enter}');
    await prepared();
    await kept('Send message');
    await userEvent.keyboard(' ');
    await kept('Waiting for signature…');
    await userEvent.keyboard(' ');
    await send(doneEvent('requestSignature', '0x5167'));
    await kept('Verifying signature…');
    await send(doneEvent('verify', false));
    await kept('Preparing message…');
  });

  test('a double click sends one request', async () => {
    let asked = 0;
    const { prepared, snapshot } = await visited({
      input,
      inspect: (happened) => {
        const { type, actorRef } = happened;
        if (type === '@xstate.actor' && Reflect.get(actorRef, 'id') === 'requestSignature') asked += 1;
      },
    });
    await prepared();
    await expect.element(button('Send message')).not.toHaveAttribute('aria-disabled');
    await userEvent.dblClick(main);
    await expect.element(button('Waiting for signature…')).toBeVisible();
    expect([asked, snapshot().matches('signing')]).toEqual([1, true]);
  });

  test('a double click on Retry does not also send the message', async () => {
    const { clock, send, snapshot } = await visited();
    clock.increment(15_000);
    await expect.element(button('Retry')).toBeVisible();
    const { x, y } = middleOf(main.element());
    const at = (detail: number) => ({ bubbles: true, detail, clientX: x, clientY: y });
    main.element().dispatchEvent(new MouseEvent('click', at(1)));
    await send(doneEvent('prepareMessage', prepared));
    await expect.element(button('Send message')).toBeVisible();
    main.element().dispatchEvent(new MouseEvent('click', at(2)));
    expect(snapshot().matches({ idle: 'ready' })).toBe(true);
    main.element().dispatchEvent(new MouseEvent('click', at(1)));
    expect(snapshot().matches('signing')).toBe(true);
  });

  const leave: [string, () => Promise<unknown>][] = [
    ['Cancel', () => click(button('Cancel'))],
    ['Close', () => click(button('Close'))],
    ['Esc', () => userEvent.keyboard('{Escape}')],
  ];
  test.each(leave)('%s cancels, also while the wallet asks, and the dialog keeps its content', async (_, leave) => {
    const { prepared, sign, snapshot } = await visited();
    await prepared();
    await sign();
    await leave();
    await expect.poll(() => snapshot().value).toBe('cancelled');
    expect(snapshot().output).toBeNull();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(document.querySelector('dialog')?.textContent).toContain('Waiting for signature…');
  });

  const measures = () =>
    [...dialog.element().querySelectorAll('h2, h3, [role=status], [role=status] + div, button')].map((element) => {
      const { top, height } = element.getBoundingClientRect();
      return [Math.round(top), Math.round(height)];
    });
  const long = ['A Wallet Whose Name Goes On For 40 Signs', 'محفظة ذات اسم طويل جدا لا ينتهي أبدا هنا', 'W'.repeat(40)];
  const sizes = [
    [1000, 800],
    [360, 740],
    [320, 640],
  ] as const;

  describe.each(['Fox', ...long])('layout stays the same with any name of the wallet: %s', (name) => {
    async function still(one: typeof sampleConnection, [width, height]: readonly [number, number]) {
      const life = await visited({ input: { ...input, connection: { ...one, wallet: { ...one.wallet, name } } } });
      await page.viewport(width, height);
      const before = measures();
      const stays = async (act: string) => {
        await expect.element(main).toHaveTextContent(act);
        expect(measures()).toEqual(before);
        const { scrollWidth, clientWidth } = dialog.element();
        expect(scrollWidth).toBe(clientWidth);
      };
      return { ...life, stays };
    }

    test.each(sizes)('layout stays the same during the sign-in, %i × %i', async (...size) => {
      const { stays, prepared, sign, send, clock } = await still(sampleConnection, size);
      await stays('Preparing message…');
      await prepared();
      await stays('Send message');
      await sign();
      await stays('Waiting for signature…');
      clock.increment(15_000);
      await expect.element(status).toHaveTextContent(/^Still waiting/);
      await stays('Waiting for signature…');
      await send(doneEvent('requestSignature', '0x5167'));
      await stays('Verifying signature…');
      await send(doneEvent('verify', false));
      await expect.element(alert).toHaveTextContent(failures.verifying);
      await stays('Preparing message…');
      clock.increment(15_000);
      await stays('Retry');
    });

    test.each(sizes)('layout stays the same during a switch of the network, %i × %i', async (...size) => {
      const { stays, send } = await still(elsewhere, size);
      await stays('Switch network');
      await send({ type: 'switch' });
      await stays('Confirm in');
      await send(errorEvent('switchChain', { code: -32603 }));
      await expect.element(alert).toHaveTextContent(failures.switching);
      await stays('Switch network');
    });
  });

  test('the wallet is not called WalletConnect, which is a protocol', async () => {
    const wallet = { ...sampleConnection.wallet, id: 'walletConnect', name: 'WalletConnect' };
    const astray = { ...input, connection: { ...elsewhere, wallet } } satisfies InputFrom<typeof signInMachine>;
    const { send } = await visited({ input: astray });
    await expect.element(status).toHaveTextContent(/^Your wallet is on a network/);
    await send({ type: 'switch' });
    await expect.element(button('Confirm in your wallet…')).toBeVisible();
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
  ])('is at most as high as allowed, and its buttons are in reach: %i × %i', async (width, height, most, name = '') => {
    await visited({
      input: { ...input, connection: { ...sampleConnection, wallet: { ...sampleConnection.wallet, name } } },
    });
    await page.viewport(width, height);
    const { bottom, height: high } = dialog.element().getBoundingClientRect();
    expect(high).toBeLessThanOrEqual(most);
    expect(button('Cancel').element().getBoundingClientRect().bottom).toBeLessThanOrEqual(bottom);
    expect(main.element().getBoundingClientRect().top).toBeGreaterThan(60);
    const body = dialog.element().querySelector('header + div')!;
    // In windows that are high enough, nothing has to be scrolled.
    if (name === 'Fox' && height > 400) expect(body.scrollHeight - body.clientHeight).toBe(0);
  });
});
