import type { ChartEdge, LabelLine, Layout, StateBox, TransitionRow } from './boxes';

type Check = (it: unknown) => boolean;
/** A check for each field of `Type`. TypeScript fails if the check of a new field is missing. */
type Shape<Type> = { [Field in keyof Type]-?: Check };

/** The greatest coordinate in px. Browsers draw no larger picture. */
const FAR = 1_000_000;
const isText: Check = (it) => typeof it === 'string';
const isFlag: Check = (it) => typeof it === 'boolean';
const isNumber: Check = (it) => typeof it === 'number' && Math.abs(it) < FAR;
/** SVG draws no rectangle of a negative size. */
const isSize: Check = (it) => isNumber(it) && (it as number) >= 0;
const isOneOf =
  (...texts: string[]): Check =>
  (it) =>
    texts.includes(it as string);
const isList =
  (is: Check, least = 0): Check =>
  (it) =>
    Array.isArray(it) && it.length >= least && it.every(is);
const isPair =
  (is: Check): Check =>
  (it) =>
    Array.isArray(it) && it.length === 2 && it.every(is);
const isShape =
  <Type>(shape: Shape<Type>): Check =>
  (it) =>
    typeof it === 'object' &&
    it !== null &&
    Object.entries<Check>(shape).every(([field, is]) => is(Object.hasOwn(it, field) ? Reflect.get(it, field) : null));

const PLACE = { x: isNumber, y: isNumber };
const SIZE = { width: isSize, height: isSize };
const TEXTS = { index: isSize, word: isText, guard: isText, actions: isText };

const isRow = isShape<TransitionRow>({
  ...PLACE,
  ...TEXTS,
  width: isSize,
  to: isText,
  kind: isOneOf('again', 'ignored', 'leads'),
});
const isBox = isShape<StateBox>({
  ...PLACE,
  ...SIZE,
  id: isText,
  label: isText,
  depth: isSize,
  kind: isOneOf('start', 'transient', 'leaf', 'group'),
  final: isFlag,
  region: isFlag,
  inbound: isFlag,
  tags: isList(isText),
  notes: isList(isPair(isText)),
  rows: isList(isRow),
  caption: isSize,
  head: isSize,
  description: isText,
});
const isLine = isShape<LabelLine>({ ...TEXTS, via: isText, back: isFlag });
const isLabel = isShape<NonNullable<ChartEdge['label']>>({ ...PLACE, ...SIZE, lines: isList(isLine) });
const isEdge = isShape<ChartEdge>({
  id: isText,
  from: isText,
  to: isText,
  points: isList(isPair(isNumber), 2),
  depth: isSize,
  vertical: isFlag,
  both: isFlag,
  label: (it) => it === null || isLabel(it),
});
const isWhole = isShape<Layout>({ ...SIZE, id: isText, boxes: isList(isBox, 1), edges: isList(isEdge) });

/** Whether a value, such as one from the browser's storage, is a layout that can be drawn. */
export const isLayout = (it: unknown): it is Layout => isWhole(it);
