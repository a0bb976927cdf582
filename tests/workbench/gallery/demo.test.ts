import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { locateAccountControls, locateConnectControls } from '../../page/visitor/controls.ts';
import { expectPage } from '../../page/visitor/expectPage.ts';
import { say } from '../../page/visitor/say.ts';
import { startProgram } from '../../support/development.ts';
import { wordsAt } from '../../support/words.ts';
import { expectAccessible, launchBrowser, openPage, readHighlightedIds } from '../browser.ts';

const start = (port = '0') => startProgram(['src/tools/start.js', 'demo'], /runs at (\S+?)\. /, { PORT: port });

let demo: Awaited<ReturnType<typeof start>>;
let browser: Browser;

beforeAll(async () => {
  [demo, browser] = await Promise.all([start(), launchBrowser()]);
}, 300_000);
afterAll(async () => {
  await browser.close();
  demo.stop();
});

/** Chromium's message about a policy for an unknown feature. */
const UNKNOWN = /Unrecognized feature: 'bluetooth'/;

/** Opens the demo as a new visitor. Errors, warnings and requests to other hosts fail the test, unless `expected`. */
async function open(expected?: RegExp) {
  const { page, problems } = await openPage(browser, {
    isProblem: (said) =>
      ['error', 'warning'].includes(said.type()) && ![UNKNOWN, expected].some((one) => one?.test(said.text())),
  });
  const note = (url: string) => {
    if (/^(http|ws)/.test(url) && !/^(localhost|127\.0\.0\.1)$/.test(new URL(url).hostname)) problems.push(url);
  };
  page.on('request', (request) => note(request.url()));
  page.on('websocket', (socket) => note(socket.url()));
  await page.goto(demo.origin);
  const frame = page.frameLocator('#page');
  await frame.locator('[data-alive]').nth(1).waitFor({ state: 'attached' });
  const card = page.getByRole('region', { name: 'Demo wallet' });
  const { row } = locateConnectControls(frame as unknown as Page, say);
  const { dialog: account, leave } = locateAccountControls(frame as unknown as Page, say);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  /** Waits for a request to the owner, and presses the button twice: the second press must have no effect. */
  const answer = async (title: string, name: string) => {
    await expectPage(card.getByRole('heading', { name: title })).toBeVisible();
    await card.locator('.answers').getByRole('button', { name, exact: true }).dblclick();
  };
  const ask = async () => {
    await frame.getByRole('link', { name: 'Connect wallet' }).click();
    await row('Demo Wallet').click();
  };
  return {
    page,
    frame,
    card,
    account,
    row,
    leave,
    press,
    answer,
    ask,
    message: card.getByRole('region', { name: 'Message' }),
    said: page.locator('.said'),
    signIn: page.getByLabel('Sign-in'),
    /** Returns how far the wallet overlaps the open dialog of the page horizontally, in px. */
    overlap: async () => {
      const [inner, outer] = await Promise.all([frame.getByRole('dialog').boundingBox(), card.boundingBox()]);
      return Math.max(0, inner!.x + inner!.width - outer!.x);
    },
    /** Presses a button. Returns a function that returns the control in the place of the button. */
    pressInPlace: async (name: string) => {
      const { x, y, width, height } = (await page.getByRole('button', { name }).boundingBox())!;
      await press(name);
      const middle = [x + width / 2, y + height / 2] as const;
      return () =>
        page.evaluate(
          ([x, y]) => document.elementFromPoint(x, y)?.closest('button, select, iframe')?.outerHTML ?? null,
          middle,
        );
    },
    connected: frame.locator('html[data-connected]'),
    sign: () => frame.getByRole('button', { name: wordsAt('sign_in.acts.ready', null) }).click(),
    openAccount: () =>
      frame
        .getByRole('link', { name: /^Account/ })
        .first()
        .click(),
  };
}

