import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AnyEventObject, fromCallback, fromPromise, type SnapshotFrom } from 'xstate';
import { reasonOf } from '#domain/attempt';
import { scans, type Wallet } from '#domain/wallet';
import { attemptMachine } from '#machines/attempt';
import { clipboardMachine } from '#machines/clipboard';
import { connectMachine } from '#machines/connect';
import { perform } from '../engine/perform';
import { byChance } from '../engine/randomRuns';
import { legible } from '../engine/words';
import { expiry, rejection } from '../samples/connections';
import { installed, mobileOnly, scanning, terse, uriOf } from '../samples/wallets';

/*
 * Random runs of the connect dialog. Visitors, wallets and timers act in any order. The dialog and its attempts are
 * real; the wallets are scripted. Late answers must change nothing.
 */

/** One request to a wallet, which may be answered late. */
interface Try {
  wallet: Wallet;
  since: number;
  signal: AbortSignal;
  announce: () => void;
  approve: () => void;
  refuse: (error: unknown) => void;
  announced: boolean;
  approved: boolean;
  errors: unknown[];
}

interface Claim {
  wallet: Wallet;
  attempt: string;
}

/** Whether it was answered or cancelled. */
const over = ({ signal, approved, errors }: Try) => signal.aborted || approved || errors.length > 0;

const candidates = Object.fromEntries([installed, scanning, terse, mobileOnly].map((wallet) => [wallet.id, wallet]));
const errors = [rejection, expiry, { code: -32002 }];

/** Starts the dialog. Returns it with all requests to wallets. */
function staged(wallets: Wallet[]) {
  const tries: Try[] = [];
  const speakers = new Map<string, (event: AnyEventObject) => void>();
  let now = () => 0;
  const attempt = attemptMachine.provide({
    actors: {
      attend: fromCallback<AnyEventObject, Claim>(({ self, sendBack }) => {
        speakers.set(self._parent!.sessionId, sendBack);
      }),
      watchPage: fromCallback(() => {}),
      requestConnection: fromPromise<void, Claim>(({ input: { wallet }, self, signal }) => {
        const nth = tries.length;
        const attempt = self._parent!;
        return new Promise((resolve, reject) => {
          const one: Try = {
            wallet,
            signal,
            since: now(),
            announced: false,
            approved: false,
            errors: [],
            announce: () => {
              // A replaced request reports no code.
              if (over(one) && attempt.getSnapshot().status === 'active') return;
              one.announced = true;
              speakers.get(attempt.sessionId)?.({ type: 'code.arrived', uri: uriOf(nth) });
            },
            approve: () => {
              one.approved = true;
              resolve();
            },
            refuse: (error) => {
              one.errors.push(error);
              reject(error);
            },
          };
          tries.push(one);
        });
      }),
      clipboard: clipboardMachine.provide({
        actors: { copyText: fromPromise<void, { text: string }>(() => Promise.resolve()) },
      }),
    },
  });
  const { actor, clock, snapshot, stop } = perform(connectMachine, { actors: { attempt } });
  now = () => clock.now();
  actor.send({ type: 'wallets.found', wallets });
  const child = () => actor.getSnapshot().children.attempt;
  const asked = () => child()?.getSnapshot() as SnapshotFrom<typeof attemptMachine> | undefined;
  return { actor, clock, tries, snapshot, stop, child, asked };
}

type Action =
  | { does: 'pick' | 'get'; nth: number }
  | { does: 'announce' | 'approve' | 'refuse'; nth: number; error: unknown }
  | {
      does:
        | 'expire'
        | 'lapse'
        | 'back'
        | 'retry'
        | 'renew'
        | 'hide'
        | 'see'
        | 'follow'
        | 'copy'
        | 'close'
        | 'extension'
        | 'mobile'
        | 'continue';
    }
  | { does: 'wait'; ms: number };

const one = <Does extends Action['does']>(...does: Does[]) => fc.constantFrom(...does);
/** Which request, counted from the latest. All others are late. */
const nth = fc.integer({ min: 1, max: 5 });
const latest = fc.constant(0);
const ms = fc.constantFrom(1_000, 10_000, 120_000);
const actions: fc.Arbitrary<Action> = fc.oneof(
  { weight: 20, arbitrary: fc.record({ does: one('pick'), nth: fc.nat(3) }) },
  { weight: 15, arbitrary: fc.record({ does: one('announce'), nth: latest, error: fc.constant(null) }) },
  { weight: 10, arbitrary: fc.record({ does: one('refuse'), nth: latest, error: fc.constantFrom(...errors) }) },
  {
    weight: 30,
    arbitrary: fc.record({ does: one('announce', 'approve', 'refuse'), nth, error: fc.constantFrom(...errors) }),
  },
  { weight: 15, arbitrary: fc.record({ does: one('retry', 'renew', 'follow', 'copy') }) },
  { weight: 5, arbitrary: fc.record({ does: one('hide', 'see', 'lapse') }) },
  { weight: 10, arbitrary: fc.record({ does: one('back', 'extension', 'mobile', 'continue') }) },
  { weight: 5, arbitrary: fc.record({ does: one('get'), nth: fc.nat(3) }) },
  { weight: 5, arbitrary: fc.record({ does: one('wait'), ms }) },
  { weight: 8, arbitrary: fc.record({ does: one('expire') }) },
  { weight: 8, arbitrary: fc.record({ does: one('refuse'), nth: latest, error: fc.constant(expiry) }) },
  { weight: 2, arbitrary: fc.record({ does: one('approve'), nth: latest, error: fc.constant(null) }) },
  { weight: 1, arbitrary: fc.record({ does: one('close') }) },
);
/** Events that are sent before any machine processes them. */
const rush = fc.array(actions, { minLength: 1, maxLength: 3 });

