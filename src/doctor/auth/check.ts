import { NoAnswerError } from '../ask';
import { cookie } from './cases/cookie';
import { fields } from './cases/fields';
import { form } from './cases/form';
import { happy } from './cases/happy';
import { nonce } from './cases/nonce';
import { origin } from './cases/origin';
import { races } from './cases/races';
import { signature } from './cases/signature';
import { type Case, createKit, GROUPS, isMet, type Kit, type KitOptions } from './kit';
import { Violation } from './violation';

/** The cases of all groups. */
export const cases: readonly Case[] = [happy, fields, nonce, signature, origin, cookie, races, form].flat();

export interface Result extends Pick<Case, 'group' | 'title' | 'needs'> {
  outcome: 'kept' | 'broken' | 'skipped';
  violation?: Violation;
}

interface CheckOptions extends KitOptions {
  /** Chooses cases. All are played by default. */
  only?: (one: Case) => boolean;
  /** Called after each group, with its results. */
  onGroup?: (results: Result[]) => void;
}

/** Returns the violation that an error of a case amounts to. A server that does not answer breaks a rule as well. */
function violationOf(error: unknown) {
  if (error instanceof Violation) return error;
  if (error instanceof NoAnswerError) return new Violation('time', `${error.message}.`, null, error.question);
  throw error;
}

async function resultOf(one: Case, kit: Kit): Promise<Result> {
  const { run, ...told } = one;
  if (!isMet(told.needs, kit)) return { ...told, outcome: 'skipped' };
  try {
    await run(kit);
    return { ...told, outcome: 'kept' };
  } catch (error) {
    return { ...told, outcome: 'broken', violation: violationOf(error) };
  } finally {
    await kit.tidy();
  }
}

/** @throws {NoAnswerError} if a server is not there. One that answers badly is for the cases. */
async function wantReachable({ visitor, urls }: Kit) {
  const someone = visitor();
  for (const _ of urls)
    await someone.send('/session').catch((error) => {
      if (error.isUnreachable) throw error;
    });
}

/**
 * Plays the cases against a sign-in server, or against several that share a store.
 *
 * @throws {NoAnswerError} if one can't be reached at all
 */
export async function checkAuth({ only = () => true, onGroup, ...options }: CheckOptions): Promise<Result[]> {
  const kit = createKit(options);
  await wantReachable(kit);
  const results: Result[] = [];
  for (const group of GROUPS) {
    const chosen = cases.filter((one) => one.group === group && only(one));
    const played: Result[] = [];
    for (const one of chosen) played.push(await resultOf(one, kit));
    if (chosen.length > 0) onGroup?.(played);
    results.push(...played);
  }
  return results;
}
