/** The version of the format. A change of the format takes the next number. */
export const VERSION = 2;

/** The number of kept steps. */
export const LIMIT = 200;

/** One step of a running machine: `event` came, and the machine is now in `state`. */
export interface Step {
  /** The id of the actor: several of one machine may run, one after the other or side by side. */
  actor: string;
  machine: string;
  event: unknown;
  state: unknown;
  /** How often this happened in a row. */
  times: number;
  /** On the first step of an actor only: its initial context, or its context when earlier steps were dropped. */
  context?: unknown;
}

/**
 * The steps of a page's machines, in order, fit to be sent to anyone:
 *
 *     {"trace": 2, "build": "index-CSi5BoRJ", "dropped": 0, "steps": [
 *       {"actor": "x:3", "machine": "door", "event": {"type": "xstate.init"}, "state": {"closed": "idle"}, "context": {…}},
 *       {"actor": "x:3", "machine": "door", "event": {"type": "ask", "phone": false}, "state": {"loading": "fresh"}}
 *     ]}
 *
 * `dropped` counts the steps before the first. Every value is hidden unless the lists below allow it. `"$string 2"` is
 * the second hidden value, and all others with number 2 were equal to it. Number 0 is anything. `tests/traces/traces.test.ts`
 * replays files of these.
 */
export interface Trace {
  trace: typeof VERSION;
  /** The name of the page's script. */
  build: string;
  dropped: number;
  steps: Step[];
}

/** Returns a step without the facts that only the visitor may know. */
export interface Happened {
  actor: string;
  machine: { id: string; events: readonly string[] };
  event: { type: string };
  state: unknown;
  context: unknown;
  times: number;
}

/** Names of fields that say nothing about anyone. */
const FIELDS =
  'accent account address allocated allocation amount announcement attempt avatar background balance by cause chainId chains chosen clockOffset code codeLifetime compared confirmations connection connector context count current decimals depth description desktop dialog entry error event explains explorer extension failure formatted get goal groupIndex groupName hash holder icon iconBackground id initial input inside installed is key last latest leave left life limit link list max message min missed mobile mustSignIn name networks nonce notice now online open output phone prepared preparedAt profile promptable provider qrCode query ready reason recent record renewalLimit renewals request requested session settled shortName shown signature src status stepped symbol target templates text toSignIn total trail tries trouble type typed unsure uri value wallet wallets watched';

/** The steps on a trail. */
const STEPS = 'learnCompact get connect downloadOptions download instructionsExtension instructionsDesktop';

/** The few texts that each field, or place in a list, may have. */
const CHOICES = {
  0: STEPS,
  1: STEPS,
  2: STEPS,
  3: STEPS,
  code: 'connected signedIn signedOut disconnected moved',
  connector: 'walletConnect injected coinbase safe',
  dialog: 'connect sign-in account chain',
  failure: 'preparing signing verifying oops switching expired clock',
  goal: 'account chain',
  is: 'loading absent failed known',
  limit: 'min max',
  name: 'Error TypeError RangeError AbortError NotAllowedError UserRejectedRequestError ResourceUnavailableRpcError ProviderNotFoundError ConnectorNotFoundError WalletNotFoundError WalletAnswerError PairingExpiredError RelayUnreachableError VerifierError MessageError MessageExpiredError ClockError',
  output: 'loaded offline outdated broken closed switched unchanged left confirmed failed',
  reason: 'rejected elsewhere notFound timedOut unreachable refused expired failed',
  settled: 'disconnected unauthenticated connected',
  status:
    'pending confirmed failed reconnecting checkingSession disconnecting signingOut disconnected unauthenticated connected',
  trouble: 'signOut switch',
  type: 'xstate.init xstate.stop xstate.done.actor.rememberLink xstate.error.actor.rememberLink',
};

/** The fields that may have a small number. None of them holds bytes or a list of numbers. */
const NUMBERS =
  'allocated amount by chainId clockOffset code codeLifetime compared confirmations count current decimals depth groupIndex id initial left life max min preparedAt renewalLimit renewals target total tries';

/** Returns the allow list as one text: fields, places in a list, texts of a field (`is=known`), fields of numbers (`id=#`). */
export const words = () =>
  [
    '',
    ...Array(100).keys(),
    ...FIELDS.split(' '),
    ...Object.entries(CHOICES).flatMap(([field, texts]) => texts.split(' ').map((text) => `${field}=${text}`)),
    ...NUMBERS.split(' ').map((field) => `${field}=#`),
  ].join(' ');

/** Returns steps without private facts: a value outside `words` stays only if it is small, or names nothing. */
export function traceOf(happened: readonly Happened[], dropped: number, words: string, build: string): Trace {
  const hidden: string[] = [];
  const met = new Set<string>();
  const steps = happened.map(({ actor, machine, event, state, context, times }): Step => {
    const known = new Set(words.split(' ').concat(machine.events.map((type) => `type=${type}`)));
    const redact = (field: string, given: unknown) => {
      if (!known.has(field)) return;
      const it = given?.valueOf?.() ?? given;
      if (it instanceof Error) {
        const { name, code, cause } = it as Error & { code?: unknown };
        return { name, code, cause };
      }
      if (!it || it === true) return it;
      if (Array.isArray(it)) return [...it];
      if (typeof it === 'object') {
        const kind = Object.getPrototypeOf(it);
        // JSON writes out bytes and text objects. A copy is a plain object, whatever `it` claims to be.
        return kind === null || kind === Object.prototype ? { ...it } : '$object 0';
      }
      // Numbers of up to 20 bits are told.
      const isSmall = ((it as number) << 11) >> 11 === it;
      if (known.has(`${field}=${isSmall ? '#' : String(it)}`)) return it;
      // Wallets write addresses in upper or lower case.
      const same = String(it).toLowerCase();
      const kind = /^0x/.test(same) ? 'hex' : typeof it;
      // Equal items would let the bytes or letters of a list be guessed.
      const isPart = +field >= 0 && same.length < 4;
      return `$${kind} ${isPart ? 0 : hidden.indexOf(same) + 1 || hidden.push(same)}`;
    };
    const begun = met.size < met.add(actor).size ? context : undefined;
    const told = (event: unknown, context: unknown) => ({
      actor,
      machine: machine.id,
      state,
      times,
      ...JSON.parse(JSON.stringify({ event, context }, redact)),
    });
    try {
      return told(event, begun);
    } catch {
      // A wallet's answer may be anything, also something that throws when it is read.
      return told({ type: event.type }, begun && {});
    }
  });
  return { trace: VERSION, build, dropped, steps };
}
