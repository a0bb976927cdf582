import { type ComponentProps, useState } from 'react';
import { describe, expect, test } from 'vitest';
import { WalletIcon } from '#views/wallet/WalletIcon';
import { show } from './support';

const dot =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><circle cx='4' cy='4' r='4'/></svg>";

/** Takes the icon of another address. */
let change: (src: string) => void;
function Changing({ icon, ...props }: ComponentProps<typeof WalletIcon>) {
  const [src, setSrc] = useState(icon.src);
  change = setSrc;
  return <WalletIcon icon={{ ...icon, src }} {...props} />;
}

async function shown(src: string | null, { name = 'Rainbow', background = '#fff', size = 32 } = {}) {
  const { container } = await show(<Changing icon={{ src, background }} name={name} size={size} />);
  const frame = container.firstElementChild!;
  return {
    frame,
    image: () => frame.querySelector('img'),
    /** Whether the picture made from the name is seen. */
    generated: () => getComputedStyle(frame.querySelector('svg')!).visibility === 'visible',
  };
}

describe('the icon of a wallet', () => {
  test('is its own, even while it loads and where it is transparent', async () => {
    const { image, generated } = await shown(dot);
    expect(generated()).toBe(false);
    await expect.poll(() => image()?.complete).toBe(true);
    expect(image()!.hidden).toBe(false);
    expect(generated()).toBe(false);
  });

  test('is made from the name where there is none', async () => {
    const { image, generated } = await shown(null);
    expect(image()).toBeNull();
    expect(generated()).toBe(true);
  });

  test('is made from the name where it does not load, until there is another', async () => {
    const { image, generated } = await shown('data:image/png,none');
    await expect.poll(generated).toBe(true);
    expect(image()!.getBoundingClientRect().width).toBe(0);
    change(dot);
    await expect.poll(generated).toBe(false);
  });

  test.each([dot, null, 'data:image/png,none'])('takes the same room, come what may: %s', async (src) => {
    const { frame } = await shown(src, { size: 44 });
    const { width, height } = frame.getBoundingClientRect();
    expect([width, height]).toEqual([44, 44]);
  });

  test.each([
    { name: '' },
    { name: '\ud800\u202e\u0301'.repeat(2000) },
    { name: '<img src=x onerror=alert(1)>' },
    { background: 'red; position: fixed; inset: 0' },
    { background: 'url(https://example.com/seen.png)' },
    { src: 'javascript:alert(1)' },
    { src: '"><script>alert(1)</script>' },
  ])('does no harm: %j', async ({ src = dot, ...hostile }: { src?: string; name?: string; background?: string }) => {
    const { frame, image } = await shown(src, hostile);
    expect(frame.textContent).toBe('');
    expect(frame.getBoundingClientRect()).toMatchObject({ width: 32, height: 32 });
    expect(frame.querySelectorAll('img')).toHaveLength(1);
    const { backgroundImage, position } = getComputedStyle(image()!);
    expect([backgroundImage, position]).toEqual(['none', 'absolute']);
  });
});
