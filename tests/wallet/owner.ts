/** A request that a wallet receives (EIP-1193). */
export interface OwnerRequest {
  method: string;
  params: unknown;
}

/** An error of a wallet, with any fields. `message` becomes that of an `Error`. */
export interface FailedAnswer {
  error: Record<string, unknown>;
}

/**
 * A decision that ends a request. A number is an error code. A function returns any answer, even a wrong one. 'event'
 * performs the request and sends an event, but never answers.
 */
export type OwnerDecision = 'approve' | 'reject' | 'event' | number | FailedAnswer | ((params: unknown) => unknown);

/**
 * The answer to a request. 'hold' waits for `approve()` or `reject()`. `after` waits, in ms. A list answers one request
 * after the other, and its last item all later ones.
 */
export type OwnerAnswer = OwnerDecision | 'hold' | { after: number; answer: OwnerAnswer } | readonly OwnerAnswer[];

export interface OwnerScript<Name extends string> {
  /** The answer to methods that are not in `answers`. */
  answer?: OwnerAnswer | undefined;
  answers?: Partial<Record<Name, OwnerAnswer>>;
  /** Called when a request begins to wait for the owner, and when it is answered. */
  onChange?: () => void;
}

interface Held extends OwnerRequest {
  /** The request as it was received. `withdraw` finds it by identity. */
  origin: OwnerRequest;
  settle(decision: OwnerDecision): Promise<void>;
}

/** The error code with which a wallet reports that its owner has declined (EIP-1193). */
export const REJECTED_CODE = 4001;

/** How long `approve` and `reject` wait for a request, in ms. */
const TIMEOUT = 45_000;

/** Creates a simulated owner of a wallet. A script, which may change at any time, approves or rejects the requests. */
export function createOwner<Name extends string>(script: OwnerScript<Name> = {}) {
  const { answer = 'approve', onChange = () => {} } = script;
  const answers = { default: answer, ...script.answers } as { default: OwnerAnswer } & Partial<
    Record<Name, OwnerAnswer>
  >;
  const pending: Held[] = [];
  const turns = new Map<readonly OwnerAnswer[], number>();
  const waiting: (() => void)[] = [];

  const decisionOf = async (given: OwnerAnswer): Promise<OwnerDecision | 'hold'> => {
    if (Array.isArray(given)) {
      const turn = turns.get(given) ?? 0;
      turns.set(given, turn + 1);
      return decisionOf(given[Math.min(turn, given.length - 1)]);
    }
    if (typeof given !== 'object') return given;
    if (!('after' in given)) return given as FailedAnswer;
    await new Promise((passed) => setTimeout(passed, given.after));
    return decisionOf(given.answer);
  };
  const untilHeld = () =>
    new Promise<void>((held, failed) => {
      const timer = setTimeout(() => failed(new Error('Nothing was asked of the wallet.')), TIMEOUT);
      waiting.push(() => {
        clearTimeout(timer);
        held();
      });
    });
  const next = async () => {
    if (pending.length === 0) await untilHeld();
    return pending.shift()!;
  };
  return {
    answers,
    pending: pending as readonly OwnerRequest[],
    /** Resolves to the result of `settle` for the decision on `request`. */
    async decide<Settled>(
      request: OwnerRequest,
      given: OwnerAnswer,
      settle: (decision: OwnerDecision) => Settled | Promise<Settled>,
    ): Promise<Settled> {
      const decision = await decisionOf(given);
      if (decision !== 'hold') return settle(decision);
      return new Promise((resolve) => {
        const answerWith = async (later: OwnerDecision) => {
          onChange();
          resolve(await settle(later));
        };
        pending.push({ ...request, origin: request, settle: answerWith });
        waiting.shift()?.();
        onChange();
      });
    },
    /** Answers the oldest waiting request. Waits for one if there is none. */
    approve: async () => (await next()).settle('approve'),
    reject: async (code = REJECTED_CODE) => (await next()).settle(code === REJECTED_CODE ? 'reject' : code),
    /** Drops a waiting request whose page has closed. */
    withdraw: (request: OwnerRequest) => {
      const nth = pending.findIndex(({ origin }) => origin === request);
      if (nth < 0) return;
      pending.splice(nth, 1);
      onChange();
    },
    rejectAll: async () => {
      while (pending.length) await pending.shift()?.settle('reject');
    },
    /** Replaces the script by `answer` for all requests. */
    begin: (answer: OwnerAnswer = 'approve') => {
      for (const name of Object.keys(answers)) delete answers[name as Name];
      answers.default = answer;
    },
  };
}
