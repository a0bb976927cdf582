import { afterAll, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type AnyEventObject, fromCallback, fromPromise, type SnapshotFrom } from 'xstate';
import type { Wallet } from '#domain/wallet';
import { attemptMachine } from '#machines/attempt';
import { connectMachine } from '#machines/connect';
import { Dialog } from '#views/Dialog';
import { Connect } from '../../src/views/wallet/Connect';
import { Tones } from '../../src/views/wallet/tokens';
import { walksOf } from '../model';
import { coverageOf, perform } from '../perform';
import { installed, mobileOnly, scanning, unsupported, uriOf, wallets } from '../wallets';
import { connectWorld } from '../worlds';
import { click, show, write } from './support';

const dialog = page.getByRole('dialog', { name: 'Connect a wallet', exact: true });
const button = (name: string | RegExp) => dialog.getByRole('button', { name, exact: typeof name === 'string' });
const title = () => document.activeElement?.textContent;

/** The dialog, open; its attempts run for real, with the test as the wallet that is asked. */
async function visited(options?: Parameters<typeof perform>[1]) {
  let tell: (event: AnyEventObject) => void = () => {};
  let approve = () => {};
  const attempt = attemptMachine.provide({
    actors: {
      attend: fromCallback<AnyEventObject, { wallet: Wallet }>(({ sendBack }) => {
        tell = sendBack;
      }),
      requestConnection: fromPromise(
        () =>
          new Promise<void>((answer) => {
            approve = answer;
          }),
      ),
      copyLink: fromPromise(() => new Promise<void>(() => {})),
    },
  });
  const life = perform(connectMachine, { ...options, actors: { attempt } });
  const closing = () => life.actor.send({ type: 'close' });
  await show(
    <>
      <Tones />
      <Dialog id="wallet" labelledBy="wallet-title" form="connect" open onOpen={() => {}} onClose={closing}>
        <Connect actor={life.actor} />
      </Dialog>
    </>,
  );
  return { ...life, tell: (event: AnyEventObject) => tell(event), approve: () => approve() };
}

const found = { type: 'wallets.found', wallets };
const named = (id: string) => wallets.find((wallet) => wallet.id === id) ?? installed;

/** The title of each step, which has the focus. */
const titles = {
  none: () => 'Connect a wallet',
  learnCompact: () => 'What is a wallet?',
  get: () => 'Get a wallet',
  connect: ({ name }) => name,
  downloadOptions: ({ name }) => `Get ${name}`,
  download: ({ name }) => `Get the ${name} app`,
  instructionsMobile: ({ name }) => `Set up ${name}`,
  instructionsExtension: ({ name }) => `Set up ${name}`,
  instructionsDesktop: ({ name }) => `Set up ${name}`,
  refreshing: ({ name }) => `Set up ${name}`,
} satisfies Record<string, (wallet: Wallet) => string>;

describe('view of connect', () => {
  const coverage = coverageOf(connectMachine);
  afterAll(() => console.info(`view of ${coverage}`));

  for (const { title: walk, follow } of walksOf(connectMachine, connectWorld))
    test(walk, { timeout: 60_000 }, async () => {
      const { actor, send, snapshot, approve, stop } = await visited({ inspect: coverage.inspect });
      const compact = () => page.viewport(500, 700);
      const wide = () => page.viewport(1000, 700);
      const seen = async (model: SnapshotFrom<typeof connectMachine>) => {
        if (model.value === 'done') return;
        const due = titles[model.value as keyof typeof titles](named(model.context.chosen ?? ''));
        await expect.poll(() => [snapshot().value, title()], { interval: 5 }).toEqual([model.value, due]);
        expect(dialog.query()?.matches(':modal')).toBe(true);
      };
      const pressed = (name: string | RegExp) => async () => {
        // Some places can only be pressed when they are scrolled to, in either layout.
        const place = button(name).first();
        place.element().scrollIntoView({ block: 'nearest' });
        (place.element() as HTMLElement).click();
      };
      await follow({
        send,
        events: {
          pick: async ({ id }) => {
            const row = new RegExp(`^${named(id).name}`);
            // What does not match the search is not there to be picked.
            if (!button(row).elements().length) write(dialog.getByRole('searchbox'), '');
            await expect.element(button(row).first()).toBeInTheDocument();
            await pressed(row)();
          },
          learn: async () => {
            await compact();
            await pressed('What is a wallet?')();
            await wide();
          },
          browse: pressed('Get a wallet'),
          // The same word leads there from the list, and from a wallet that is asked. Without a code it is no step of its own.
          get: ({ id }) => actor.send({ type: 'get', id }),
          back: pressed('Back'),
          close: pressed('Close'),
          search: ({ text }) => actor.send({ type: 'search', text }),
          mobile: pressed(/^Mobile app/),
          continue: pressed(/^(Continue|I have it, continue)$/),
          refresh: pressed('Refresh page'),
          'xstate.done.actor.attempt': approve,
          extension: () => actor.send({ type: 'extension' }),
          desktop: () => actor.send({ type: 'desktop' }),
        },
        states: { '*': seen },
      });
      stop();
    });

  test('takes every transition', () => expect(coverage.missing()).toEqual([]));
});

