import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { PaneBoundary } from '../../src/workbench/panel/Pane';

function breakPane() {
  const pane = new PaneBoundary({ name: 'The log', when: 1, children: 'its content' });
  Object.assign(pane.state, PaneBoundary.getDerivedStateFromError(new Error('no power')));
  return pane;
}

test('an area of the panel that crashes shows a message, and the other areas go on', () => {
  const pane = breakPane();
  const shown = renderToStaticMarkup(createElement('div', null, pane.render(), 'the next part'));
  expect(shown).toContain('The log can&#x27;t be shown: Error: no power');
  expect(shown).toContain('Try again');
  expect(shown).toContain('the next part');
  expect(shown).not.toContain('its content');
});

test('an area that crashed is rendered again after a change, and on a press', () => {
  const pane = breakPane();
  const { getDerivedStateFromProps: next } = PaneBoundary;
  expect(next({ name: 'The log', when: 1, children: '' }, pane.state)).toBeNull();
  expect(next({ name: 'The log', when: 2, children: '' }, pane.state)).toEqual({ problem: '', when: 2 });
  const setState = vi.spyOn(pane, 'setState').mockReturnValue();
  const [, button] = (pane.render() as { props: { children: [unknown, { props: { onClick(): void } }] } }).props
    .children;
  button.props.onClick();
  expect(setState).toHaveBeenCalledWith({ problem: '' });
});
