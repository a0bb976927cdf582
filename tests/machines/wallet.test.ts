import { expect, test } from 'vitest';
import { fromCallback } from 'xstate';
import { walletMachine } from '#machines/wallet';
import { testLive } from '../engine/live';
import { perform } from '../engine/perform';
import { createErrorEvent } from '../engine/words';
import { dialogRequestEvents, walletSamples } from '../samples/page';
import { recordMessages } from './scenarios';

const [input] = walletSamples.inputs!;

testLive(walletMachine, walletSamples, ({ given, input }) => ({
  running: ({ children }) => {
    expect(Object.keys(children)).toEqual(['connection', 'pairing', 'session']);
    expect(given('session')).toEqual(input);
  },
  crashed: ({ children }) => expect(children).toEqual({}),
}));

test('the wallet machine passes requests for dialogs on to the session machine', async () => {
  const { line: session, told } = recordMessages();
  await perform(walletMachine, { input: input!, actors: { session } }).play(dialogRequestEvents);
  expect(told).toEqual(dialogRequestEvents);
});

test.each(['connection', 'pairing', 'session'])('a crash of the machine %s stops the other machines', async (id) => {
  const stopped: string[] = [];
  const others = ['connection', 'pairing', 'session'].filter((one) => one !== id);
  const actors = Object.fromEntries(others.map((one) => [one, fromCallback(() => () => void stopped.push(one))]));
  const { actor, send } = perform(walletMachine, { input: input!, actors });
  await send(createErrorEvent(id, new Error('broken')));
  expect([actor.getSnapshot().status, stopped]).toEqual(['done', others]);
});
