import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { faultsOf, type Prose, proseIn } from './prose';

/** Files whose comments or titles still follow older rules. Nothing may be added. */
const TO_MEND: string[] = [
  'machines/connect.ts',
  'machines/connection.ts',
  'machines/pairing.ts',
  'machines/session.ts',
  'machines/signIn.ts',
  'tests/adapters/browser.ts',
  'tests/adapters/chain.test.ts',
  'tests/adapters/clipboard.test.ts',
  'tests/adapters/connection.test.ts',
  'tests/adapters/httpVerifier.test.ts',
  'tests/adapters/localVerifier.test.ts',
  'tests/adapters/message.test.ts',
  'tests/adapters/part.test.ts',
  'tests/adapters/profile.test.ts',
  'tests/adapters/receipt.test.ts',
  'tests/adapters/session.test.ts',
  'tests/adapters/trace.test.ts',
  'tests/adapters/transactions.test.ts',
  'tests/adapters/wagmiInternals.test.ts',
  'tests/bench/dialog.ts',
  'tests/bench/lighthouse.ts',
  'tests/bench/table.ts',
  'tests/bench/visit.ts',
  'tests/browsers/journeys.test.ts',
  'tests/browsers/site.ts',
  'tests/build/apg.test.ts',
  'tests/build/base.test.ts',
  'tests/build/early.test.ts',
  'tests/build/inline.test.ts',
  'tests/build/standIns.test.ts',
  'tests/build/variables.test.ts',
  'tests/chance.test.ts',
  'tests/chance.ts',
  'tests/copy.test.ts',
  'tests/coverage.ts',
  'tests/domain/announcement.test.ts',
  'tests/domain/attempt.test.ts',
  'tests/domain/avatar.test.ts',
  'tests/domain/balance.test.ts',
  'tests/domain/ensName.test.ts',
  'tests/domain/portrait.test.ts',
  'tests/domain/qr.test.ts',
  'tests/domain/records.test.ts',
  'tests/domain/signIn.test.ts',
  'tests/domain/site.test.ts',
  'tests/domain/star.test.ts',
  'tests/domain/trace.test.ts',
  'tests/domain/transaction.test.ts',
  'tests/domain/transactions.test.ts',
  'tests/domain/visitor.test.ts',
  'tests/domain/walletGroups.test.ts',
  'tests/domain/wallets.test.ts',
  'tests/draw/pictures.test.ts',
  'tests/draw/pictures.ts',
  'tests/draw/sources.tsx',
  'tests/layers.test.ts',
  'tests/machines/account.test.ts',
  'tests/machines/address.test.ts',
  'tests/machines/alpha.test.ts',
  'tests/machines/attempt.test.ts',
  'tests/machines/chain.test.ts',
  'tests/machines/comparison.test.ts',
  'tests/machines/connect.test.ts',
  'tests/machines/connection.race.test.ts',
  'tests/machines/connection.test.ts',
  'tests/machines/door.test.ts',
  'tests/machines/mobileConnect.test.ts',
  'tests/machines/pairing.test.ts',
  'tests/machines/race.test.ts',
  'tests/machines/session.account.test.ts',
  'tests/machines/session.properties.test.ts',
  'tests/machines/session.test.ts',
  'tests/machines/signIn.test.ts',
  'tests/machines/theorems.test.ts',
  'tests/machines/transaction.test.ts',
  'tests/machines/transactions.test.ts',
  'tests/machines/walks.test.ts',
  'tests/model.test.ts',
  'tests/model.ts',
  'tests/mutate.test.ts',
  'tests/mutate/chosen.ts',
  'tests/mutate/mutants.ts',
  'tests/mutate/plugin.ts',
  'tests/mutate/run.ts',
  'tests/mutate/runner.ts',
  'tests/names.test.ts',
  'tests/page/account.steps.test.ts',
  'tests/page/account.test.ts',
  'tests/page/account.walks.test.ts',
  'tests/page/accounts.ts',
  'tests/page/alpha.test.ts',
  'tests/page/alpha.walks.test.ts',
  'tests/page/attempt.walks.test.ts',
  'tests/page/auth.test.ts',
  'tests/page/axe.test.ts',
  'tests/page/axe.ts',
  'tests/page/budget.test.ts',
  'tests/page/build.test.ts',
  'tests/page/chain.steps.test.ts',
  'tests/page/chain.test.ts',
  'tests/page/chain.walks.test.ts',
  'tests/page/connect.test.ts',
  'tests/page/connect.walks.test.ts',
  'tests/page/connection.test.ts',
  'tests/page/control.test.ts',
  'tests/page/counts.test.ts',
  'tests/page/deploy.test.ts',
  'tests/page/door.test.ts',
  'tests/page/door.walks.test.ts',
  'tests/page/early.test.ts',
  'tests/page/errors.test.ts',
  'tests/page/head.test.ts',
  'tests/page/inApp.test.ts',
  'tests/page/injected.ts',
  'tests/page/landing.test.ts',
  'tests/page/layout.test.ts',
  'tests/page/leaks.test.ts',
  'tests/page/look.ts',
  'tests/page/mobileConnect.walks.test.ts',
  'tests/page/otherSite.ts',
  'tests/page/phone.test.ts',
  'tests/page/race.test.ts',
  'tests/page/relayed.ts',
  'tests/page/room.test.ts',
  'tests/page/room.ts',
  'tests/page/safe.ts',
  'tests/page/seen.ts',
  'tests/page/servedList.test.ts',
  'tests/page/session.walks.test.ts',
  'tests/page/signIn.phone.test.ts',
  'tests/page/signIn.steps.test.ts',
  'tests/page/signIn.test.ts',
  'tests/page/signIn.walks.test.ts',
  'tests/page/signing.ts',
  'tests/page/steps.test.ts',
  'tests/page/storage.test.ts',
  'tests/page/trace.test.ts',
  'tests/page/transactions.test.ts',
  'tests/page/transactions.walks.test.ts',
  'tests/page/translated.test.ts',
  'tests/page/translator.ts',
  'tests/page/visit.ts',
  'tests/page/walletConnect.faults.test.ts',
  'tests/page/walletConnect.test.ts',
  'tests/page/wallets.test.ts',
  'tests/perform.ts',
  'tests/report.test.ts',
  'tests/report.ts',
  'tests/samples/site.ts',
  'tests/scenarios.ts',
  'tests/sequencer.ts',
  'tests/signing.test.ts',
  'tests/site/values.test.ts',
  'tests/support/build.ts',
  'tests/support/chain.ts',
  'tests/support/chromium.ts',
  'tests/support/ens.ts',
  'tests/support/injected.ts',
  'tests/support/nasty.ts',
  'tests/support/phone.ts',
  'tests/support/relay.ts',
  'tests/support/rendering.ts',
  'tests/support/setup.ts',
  'tests/support/verifier.ts',
  'tests/theorems.ts',
  'tests/tier.test.ts',
  'tests/tier.ts',
  'tests/traces.test.ts',
  'tests/traces.ts',
  'tests/views/Account.test.tsx',
  'tests/views/Alpha.test.tsx',
  'tests/views/Attempt.test.tsx',
  'tests/views/Chain.test.tsx',
  'tests/views/Comparison.test.tsx',
  'tests/views/Connect.test.tsx',
  'tests/views/Dialog.test.tsx',
  'tests/views/Door.test.tsx',
  'tests/views/MobileConnect.test.tsx',
  'tests/views/QrCode.test.tsx',
  'tests/views/Session.test.tsx',
  'tests/views/SignIn.test.tsx',
  'tests/views/Transactions.test.tsx',
  'tests/views/attempt.ts',
  'tests/views/controls.ts',
  'tests/views/said.ts',
  'tests/views/setup.ts',
  'tests/views/support.tsx',
  'tests/views/theorems.test.tsx',
  'tests/visibleWords.ts',
  'tests/words.ts',
  'tests/workbench/panel.test.ts',
  'tests/workbench/scxml.test.ts',
  'tests/worlds.ts',
];

