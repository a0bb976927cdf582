import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { allCases } from '#doctor/auth/check';
import { createSignInTestKit, isRequirementMet, type SignInTestKit } from '#doctor/auth/kit';
import { startChain } from '../support/chain.ts';
import { startVerifier } from '../support/verifier.ts';

const ORIGIN = 'http://127.0.0.1:4173';
let chain: Awaited<ReturnType<typeof startChain>>;
let server: Awaited<ReturnType<typeof startVerifier>>;
let kit: SignInTestKit;

beforeAll(async () => {
  chain = await startChain();
  server = await startVerifier({ chainUrls: { 1: chain.url } });
  server.allow(ORIGIN);
  // Advances the clock instead of waiting.
  const sleep = async (ms: number) => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
  kit = createSignInTestKit({ urls: [server.url], origin: ORIGIN, chainUrl: chain.url, slow: true, sleep });
});
afterEach(async () => {
  vi.useRealTimers();
  await kit.tidy();
  expect(server.visitors()).toEqual([]);
});
afterAll(async () => {
  await server.close();
  await chain.stop();
});

// `checkAuth.test.ts` runs the case that needs https.
test.each(allCases.filter(({ needs }) => needs !== 'https'))('the server passes check $group: $title', async (one) => {
  expect(isRequirementMet(one.needs, kit)).toBe(true);
  await one.run(kit);
});
