import { describe, expect, test } from 'vitest';
import { type DeviceHints, recognizeDevice } from '#domain/visitor';

const hints: DeviceHints = {
  maxTouchPoints: 0,
  platform: '',
  framed: false,
  coarse: false,
  bridged: false,
  standalone: false,
  brave: false,
};
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('recognising browser and system', () => {
  test.each([
    ['chrome', 'windows', `${windows} ${chrome}`],
    ['chrome', 'linux', `Mozilla/5.0 (X11; Linux x86_64) ${chrome}`],
    ['chrome', 'linux', `Mozilla/5.0 (X11; Linux x86_64) ${chrome.replace('Chrome', 'HeadlessChrome')}`],
    ['chrome', 'other', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome}`],
    ['chrome', 'android', `Mozilla/5.0 (Linux; Android 10; K) ${chrome}`],
    ['chrome', 'android', `Mozilla/5.0 (Linux; Android 15; Optimus Topaz) ${chrome}`],
    ['chrome', 'ios', `${iphone} CriOS/143.0.0.0 Mobile/15E148 Safari/604.1`],
    ['edge', 'windows', `${windows} ${chrome} Edg/143.0.0.0`],
    ['edge', 'android', `Mozilla/5.0 (Linux; Android 10; K) ${chrome} EdgA/143.0.0.0`],
    ['edge', 'ios', `${iphone} Version/19.0 EdgiOS/143.0.0.0 Mobile/15E148 Safari/604.1`],
    ['opera', 'macos', `${mac} ${chrome} OPR/125.0.0.0`],
    ['opera', 'ios', `${iphone} Version/19.0 Mobile/15E148 Safari/604.1 OPT/6.0.0`],
    ['firefox', 'windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'],
    ['firefox', 'android', 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0'],
    ['firefox', 'ios', `${iphone} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`],
    ['safari', 'macos', `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15`],
    ['safari', 'ios', `${iphone} Version/19.0 Mobile/15E148 Safari/604.1`],
    ['other', 'ios', `${iphone} Mobile/15E148`],
    ['other', 'android', `Mozilla/5.0 (Linux; Android 10; K) SamsungBrowser/28.0 ${chrome}`],
    ['other', 'other', 'Opossum, an honest operator of shops'],
    ['other', 'other', ''],
  ])('recognises %s on %s: %s', (browser, os, agent) =>
    expect(recognizeDevice(agent, hints)).toMatchObject({ browser, os, framed: false }),
  );
});

test('recognises a Mac with a touch screen as an iPad', () => {
  const agent = `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15`;
  expect(recognizeDevice(agent, { ...hints, platform: 'MacIntel', maxTouchPoints: 5 }).os).toBe('ios');
  expect(recognizeDevice(agent, { ...hints, platform: 'MacIntel', maxTouchPoints: 0 }).os).toBe('macos');
});

test('recognises Windows with a touch screen as Windows', () => {
  expect(recognizeDevice(`${windows} ${chrome}`, { ...hints, platform: 'Win32', maxTouchPoints: 10 }).os).toBe(
    'windows',
  );
});

test('recognises Brave by `navigator.brave`', () => {
  expect(recognizeDevice(`${windows} ${chrome}`, { ...hints, brave: true }).browser).toBe('brave');
});

test('recognises Linux with a touch screen as Android with a desktop user agent', () => {
  const agent = `Mozilla/5.0 (X11; Linux x86_64) ${chrome}`;
  const osOf = (change: Partial<DeviceHints>) => recognizeDevice(agent, { ...hints, ...change }).os;
  expect(osOf({ coarse: true })).toBe('android');
  expect(osOf({ coarse: true, maxTouchPoints: 5 })).toBe('android');
  // A laptop with a touch screen has a mouse, which is its main pointer.
  expect(osOf({ coarse: false, maxTouchPoints: 5 })).toBe('linux');
  const chromebook = recognizeDevice(`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome}`, {
    ...hints,
    coarse: true,
    maxTouchPoints: 5,
  });
  expect(chromebook.os).toBe('other');
});

describe('recognising a web view', () => {
  const pixel = 'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0';
  test.each([
    ['Android', `${pixel} Chrome/143.0.0.0 Mobile Safari/537.36`],
    ['Facebook', `${pixel} Chrome/143.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/500.0.0.0;]`],
    ['Instagram', `${iphone} Mobile/15E148 Instagram 350.0.0.0 (iPhone16,2; iOS 19_0)`],
    ['Line', `${iphone} Mobile/15E148 Safari Line/14.0.0`],
    ['WeChat', `Mozilla/5.0 (Linux; Android 15; K) ${chrome} MicroMessenger/8.0.50`],
    ['Telegram', `Mozilla/5.0 (Linux; Android 15; K) ${chrome} Telegram-Android/11.3.3 (Google Pixel 9)`],
    ['MetaMask', `Mozilla/5.0 (Linux; Android 15; K) ${chrome} WebView MetaMaskMobile`],
    ['an iPhone', `${iphone} Mobile/15E148`],
  ])('recognises the web view of %s: %s', (_, agent) => expect(recognizeDevice(agent, hints).webView).toBe(true));

  test('recognises Telegram on Android by the object that it adds to the page', () => {
    const agent = `Mozilla/5.0 (Linux; Android 15; K) ${chrome}`;
    expect(recognizeDevice(agent, hints).webView).toBe(false);
    expect(recognizeDevice(agent, { ...hints, bridged: true }).webView).toBe(true);
  });

  test('recognises the web view of an iPad with a desktop user agent', () => {
    const agent = `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko)`;
    const pad = { ...hints, platform: 'MacIntel', maxTouchPoints: 5 };
    expect(recognizeDevice(agent, pad).webView).toBe(true);
    expect(recognizeDevice(`${agent} Version/19.0 Safari/605.1.15`, pad).webView).toBe(false);
    expect(recognizeDevice(agent, hints).webView).toBe(false);
  });

  test.each([
    `${iphone} Version/19.0 Mobile/15E148 Safari/604.1`,
    `${iphone} CriOS/143.0.0.0 Mobile/15E148 Safari/604.1`,
    `${iphone} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`,
    `Mozilla/5.0 (Linux; Android 10; K) ${chrome}`,
    `${windows} ${chrome}`,
    `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15`,
    'Mozilla/5.0 (X11; Linux x86_64) Baseline Liner',
  ])('recognises no web view in a browser: %s', (agent) => expect(recognizeDevice(agent, hints).webView).toBe(false));

  test("recognises no web view in a page on an iPhone's home screen", () =>
    expect(recognizeDevice(`${iphone} Mobile/15E148`, { ...hints, standalone: true }).webView).toBe(false));
});

test('reports whether the page is in a frame', () =>
  expect(recognizeDevice('', { ...hints, framed: true }).framed).toBe(true));