const found = ['src', 'machines', 'tests']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
  .filter((file) => /\.tsx?$/.test(file))
  .sort()
  .map((file) => {
    const faults = proseIn(readFileSync(file, 'utf8'), file).flatMap((prose) =>
      faultsOf(prose).map((fault) => `${file}:${prose.line} ${prose.kind} ${fault}: ${prose.text.slice(0, 60)}`),
    );
    return { file, faults };
  });

test('comments, titles, descriptions and visible sentences are plain English', () => {
  expect(found.filter(({ file }) => !TO_MEND.includes(file)).flatMap(({ faults }) => faults)).toEqual([]);
});

test('every file that is to be mended still needs it', () => {
  expect(TO_MEND.filter((name) => !found.some(({ file, faults }) => file === name && faults.length))).toEqual([]);
});

describe('a fault is found', () => {
  const long = Array.from({ length: 26 }, (_, i) => `word${i}`).join(' ');
  test.each([
    ['comment', 'Who connects a wallet is asked to sign.', 'begins with "Who"'],
    ['comment', 'The wallet answers. What it says is kept.', 'begins with "What"'],
    ['comment', '@throws {Error} that nobody expects', 'begins with "that"'],
    ['title', 'that a switch has failed is shown', 'begins with "that"'],
    ['description', 'Nobody waits for an answer.', 'begins with "Nobody"'],
    ['visible', 'Of these wallets, none is here.', 'begins with "Of"'],
    ['visible', 'None of these wallets can be had here.', 'says "can be had"'],
    ['title', 'a'.repeat(81), 'is 81 characters long'],
    ['comment', long, 'has a sentence of 26 words'],
  ] as const)('%s: %s', (kind, text, fault) => expect(faultsOf({ kind, text })).toEqual([fault]));
});

describe('plain English passes', () => {
  test.each([
    ['visible', 'What is a wallet?'],
    ['visible', 'Sign a short message. That’s all it takes.'],
    ['comment', 'Returns `what is given`, or null.\n@throws {Error} if it is not'],
    ['comment', 'Shows a row:\n\n    what is code is not read\n'],
    ['title', 'a'.repeat(80)],
  ] as const)('%s: %s', (kind, text) => expect(faultsOf({ kind, text })).toEqual([]));
});

test('texts are found by their kinds', () => {
  const code = `
    /** Adds
     * two numbers. */
    const a = 1; // One.
    // One
    // text.
    // biome-ignore lint: none
    const machine = { description: 'Waits.' };
    describe.each([1])(\`number \${a}\`, () => test('adds', () => {}));
  `;
  const texts = (file: string) => proseIn(code, file).map(({ kind, text, line }): Prose => ({ kind, text, line }));
  expect(texts('tests/a.test.ts')).toEqual([
    { kind: 'comment', text: 'Adds\ntwo numbers.', line: 2 },
    { kind: 'comment', text: 'One.\n One\n text.', line: 4 },
    { kind: 'description', text: 'Waits.', line: 8 },
    { kind: 'title', text: 'number x', line: 9 },
    { kind: 'title', text: 'adds', line: 9 },
  ]);
  expect(proseIn("export const a = { b: 'Seen.' };", 'src/copy/en/a.ts')).toMatchObject([
    { kind: 'visible', text: 'Seen.' },
  ]);
});
