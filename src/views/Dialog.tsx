/** @jsxImportSource react */
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { WalletBox } from './Dialog.later';
import { Box } from './Dialog.styles';

/** The forms of a wallet dialog: two panes (one in a small window), a sheet at the foot, or as large as its content. */
export type Form = 'connect' | 'sheet' | 'narrow';

/**
 * Gives the focus to the title of the step that is shown `within`, for elements that disappear when they are pressed.
 */
const turnToTitle = (within?: ParentNode | null) =>
  [...(within?.querySelectorAll<HTMLElement>('h2[tabindex]') ?? [])]
    .find((title) => title.checkVisibility())
    ?.focus({ preventScroll: true });

/** Gives the focus to the first element of a dialog: the one marked `data-first`, else the title. */
function focusFirst(dialog: HTMLElement) {
  const first = [...dialog.querySelectorAll<HTMLElement>('[data-first]')].find((element) => element.checkVisibility());
  if (first) first.focus();
  else turnToTitle(dialog);
}

/** For an element that disappears when it is pressed, or under the focus: the title gets the focus. */
export const yieldFocus = (element: HTMLElement | null) => () => {
  const { activeElement, body } = document;
  if (activeElement === body || element?.contains(activeElement)) turnToTitle(element?.closest('dialog'));
};

/**
 * For the element of a step, which is new with each step: gives the focus to the title. `data-depth` says how deep the
 * step lies in the dialog, so that going back is known. Content that opens with the dialog comes in with it.
 */
export function arrive(step: HTMLElement | null) {
  const dialog = step?.closest('dialog');
  if (!step || !dialog) return;
  const { depth = '0' } = step.dataset;
  const isBack = dialog.open && depth < (dialog.dataset.depth ?? '');
  dialog.toggleAttribute('data-back', isBack);
  dialog.dataset.depth = depth;
  if (!dialog.open || dialog.getAnimations().length) step.style.animation = 'none';
  step.onanimationend = () => dialog.removeAttribute('data-back');
  // The opener gives the focus to the title as well. A search for the title before that would cost a slow phone 40
  // ms.
  if (!dialog.open) return;
  if (depth === '0' && !isBack) focusFirst(dialog);
  else turnToTitle(dialog);
}

/** Makes content that opens again as new: it comes in with the dialog, and is not scrolled. */
function renew(dialog: HTMLElement) {
  dialog.removeAttribute('data-back');
  for (const step of dialog.querySelectorAll<HTMLElement>('[data-depth]')) step.style.animation = 'none';
}
const rewind = (dialog: HTMLElement) => {
  for (const part of dialog.querySelectorAll('[data-scrolls]')) part.scrollTop = 0;
};

/** Calls `then` after two frames, or after 100 ms in a background tab, which draws none. It may call `then` twice. */
function afterFrames(then: () => void) {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(then)));
  setTimeout(then, 100);
}

interface DialogProps {
  id: string;
  /** The id of the heading that names it. */
  labelledBy: string;
  /** Without one, it is as wide as the alpha modal. */
  form?: Form | undefined;
  open: boolean;
  /** The browser opened it, by an invoker command. */
  onOpen: () => void;
  /** The visitor closed it: Esc, the backdrop, a close button. */
  onClose: () => void;
  children: ReactNode;
}

/**
 * A native modal `<dialog>`, kept in step with a machine. The browser may act first, before the scripts
 * came or through Esc, or the machine: each follows the other.
 */
export function Dialog({ id, labelledBy, form, open, onOpen, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const [told, tell] = useState(0);
  const Native = form ? WalletBox : Box;
  /** The browser has opened it, which is not told yet. */
  const untold = useRef(false);
  const report = useEffectEvent(() => {
    if (!untold.current) return;
    untold.current = false;
    if (open) return;
    onOpen();
    tell(told + 1);
  });
  // The machine hears of closing beforehand, so no outside event finds the dialog open. It hears of opening after the
  // first frames, because its work would delay them. A press or a key in the dialog reports the opening earlier.
  const precede = useEffectEvent(({ newState }: ToggleEvent) => {
    untold.current = newState === 'open' && !open;
    if (untold.current) afterFrames(report);
    else if (newState !== 'open' && open) onClose();
  });
  const follow = useEffectEvent(() => {
    if (untold.current || ref.current?.open === open) return;
    if (open) onClose();
    else onOpen();
    tell(told + 1);
  });

  // React hears none of these on a hydrated dialog, hence listeners of our own.
  useEffect(() => {
    const dialog = ref.current!;
    const listening = new AbortController();
    const { signal } = listening;
    if (dialog.open) follow(); // it was opened before the scripts came
    for (const type of ['pointerdown', 'keydown', 'click', 'input'])
      dialog.addEventListener(type, report, { signal, capture: true });
    dialog.addEventListener('beforetoggle', precede, { signal });
    dialog.addEventListener('toggle', follow, { signal });
    dialog.addEventListener('close', follow, { signal });
    closeByBackdrop(dialog, signal);
    return () => {
      listening.abort();
      untold.current = false;
    };
  }, []);

  useEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return;
    if (!dialog.open) {
      renew(dialog);
      dialog.showModal();
      rewind(dialog);
    }
    focusFirst(dialog);
    return () => dialog.close();
  }, [open]);

  // The machine may have opened and closed in one go, without anything to see.
  useEffect(() => {
    if (told && !open) ref.current?.close();
  }, [told, open]);

  return (
    <Native ref={ref} id={id} data-form={form} aria-labelledby={labelledBy} closedby="closerequest">
      {children}
    </Native>
  );
}

/**
 * Not by the browser's own way, which also takes the second half of the double click that opened it. A press that began
 * inside, such as selecting text, is no press on the backdrop.
 */
function closeByBackdrop(dialog: HTMLDialogElement, signal: AbortSignal) {
  let outside = false;
  dialog.addEventListener('pointerdown', ({ target }) => (outside = target === dialog), { signal });
  dialog.addEventListener('pointerup', ({ target }) => (outside &&= target === dialog), { signal });
  // The second click of a double click was meant for the content before the dialog became smaller.
  dialog.addEventListener(
    'click',
    ({ target, detail }) => detail < 2 && outside && target === dialog && dialog.close(),
    { signal },
  );
}
