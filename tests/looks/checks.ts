import { findCutElements, findCutTexts, findUnmarkedChoices, measureDialogExcess } from '../page/visitor/layout';
import { findUnmarkedTexts } from './marked';

const rootOf = () => document.getElementById('stage')!;
const shownIn = (root: Element) => [...root.querySelectorAll<HTMLElement>('*')].filter((one) => one.checkVisibility());
const nameOf = (element: Element) => `${element.localName} “${(element.textContent ?? '').trim().slice(0, 60)}”`;

/** The names of the wallets in the samples. */
const WALLETS = 'Arc|Bay|Cove|Dune|Elm|Fern|Fox|Gale|Heath|Owl';

/** Texts that are not translated: names, and descriptions of transactions, which apps write. */
const NAMES = new RegExp(
  `\\b(?:${WALLETS}|Ethereum|Sepolia|Solana|iABorrow|Kamino|USDC|SOL|ETH|Telegram|Supply)\\b|` +
    '0x[\\da-fA-F]+(?:…[\\da-fA-F]+)?|@\\w+|\\w+\\.eth|Supporter \\w+|Sample Backer|^[A-Z]$',
  'g',
);

const brush = document.createElement('canvas').getContext('2d')!;

/** Whether the placeholder of `field` is wider than its inside. */
function cutsPlaceholder(field: HTMLInputElement) {
  const { font, paddingLeft, paddingRight } = getComputedStyle(field);
  brush.font = font;
  const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  return brush.measureText(field.placeholder).width > room;
}

/** Lists texts of the dialog that nearly touch the button below them. */
function crowded() {
  const texts = [...document.querySelectorAll<HTMLElement>('dialog:modal p')].filter(
    (one) => one.checkVisibility() && !one.closest('label, button'),
  );
  const buttons = [...document.querySelectorAll('dialog:modal button')]
    .filter((one) => getComputedStyle(one).backgroundColor !== 'rgba(0, 0, 0, 0)')
    .map((one) => one.getBoundingClientRect());
  const isCrowded = (text: Element) => {
    const { bottom, left, right } = text.getBoundingClientRect();
    return buttons.some((one) => one.left < right && one.right > left && one.top >= bottom && one.top - bottom < 12);
  };
  return texts.filter(isCrowded).map((text) => `${nameOf(text)} is crowded`);
}

/** Lists parts of dialogs that are cut off. Dialogs must pass this check with enlarged text as well. */
function large() {
  const excess = measureDialogExcess();
  return [...findCutElements(), ...(excess >= 0.1 ? [`the dialog is ${Math.round(excess)} px too high`] : [])];
}

function cut() {
  const { scrollWidth, clientWidth } = document.documentElement;
  // Sticky buttons would cover content that has to be scrolled. In a high window, all content must fit above them.
  const covered = [...document.querySelectorAll<HTMLElement>('dialog:modal *')].filter(
    (one) =>
      getComputedStyle(one).overflowY === 'auto' &&
      one.scrollHeight > one.clientHeight + 1 &&
      innerHeight >= 800 &&
      [...one.querySelectorAll('*')].some((part) => getComputedStyle(part).position === 'sticky'),
  );
  const fields = [...document.querySelectorAll<HTMLInputElement>('dialog:modal input:not([type=range])')].filter(
    (field) => field.checkVisibility() && (field.scrollWidth > field.clientWidth + 1 || cutsPlaceholder(field)),
  );
  return [
    ...large(),
    ...findCutTexts(false),
    ...crowded(),
    ...covered.map((one) => `${one.scrollHeight - one.clientHeight} px are under the buttons`),
    ...fields.map(({ value, placeholder }) => `the field cuts “${value || placeholder}”`),
    ...(scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth} px too wide`] : []),
  ];
}

const unmarked = () => findUnmarkedTexts(rootOf(), NAMES);

/** Lists texts with negative letter spacing, which would tear the joined letters of Arabic script. */
const torn = () =>
  shownIn(rootOf())
    .filter((one) => Number.parseFloat(getComputedStyle(one).letterSpacing) < 0)
    .map(nameOf);

/** Names, addresses and amounts, whose characters a right-to-left sentence could reorder. */
const DIRECTED = new RegExp(
  `\\b(?:${WALLETS})\\b|0x[\\da-f]+…[\\da-f]+|[−$]{1,2}\\d[\\d.,]*|\\d[\\d.,]*\\s?(?:%|USDC|ETH|[km]\\b)`,
  'gi',
);

/** Lists names, addresses and amounts that a right-to-left sentence would reorder. */
function unisolated() {
  const found: string[] = [];
  const check = (text: string, where: string) => {
    const rest = text.replaceAll(/[\u2066-\u2068][^\u2069]*\u2069/g, '');
    if (!/[\u0600-\u06ff]/.test(rest)) return;
    found.push(...[...rest.matchAll(DIRECTED)].map(([one]) => `${where}: ${one} in ${text}`));
  };
  for (const element of rootOf().querySelectorAll('*')) {
    for (const node of element.childNodes)
      if (node instanceof Text && !element.closest('bdi, style, script')) check(node.data, element.localName);
    for (const name of ['aria-label', 'title', 'aria-valuetext', 'placeholder'])
      check(element.getAttribute(name) ?? '', name);
  }
  return found;
}

/** Lists texts that more space between letters, words and lines cuts off (WCAG 1.4.12). */
function narrow() {
  const before = findCutTexts(false);
  const spaced = findCutTexts(true);
  findCutTexts(false);
  return spaced.filter((one) => !before.includes(one));
}

/** Functions in the page that list what is wrong with a shown view, by the name of the mistake. */
export const viewChecks = { cut, large, unmarked, torn, unisolated, narrow, alike: findUnmarkedChoices };

/** Returns the boxes of all elements that the layout positions. Inline text is left out. */
export const listElementBoxes = () =>
  shownIn(rootOf())
    .filter((one) => !one.parentElement?.closest('svg') && getComputedStyle(one).display !== 'inline')
    .map((one) => {
      const { left, right, top } = one.getBoundingClientRect();
      return { name: nameOf(one), left, right, top };
    });

type ElementBoxes = ReturnType<typeof listElementBoxes>;

/** Returns the elements that are not mirrored between the two layouts. */
export const findUnmirroredElements = (there: ElementBoxes, here: ElementBoxes) =>
  here.flatMap(({ name, left, right, top }, i) => {
    const { width } = document.documentElement.getBoundingClientRect();
    const other = there[i]!;
    const off = [left - (width - other.right), right - (width - other.left), top - other.top].map(Math.round);
    return off.some((px) => Math.abs(px) > 1) ? [`${name} is off by ${off.join()} px`] : [];
  });
