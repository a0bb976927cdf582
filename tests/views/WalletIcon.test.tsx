import { expect, test } from 'vitest';
import { portraitOf } from '#domain/portrait';
import { WalletIcon } from '#views/wallet/WalletIcon';
import { dotImage, showView } from './support';

async function shown(src: string | null, { name = 'Rainbow', background = '#fff', size = 32 } = {}) {
  const iconOf = (src: string | null) => <WalletIcon icon={{ src, background }} name={name} size={size} />;
  const { container, rerender } = await showView(iconOf(src));
  const image = () => {
    expect(container.querySelectorAll('*')).toHaveLength(1);
    return container.querySelector('img')!;
  };
  return {
    change: (src: string) => rerender(iconOf(src)),
    image,
    generated: () => decodeURIComponent(image().src).includes(portraitOf(name).star) && image().naturalWidth > 0,
  };
}

test("the icon is the wallet's own, also while it loads or if it is transparent", async () => {
  const { image, generated } = await shown(dotImage);
  expect(generated()).toBe(false);
  await expect.poll(() => image().complete).toBe(true);
  expect(generated()).toBe(false);
});

test('the icon is generated from the name if the wallet has none', async () => {
  const { generated } = await shown(null);
  await expect.poll(generated).toBe(true);
});

test("the icon is generated if the wallet's icon fails, until another icon loads", async () => {
  const { generated, change } = await shown('data:image/png,none');
  await expect.poll(generated).toBe(true);
  change(dotImage);
  await expect.poll(generated).toBe(false);
});

test('an icon of this site that fails to load is replaced by a generic icon', async () => {
  const { image, generated } = await shown('/wallets/gone.svg');
  await expect.poll(() => image().src).toMatch(/^data:image/);
  expect(generated()).toBe(false);
  await expect.poll(() => image().naturalWidth).toBeGreaterThan(0);
});

test.each<{ src?: string | null; name?: string; background?: string }>([
  {},
  { name: '', src: null },
  { src: 'data:image/png,none' },
  { name: '\ud800\u202e\u0301'.repeat(2000) },
  { name: '<img src=x onerror=alert(1)>' },
  { background: 'red; position: fixed; inset: 0' },
  { background: 'url(https://example.com/seen.png)' },
  { src: 'javascript:alert(1)' },
  { src: '"><script>alert(1)</script>' },
])('the icon runs no script and keeps its size with hostile values: %j', async ({ src = dotImage, ...hostile }) => {
  const { image } = await shown(src, hostile);
  expect(image().alt).toBe('');
  expect(image().getBoundingClientRect()).toMatchObject({ width: 32, height: 32 });
  const { backgroundImage, position } = getComputedStyle(image());
  expect([backgroundImage, position]).toEqual(['none', 'static']);
});