describe('the connect dialog', () => {
  test('shows the wallets under their headings, and what a wallet is', async () => {
    const { send } = await visited();
    await send(found);
    const lists = ['Installed', 'Popular', 'More'].map((name) => dialog.getByRole('list', { name }));
    expect(lists.map((list) => list.getByRole('button').elements().length)).toEqual([1, 5, 1]);
    await expect.element(button(/^Fern/)).toHaveAccessibleName('Fern (unsupported)');
    await expect.element(button(/^Fern/)).toBeEnabled();
    await expect.element(dialog.getByRole('heading', { name: 'What is a wallet?' })).toBeVisible();
    expect(button('Close').elements()).toHaveLength(1);
    expect(button('Back').elements()).toHaveLength(0);
  });

  test('with little room shows the list, or what comes of a choice', async () => {
    const { send } = await visited();
    await send(found);
    await page.viewport(400, 700);
    await expect.element(dialog.getByRole('heading', { name: 'What is a wallet?' })).not.toBeInTheDocument();
    await expect.element(button(/^Arc/)).toBeVisible();
    expect(button('Close').elements()).toHaveLength(1);
    await click(button('What is a wallet?'));
    await expect.poll(title).toBe('What is a wallet?');
    await expect.element(button(/^Arc/)).not.toBeInTheDocument();
    await click(button('Back'));
    await expect.poll(title).toBe('Connect a wallet');
  });

  test('news of wallets never moves the focus', async () => {
    const { send } = await visited();
    await send({ ...found, wallets: wallets.slice(1) });
    (button(/^Cove/).element() as HTMLElement).focus();
    await send(found);
    await expect.element(button(/^Fox/)).toBeVisible();
    await expect.element(button(/^Cove/)).toHaveFocus();
  });

  test('can be searched when it is long', async () => {
    const { send } = await visited();
    await send(found);
    await expect.element(dialog.getByRole('searchbox')).not.toBeInTheDocument();
    const many = [
      ...wallets,
      ...wallets.map((wallet) => ({ ...wallet, id: `${wallet.id}2`, name: `${wallet.name} Two` })),
    ];
    await send({ ...found, wallets: many });
    const field = dialog.getByRole('searchbox', { name: 'Search wallets' });
    await field.fill('cove');
    await expect.element(button('Cove Two')).toBeVisible();
    await expect.element(button(/^Arc/)).not.toBeInTheDocument();
    await expect.element(field).toHaveFocus();
    await field.fill('nothing of the kind');
    await expect.element(dialog.getByText('No wallet is called “nothing of the kind”.')).toBeVisible();
  });

  test('shows a code, how long it lasts, and its link', async () => {
    const { send, actor, tell } = await visited();
    await send(found);
    await click(button(/^Arc/));
    await expect.poll(title).toBe('Arc');
    await expect.element(button(/^Arc/)).toHaveAttribute('aria-current', 'true');
    const status = dialog.getByRole('status').last();
    await expect.element(status).toHaveTextContent('Making a code…You will scan it with Arc on your phone.');
    tell({ type: 'code.arrived', uri: uriOf(1) });
    await expect.element(dialog.getByRole('img', { name: /Arc/ })).toBeVisible();
    await expect.element(dialog.getByRole('heading', { name: 'Scan with Arc' })).toHaveFocus();
    await expect.element(status).toHaveTextContent('Scan with Arc');
    await expect.element(dialog.getByText('New code in 5:00')).toBeVisible();
    await click(button('Copy link'));
    expect(
      actor
        .getSnapshot()
        .children.attempt?.getSnapshot()
        .matches({ asking: { scanning: { link: 'copying' } } }),
    ).toBe(true);
    await click(button('Get Arc'));
    await expect.poll(title).toBe('Get Arc');
  });

  test('opening, slow and failed stand in the same place, and are read out once', async () => {
    const { send, clock } = await visited();
    await send(found);
    await click(button(/^Fox/));
    const status = dialog.getByRole('status').last();
    await expect.element(status).toHaveTextContent('Opening Fox…Confirm the connection in the Fox window.');
    const place = () => dialog.getByRole('heading', { level: 3 }).last().element().getBoundingClientRect().top;
    const before = place();
    clock.increment(15_000);
    await expect.element(status).toHaveTextContent('Still waiting. No window? Click the Fox icon');
    expect(place()).toBe(before);
    clock.increment(120_000);
    await expect.element(status).toHaveTextContent('Fox did not answerWe waited two minutes. Unlock Fox, then retry.');
    expect(place()).toBe(before);
    await click(button('Retry'));
    await expect.element(status).toHaveTextContent('Opening Fox…');
    await expect.poll(title).toBe('Fox');
  });

  test('a wallet that is not here and not to be had says so', async () => {
    const { send } = await visited();
    await send(found);
    await click(button(/^Fern/));
    await expect.poll(title).toBe(unsupported.name);
  });

  test('stores open in a new tab, and the dialog goes on to how it is set up', async () => {
    const { send } = await visited();
    await send(found);
    await click(button('Get a wallet'));
    await expect.poll(() => dialog.getByRole('list').last().getByRole('listitem').elements().length).toBe(5);
    const store = dialog.getByRole('link', { name: /^Get Dune/ });
    await expect.element(store).toHaveAttribute('rel', 'noopener noreferrer');
    await click(button(`Get ${scanning.name}`));
    await expect.poll(title).toBe('Get Arc');
    const card = dialog.getByRole('link', { name: /^Browser extension/ });
    await expect.element(card).toHaveAttribute('target', '_blank');
    card.element().addEventListener('click', (event) => event.preventDefault());
    await click(card);
    await expect.poll(title).toBe('Set up Arc');
    await click(button('Refresh page'));
    await expect.element(button('Refreshing…')).toHaveAttribute('aria-disabled', 'true');
  });

  test('a phone is led to the app store by a code', async () => {
    const { send } = await visited();
    await send(found);
    await click(button('Get a wallet'));
    await click(button(`Get ${mobileOnly.name}`));
    await expect.element(dialog.getByRole('img', { name: /store page of Cove/ })).toBeVisible();
    await click(button('I have it, continue'));
    await expect.poll(title).toBe('Set up Cove');
    await userEvent.keyboard('{Escape}');
  });
});
