import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AnyEventObject, SnapshotFrom } from 'xstate';
import { formatDollars } from '#copy/numbers';
import { exceedsAllocation } from '#domain/alpha';
import { alphaMachine } from '#machines/alpha';
import { Alpha } from '#views/landing/Alpha';
import { presentAlpha } from '../../src/views/landing/alpha.present';
import { generatePaths } from '../engine/paths';
import { perform } from '../engine/perform';
import { createDoneEvent } from '../engine/words';
import { alphaSamples, sampleAllocation } from '../samples/page';
import { formatPhrase, servedWordsAt, wordsAt } from '../support/words';
import { expectAnnouncement, listLiveTexts } from './said';
import { click, findMiddle, focusLocator, outsidePoint, press, showView, takeTurns, write } from './support';
import { testView } from './testView';

const dialog = page.getByRole('dialog', { name: wordsAt('alpha.title') });
const opener = page.getByRole('button', { name: servedWordsAt('hero.join'), exact: true });
const button = (name: string) => dialog.getByRole('button', { name, exact: true });
const closer = button(wordsAt('close'));
const less = button(wordsAt('alpha.less', 1_000));
const more = button(wordsAt('alpha.more', 1_000));
const slider = page.getByRole('slider', { name: wordsAt('alpha.slider') });
const field = page.getByRole('textbox', { name: wordsAt('alpha.field') });
const remainingFigure = page.getByRole('status', { name: wordsAt('alpha.remaining') });
const ask = button(wordsAt('alpha.request')).or(button(wordsAt('alpha.exceeds')));
const notice = page.getByRole('complementary', { name: wordsAt('alpha.notice') });
const again = notice.getByRole('link');
const dismiss = notice.getByRole('button');

function perceived() {
  const modal = dialog.query();
  if (!modal) return 'closed';
  const range = slider.element() as HTMLInputElement;
  const input = field.element() as HTMLInputElement;
  const button = ask.element() as HTMLButtonElement;
  return {
    modal: modal.matches(':modal'),
    holdsFocus: modal.contains(document.activeElement),
    slider: [range.value, range.ariaValueText, range.parentElement?.style.getPropertyValue('--share')],
    field: [input.value, input.ariaInvalid],
    left: remainingFigure.element().textContent,
    legend: [...button.form!.querySelectorAll('small')].map(({ textContent }) => textContent),
    after: button.nextElementSibling!.textContent,
    button: [button.textContent, button.disabled ? 'disabled' : 'enabled'],
  };
}

function due(model: SnapshotFrom<typeof alphaMachine>): ReturnType<typeof perceived> {
  const shown = presentAlpha(model);
  if (!shown.isOpen) return 'closed';
  return {
    modal: true,
    holdsFocus: true,
    slider: [`${shown.slider}`, formatPhrase(shown.sliderText), `${shown.shares.share}`],
    field: [shown.text, `${shown.blocked}`],
    left: formatDollars(shown.left),
    legend: [formatPhrase(shown.taken), formatPhrase(shown.yours)],
    after: formatPhrase(shown.after),
    button: [formatPhrase(shown.request.label), shown.request.event ? 'enabled' : 'disabled'],
  };
}

/** Samples for the view, which also offers the events that `possible` leaves out of generated paths. */
const { possible: _, ...offered } = alphaSamples;

/** Renders the modal with the button that opens it. Mouse and keyboard take turns in opening and closing. */
async function visited({
  input = sampleAllocation,
  ...options
}: Parameters<typeof perform<typeof alphaMachine>>[1] = {}) {
  const { actor, ...life } = perform(alphaMachine, { ...options, input });
  const { snapshot } = life;
  await showView(
    <>
      <button type="button" command="show-modal" commandfor="alpha">
        {servedWordsAt('hero.join')}
      </button>
      <Alpha actor={actor} />
    </>,
  );
  const typing = () => snapshot().context.typed !== null;
  const events = {
    open: takeTurns(
      () => click(opener),
      () => userEvent.keyboard('{Enter}'),
    ),
    close: takeTurns(
      () => click(closer),
      () => press(outsidePoint),
      () => userEvent.keyboard('{Escape}'),
    ),
    write: ({ text }: AnyEventObject) => write(field, text),
    slide: ({ amount }: AnyEventObject) => slider.fill(`${amount}`),
    step: async ({ by }: AnyEventObject) => {
      const button = by < 0 ? less : more;
      // Clicking would blur the field first. Screen readers press without moving the focus.
      if (typing()) (button.element() as HTMLButtonElement).click();
      else await click(button);
    },
    leave: async () => {
      (field.element() as HTMLInputElement).focus();
      await userEvent.tab();
    },
    // A mouse press would blur the field first, which causes another event.
    request: async () => {
      const blocked = ask.element().matches(':disabled');
      if (document.activeElement === field.element()) await userEvent.keyboard('{Enter}');
      else await (blocked ? press(findMiddle(ask.element())) : click(ask));
      // A disabled button sends no event, so the test sends the event of the path itself.
      if (blocked && snapshot().matches('open')) await life.send({ type: 'request' });
    },
  };
  return { ...life, events };
}

