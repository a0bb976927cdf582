import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

/** Reads `src/site.ts` with environment `variables`. */
async function read(variables: Record<string, string>) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const { site } = await import('#site');
  return site;
}

describe('environment variables of a deployment', () => {
  beforeEach(() => {
    vi.resetModules();
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  const wrong = [
    ['VITE_ALPHA_TOTAL', '1000', 'allocation.total', 'allocation.total must not be below allocation.allocated'],
    ['VITE_ALPHA_ALLOCATED', 'many', 'allocation.allocated', 'allocation.allocated must be a whole number'],
    ['VITE_ALPHA_MIN', '0', 'allocation.min', 'allocation.min must be more than 0'],
    ['VITE_ALPHA_MIN', '60000', 'allocation.min', 'allocation.min must not be above allocation.max'],
    ['VITE_ALPHA_MAX', '50k', 'allocation.max', 'allocation.max must be a whole number of USDC'],
    ['VITE_LITEPAPER_URL', 'http://example.com', 'litepaper', 'must be an https URL, not "http://example.com"'],
    ['VITE_INSTANCE_ID', 'no spaces', 'instanceId', 'Invalid ID'],
    ['VITE_TELEGRAM_HANDLE', '@me?', 'messaging.handle', 'messaging.handle must be a Telegram name'],
  ] as const;
  for (const [name, value, field, sentence] of wrong)
    test(`${name}=${value} is refused with a message about ${field}`, async () => {
      const refused = read({ [name]: value });
      await expect(refused).rejects.toThrow(sentence);
      await expect(refused).rejects.toHaveProperty('field', field);
    });

  test('VITE_ALPHA_MIN and VITE_ALPHA_MAX set the range, which starts at the minimum', async () => {
    const { allocation } = await read({ VITE_ALPHA_MIN: '250', VITE_ALPHA_MAX: '2000' });
    expect(allocation).toMatchObject({ min: 250, max: 2_000, initial: 250 });
  });

  test('an empty variable counts as unset', async () => {
    expect((await read({ VITE_ALPHA_ALLOCATED: ' ' })).allocation.allocated).toBe(12_025);
  });
});
