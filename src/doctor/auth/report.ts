import type { HttpAnswer, HttpRequest } from '../ask';
import type { CaseResult } from './check';
import type { CaseRequirement } from './kit';
import { SIGN_IN_RULES } from './rules';
import type { SignInRuleViolationError } from './violation';

const short = (text: string, length = 160) => (text.length > length ? `${text.slice(0, length)} …` : text);

/** Describes a request in one line, without cookies. */
function describeQuestion({ method = 'GET', url, headers = {}, body = '' }: HttpRequest) {
  const named = ['Origin', 'Sec-Fetch-Mode'].flatMap((name) => (headers[name] ? [`${name}: ${headers[name]}`] : []));
  return [`${method} ${url}`, ...named, ...(body ? [short(body)] : [])].join(', ');
}

const TOLD = ['access-control-allow-origin', 'cache-control', 'location', 'content-type'];

/** Describes an answer in one line, without the values of cookies. */
function describeAnswer({ status, headers, cookies, text }: HttpAnswer) {
  const named = TOLD.flatMap((name) => (headers[name] ? [`${name}: ${headers[name]}`] : []));
  const set = cookies.map((header) => `set-cookie: ${header.replace(/=[^;]*/, '=…')}`);
  return [String(status), ...named, ...set, ...(text ? [short(text)] : [])].join(', ');
}

/** Returns the lines about a failed case. They are shorter if `last`, the previous case's violation, was the same. */
function linesOf({ title, violation }: CaseResult, last: SignInRuleViolationError | undefined): string[] {
  if (!violation) return [];
  const { question, answer, rule, message } = violation;
  if (last?.message === message && last.rule === rule) return [`    ${title}`, '      In the same way.'];
  return [
    `    ${title}`,
    `      ${message}`,
    ...(question ? [`      request: ${describeQuestion(question)}`] : []),
    ...(answer ? [`      answer:  ${describeAnswer(answer)}`] : []),
    `      rule:    ${SIGN_IN_RULES[rule]}`,
  ];
}

/** Returns the lines about a group of cases: only one line if all passed. */
export function formatGroup(results: readonly CaseResult[]): string[] {
  const { broken, played, skipped } = countOf(results);
  const [{ group = '' } = {}] = results;
  const told = broken ? `${broken} of ${played} cases broken` : `${played} cases kept`;
  const rest = skipped ? `, ${skipped} not played` : '';
  const cases = results.filter(({ violation }) => violation);
  return [
    `${broken ? '✗' : '✓'} ${group.padEnd(9)} ${told}${rest}`,
    ...cases.flatMap((result, i) => linesOf(result, cases[i - 1]?.violation)),
  ];
}

function countOf(results: readonly CaseResult[]) {
  const count = (outcome: CaseResult['outcome']) => results.filter((result) => result.outcome === outcome).length;
  const broken = count('broken');
  return { broken, played: broken + count('kept'), skipped: count('skipped') };
}

/** The option or set-up that meets each requirement of a case. */
const NEEDS: Record<CaseRequirement, string> = {
  slow: '--slow (takes ten minutes)',
  chain: '--chain URL (a development node of the server)',
  https: 'an https address',
  otherOrigin: 'a page of another origin than the server',
};

/** Returns the last lines of a run of check-auth, with the number of failed cases. */
export function formatSummary(results: readonly CaseResult[]): string[] {
  const { broken, played, skipped } = countOf(results);
  const needs = [...new Set(results.flatMap(({ outcome, needs }) => (outcome === 'skipped' && needs ? needs : [])))];
  return [
    broken
      ? `The server breaks its contract in ${broken} of ${played} cases. See "Signing in" in src/README.md.`
      : `The server keeps its contract in all ${played} cases.`,
    ...(skipped
      ? [`${skipped} cases were not played. They need ${needs.map((need) => NEEDS[need]).join(', or ')}.`]
      : []),
  ];
}
