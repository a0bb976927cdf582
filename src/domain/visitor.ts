export interface VisitorDevice {
  browser: 'chrome' | 'edge' | 'firefox' | 'opera' | 'safari' | 'brave' | 'other';
  os: 'android' | 'ios' | 'windows' | 'macos' | 'linux' | 'other';
  framed: boolean;
  /** Whether the page is shown inside an app. There, a link with a scheme other than https shows an error page. */
  webView: boolean;
}

export interface DeviceHints {
  maxTouchPoints: number;
  platform: string;
  framed: boolean;
  /**
   * Whether the main pointer is a finger. On Android it always is. On other systems, a connected mouse is the main
   * pointer: https://patrickhlauke.github.io/touch/pointer-hover-any-pointer-any-hover/results/
   */
  coarse: boolean;
  /** Whether an app has added an object to the page. Telegram does so, and its web view looks like Chrome. */
  bridged: boolean;
  /** Whether the page was started from the home screen of an iPhone, so that it has no browser around it. */
  standalone: boolean;
  /** Whether `navigator.brave` exists. Brave's user agent is that of Chrome. */
  brave: boolean;
}

/** The first match counts, because most user agents also contain Chrome and Safari. */
const BROWSERS = [
  ['edge', /\bEdg(e|A|iOS)?\//],
  ['opera', /\b(OPR|OPT|OPiOS)\//],
  ['other', /\bSamsungBrowser\//],
  ['firefox', /\b(Firefox|FxiOS)\//],
  ['chrome', /(Chrome|Chromium|CriOS)\//],
  ['safari', /\bVersion\/.*\bSafari\//],
] as const;

/** The first match counts, because Android also contains Linux, and iPhones contain Mac. */
const SYSTEMS = [
  ['android', /\bAndroid\b/],
  ['ios', /\b(iPhone|iPad|iPod)\b/],
  ['windows', /\bWindows\b/],
  ['macos', /\bMac(intosh| OS X)\b/],
  ['other', /\bCrOS\b/],
  ['linux', /\b(Linux|X11)\b/],
] as const;

/** Apps that show pages in their own web view, and Android's mark of any web view. */
const WEB_VIEWS =
  /; wv\)|\b(FBA[NV]|FB_IAB|Instagram|Line\/|MicroMessenger|Telegram\b[\w-]*|musical_ly|BytedanceWebview|trill_\w+|Snapchat|Pinterest|LinkedInApp|KAKAOTALK|NAVER|WebView|MetaMaskMobile)\b|\bTwitter for /;

export const hasWalletApps = ({ os }: Pick<VisitorDevice, 'os'>) => os === 'android' || os === 'ios';

/** Recognises a visitor's browser and system. Arc counts as Chrome, because it has its user agent and extensions. */
export function recognizeDevice(userAgent: string, hints: DeviceHints): VisitorDevice {
  const { maxTouchPoints, platform, framed, coarse, bridged, standalone, brave } = hints;
  const first = <Name extends string>(list: readonly (readonly [Name, RegExp])[]) =>
    list.find(([, mark]) => mark.test(userAgent))?.[0] ?? 'other';
  // An iPad's user agent says Mac, but no Mac has a touch screen.
  const pad = platform.startsWith('Mac') && maxTouchPoints > 1;
  // An Android tablet with a desktop user agent says Linux.
  const tablet = /\bX11; Linux\b/.test(userAgent) && coarse;
  const os = pad ? 'ios' : tablet ? 'android' : first(SYSTEMS);
  const hasNoBrowser = os === 'ios' && !standalone && !/\bSafari\//.test(userAgent);
  return {
    browser: brave ? 'brave' : first(BROWSERS),
    os,
    framed,
    webView: bridged || hasNoBrowser || WEB_VIEWS.test(userAgent),
  };
}
