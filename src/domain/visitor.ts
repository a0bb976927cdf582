/** The facts that decide which wallets a visitor can have, and from where. */
export interface Visitor {
  browser: 'chrome' | 'edge' | 'firefox' | 'opera' | 'safari' | 'brave' | 'other';
  os: 'android' | 'ios' | 'windows' | 'macos' | 'linux' | 'other';
  /** Another page frames this one. */
  framed: boolean;
  /** The page is shown inside an app. A link of any scheme but https replaces it by an error there. */
  webView: boolean;
}

/** Facts that a browser does not state in its user agent. */
export interface Hints {
  maxTouchPoints: number;
  platform: string;
  framed: boolean;
  /** The main pointer is a finger. */
  coarse: boolean;
  /** An app has left its bridge on the page. Telegram does so, and its web view calls itself Chrome. */
  bridged: boolean;
  /** The page was started from the home screen of an iPhone, and has no browser around it. */
  standalone: boolean;
  /** `navigator.brave` is there: Brave's user agent is that of Chrome. */
  brave: boolean;
}

/** The first match counts: most browsers claim to be Chrome and Safari, too. */
const BROWSERS = [
  ['edge', /\bEdg(e|A|iOS)?\//],
  ['opera', /\b(OPR|OPT|OPiOS)\//],
  ['other', /\bSamsungBrowser\//],
  ['firefox', /\b(Firefox|FxiOS)\//],
  ['chrome', /(Chrome|Chromium|CriOS)\//],
  ['safari', /\bVersion\/.*\bSafari\//],
] as const;

/** The first match counts: Android claims to be Linux, and an iPhone to be like a Mac. */
const SYSTEMS = [
  ['android', /\bAndroid\b/],
  ['ios', /\b(iPhone|iPad|iPod)\b/],
  ['windows', /\bWindows\b/],
  ['macos', /\bMac(intosh| OS X)\b/],
  ['other', /\bCrOS\b/],
  ['linux', /\b(Linux|X11)\b/],
] as const;

/** Apps that show pages in a web view of their own, and Android's mark of any web view. */
const WEB_VIEWS =
  /; wv\)|\b(FBA[NV]|FB_IAB|Instagram|Line\/|MicroMessenger|Telegram\b[\w-]*|musical_ly|BytedanceWebview|trill_\w+|Snapchat|Pinterest|LinkedInApp|KAKAOTALK|NAVER|WebView|MetaMaskMobile)\b|\bTwitter for /;

/** Recognises a visitor. Arc counts as Chrome: it looks the same, and takes the same extensions. */
export function visitorOf(userAgent: string, hints: Hints): Visitor {
  const { maxTouchPoints, platform, framed, coarse, bridged, standalone, brave } = hints;
  const first = <Name extends string>(list: readonly (readonly [Name, RegExp])[]) =>
    list.find(([, mark]) => mark.test(userAgent))?.[0] ?? 'other';
  // An iPad says that it is a Mac, but no Mac has a touch screen.
  const pad = platform.startsWith('Mac') && maxTouchPoints > 1;
  // An Android tablet that asks for desktop sites says that it is Linux.
  const tablet = /\bX11; Linux\b/.test(userAgent) && coarse && maxTouchPoints > 1;
  const os = pad ? 'ios' : tablet ? 'android' : first(SYSTEMS);
  const hasNoBrowser = os === 'ios' && !standalone && !/\bSafari\//.test(userAgent);
  return {
    browser: brave ? 'brave' : first(BROWSERS),
    os,
    framed,
    webView: bridged || hasNoBrowser || WEB_VIEWS.test(userAgent),
  };
}
