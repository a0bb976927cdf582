import { test } from 'vitest';
import { page } from 'vitest/browser';
import { alphaMachine } from '#machines/alpha';
import { Alpha } from '#views/landing/Alpha';
import { perform } from '../perform';
import { usual } from '../worlds';
import { middleOf, press, show } from './support';

test.each([[0], [1], [2]])('scratch %d', async (fix) => {
  const { actor, snapshot } = perform(alphaMachine, { input: usual });
  const log: unknown[] = [];
  await show(
    // biome-ignore lint: x
    <div
      onMouseDown={(e) => {
        log.push('react ' + (e.target as Element).tagName);
        if (fix === 2 && (e.target as Element).closest('[type=submit]')) e.preventDefault();
      }}
    >
      <Alpha actor={actor} />
    </div>,
  );
  actor.send({ type: 'open' });
  await new Promise((r) => setTimeout(r, 100));
  if (fix === 1)
    document.querySelector('form')!.addEventListener('mousedown', (e) => {
      log.push('native ' + (e.target as Element).tagName);
      (e.target as Element).closest('[type=submit]') && e.preventDefault();
    });
  const field = page.getByRole('textbox', { name: 'Amount' });
  for (const text of ['90000', '5', '25000']) {
    await field.fill(text);
    await press(middleOf(page.getByRole('button', { name: /Amount E|Request/ })));
    await new Promise((r) => setTimeout(r, 100));
    log.push([
      text,
      snapshot().value,
      snapshot().context.amount,
      snapshot().context.limit,
      document.activeElement?.tagName,
    ]);
    if (snapshot().value === 'requesting') {
      actor.send({ type: 'close' });
      actor.send({ type: 'open' });
      await new Promise((r) => setTimeout(r, 100));
    }
  }
  console.info(fix, JSON.stringify(log));
});
