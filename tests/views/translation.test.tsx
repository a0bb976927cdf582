import { createElement, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { watchTexts } from './translation';

/** Returns the errors when the content of an element changes. */
function faultsOf(before: ReactNode[], after: ReactNode[], translate: 'yes' | 'no' = 'yes') {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  flushSync(() => root.render(createElement('b', { translate }, ...before)));
  const faults = watchTexts(place);
  flushSync(() => root.render(createElement('b', { translate }, ...after)));
  return faults();
}

const ICON = <svg key="icon" width="1" height="1" />;

test.each<[string, ReactNode[], ReactNode[], string[], 'no'?]>([
  ['changes beside other nodes', [ICON, 'one'], [ICON, 'two'], ['changes: two']],
  ['is removed', [ICON, 'one'], [ICON], ['goes: one']],
  ['is removed, alone in its element', [false, 'one'], [false, null], ['goes: one']],
  ['follows something new', [null, 'one'], [ICON, 'one'], ['something comes before: one']],
  ['is the only child', ['one'], ['two'], []],
  ['is replaced by an element', ['one'], [ICON], []],
  ['is alone beside others', [null, <i key="i">one</i>], [ICON, <i key="i">two</i>], []],
  ['is removed with its element', [<i key="1">one {ICON}</i>], [<i key="2">two</i>], []],
  ['is not translated', [ICON, 'one'], [ICON, 'two'], [], 'no'],
])('finds a text that translating the page breaks, because it %s', (_, before, after, faults, translate) =>
  expect(faultsOf(before, after, translate)).toEqual(faults),
);