testView(
  alphaMachine,
  alphaSamples,
  async ({ input, coverage }) => {
    // A press reaches the machine asynchronously, so `seen` waits for the machine's state.
    const { snapshot, given, ...life } = await visited({ input, coverage });
    const seen = async (model: SnapshotFrom<typeof alphaMachine>) => {
      await expect.poll(() => [snapshot().value, perceived()], { interval: 5 }).toEqual([model.value, due(model)]);
      const { heard, notice } = presentAlpha(model);
      // Screen readers announce values of slider and field, and moves of the focus, without a live region.
      const heardNow = (notice?.heard ?? heard).map(formatPhrase).join(' ');
      await expectAnnouncement(heardNow, () => listLiveTexts(document.body));
      const { amount } = model.context;
      if (model.matches('requesting')) expect(given('openRequest')).toEqual({ amount });
      if (!model.matches('requested')) return;
      const text = encodeURIComponent(`${amount} USDC`);
      await expect.element(again).toHaveAttribute('href', expect.stringContaining(text));
    };
    // A disabled button can't be pressed. Enter in the field still requests the clamped amount.
    const entered = () => {
      const { context } = snapshot();
      return exceedsAllocation(context.allocation, context.amount) && snapshot().can({ type: 'request' });
    };
    const controls = {
      open: () => opener.elements(),
      slide: () => slider.elements(),
      write: () => field.elements(),
      step: () => [...less.elements(), ...more.elements()],
      leave: () => field.elements(),
      request: () => (entered() ? field : ask).elements(),
      close: () => closer.elements(),
      dismiss: () => dismiss.elements(),
    };
    return { ...life, controls, others: () => again.elements(), seen };
  },
  { offered, paths: generatePaths(alphaMachine, alphaSamples, 'samples') },
);

async function opened(input = sampleAllocation) {
  const visit = await visited({ input });
  await visit.events.open();
  await expect.element(dialog).toBeVisible();
  return visit;
}

// The slider reaches its maximum even if the minimum is no whole number of steps below it.
test.each([
  ['{ArrowRight}{ArrowRight}{ArrowLeft}', '10,500 USDC', 10_000],
  ['{End}{ArrowRight}', '50,000 USDC', 10_000],
  ['{End}{Home}', '10,000 USDC', 10_000],
  ['{End}', '50,000 USDC', 10_250],
])('the keys %s move the slider to %s from a minimum of %i', async (keys, text, min) => {
  await opened({ ...sampleAllocation, min, initial: min });
  focusLocator(slider);
  await userEvent.keyboard(keys);
  await expect.element(slider).toHaveAttribute('aria-valuetext', text);
  await expect.element(field).toHaveValue(text.replace(' USDC', ''));
});

test.each([
  ['the button Less', '49,000', () => click(less)],
  ['the disabled button', '50,000', () => press(findMiddle(ask.element()))],
])('pressing %s with the mouse blurs the field, which clamps the amount', async (_, text, push) => {
  const { snapshot } = await opened();
  await field.fill('90000');
  await push();
  await expect.element(field).toHaveValue(text);
  await expect.element(ask).toBeEnabled();
  expect(snapshot().value).toBe('open');
});

test.each<[string, string, number, () => Promise<unknown>]>([
  ['of the mouse on the button', '5', 10_000, () => click(ask)],
  ['of Enter', '5', 10_000, () => userEvent.keyboard('{Enter}')],
  ['of Enter, although the button is disabled,', '90000', 50_000, () => userEvent.keyboard('{Enter}')],
])('a single press %s requests the clamped amount', async (_, text, amount, request) => {
  const { given } = await opened();
  await field.fill(text);
  await request();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(given('openRequest')).toEqual({ amount });
});

test('closing the notice moves the focus back to where it was', async () => {
  const { send } = await opened();
  await click(ask);
  await send(createDoneEvent('openRequest'));
  await expect.element(opener).toHaveFocus();
  for (const control of [again, dismiss]) {
    await userEvent.tab();
    await expect.element(control).toHaveFocus();
  }
  await userEvent.keyboard('{Enter}');
  await expect.element(again).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test('Tab moves through the modal in reading order, and never to the page behind it', async () => {
  await opened();
  focusLocator(closer);
  for (const control of [less, field, more, slider, ask]) {
    await userEvent.tab();
    await expect.element(control).toHaveFocus();
  }
  for (const control of [slider, field])
    await expect.element(control).toHaveAccessibleDescription(wordsAt('alpha.help'));
  await userEvent.tab();
  await expect.element(opener).not.toHaveFocus();
});