test('a visitor without a wallet can sign in, and restart the demo', async () => {
  const { page, frame, card, account, row, leave, press, answer, connected, sign, ...parts } = await open();
  const { ask, said, message, overlap, pressInPlace, openAccount } = parts;
  expect(page.url()).toContain('/demo.html');
  await page.setViewportSize({ width: 1366, height: 768 });
  await ask();
  await answer('The page asks to connect', 'Reject');
  await row('Demo Wallet').click();
  await expectPage(card).toBeVisible();
  expect(await overlap()).toBe(0);
  await answer('The page asks to connect', 'Approve');
  await sign();
  await expectPage(message).toContainText('wants you to sign in');
  expect(await overlap()).toBe(0);
  // A long message is marked as cut, and scrolls by keyboard.
  const hint = card.getByText('Scroll down: the message goes on.');
  await expectPage(hint).toBeVisible();
  await page.keyboard.press('Tab');
  await expectPage(message).toBeFocused();
  await page.keyboard.press('End');
  await expectPage(hint).toBeHidden();
  await answer('Sign this message?', 'Hold it: say nothing for now');
  await expectPage(card).toBeHidden();
  await press('Wallet (1)');
  await answer('Sign this message?', 'Sign');
  await connected.waitFor();

  await page.setViewportSize({ width: 1440, height: 900 });
  const controlBelowHide = await pressInPlace('Hide the wallet');
  expect(await controlBelowHide()).not.toContain('iframe');
  await expectPage(card).toBeHidden();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Wallet');
  await press('Wallet');
  const controlBelow = await pressInPlace('Send 0.01 ETH');
  await expectPage(card.getByRole('heading', { name: 'Send 0.01 ETH?' })).toBeVisible();
  expect(await controlBelow()).toBeNull();
  await answer('Send 0.01 ETH?', 'Send');
  await expectPage(page.locator('.server').first()).toContainText('1 waiting');
  await openAccount();
  await expectPage(account).toContainText('amina.eth');
  await expectPage(account).toContainText('12.5 ETH');
  await expectPage(account).toContainText('Pending');
  await press('Mine a block');
  await expectPage(account).toContainText('Confirmed');
  await expectPage(said).toHaveText('A block was mined.');

  await card.getByLabel('Network').selectOption('Polygon');
  await expectPage(card.getByRole('button', { name: 'Send 0.01 ETH' })).toBeHidden();
  await account.getByRole('button', { name: 'Wrong network' }).click();
  await frame.getByRole('dialog').getByRole('button', { name: 'Ethereum' }).click();
  await answer('Go to another network?', 'Go there');
  await expectPage(card.getByLabel('Network')).toHaveValue('1');
  await openAccount();
  await expectPage(account).not.toContainText('Wrong network');
  await expectPage(account).toContainText('12.4899 ETH');
  await expectPage(card.getByLabel('Account')).toContainText('amina.eth, 12.4899 ETH');
  await leave.click();
  await connected.waitFor({ state: 'detached' });

  await press('Start over');
  await expectPage(said).toContainText('as it was at the start');
  await expectPage(frame.getByRole('link', { name: 'Connect wallet' })).toBeVisible();
});

