import { expect, test } from 'vitest';
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
  ['other', 'android', `Mozilla/5.0 (Linux; Android 10; K) SamsungBrowser/28.0 ${chrome}`],
  ['other', 'other', 'Opossum, an honest operator of shops'],
  ['other', 'linux', 'Mozilla/5.0 (X11; Linux x86_64) Baseline Liner'],
  ['other', 'other', ''],
])('recognises the browser %s on the system %s by the user agent %s', (browser, os, agent) =>
  expect(recognizeDevice(agent, hints)).toMatchObject({ browser, os, framed: false, webView: false }),
);

const safari = `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15`;
const linux = `Mozilla/5.0 (X11; Linux x86_64) ${chrome}`;
const chromebook = `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome}`;
const android = `Mozilla/5.0 (Linux; Android 15; K) ${chrome}`;
const padView = `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko)`;
const touch = { coarse: true, maxTouchPoints: 5 };
const pad = { platform: 'MacIntel', maxTouchPoints: 5 };

test.each<[what: string, agent: string, hints: Partial<DeviceHints>, facts: object]>([
  ['a Mac with a touch screen as an iPad', safari, pad, { os: 'ios' }],
  ['a Mac without a touch screen', safari, { platform: 'MacIntel' }, { os: 'macos' }],
  ['Windows with a touch screen', `${windows} ${chrome}`, { platform: 'Win32', maxTouchPoints: 10 }, { os: 'windows' }],
  ['Brave by `navigator.brave`', `${windows} ${chrome}`, { brave: true }, { browser: 'brave' }],
  ['Linux with a coarse pointer as Android', linux, { coarse: true }, { os: 'android' }],
  ['Linux with a touch screen as Android', linux, touch, { os: 'android' }],
  ['a laptop by its mouse, whatever its screen', linux, { maxTouchPoints: 5 }, { os: 'linux' }],
  ['a Chromebook with a touch screen', chromebook, touch, { os: 'other' }],
  ['a frame', '', { framed: true }, { framed: true }],
  ['Chrome on Android', android, {}, { webView: false }],
  ['Telegram on Android by its object in the page', android, { bridged: true }, { webView: true }],
  ['the web view of an iPad with a desktop user agent', padView, pad, { webView: true }],
  ['the web view of an iPhone', `${iphone} Mobile/15E148`, {}, { browser: 'other', os: 'ios', webView: true }],
  ['Safari on an iPad', safari, pad, { webView: false }],
  ['a Mac with the user agent of a web view', padView, {}, { webView: false }],
  ["a page on an iPhone's home screen", `${iphone} Mobile/15E148`, { standalone: true }, { webView: false }],
])('recognises the device by its user agent and other hints: %s', (_, agent, change, facts) =>
  expect(recognizeDevice(agent, { ...hints, ...change })).toMatchObject(facts),
);

const pixel = 'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0';
test.each([
  ['Android', `${pixel} Chrome/143.0.0.0 Mobile Safari/537.36`],
  ['Facebook', `${pixel} Chrome/143.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/500.0.0.0;]`],
  ['Instagram', `${iphone} Mobile/15E148 Instagram 350.0.0.0 (iPhone16,2; iOS 19_0)`],
  ['Line', `${iphone} Mobile/15E148 Safari Line/14.0.0`],
  ['WeChat', `Mozilla/5.0 (Linux; Android 15; K) ${chrome} MicroMessenger/8.0.50`],
  ['Telegram', `Mozilla/5.0 (Linux; Android 15; K) ${chrome} Telegram-Android/11.3.3 (Google Pixel 9)`],
  ['MetaMask', `Mozilla/5.0 (Linux; Android 15; K) ${chrome} WebView MetaMaskMobile`],
])('recognises the web view of %s by the user agent %s', (_, agent) =>
  expect(recognizeDevice(agent, hints).webView).toBe(true),
);
