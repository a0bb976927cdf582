/** What decides which wallets a visitor can have, and where they get them. */
export interface Visitor {
  browser: 'chrome' | 'edge' | 'firefox' | 'opera' | 'safari' | 'brave' | 'other';
  os: 'android' | 'ios' | 'windows' | 'macos' | 'linux' | 'other';
  /** The page stands inside another one. */
  framed: boolean;
}

/** What a browser does not say in its user agent. */
export interface Hints {
  maxTouchPoints: number;
  platform: string;
  framed: boolean;
  /** `navigator.brave` is there: Brave's user agent is that of Chrome. */
  brave: boolean;
}

/** The first that matches: most browsers claim to be Chrome and Safari, too. */
const BROWSERS = [
  ['edge', /\bEdg(e|A|iOS)?\//],
  ['opera', /\b(OPR|OPT|OPiOS)\//],
  ['other', /\bSamsungBrowser\//],
  ['firefox', /\b(Firefox|FxiOS)\//],
  ['chrome', /(Chrome|Chromium|CriOS)\//],
  ['safari', /\bVersion\/.*\bSafari\//],
] as const;

/** The first that matches: Android claims to be Linux, and an iPhone to be like a Mac. */
const SYSTEMS = [
  ['android', /\bAndroid\b/],
  ['ios', /\b(iPhone|iPad|iPod)\b/],
  ['windows', /\bWindows\b/],
  ['macos', /\bMac(intosh| OS X)\b/],
  ['other', /\bCrOS\b/],
  ['linux', /\b(Linux|X11)\b/],
] as const;

/** Recognises a visitor. Arc counts as Chrome: it looks the same, and takes the same extensions. */
export function visitorOf(userAgent: string, { maxTouchPoints, platform, framed, brave }: Hints): Visitor {
  const first = <Name extends string>(list: readonly (readonly [Name, RegExp])[]) =>
    list.find(([, mark]) => mark.test(userAgent))?.[0] ?? 'other';
  // An iPad says that it is a Mac, but no Mac has a touch screen.
  const pad = platform.startsWith('Mac') && maxTouchPoints > 1;
  return { browser: brave ? 'brave' : first(BROWSERS), os: pad ? 'ios' : first(SYSTEMS), framed };
}
