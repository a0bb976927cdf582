import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';

/** The layout of a dialog: two panes (one in a small window), a sheet at the bottom, or as large as its content. */
export type DialogLayout = 'connect' | 'sheet' | 'narrow';

/** Focuses the visible step's title `within` an element, for buttons that disappear when they are pressed. */
const turnToTitle = (within?: ParentNode | null) =>
  [...(within?.querySelectorAll<HTMLElement>('h2[tabindex]') ?? [])]
    .find((title) => title.checkVisibility())
    ?.focus({ preventScroll: true });

function focusFirst(dialog: HTMLElement) {
  const first = [...dialog.querySelectorAll<HTMLElement>('[data-first]')].find((element) => element.checkVisibility());
  if (first) first.focus();
  else turnToTitle(dialog);
}

/** Ref for an element that disappears when it is pressed or has the focus: moves the focus to the title. */
export const moveFocusToTitle = (element: HTMLElement | null) => () => {
  const { activeElement, body } = document;
  if (activeElement === body || element?.contains(activeElement)) turnToTitle(element?.closest('dialog'));
};

/** Ref for a step. `data-depth` tells the direction of its animation. An opening dialog animates as a whole instead. */
export function focusStepTitle(step: HTMLElement | null) {
  const dialog = step?.closest('dialog');
  if (!step || !dialog) return;
  const { depth = '0' } = step.dataset;
  const isBack = dialog.open && depth < (dialog.dataset.depth ?? '');
  dialog.toggleAttribute('data-back', isBack);
  dialog.dataset.depth = depth;
  if (!dialog.open || dialog.getAnimations().length) step.style.animation = 'none';
  step.onanimationend = () => dialog.removeAttribute('data-back');
  // Opening focuses the title as well. Searching it here would take 40 ms on a slow phone.
  if (!dialog.open) return;
  if (depth === '0' && !isBack) focusFirst(dialog);
  else turnToTitle(dialog);
}

/** Removes the animations of steps when the dialog opens again, so that its content appears with the dialog. */
function renew(dialog: HTMLElement) {
  dialog.removeAttribute('data-back');
  for (const step of dialog.querySelectorAll<HTMLElement>('[data-depth]')) step.style.animation = 'none';
}
const rewind = (dialog: HTMLElement) => {
  for (const part of dialog.querySelectorAll('[data-scrolls]')) part.scrollTop = 0;
};

/** Calls `then` after two frames, or after 100 ms in a background tab, which has no frames. May call it twice. */
function afterFrames(then: () => void) {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(then)));
  setTimeout(then, 100);
}

interface DialogProps {
  id: string;
  /** Without a form, the dialog is as wide as the alpha modal. */
  form?: DialogLayout | undefined;
  open: boolean;
  /** Called after the browser has opened the dialog by an invoker command. */
  onOpen: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Kept in sync with a machine. Either may open or close first: the browser before the scripts run, or by Esc. */
export function Dialog({ id, form, open, onOpen, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = `${id}-title`;
  const [told, tell] = useState(0);
  /** Whether the browser has opened the dialog and the machine doesn't know yet. */
  const untold = useRef(false);
  const report = useEffectEvent(() => {
    if (!untold.current) return;
    untold.current = false;
    if (open) return;
    onOpen();
    tell(told + 1);
  });
  // Reports a closing before the browser closes the dialog, so that no event comes between. Reports an opening at the
  // first press or key, or after the first frames, because the machine's work would delay them.
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

  // React doesn't handle `beforetoggle`, `toggle` and `close` on a hydrated dialog.
  useEffect(() => {
    const dialog = ref.current!;
    const listening = new AbortController();
    const { signal } = listening;
    if (dialog.open) follow(); // opened before the scripts ran
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

  // Closes the element if the machine has opened and closed between two renderings.
  useEffect(() => {
    if (told && !open) ref.current?.close();
  }, [told, open]);

  return (
    <dialog ref={ref} id={id} className="dialog" data-form={form} aria-labelledby={titleId} closedby="closerequest">
      {children}
    </dialog>
  );
}

/** `closedby="any"` would also react to the second half of the double click that opened the dialog. */
function closeByBackdrop(dialog: HTMLDialogElement, signal: AbortSignal) {
  // False for a press that began inside, such as selecting text.
  let outside = false;
  dialog.addEventListener('pointerdown', ({ target }) => (outside = target === dialog), { signal });
  dialog.addEventListener('pointerup', ({ target }) => (outside &&= target === dialog), { signal });
  // Ignores the second click of a double click, because the dialog may have become smaller after the first.
  const press = ({ target, detail }: MouseEvent) => detail < 2 && outside && target === dialog && dialog.close();
  dialog.addEventListener('click', press, { signal });
}