test('a phone that scans the code signs in, and the notice covers no control', async () => {
  const { page, frame, card, row, press, answer, said, connected, sign } = await open();
  await frame.getByRole('link', { name: 'Connect wallet' }).click();
  await press('Wallet');
  await press('On a phone');
  await press('Scan the code');
  await expectPage(said).toContainText('The page shows no code.');
  await page.setViewportSize({ width: 390, height: 844 });
  const covered = await page.locator('.card :is(button, select), .strip :is(button, select)').evaluateAll((all) =>
    all.flatMap((control) => {
      const { x, y, width, height } = control.getBoundingClientRect();
      const hit = document.elementFromPoint(x + width / 2, y + height / 2);
      return control.contains(hit) ? [] : [control.textContent];
    }),
  );
  expect(covered).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await row('WalletConnect').click();
  await expectPage(frame.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await press('Scan the code');
  await answer('The page asks to connect', 'Approve');
  await sign();
  await answer('Sign this message?', 'Sign');
  await connected.waitFor();
  await expectPage(card).toContainText('The phone is connected to the page.');
  await press('Start over');
  await connected.waitFor({ state: 'detached' });
});

test('the workbench opens beside the demo, and controls its page', async () => {
  const { page, frame, ask, press, answer, said } = await open();
  const [bench] = await Promise.all([page.waitForEvent('popup'), press('Workbench')]);
  await expectPage(said).toContainText('The page has started again');
  const rowOf = (name: string) => bench.locator('.tree').getByRole('button', { name: new RegExp(`^${name}\\b`) });
  await rowOf('alpha').click();
  await bench.locator('.now').getByRole('button', { name: 'open', exact: true }).click();
  await expectPage(frame.getByRole('dialog')).toBeVisible();
  await expectPage.poll(() => readHighlightedIds(bench)).toEqual(['alpha', 'alpha.open']);
  await bench.locator('.now').getByRole('button', { name: 'close', exact: true }).click();
  await expectPage(frame.getByRole('dialog')).toBeHidden();
  await expectAccessible(bench);

  // While the demo's wallet answers, the workbench shows the steps of the page's machines.
  await ask();
  await rowOf('attempt').click();
  await expectPage.poll(() => readHighlightedIds(bench)).toContain('attempt.asking');
  await answer('The page asks to connect', 'Approve');
  await expectPage(rowOf('session')).not.toContainText('disconnected');
  await press('Start over');
  await expectPage(rowOf('session')).toContainText('disconnected');

  // The reopened workbench shows the steps that happened meanwhile.
  await Promise.all([bench.waitForEvent('close'), bench.close()]);
  const [again] = await Promise.all([page.waitForEvent('popup'), press('Workbench')]);
  await expectPage(again.locator('.log')).toContainText('starts');
});

test('a request to the demo wallet ends when its page closes or reloads', async () => {
  const { page, frame, card, ask, press, answer, signIn } = await open(/status of 503/);
  const other = await open();
  await other.signIn.selectOption('is down');
  await ask();
  await expectPage(card.getByRole('heading', { name: 'The page asks to connect' })).toBeVisible();
  await other.ask();
  await expectPage(page.getByRole('button', { name: 'Wallet (2)' })).toBeVisible();
  await other.page.close();
  await expectPage(page.getByRole('button', { name: 'Wallet (1)' })).toBeVisible();
  // Reloading only the framed page also ends its request.
  await frame.locator('body').evaluate(() => location.reload());
  await expectPage(page.getByRole('button', { name: 'Wallet', exact: true })).toBeVisible();
  await page.reload();
  await expectPage(signIn).toHaveValue('is down');
  await ask();
  await answer('The page asks to connect', 'Approve');
  await expectPage(frame.getByRole('dialog', { name: 'Sign in' }).getByRole('button', { name: 'Retry' })).toBeVisible();
  await press('Start over');
  await expectPage(signIn).toHaveValue('works');
});

test('the demo can be used by keyboard, and axe finds no fault in light and dark', async () => {
  const { page, frame, card, row } = await open();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await frame.getByRole('link', { name: 'Connect wallet' }).press('Enter');
  await row('Demo Wallet').press('Enter');
  // The wallet takes the focus for a request, and restores it afterwards.
  await expectPage.poll(focused).toBe('The page asks to connect');
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Reject');
  await page.keyboard.press('Enter');
  await expectPage(card).toBeHidden();
  await expectPage(page.locator('#page')).toBeFocused();
  await row('Demo Wallet').press('Enter');
  await expectPage(card).toBeVisible();
  // Leaves out the framed page, which has its own tests. Removing it would end its request.
  await page.locator('#page').evaluate((frame) => {
    frame.style.display = 'none';
  });
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Reject' }).first().press('Enter');
  await expectPage(card).toBeHidden();
  await page.getByRole('button', { name: 'Wallet', exact: true }).press('Enter');
  for (const device of ['In this browser', 'On a phone']) {
    await card.getByRole('button', { name: device }).press('Enter');
    await expectAccessible(page);
  }
});

test('a port that is in use is reported in a sentence', async () => {
  const { port } = new URL(demo.origin);
  await expect(start(port)).rejects.toThrow(`Port ${port} is taken. Set another one, for example: PORT=`);
});

test('Ctrl-C ends all processes of the demo', async () => {
  const { child } = await start();
  const below = execFileSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number);
  const isRunning = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  expect(below.filter(isRunning)).toEqual(below);
  child.kill('SIGINT');
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  await expect.poll(() => below.filter(isRunning)).toEqual([]);
});
