import { describe } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import { pairingMachine } from '#machines/pairing';
import { generatePaths, selectFewestPaths, type World } from '../engine/paths';
import { prove } from '../engine/tier';
import { nthPairingUri } from '../samples/wallets';
import { createRelayTest, RELAY_ERROR_PATTERN, type RelayFixtures } from './relaySite.ts';
import { createFollower } from './traced.ts';
import { expectPage } from './visitor/expectPage.ts';
import { addTraceButton } from './visitor/inPage.ts';
import { holdRelayMessages, holdWalletConnectLibrary } from './visitor/network.ts';

const SITE = 'pairingPaths';
const test = createRelayTest(SITE);

type Model = SnapshotFrom<typeof pairingMachine>;

/** A pairing code for which an attempt waits, and a pairing code without an attempt. */
const [wantedCode, lateCode] = [nthPairingUri(1), nthPairingUri(2)];

const world: World<typeof pairingMachine> = {
  limit: 16,
  samples: [
    { type: 'request', attempt: 'attempt' },
    { type: 'leave', attempt: 'attempt' },
    { type: 'code.shown', uri: wantedCode },
    { type: 'code.shown', uri: lateCode },
    { type: 'pairing.failed', reason: 'rejected' },
    { type: 'library.missed', online: true },
  ],
  possible: (event, snapshot) => {
    const { missed, uri } = snapshot.context;
    const isWanted = snapshot.matches({ pairing: { starting: { awaited: 'wanted' } } });
    const isAwaited = snapshot.matches({ pairing: { starting: 'awaited' } });
    const isMissing = snapshot.matches('pairing') && missed;
    switch (event.type) {
      case 'request':
        // The page ends an attempt before it starts the next.
        if (isMissing || snapshot.matches('reloading') || snapshot.matches({ pairing: 'shown' })) return false;
        if (snapshot.matches('withdrawing')) return uri === wantedCode;
        return !isAwaited;
      case 'leave':
        return !isMissing && !snapshot.matches('withdrawing');
      case 'code.shown':
        return !isMissing && (event.uri === wantedCode) === isAwaited;
      case 'relay.refused':
        return !isMissing;
      case 'pairing.failed':
        return !isMissing && !isWanted && !snapshot.matches({ pairing: { starting: 'stuck' } });
      case 'library.missed':
        return isWanted;
      // The page has been reloaded, or the attempt has ended.
      case 'xstate.done.actor.reloadPage':
      case 'xstate.error.actor.reloadPage':
      case 'xstate.error.actor.withdrawCode':
        return false;
      // `walletConnect.faults.test.ts` cuts the connection to the relay.
      case 'line.lost':
      case 'line.restored':
      case 'line.gone':
        return false;
      default:
        return !event.type.startsWith('xstate.after.') || event.type.startsWith('xstate.after.codeLifetime');
    }
  },
};

/** Whether an expired pairing code is visible, for which the page requests a new code at once. */
const isRenewed = (now: Model) => now.matches('failed') && now.context.reason === 'expired';

const proof = prove('page', pairingMachine, selectFewestPaths(generatePaths(pairingMachine, world, 'transitions')), {
  impossible: [
    // The attempt ends first, because it waits for a code for only ten seconds.
    'pairing.pairing.starting.awaited · xstate.after.codeTimeout.pairing.pairing.starting.awaited → pairing.pairing.starting.stuck',
    // The page ends an attempt before it starts the next.
    'pairing.pairing.shown · request → pairing.withdrawing',
    // WalletConnect's library is loaded, so it withdraws a code in the same turn of the event loop.
    'pairing.withdrawing · leave → (stays)',
    'pairing.withdrawing · xstate.after.withdrawTimeout.pairing.withdrawing → pairing.withdrawn',
    'pairing.withdrawing · xstate.error.actor.withdrawCode → pairing.withdrawn',
    // The page has been reloaded, or the attempt has ended.
    'pairing.reloading · xstate.after.reloadTimeout.pairing.reloading → pairing.failed',
    'pairing.reloading · xstate.done.actor.reloadPage → pairing.failed',
    'pairing.reloading · xstate.error.actor.reloadPage → pairing.failed',
    // `walletConnect.faults.test.ts` cuts the connection to the relay.
    'pairing.pairing.shown · line.lost → (stays)',
    'pairing.pairing.shown · line.restored → (stays)',
    'pairing.pairing.shown · line.gone → pairing.failed',
  ],
});

type Stage = Required<Parameters<(typeof proof.paths)[number]['follow']>[0]>;
type Life = Awaited<ReturnType<typeof begin>>;

