/** The version of the format of traces. Each change of the format increases it. */
export const TRACE_VERSION = 2;
export const TRACE_STEP_LIMIT = 200;

/** One step of a running machine: it received `event`, and is now in `state`. */
export interface TraceStep {
  /** The id of the actor. Several actors may run the same machine. */
  actor: string;
  machine: string;
  event: unknown;
  state: unknown;
  times: number;
  /** The actor's context at the start, or at the first kept step. Only the first step of an actor has it. */
  context?: unknown;
}

/**
 * The steps of a page's machines in order, without private data:
 *
 *     {"trace": 2, "build": "index-CSi5BoRJ.js en", "dropped": 0, "steps": [
 *       {"actor": "x:3", "machine": "walletLoader", "event": {"type": "xstate.init"}, "state": {"closed": "idle"}, "context": {…}},
 *       {"actor": "x:3", "machine": "walletLoader", "event": {"type": "dialog.request", "phone": false}, "state": {"loading": "fresh"}}
 *     ]}
 *
 * `dropped` counts the steps before the first. Every value is hidden unless the lists below allow it. `"$string 2"` is
 * the second hidden value, and equal values have equal numbers. Number 0 stands for any hidden value.
 * `tests/traces/traces.test.ts` replays such files.
 */
export interface Trace {
  trace: typeof TRACE_VERSION;
  /** The name of the page's script, and the language of the page. */
  build: string;
  dropped: number;
  steps: TraceStep[];
}

/** A step as a machine reports it, with private data. */
export interface RawStep {
  actor: string;
  machine: { id: string; events: readonly string[] };
  event: { type: string };
  state: unknown;
  context: unknown;
  times: number;
}

/** Names of the fields that a trace contains. `CHOICES` and `NUMBERS` say which of their values it shows. */
const FIELDS =
  'abandoned accent account address allocated allocation amount announcement atOnce attempt avatar background balance by cause chainId chains chosen clearing clockOffset code codeLifetime compared confirmations connectedAt connection connector context count current cutOff decimal decimals depth description desktop dialog entry error event explains explorer extension failure formatted get goal groupIndex groupName hash hidden holder holdsSolana icon iconBackground id initial input inside installed is isNeeded key last latest leave left life limit link list max message min missed mobile mustSignIn name networks nonce notice now online open opened output pending phone prepared preparedAt profile promptable provider qrCode query ready reason recent record remembered renewalLimit renewals request requested resumes session settled shortName shown signature src status stepped symbol target task templates text total trail tries type typed unsure uri value wallet wallets watched';

/** Names of steps in the connect dialog. The field `trail` lists those that the visitor came through. */
const STEPS = 'learnCompact get connect downloadOptions download instructions';

/** The allowed texts of each field. The fields 0 to 3 are indexes of a list. */
const CHOICES = {
  0: STEPS,
  1: STEPS,
  2: STEPS,
  3: STEPS,
  code: 'connected signedIn signedOut disconnected moved',
  connector: 'walletConnect injected coinbase safe',
  decimal: '. ,',
  dialog: 'connect sign-in account chain',
  failure: 'preparing signing verifying oops switching expired clock',
  goal: 'account chain',
  is: 'loading absent failed known',
  limit: 'min max',
  name: 'Error TypeError RangeError AbortError NotAllowedError UserRejectedRequestError ResourceUnavailableRpcError ProviderNotFoundError ConnectorNotFoundError WalletNotFoundError WalletAnswerError InsecureContextError VerifierError SignInMessageError MessageExpiredError ClockError',
  output: 'loaded offline outdated broken closed switched unchanged networks left confirmed failed',
  reason: 'rejected elsewhere notFound timedOut unreachable refused insecure expired failed',
  settled: 'disconnected unauthenticated connected',
  status:
    'pending confirmed failed reconnecting checkingSession disconnecting signingOut disconnected unauthenticated connected',
  type: 'xstate.init xstate.stop',
};

/** Fields that may contain a small number. Fields with bytes or with a list of numbers are not among them. */
const NUMBERS =
  'allocated amount by chainId clockOffset code codeLifetime compared confirmations count current decimals depth groupIndex id initial left life max min preparedAt renewalLimit renewals target total tries';

/** Returns the allow list as one text: fields, list indexes, texts of a field (`is=known`), numeric fields (`id=#`). */
export const listAllowedWords = () =>
  [
    '',
    ...Array(100).keys(),
    ...FIELDS.split(' '),
    ...Object.entries(CHOICES).flatMap(([field, texts]) => texts.split(' ').map((text) => `${field}=${text}`)),
    ...NUMBERS.split(' ').map((field) => `${field}=#`),
  ].join(' ');

/** Returns a trace of the steps without private data: only small numbers and texts in `words` stay. */
export function createTrace(happened: readonly RawStep[], dropped: number, words: string, build: string): Trace {
  const hidden: string[] = [];
  const met = new Set<string>();
  const steps = happened.map(({ actor, machine, event, state, context, times }): TraceStep => {
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
        // Hides all other objects, such as bytes. A copy would be a plain object, whose content the trace would show.
        return kind === null || kind === Object.prototype ? { ...it } : '$object 0';
      }
      // Numbers of up to 20 bits may stay.
      const isSmall = ((it as number) << 11) >> 11 === it;
      if (known.has(`${field}=${isSmall ? '#' : String(it)}`)) return it;
      // Compares texts in lower case, because wallets write one address in several ways.
      const same = String(it).toLowerCase();
      const kind = /^0x/.test(same) ? 'hex' : typeof it;
      // Gives short items of a list no number of their own. Equal numbers would let their bytes or letters be guessed.
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
      // Leaves out the event's fields, because reading a wallet's answer may throw.
      return told({ type: event.type }, begun && {});
    }
  });
  return { trace: TRACE_VERSION, build, dropped, steps };
}
