import type { HttpAnswer, HttpRequest } from '../ask';
import type { SignInRule } from './rules';

/** Thrown if a server has broken a rule. The message describes the server's behaviour. */
export class SignInRuleViolationError extends Error {
  override name = 'SignInRuleViolationError';
  readonly rule: SignInRule;
  readonly answer: HttpAnswer | null;
  readonly question: HttpRequest | null;

  constructor(
    rule: SignInRule,
    sentence: string,
    answer: HttpAnswer | null,
    question: HttpRequest | null = answer?.question ?? null,
  ) {
    super(sentence);
    this.rule = rule;
    this.answer = answer;
    this.question = question;
  }
}

/** @throws {SignInRuleViolationError} with the broken `rule`, if `holds` is false */
export function expectRule(holds: boolean, rule: SignInRule, sentence: string, answer: HttpAnswer | null = null) {
  if (!holds) throw new SignInRuleViolationError(rule, sentence, answer);
}

/** Whether the status of an answer is between 200 and 299. */
export const isSuccess = ({ status }: HttpAnswer) => status >= 200 && status < 300;

/**
 * @throws {SignInRuleViolationError} if the answer is a redirect, or reports that the server is not available
 */
function wantDecision(answer: HttpAnswer) {
  const { status, headers } = answer;
  expectRule(status < 300 || status > 399, 'redirect', `It redirected (${status}) to "${headers.location}".`, answer);
  expectRule(status !== 429, 'time', 'It answered 429 for a minute: allow more requests while the kit asks.', answer);
  expectRule(status !== 503, 'node', 'It answered 503: its node or its store does not answer.', answer);
}

/** @throws {SignInRuleViolationError} unless the answer is 2xx */
export function expectSuccess(answer: HttpAnswer, rule: SignInRule) {
  const { status } = answer;
  wantDecision(answer);
  const faults = faultsIn(answer);
  const why = faults?.length ? `, with the faults ${faults.join(', ')}` : '';
  expectRule(isSuccess(answer), rule, `It answered ${status} instead of 2xx${why}.`, answer);
}

/** Returns the `faults` of a refusal, or null if the refusal has none. */
function faultsIn({ text }: HttpAnswer): unknown[] | null {
  try {
    const { faults } = JSON.parse(text) as { faults?: unknown };
    return faults === undefined ? null : Array.isArray(faults) ? faults : [faults];
  } catch {
    return null;
  }
}

/**
 * Expects the status 4xx. If the answer has `faults`, they must be names of message fields, and contain one of `wrong`.
 * The page recognises a wrong clock by these names.
 *
 * @throws {SignInRuleViolationError}
 */
export function expectRefusal(answer: HttpAnswer, rule: SignInRule, wrong: readonly string[] = []) {
  const { status } = answer;
  wantDecision(answer);
  expectRule(!isSuccess(answer), rule, `It answered ${status}: it accepted what it must refuse.`, answer);
  expectRule(status < 500, 'rubbish', `It answered ${status} instead of 4xx.`, answer);
  const faults = faultsIn(answer) ?? [];
  const areNames = faults.every((fault) => typeof fault === 'string' && /^\w+$/.test(fault));
  expectRule(areNames, 'verify', 'Its faults are not a list of names of fields.', answer);
  const isNamed = faults.length === 0 || wrong.length === 0 || faults.some((fault) => wrong.includes(String(fault)));
  expectRule(isNamed, 'verify', `Its faults are ${faults.join(', ')}, but what is wrong is ${wrong[0]}.`, answer);
}