test('the dialog shows the chosen wallet, and its latest request', async () => {
  const met = { late: 0, failed: 0, code: 0, lapsed: 0, done: 0, renewed: 0 };
  await byChance(
    new URL('./failures/race.json', import.meta.url),
    fc.asyncProperty(
      fc.subarray(Object.keys(candidates), { minLength: 2 }),
      fc.array(rush, { maxLength: 24, size: 'max' }),
      async (ids, rushes) => {
        const { actor, clock, tries, snapshot, stop, child, asked } = staged(ids.map((id) => candidates[id]!));
        let closed = false;
        /** The connection requests whose pairing code was shown. */
        const shown = new Set<(typeof tries)[number]>();
        const seen = () => {
          const { wallets: _, ...context } = snapshot().context;
          return legible([snapshot().value, context, asked()?.value, asked()?.context]);
        };

        const happen = (action: Action) => {
          if (snapshot().status !== 'active') return;
          switch (action.does) {
            case 'pick':
            case 'get':
              actor.send({ type: action.does, id: ids[action.nth % ids.length]! });
              break;
            case 'announce':
            case 'approve':
              tries.at(-1 - action.nth)?.[action.does]();
              break;
            case 'refuse':
              tries.at(-1 - action.nth)?.refuse(action.error);
              break;
            case 'expire':
              tries.at(-1)?.announce();
              tries.at(-1)?.refuse(expiry);
              break;
            case 'lapse':
              child()?.send({ type: 'page.hidden' });
              tries.at(-1)?.announce();
              tries.at(-1)?.refuse(expiry);
              break;
            case 'retry':
            case 'renew':
              child()?.send({ type: action.does });
              break;
            case 'copy':
              asked()?.children.clipboard?.send({ type: 'copy', text: asked()?.context.uri ?? '' });
              break;
            case 'follow':
              child()?.send({ type: 'link.followed' });
              break;
            case 'hide':
            case 'see':
              child()?.send({ type: action.does === 'hide' ? 'page.hidden' : 'page.visible' });
              break;
            case 'wait':
              clock.increment(action.ms);
              break;
            default:
              closed ||= action.does === 'close';
              actor.send({ type: action.does });
          }
        };
        const late = (action: Action) => {
          const one = 'error' in action && tries.at(-1 - action.nth);
          return one ? over(one) : false;
        };

        for (const rushed of rushes) {
          if (snapshot().status !== 'active') break;
          const onlyLate = rushed.every(late);
          const before = onlyLate && seen();
          const { length } = tries;
          for (const action of rushed) happen(action);
          await new Promise((heard) => setImmediate(heard));

          if (onlyLate) {
            met.late += 1;
            expect(seen()).toBe(before);
            expect(tries.length).toBe(length);
          }
          if (tries.length > length && rushed.every(({ does }) => ['announce', 'refuse', 'expire'].includes(does)))
            met.renewed += 1;
          const latest = tries.at(-1);
          if (latest?.announced) shown.add(latest);
          expect(tries.slice(0, -1).every(over)).toBe(true);
          if (snapshot().status === 'done') {
            met.done += 1;
            expect(closed || latest?.approved).toBe(true);
            break;
          }
          const attempt = asked();
          if (snapshot().value !== 'connect') {
            expect(attempt).toBeUndefined();
            expect(latest ? over(latest) : true).toBe(true);
            continue;
          }
          expect(attempt?.context.wallet.id).toBe(snapshot().context.chosen);
          expect(latest?.wallet.id).toBe(snapshot().context.chosen);
          const { uri = null, left = 0, reason = null } = attempt?.context ?? {};
          // The former code stays until the next one arrives.
          if (uri !== null && left === 0) expect(tries.slice(0, -1).map((_, i) => uriOf(i))).toContain(uri);
          if (left > 0) {
            met.code += 1;
            shown.add(latest!);
            expect(latest?.announced).toBe(true);
            expect(uri).toBe(uriOf(tries.length - 1));
            expect(scans(latest!.wallet)).toBe(true);
          }
          if (attempt?.matches('failed')) {
            met.failed += 1;
            const age = clock.now() - latest!.since;
            const reasons = [
              ...latest!.errors.slice(0, 1).map((error) => (error === expiry ? 'unreachable' : reasonOf(error))),
              ...(age >= 10_000 && !shown.has(latest!) ? ['unreachable'] : []),
              ...(age >= 120_000 ? ['timedOut'] : []),
            ];
            expect(reasons).toContain(reason);
          } else if (attempt?.matches('lapsed')) {
            met.lapsed += 1;
            expect([uri, left, over(latest!), shown.has(latest!)]).toEqual([null, 0, true, true]);
          } else {
            expect(attempt?.context.renewals).toBeLessThanOrEqual(3);
            expect(reason).toBeNull();
            expect(over(latest!)).toBe(false);
          }
        }
        stop();
      },
    ),
    120,
  );
  // The runs have covered all cases.
  for (const [what, times] of Object.entries(met)) expect([what, times > 0]).toEqual([what, true]);
  console.info(`race: ${legible(met)}`);
}, 20_000);
