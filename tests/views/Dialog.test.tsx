import { useSelector } from '@xstate/react';
import { type ReactNode, useCallback } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type ActorRefFrom, createActor, setup } from 'xstate';
import { Dialog } from '#views/Dialog';
import { click, middleOf, outsidePoint, press, showView } from './support';

/** A machine with the states open and closed that counts its events. */
const questionMachine = setup({
  types: { events: {} as { type: 'open' } | { type: 'close' } },
}).createMachine({
  id: 'question',
  initial: 'closed',
  states: { closed: { on: { open: 'open' } }, open: { on: { close: 'closed' } } },
});
type Question = ActorRefFrom<typeof questionMachine>;

const dialog = page.getByRole('dialog', { name: 'Well?' });
const opener = page.getByRole('button', { name: 'Ask' });
const yes = page.getByRole('button', { name: 'Yes' });

function Asked({ actor, children }: { actor: Question; children?: ReactNode }) {
  const open = useSelector(actor, (snapshot) => snapshot.matches('open'));
  return (
    <>
      <button type="button" command="show-modal" commandfor="question">
        Ask
      </button>
      <Dialog
        id="question"
        labelledBy="well"
        open={open}
        onOpen={() => actor.send({ type: 'open' })}
        onClose={() => actor.send({ type: 'close' })}
      >
        <h2 id="well">Well?</h2>
        <button type="button">Yes</button>
        {children}
      </Dialog>
    </>
  );
}

/** Opens the dialog natively after it was added to the document and before React's effects run. */
function OpenedEarly({ children }: { children: ReactNode }) {
  const early = useCallback((around: HTMLElement | null) => around?.querySelector('dialog')?.showModal(), []);
  return <div ref={early}>{children}</div>;
}

function question() {
  const told: string[] = [];
  const actor = createActor(questionMachine, {
    inspect: (happened) => happened.type === '@xstate.event' && told.push(happened.event.type),
  }).start();
  told.length = 0;
  return { actor, told };
}

async function asked() {
  const { actor, told } = question();
  const view = await showView(<Asked actor={actor} />);
  return { actor, told, ...view };
}

const modal = () => document.querySelector<HTMLDialogElement>('dialog:modal');
const native = () => document.querySelector('dialog')!;

/** Waits for the dialog's toggle events, which browsers send in a later task. */
async function toggled() {
  const last = document.createElement('details');
  document.body.append(last);
  const heard = new Promise((yes) => last.addEventListener('toggle', yes, { once: true }));
  last.open = true;
  await heard;
  // Browsers may send `close` in a separate task.
  await new Promise((later) => setTimeout(later));
  last.remove();
}

/** Checks that dialog and machine agree, and that neither has sent a redundant event. */
async function inStep({ actor, told }: Pick<ReturnType<typeof question>, 'actor' | 'told'>, value: 'open' | 'closed') {
  await expect.poll(() => [actor.getSnapshot().value, modal() ? 'open' : 'closed']).toEqual([value, value]);
  await toggled();
  expect([actor.getSnapshot().value, modal() ? 'open' : 'closed']).toEqual([value, value]);
  return told.splice(0);
}

async function opened() {
  const question = await asked();
  await click(opener);
  await inStep(question, 'open');
  return question;
}

