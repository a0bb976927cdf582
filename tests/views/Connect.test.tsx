import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SnapshotFrom } from 'xstate';
import type { Wallet } from '#domain/wallet';
import { connectMachine } from '#machines/connect';
import { Dialog } from '#views/Dialog';
import { Connect } from '../../src/views/wallet/Connect';
import { Tones } from '../../src/views/wallet/tokens';
import { walksOf } from '../model';
import { perform } from '../perform';
import { prove } from '../tier';
import { installed, mobileOnly, scanning, unsupported, uriOf, wallets } from '../wallets';
import { connectWorld, rejection } from '../worlds';
import { scriptedAttempt } from './attempt';
import { click, heard, show, write } from './support';

const dialog = page.getByRole('dialog', { name: 'Connect a wallet', exact: true });
const button = (name: string | RegExp) => dialog.getByRole('button', { name, exact: typeof name === 'string' });
const title = () => document.activeElement?.textContent;

/** The dialog, open; its attempts run for real, with the test as the wallet that is asked. */
async function visited(options?: Parameters<typeof perform>[1]) {
  const { attempt, ...wallet } = scriptedAttempt();
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
  return {
    ...life,
    ...wallet,
    pass: (seconds: number) => {
      for (let i = 0; i < seconds; i++) life.clock.increment(1_000);
    },
  };
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
  const { coverage, walks, complete } = prove('view', connectMachine, walksOf(connectMachine, connectWorld));

  for (const { title: walk, follow } of walks)
    test(walk, { timeout: 60_000 }, async () => {
      const { actor, send, snapshot, approve, stop } = await visited({ coverage });
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

  test('takes every transition', complete);
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

  test('a row that moves to another list takes the focus along, and only that', async () => {
    const { send } = await visited();
    await send(found);
    (button(/^Arc/).element() as HTMLElement).focus();
    const moved = { ...scanning, groupName: 'Installed', groupIndex: 0 };
    await send({ ...found, wallets: [installed, moved, ...wallets.slice(2)] });
    const installedOnes = dialog.getByRole('list', { name: 'Installed' });
    await expect.element(installedOnes.getByRole('button', { name: 'Arc' })).toHaveFocus();
    (document.activeElement as HTMLElement).blur();
    await send(found);
    await expect
      .element(dialog.getByRole('list', { name: 'Popular' }).getByRole('button', { name: 'Arc' }))
      .toBeVisible();
    expect(document.activeElement).toBe(document.body);
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
    const verdict = dialog.getByRole('status').first();
    await expect.element(verdict).toHaveTextContent(/^No wallet found$/);
    const said = heard(verdict);
    await field.fill('nothing of the kind here');
    await expect.element(dialog.getByText('No wallet is called “nothing of the kind here”.')).toBeVisible();
    expect(said()).toEqual([]);
  });

  test('a wallet that announces itself late does not move the row under the pointer', async () => {
    const many = wallets.flatMap((wallet) =>
      ['', '2', '3'].map((nth) => ({ ...wallet, id: wallet.id + nth, name: wallet.name + nth })),
    );
    const { send } = await visited();
    await send({ ...found, wallets: many.filter(({ installed }) => !installed) });
    const row = button('Bay');
    await userEvent.hover(row);
    const top = () => row.element().getBoundingClientRect().top;
    const before = top();
    await send({ ...found, wallets: many });
    await expect.element(button('Fox3')).toBeInTheDocument();
    expect(top()).toBe(before);
    expect(row.element().closest('li')?.matches(':hover')).toBe(true);
  });

  test('the last row is never dimmed', async () => {
    const { send } = await visited();
    await send({
      ...found,
      wallets: wallets.flatMap((wallet) => ['', '2'].map((nth) => ({ ...wallet, id: wallet.id + nth }))),
    });
    const row = button(/^Fern/).last().element() as HTMLElement;
    row.focus();
    const fade = row.closest('section')!.parentElement!.getBoundingClientRect().bottom - 28;
    expect(row.getBoundingClientRect().bottom).toBeLessThanOrEqual(fade);
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

  test.each([1000, 400])('declined on the phone, the focus goes from the code to the title: %i px', async (width) => {
    const { send, tell, refuse } = await visited();
    await page.viewport(width, 700);
    await send(found);
    await click(button(/^Arc/));
    tell({ type: 'code.arrived', uri: uriOf(1) });
    await expect.element(button('Copy link')).toBeVisible();
    (button('Copy link').element() as HTMLElement).focus();
    // News of wallets are none of its business.
    await send({ ...found, wallets: wallets.slice(1) });
    await expect.element(button('Copy link')).toHaveFocus();
    refuse(rejection);
    await expect.element(button('Retry')).toBeVisible();
    await expect.element(dialog.getByRole('heading', { name: 'Arc', exact: true })).toHaveFocus();
  });

  test('a code stays in sight until the next one is there; only that is said', async () => {
    const { send, tell, pass } = await visited();
    await send(found);
    await click(button(/^Arc/));
    tell({ type: 'code.arrived', uri: uriOf(1) });
    const code = dialog.getByRole('img', { name: /Arc/ });
    await expect.element(code).toBeVisible();
    const drawn = () => code.element().querySelector('path')?.getAttribute('d');
    const first = drawn();
    (button('Copy link').element() as HTMLElement).focus();
    const said = heard(dialog.getByRole('status').last());
    for (const nth of [2, 3]) {
      pass(300);
      await expect.element(dialog.getByText('New code in 0:00')).toBeVisible();
      await expect.element(button('Copy link')).toHaveAttribute('aria-disabled', 'true');
      if (nth === 2) expect(drawn()).toBe(first);
      tell({ type: 'code.arrived', uri: uriOf(nth) });
      await expect.element(dialog.getByText('New code in 5:00')).toBeVisible();
      expect(drawn()).not.toBe(first);
      await expect.element(button('Copy link')).toHaveFocus();
      expect(said()).toEqual(['New code']);
    }
    await expect.element(dialog.getByRole('heading', { name: 'Scan with Arc' })).toBeVisible();
  });

  test.each([
    [true, 'Copied', 'Link copied'],
    [false, 'Not copied', 'Copying was refused'],
  ])('whether the link was copied is seen, and said once: %s', async (worked, label, spoken) => {
    const { send, tell, copied, clock } = await visited();
    await send(found);
    await click(button(/^Arc/));
    tell({ type: 'code.arrived', uri: uriOf(1) });
    await expect.element(button('Copy link')).toBeVisible();
    const said = heard(dialog.getByRole('status').last());
    await click(button('Copy link'));
    copied(worked);
    await expect.element(button(label)).toBeVisible();
    clock.increment(1_500);
    await expect.element(button('Copy link')).toBeVisible();
    expect(said()).toEqual([spoken]);
  });

  test('with little room, what is said has its place before there are words', async () => {
    await visited();
    await page.viewport(400, 700);
    const status = dialog.getByRole('status').last();
    await expect.element(status).toBeInTheDocument();
    expect(status.element().checkVisibility()).toBe(true);
    expect(status.element().closest('section')?.getBoundingClientRect().width).toBeLessThan(2);
    await expect.element(button('Get a wallet')).not.toBeInTheDocument();
  });

  test('in a low window, Retry and the hint need no scrolling', async () => {
    const { send, clock } = await visited();
    await send(found);
    await page.viewport(640, 400);
    await click(button(/^Fox/));
    const within = (element: Element) =>
      element.getBoundingClientRect().bottom <= dialog.element().getBoundingClientRect().bottom;
    clock.increment(15_000);
    await expect.element(dialog.getByText('Still waiting.')).toBeVisible();
    expect(within(dialog.getByText('Still waiting.').element().parentElement!)).toBe(true);
    clock.increment(120_000);
    await expect.element(button('Retry')).toBeVisible();
    expect(within(button('Retry').element())).toBe(true);
  });

  test('a step comes in, but not with the dialog; and back from the other side', async () => {
    const { send } = await visited();
    await send(found);
    const step = () => document.querySelector<HTMLElement>('dialog [data-depth]')!;
    const dialogElement = step().closest('dialog')!;
    expect(step().style.animationName).toBe('none');
    await click(button(/^Arc/));
    await expect.poll(title).toBe('Arc');
    expect(step().style.animationName).toBe('');
    await click(button('Back'));
    await expect.poll(title).toBe('Connect a wallet');
    expect(dialogElement.hasAttribute('data-back')).toBe(true);
    step().dispatchEvent(new AnimationEvent('animationend', { bubbles: true }));
    expect(dialogElement.hasAttribute('data-back')).toBe(false);
  });

  test('opening, slow and failed stand in the same place, and are read out once', async () => {
    const { send, clock } = await visited();
    await send(found);
    await click(button(/^Fox/));
    const status = dialog.getByRole('status').last();
    await expect.element(status).toHaveTextContent('Opening Fox…Confirm the connection in Fox.');
    const said = heard(status);
    expect(getComputedStyle(status.element().querySelector('p')!).maxInlineSize).not.toBe('none');
    const place = () => dialog.getByRole('heading', { level: 3 }).last().element().getBoundingClientRect().top;
    const before = place();
    clock.increment(15_000);
    await expect.element(status).toHaveTextContent('Still waiting. No window? Click the Fox icon');
    expect(said()).toEqual(['Still waiting. No window? Click the Fox icon in your browser’s toolbar.']);
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
