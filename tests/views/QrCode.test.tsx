import { encode } from 'uqr';
import { describe, expect, test, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { QrCode } from '#views/wallet/QrCode';
import { WalletIcon } from '#views/wallet/WalletIcon';
import { wordsAt } from '../support/words';
import { showView } from './support';

const hex = '0123456789abcdef'.repeat(4);
const uri = (length: number) =>
  `wc:${hex}@2?relay-protocol=irn&symKey=${hex}&methods=`.padEnd(length, 'wallet_authenticate').slice(0, length);
const icon = <WalletIcon icon={{ src: null, background: '#fff' }} name="Rainbow" size={72} />;
const card = page.getByRole('img', { name: 'QR code', exact: true });

/** Returns the modules of the last code as encoded, without the rounded corners of the finder patterns. */
function encoded() {
  const result = vi.mocked(encode).mock.results.at(-1)!;
  if (result.type !== 'return') throw new Error('Nothing was encoded.');
  const { data, size } = result.value;
  const edge = (i: number) => [0, 6, size - 7, size - 1].includes(i);
  const last = (x: number, y: number) => x >= size - 7 && y >= size - 7;
  return { size, data: data.map((row, y) => row.map((dark, x) => dark && (last(x, y) || !(edge(x) && edge(y))))) };
}

async function seen(size: number) {
  const svg = card.element().querySelector('svg')!.cloneNode(true) as SVGElement;
  const scale = 9;
  const width = size * scale;
  for (const [name, value] of Object.entries({ width, height: width, color: getComputedStyle(card.element()).color }))
    svg.setAttribute(name, String(value));
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
  await image.decode();
  const canvas = new OffscreenCanvas(width, width).getContext('2d')!;
  canvas.fillStyle = getComputedStyle(card.element()).backgroundColor;
  canvas.fillRect(0, 0, width, width);
  canvas.drawImage(image, 0, 0);
  const { data } = canvas.getImageData(0, 0, width, width);
  const middle = (i: number) => i * scale + (scale - 1) / 2;
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_, x) => data[4 * (middle(y) * width + middle(x))]! < 128),
  );
}

describe('modules', () => {
  test.each([1, 25, 45, 150, 400, 2000])('a QR code of %d letters is drawn module by module', async (length) => {
    await showView(<QrCode value={uri(length)} label="QR code" size={382} />);
    const { data, size } = encoded();
    expect(await seen(size)).toEqual(data);
  });

  test.each([1, 200, 287, 2000])('a QR code of %d letters has a hole only around its icon', async (length) => {
    await showView(
      <QrCode value={uri(length)} label="QR code" size={382}>
        {icon}
      </QrCode>,
    );
    const { data, size } = encoded();
    const shown = await seen(size);
    const wrong = data.flatMap((row, y) => row.flatMap((dark, x) => (dark === shown[y]![x] ? [] : [x, y])));
    // tests/domain/qr.test.ts checks that error correction level M can repair the hole in the code.
    for (const at of wrong) expect(Math.abs((at + 0.5) / size - 0.5)).toBeLessThan(0.13);
  });

  test('the QR code is not computed again while its remaining time changes', async () => {
    const at = (seconds: number) => (
      <QrCode value={uri(200)} label={`QR code, ${seconds} s`}>
        <b>{seconds}</b>
      </QrCode>
    );
    const { rerender } = await showView(at(9));
    rerender(at(8));
    await expect.element(page.getByRole('img', { name: 'QR code, 8 s' })).toBeInTheDocument();
    expect(encode).toHaveBeenCalledOnce();
    rerender(<QrCode value={uri(201)} label="QR code" />);
    await expect.element(card).toBeInTheDocument();
    expect(encode).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['too long', 'a'.repeat(2400)],
    ['half a letter', 'wc:\ud800'],
  ])('a message replaces a QR code that cannot be created (%s)', async (_, value) => {
    await showView(
      <QrCode value={value} label="QR code">
        {icon}
      </QrCode>,
    );
    await expect.element(page.getByText(wordsAt('tooLong'))).toBeVisible();
    await expect.element(card).not.toBeInTheDocument();
  });
});

describe('the card around the QR code', () => {
  test('the card is a square of the requested width, or narrower if space is short', async () => {
    const sized = (width: number) => (
      <div style={{ inlineSize: width }}>
        <QrCode value={uri(200)} label="QR code" size={382}>
          {icon}
        </QrCode>
      </div>
    );
    const { rerender } = await showView(sized(600));
    const measures = () => {
      const { width, height } = card.element().getBoundingClientRect();
      const middle = card.element().querySelector('img')!.getBoundingClientRect();
      return [width, height, Math.round(middle.width), Math.round(middle.height)];
    };
    expect(measures()).toEqual([382, 382, 72, 72]);
    rerender(sized(318));
    await expect.poll(measures).toEqual([318, 318, 60, 60]);
  });

  test.each([
    ['prefers-color-scheme', 'light', 'rgb(255, 255, 255)'],
    ['prefers-color-scheme', 'dark', 'rgb(243, 246, 244)'],
    ['forced-colors', 'active', 'rgb(255, 255, 255)'],
  ])('the QR code on its card is dark on light in each colour scheme (%s: %s)', async (name, value, background) => {
    await showView(<QrCode value={uri(200)} label="QR code" />);
    await cdp().send('Emulation.setEmulatedMedia', { features: [{ name, value }] });
    const { backgroundColor, color, forcedColorAdjust } = getComputedStyle(card.element()) as CSSStyleDeclaration & {
      forcedColorAdjust: string;
    };
    expect([color, forcedColorAdjust]).toEqual(['rgb(12, 20, 17)', 'none']);
    expect(backgroundColor).toBe(background);
  });
});
