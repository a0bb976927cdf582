import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { watchTexts } from './translation';

function faultsOf(before: ReactNode, after: ReactNode) {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  flushSync(() => root.render(before));
  const faults = watchTexts(place);
  flushSync(() => root.render(after));
  return faults();
}

const ICON = <svg width="1" height="1" />;

test.each([
  ['changes beside other nodes', <b key="b">{ICON}one</b>, <b key="b">{ICON}two</b>, ['changes: two']],
  ['is removed', <b key="b">{ICON}one</b>, <b key="b">{ICON}</b>, ['goes: one']],
  ['is removed, alone in its element', <b key="b">{[false, 'one']}</b>, <b key="b">{[false, null]}</b>, ['goes: one']],
  [
    'follows something new',
    <b key="b">{[null, 'one']}</b>,
    <b key="b">{[ICON, 'one']}</b>,
    ['something comes before: one'],
  ],
  ['is the only child', <b key="b">one</b>, <b key="b">two</b>, []],
  ['is replaced by an element', <b key="b">one</b>, <b key="b">{ICON}</b>, []],
  [
    'is alone beside others',
    <b key="b">{[null, <i key="i">one</i>]}</b>,
    <b key="b">{[ICON, <i key="i">two</i>]}</b>,
    [],
  ],
  [
    'is removed with its element',
    <b key="b">{[<i key="1">one {ICON}</i>]}</b>,
    <b key="b">{[<i key="2">two</i>]}</b>,
    [],
  ],
  [
    'is not translated',
    <b key="b" translate="no">
      {[ICON, 'one']}
    </b>,
    <b key="b" translate="no">
      {[ICON, 'two']}
    </b>,
    [],
  ],
])('finds a text that translating the page breaks, because it %s', (_, before, after, faults) =>
  expect(faultsOf(before, after)).toEqual(faults),
);
