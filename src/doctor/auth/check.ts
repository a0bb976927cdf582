import { NoAnswerError } from '../ask';
import { cookieCases } from './cases/cookie';
import { fieldCases } from './cases/fields';
import { formCases } from './cases/form';
import { happyCases } from './cases/happy';
import { nonceCases } from './cases/nonce';
import { originCases } from './cases/origin';
import { raceCases } from './cases/races';
import { signatureCases } from './cases/signature';
import {
  CASE_GROUP_NAMES,
  createSignInTestKit,
  isRequirementMet,
  type SignInTestCase,
  type SignInTestKit,
  type SignInTestKitOptions,
} from './kit';
import { SignInRuleViolationError } from './violation';

export const allCases: readonly SignInTestCase[] = [
  happyCases,
  fieldCases,
  nonceCases,
  signatureCases,
  originCases,
  cookieCases,
  raceCases,
  formCases,
].flat();

export interface CaseResult extends Pick<SignInTestCase, 'group' | 'title' | 'needs'> {
  outcome: 'kept' | 'broken' | 'skipped';
  violation?: SignInRuleViolationError;
}

interface CheckOptions extends SignInTestKitOptions {
  /** Selects the cases to run. By default, all run. */
  only?: (one: SignInTestCase) => boolean;
  onGroup?: (results: CaseResult[]) => void;
}

/** Returns the broken rule for an error of a test case. A missing answer breaks a rule, too. */
function violationOf(error: unknown) {
  if (error instanceof SignInRuleViolationError) return error;
  if (error instanceof NoAnswerError)
    return new SignInRuleViolationError('time', `${error.message}.`, null, error.question);
  throw error;
}

async function resultOf(one: SignInTestCase, kit: SignInTestKit): Promise<CaseResult> {
  const { run, ...told } = one;
  if (!isRequirementMet(told.needs, kit)) return { ...told, outcome: 'skipped' };
  try {
    await run(kit);
    return { ...told, outcome: 'kept' };
  } catch (error) {
    return { ...told, outcome: 'broken', violation: violationOf(error) };
  } finally {
    await kit.tidy();
  }
}

/** @throws {NoAnswerError} if a server can't be reached. Test cases report servers that give wrong answers. */
async function wantReachable({ visitor, urls }: SignInTestKit) {
  const someone = visitor();
  for (const _ of urls)
    await someone.send('/session').catch((error) => {
      if (error.isUnreachable) throw error;
    });
}

/**
 * Runs the cases against a sign-in server, or against several that share a store.
 *
 * @throws {NoAnswerError} if one of the servers can't be reached
 */
export async function checkAuth({ only = () => true, onGroup, ...options }: CheckOptions): Promise<CaseResult[]> {
  const kit = createSignInTestKit(options);
  await wantReachable(kit);
  const results: CaseResult[] = [];
  for (const group of CASE_GROUP_NAMES) {
    const chosen = allCases.filter((one) => one.group === group && only(one));
    const played: CaseResult[] = [];
    for (const one of chosen) played.push(await resultOf(one, kit));
    if (chosen.length > 0) onGroup?.(played);
    results.push(...played);
  }
  return results;
}