describe('the <dialog> and the open state of the machine', () => {
  test('the machine opens and closes the dialog', async () => {
    const question = await asked();
    question.actor.send({ type: 'open' });
    expect(await inStep(question, 'open')).toEqual(['open']);
    await expect.element(dialog).toBeVisible();
    question.actor.send({ type: 'close' });
    expect(await inStep(question, 'closed')).toEqual(['close']);
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('a button opens the dialog without a script, and the machine gets one event', async () => {
    const question = await asked();
    await click(opener);
    expect(await inStep(question, 'open')).toEqual(['open']);
  });

  test('the browser may open the dialog before its view mounts', async () => {
    const { actor, told } = question();
    await showView(
      <OpenedEarly>
        <Asked actor={actor} />
      </OpenedEarly>,
    );
    expect(await inStep({ actor, told }, 'open')).toEqual(['open']);
    await userEvent.keyboard('{Escape}');
    expect(await inStep({ actor, told }, 'closed')).toEqual(['close']);
  });

  test('the machine may be open before its view mounts', async () => {
    const { actor, told } = question();
    actor.send({ type: 'open' });
    await showView(<Asked actor={actor} />);
    expect(await inStep({ actor, told }, 'open')).toEqual(['open']);
  });

  test('browser and machine may open the dialog at the same time', async () => {
    const question = await asked();
    native().showModal();
    question.actor.send({ type: 'open' });
    expect(await inStep(question, 'open')).toEqual(['open']);
  });

  test('the machine gets the event after the first frames of the opened dialog', async () => {
    const question = await asked();
    native().showModal();
    expect(question.told).toEqual([]);
    await new Promise(requestAnimationFrame);
    expect(question.told).toEqual([]);
    expect(await inStep(question, 'open')).toEqual(['open']);
  });

  for (const type of ['pointerdown', 'keydown', 'click', 'input'])
    test(`the machine gets the event of the opened dialog before a ${type} event in it`, async () => {
      const question = await asked();
      native().showModal();
      native()
        .querySelector('button')!
        .dispatchEvent(new Event(type, { bubbles: true }));
      expect(question.told).toEqual(['open']);
      expect(await inStep(question, 'open')).toEqual(['open']);
    });

  test('a dialog that closes before its first frame sends the machine no event', async () => {
    const question = await asked();
    native().showModal();
    native().close();
    expect(await inStep(question, 'closed')).toEqual([]);
    await new Promise((later) => setTimeout(later, 110));
    expect(question.told).toEqual([]);
  });

  test('the machine gets the event of the opened dialog also if the page draws no frames', async () => {
    const frames = vi.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(0);
    const question = await asked();
    native().showModal();
    expect(await inStep(question, 'open')).toEqual(['open']);
    frames.mockRestore();
  });

  test('the machine can open the dialog and close it at once', async () => {
    const question = await asked();
    question.actor.send({ type: 'open' });
    question.actor.send({ type: 'close' });
    expect(await inStep(question, 'closed')).toEqual(['open', 'close']);
  });

  test('the machine can close a dialog at once after the browser has opened it', async () => {
    const question = await asked();
    const once = question.actor.subscribe((snapshot) => {
      once.unsubscribe();
      if (snapshot.matches('open')) question.actor.send({ type: 'close' });
    });
    await click(opener);
    expect(await inStep(question, 'closed')).toEqual(['open', 'close']);
    await click(opener);
    expect(await inStep(question, 'open')).toEqual(['open']);
  });

  test('Esc closes the dialog', async () => {
    const question = await opened();
    await userEvent.keyboard('{Escape}');
    expect(await inStep(question, 'closed')).toEqual(['close']);
  });

  test('opening and closing the dialog 100 times leaves no listeners behind', async () => {
    const listening = vi.spyOn(EventTarget.prototype, 'addEventListener');
    const question = await asked();
    const listeners = () => listening.mock.contexts.filter((target) => target instanceof HTMLDialogElement).length;
    const atFirst = listeners();
    expect(atFirst).toBeGreaterThan(0);

    for (let i = 0; i < 50; i += 1) {
      question.actor.send({ type: 'open' });
      await expect.poll(modal, { interval: 1 }).not.toBeNull();
      question.actor.send({ type: 'close' });
      await expect.poll(modal, { interval: 1 }).toBeNull();
      native().showModal();
      await expect.poll(() => question.actor.getSnapshot().value, { interval: 1 }).toBe('open');
      native().close();
      await expect.poll(() => question.actor.getSnapshot().value, { interval: 1 }).toBe('closed');
    }
    expect(await inStep(question, 'closed')).toEqual(Array.from({ length: 200 }, (_, i) => (i % 2 ? 'close' : 'open')));
    expect(listeners()).toBe(atFirst);
    listening.mockRestore();

    await click(opener);
    expect(await inStep(question, 'open')).toEqual(['open']);
    await press(outsidePoint);
    expect(await inStep(question, 'closed')).toEqual(['close']);
  });
});

describe('the focus when the dialog opens and closes', () => {
  test('opening moves the focus into the dialog, and closing restores it', async () => {
    const question = await asked();
    (opener.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await inStep(question, 'open');
    await expect.element(yes).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await inStep(question, 'closed');
    await expect.element(opener).toHaveFocus();
  });

  test('the focus is restored when the machine closes the dialog', async () => {
    const question = await opened();
    question.actor.send({ type: 'close' });
    await inStep(question, 'closed');
    await expect.element(opener).toHaveFocus();
  });

  test('an open dialog makes the page behind it inert', async () => {
    await opened();
    await expect.element(opener).not.toHaveFocus();
    (opener.element() as HTMLElement).focus();
    await expect.element(opener).not.toHaveFocus();
  });

  test('removing an open dialog makes the page usable again', async () => {
    const question = await opened();
    const gone = native();
    await question.rerender(<button type="button">Go on</button>);
    expect(modal()).toBeNull();
    expect(gone.open).toBe(false);
    const clicked = vi.fn();
    const free = page.getByRole('button', { name: 'Go on' });
    free.element().addEventListener('click', clicked);
    await click(free);
    expect(clicked).toHaveBeenCalledOnce();
  });
});

/** Chromium supports `closedby`. Removing the attribute tests the fallback for other browsers. */
function unlearnClosedBy() {
  const known = Object.getOwnPropertyDescriptor(HTMLDialogElement.prototype, 'closedBy');
  if (!known) throw new Error('This browser does not know closedby anyway.');
  Reflect.deleteProperty(HTMLDialogElement.prototype, 'closedBy');
  return () => Object.defineProperty(HTMLDialogElement.prototype, 'closedBy', known);
}

describe.each([
  ['by the browser', false],
  ['by the page', true],
])('pressing beside the dialog, handled %s', (_, unlearned) => {
  let question: Awaited<ReturnType<typeof asked>>;
  beforeEach(async () => {
    const relearn = unlearned ? unlearnClosedBy() : undefined;
    question = await asked();
    relearn?.();
    if (unlearned) native().removeAttribute('closedby');
    question.actor.send({ type: 'open' });
    await inStep(question, 'open');
  });
  const inside = () => middleOf(dialog.element());

  test('a press on the backdrop closes the dialog', async () => {
    await press(outsidePoint);
    expect(await inStep(question, 'closed')).toEqual(['close']);
  });

  test('a press inside the dialog does not close it', async () => {
    await press(inside());
    await click(yes);
    expect(await inStep(question, 'open')).toEqual([]);
  });

  test('a press that starts inside the dialog and ends outside does not close it', async () => {
    await press(inside(), outsidePoint);
    expect(await inStep(question, 'open')).toEqual([]);
  });

  test('a press that starts outside the dialog and ends inside does not close it', async () => {
    await press(outsidePoint, inside());
    expect(await inStep(question, 'open')).toEqual([]);
  });

  test('a press on the backdrop closes the dialog after it was reopened', async () => {
    await press(outsidePoint);
    await inStep(question, 'closed');
    await click(opener);
    expect(await inStep(question, 'open')).toEqual(['open']);
    await press(outsidePoint);
    expect(await inStep(question, 'closed')).toEqual(['close']);
  });
});