async function begin(
  { visit, phoneOf, relay }: Pick<RelayFixtures, 'visit' | 'phoneOf' | 'relay'>,
  { types }: (typeof proof.paths)[number],
) {
  const own = {
    /** Whether WalletConnect's library has loaded since the page last loaded. */
    hasLibrary: false,
    /** The number of session proposals that the relay had received before the last attempt. */
    proposals: 0,
    nth: 0,
    step: 0,
  } as { hasLibrary: boolean; proposals: number; nth: number; model: Model; step: number };
  let line!: Awaited<ReturnType<typeof holdRelayMessages>>;
  let library!: Awaited<ReturnType<typeof holdWalletConnectLibrary>>;
  const visitor = await visit({
    path: '/favicon.svg',
    clock: true,
    scripts: [addTraceButton],
    before: async (page) => {
      line = await holdRelayMessages(page, relay);
      library = await holdWalletConnectLibrary(page, SITE);
    },
  });
  const { page, connect } = visitor;
  // The page logs why a relay refused it.
  visitor.forgiven.push(
    /VITE_WALLETCONNECT_PROJECT_ID/,
    RELAY_ERROR_PATTERN,
    /Failed to load|dynamically imported module/,
  );
  const machine = createFollower(page, 'pairing');
  const { turn, until, stop, inTime } = visitor.clock;

  const load = async () => {
    own.hasLibrary = false;
    machine.restart();
    await page.goto('/favicon.svg');
    await page.goto('/#connect');
  };

  /** Picks another wallet than last time. All wallets on phones share one pairing code. */
  const picks = async () => {
    own.nth += 1;
    const name = ['Rainbow', 'MetaMask'][own.nth % 2]!;
    if (!(await connect.row(name).isVisible())) await visitor.requestsInTime('connect');
    await until(() => connect.row(name).isVisible(), `${name} is listed`);
    await visitor.picks(name);
  };
  const comes = async () => {
    own.hasLibrary = true;
    await library.release();
  };
  /** Lets WalletConnect's library load, and releases the relay's messages. */
  const hears = async () => {
    await comes();
    line.release();
  };

  /** Lets time pass until WalletConnect's library sends the event `type` to the machine. */
  const comesInTime = (type: string) =>
    expectPage.poll(() => turn(1_000).then(machine.heard), { intervals: [20] }).toContain(type);
  /** Lets time pass until WalletConnect's library has connected to the relay again. */
  const hasLine = () =>
    expectPage.poll(() => turn(1_000).then(() => relay.sockets), { intervals: [20] }).toBeGreaterThan(0);

  await stop();
  await load();
  await until(() => connect.row('Rainbow').isVisible(), 'wallets are listed');

  return {
    ...{ visitor, relay, phoneOf, line, library, machine, types, own },
    ...{ turn, until, inTime, load, picks, comes, hears, comesInTime, hasLine },
  };
}

/** Returns a function for each event of the machine, which causes the event on the page. */
function causesIn(life: Life) {
  const { visitor, relay, phoneOf, line, library, types, own } = life;
  const { until, inTime, load, picks, comes, hears, comesInTime, hasLine } = life;
  const { page, connect } = visitor;
  const events: Record<string, (event: { uri: string }) => unknown> = {
    request: async () => {
      if (isRenewed(own.model)) return;
      relay.allow();
      line.hold();
      if (!own.hasLibrary) library.hold();
      if (own.model.matches({ pairing: { starting: 'stuck' } })) await hasLine();
      if (own.model.matches('approved')) {
        await visitor.requestsInTime('account');
        await visitor.button('leave').click();
        await until(() => visitor.isConnected().then((it) => !it), 'nobody is connected');
      }
      if (types[own.step] === 'pairing.failed') {
        // WalletConnect's library gives up after 60 s, and the new attempt must not end before that.
        await until(async () => line.proposals() > own.proposals, 'the relay is asked');
        await page.clock.runFor(55_000);
      }
      // An attempt that continues an abandoned request sends none of its own.
      if (!own.model.matches({ pairing: { starting: 'unwanted' } })) own.proposals = line.proposals();
      await picks();
    },
    leave: async () => {
      // The next attempt withdraws the code, and requests another.
      if (own.model.matches({ pairing: 'shown' }) && types[own.step] === 'request') return;
      await visitor.closesInTime();
    },
    'code.shown': async () => {
      relay.allow();
      await hears();
      if (own.model.matches({ pairing: { starting: 'stuck' } })) await comesInTime('code.shown');
    },
    'phone.approved': async () => {
      const phone = await phoneOf();
      await inTime(async () => {
        await phone.pair(await visitor.copiesLink());
        await expectPage(visitor.modal).toBeHidden();
      });
    },
    'pairing.failed': async () => {
      if (!own.model.matches({ pairing: 'shown' })) {
        await comes();
        await comesInTime('pairing.failed');
        return;
      }
      const phone = await phoneOf('reject');
      await inTime(async () => {
        await phone.pair(await visitor.copiesLink());
        await expectPage(connect.code).toBeHidden();
      });
    },
    'relay.refused': async () => {
      relay.deny(3000);
      await comes();
    },
    'library.missed': async () => {
      if (own.model.context.missed) return;
      if (own.hasLibrary) {
        await load();
        await events.request!({ uri: '' });
      }
      await until(async () => library.isAwaited(), 'the page asks for the library');
      await page.route(page.url().replace(/#.*/, ''), (route) => route.abort('aborted'), { times: 1 });
      await library.fail();
    },
    'xstate.done.actor.withdrawCode': () => {},
    // The computer sleeps, so all overdue timers fire at once.
    'xstate.after.codeLifetime.pairing.pairing.shown': async () => {
      line.hold();
      await page.clock.fastForward(330_000);
    },
  };
  return events;
}

const eventsIn = (life: Life): Stage['events'] =>
  life.machine.announced(causesIn(life), () => {
    life.own.step += 1;
  });

const statesIn = ({ own, machine, turn }: Life): Stage['states'] => ({
  '*': async (now) => {
    own.model = now;
    const isMissing = now.matches('pairing') && now.context.missed;
    // These states end within one turn of the event loop, so the page can't be checked in them.
    if (now.matches('withdrawing') || isMissing || isRenewed(now)) return;
    await machine.arrives(now.value, turn);
  },
});

describe('the pairing machine on the page', () => {
  const { paths, complete } = proof;

  for (const path of paths)
    test(path.title, { timeout: 300_000 }, async ({ visit, phoneOf, relay }) => {
      const life = await begin({ visit, phoneOf, relay }, path);
      await path.follow({ events: eventsIn(life), states: statesIn(life) });
      const { hears } = life;
      await hears();
    });

  test('takes every transition that the visitor or the outside can cause', complete);
});
