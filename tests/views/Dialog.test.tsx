import { useSelector } from '@xstate/react';
import { type ReactNode, useCallback } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type ActorRefFrom, createActor, setup } from 'xstate';
import { Dialog } from '#views/Dialog';
import { click, findMiddle, focusLocator, outsidePoint, press, showView } from './support';

const questionMachine = setup({
  types: { events: {} as { type: 'open' } | { type: 'close' } },
}).createMachine({
  id: 'question',
  initial: 'closed',
  states: { closed: { on: { open: 'open' } }, open: { on: { close: 'closed' } } },
});

const dialog = page.getByRole('dialog', { name: 'Well?' });
const opener = page.getByRole('button', { name: 'Ask' });
const yes = page.getByRole('button', { name: 'Yes' });

function Asked({ actor }: { actor: ActorRefFrom<typeof questionMachine> }) {
  const open = useSelector(actor, (snapshot) => snapshot.matches('open'));
  return (
    <>
      <button type="button" command="show-modal" commandfor="question">
        Ask
      </button>
      <Dialog
        id="question"
        open={open}
        onOpen={() => actor.send({ type: 'open' })}
        onClose={() => actor.send({ type: 'close' })}
      >
        <h2 id="question-title">Well?</h2>
        <button type="button">Yes</button>
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

type Question = Awaited<ReturnType<typeof asked>>;

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
  const open = ({ actor }: Question) => actor.send({ type: 'open' });
  const close = ({ actor }: Question) => actor.send({ type: 'close' });
  const withoutFrames = () => vi.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(0);
  afterEach(() => void vi.restoreAllMocks());
  test.each<[string, (question: Question) => unknown, 'open' | 'closed', string[]]>([
    ['the machine opens it', open, 'open', ['open']],
    ['a button opens it without a script', () => click(opener), 'open', ['open']],
    ['browser and machine open it at the same time', (one) => [native().showModal(), open(one)], 'open', ['open']],
    ['the machine opens and closes it at once', (one) => [open(one), close(one)], 'closed', ['open', 'close']],
    ['it closes before its first frame', () => [native().showModal(), native().close()], 'closed', []],
    ['the page draws no frames', () => [withoutFrames(), native().showModal()], 'open', ['open']],
  ])('dialog and machine agree, and the machine gets each event once, if %s', async (_, act, value, events) => {
    const question = await asked();
    await act(question);
    expect(await inStep(question, value)).toEqual(events);
    await new Promise((later) => setTimeout(later, 110));
    expect(question.told).toEqual([]);
  });

  test.each(['browser', 'machine'])('the dialog mounts open if the %s has opened it before', async (opens) => {
    const { actor, told } = question();
    if (opens === 'machine') actor.send({ type: 'open' });
    const view = <Asked actor={actor} />;
    await showView(opens === 'machine' ? view : <OpenedEarly>{view}</OpenedEarly>);
    expect(await inStep({ actor, told }, 'open')).toEqual(['open']);
    await userEvent.keyboard('{Escape}');
    expect(await inStep({ actor, told }, 'closed')).toEqual(['close']);
  });

  test('the machine gets the opening event only after the dialog has been painted', async () => {
    const question = await asked();
    native().showModal();
    expect(question.told).toEqual([]);
    await new Promise(requestAnimationFrame);
    expect(question.told).toEqual([]);
    expect(await inStep(question, 'open')).toEqual(['open']);
  });

  test.each(['pointerdown', 'keydown', 'click', 'input'])('the machine gets "open" before a %s event', async (type) => {
    const question = await asked();
    native().showModal();
    yes.element().dispatchEvent(new Event(type, { bubbles: true }));
    expect(question.told).toEqual(['open']);
    expect(await inStep(question, 'open')).toEqual(['open']);
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
  });
});

describe('the focus when the dialog opens and closes', () => {
  test.each<[string, (question: Question) => unknown]>([
    ['Esc', () => userEvent.keyboard('{Escape}')],
    ['the machine', ({ actor }) => actor.send({ type: 'close' })],
  ])('the open dialog holds the focus until %s closes it', async (_, close) => {
    const question = await asked();
    focusLocator(opener);
    await userEvent.keyboard('{Enter}');
    await inStep(question, 'open');
    await expect.element(yes).toHaveFocus();
    focusLocator(opener);
    await expect.element(yes).toHaveFocus();
    await close(question);
    expect(await inStep(question, 'closed')).toEqual(['close']);
    await expect.element(opener).toHaveFocus();
  });

  test('removing an open dialog element makes the page usable again', async () => {
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

describe('pressing beside the dialog', () => {
  let question: Question;
  beforeEach(async () => {
    question = await opened();
  });
  const inside = () => findMiddle(dialog.element());

  test.each<[string, () => Promise<unknown>]>([
    ['inside', async () => [await press(inside()), await click(yes)]],
    ['that starts inside and ends outside', () => press(inside(), outsidePoint)],
    ['that starts outside and ends inside', () => press(outsidePoint, inside())],
  ])('a press that touches the dialog does not close it: one %s', async (_, act) => {
    await act();
    expect(await inStep(question, 'open')).toEqual([]);
  });

  test('a press on the backdrop closes the dialog, also after it was reopened', async () => {
    await press(outsidePoint);
    expect(await inStep(question, 'closed')).toEqual(['close']);
    await click(opener);
    expect(await inStep(question, 'open')).toEqual(['open']);
    await press(outsidePoint);
    expect(await inStep(question, 'closed')).toEqual(['close']);
  });
});
