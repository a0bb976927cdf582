import { css } from '@emotion/react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { colour, ease, from, moving, phone, sideways, space } from './theme';

/** How a wallet dialog stands: two panes, or one where there is little room; a sheet at the foot; as large as it must be. */
export type Form = 'connect' | 'sheet' | 'narrow';

/** A sheet is opaque from its first frame and slides in: no text is read through another. */
const sheet =
  'inline-size: 100%; margin-block-end: 0; border-end-start-radius: 0; border-end-end-radius: 0; --faded: 1; --away: translateY(100%); --enter: .32s; --leave: .2s; --curve: cubic-bezier(.32,.72,0,1);';
const atFoot = `${sheet} max-inline-size: 30rem; max-block-size: calc(100dvh - 1.5rem); padding-block-end: max(.5rem, env(safe-area-inset-bottom));`;

const box = css`
  inline-size: min(100% - 2rem, 30rem); max-block-size: calc(100dvh - 2rem); margin: auto; padding: 0;
  border: 1px solid transparent; border-radius: 20px; background: ${colour.surface}; color: ${colour.ink};
  box-shadow: var(--shadow); overflow: auto; overscroll-behavior: contain;
  opacity: var(--faded, 0); transform: var(--away, translateY(8px) scale(.98));
  &[open] { opacity: 1; transform: none }
  @starting-style { &[open] { opacity: var(--faded, 0); transform: var(--away, translateY(8px) scale(.98)) } }
  &::backdrop { background: rgb(12 20 17 / .52); opacity: 0 }
  &[open]::backdrop { opacity: 1 }
  @starting-style { &[open]::backdrop { opacity: 0 } }
  ${moving} {
    &[open] { transition: opacity .12s ${ease.out}, transform var(--enter, .2s) var(--curve, ${ease.out}) }
    &[open]::backdrop { transition: opacity .24s }
    /* Where a closing dialog cannot stay in the top layer, it would fall to the foot of the page for its way out. */
    @supports (overlay: auto) {
      transition: opacity .12s ease-in, transform var(--leave, .12s) ease-in, overlay var(--leave, .12s) allow-discrete, display var(--leave, .12s) allow-discrete;
      &::backdrop { transition: opacity .12s, overlay .2s allow-discrete, display .2s allow-discrete }
    }
  }
  ${phone} { &:not([data-form]) { ${sheet} max-inline-size: calc(100% - 2 * ${space.notch}); max-block-size: calc(100dvh - 1rem) } }
  ${sideways} { inline-size: min(100% - 2rem, 44rem) }
  &[data-form] { inline-size: min(100% - 2rem, 23rem); overflow: hidden; border-width: 0; outline: 1px solid transparent }
  &[data-form][open] { display: flex }
  &[data-form=connect] { block-size: 29.25rem }
  ${from.tablet} { &[data-form=connect] { inline-size: 45rem; block-size: 31.5rem } }
  &[data-form=sheet] { ${atFoot} }
  @media (max-width: 47.99rem) and (pointer: coarse) { &[data-form=narrow] { ${atFoot} } }
  @media (prefers-color-scheme: dark) { &::backdrop { background: rgb(2 5 4 / .68) } }
`;

/** Gives the focus to the title of the step that is shown `within`: also for what goes away when it is pressed. */
export const turnToTitle = (within?: ParentNode | null) =>
  [...(within?.querySelectorAll<HTMLElement>('h2[tabindex]') ?? [])]
    .find((title) => title.checkVisibility())
    ?.focus({ preventScroll: true });

/** Gives the focus to what a dialog starts from: the element marked `data-first`, else the title. */
function focusFirst(dialog: HTMLElement) {
  const first = [...dialog.querySelectorAll<HTMLElement>('[data-first]')].find((element) => element.checkVisibility());
  if (first) first.focus();
  else turnToTitle(dialog);
}

/** For what goes away when it was pressed, or under the focus: the title gets that then. */
export const yieldFocus = (element: HTMLElement | null) => () => {
  const { activeElement, body } = document;
  if (activeElement === body || element?.contains(activeElement)) turnToTitle(element?.closest('dialog'));
};

/**
 * For the element of a step, which is new with each step: gives the focus to the title. `data-depth` says how far into
 * the dialog the step lies; coming from a deeper one is going back. What opens with the dialog comes in with it.
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
  // Whoever opens it, turns to the title as well; to look for it before that would cost a slow phone 40 ms.
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
 * A native modal `<dialog>`, kept in step with a machine. The browser may be first (before the scripts
 * came, or through Esc) or the machine; whoever moves, the other one follows.
 */
export function Dialog({ id, labelledBy, form, open, onOpen, onClose, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const [told, tell] = useState(0);
  /** The browser is about to open it. */
  const opening = useRef(false);
  // Told before it opens or closes, and not a turn later: nothing done in it comes too early for the machine, and
  // nothing that comes from elsewhere still finds it open.
  const precede = useEffectEvent(({ newState }: ToggleEvent) => {
    if ((newState === 'open') === open) return;
    opening.current = newState === 'open';
    if (opening.current) onOpen();
    else onClose();
  });
  const follow = useEffectEvent(() => {
    const asked = opening.current;
    opening.current = false;
    if (ref.current?.open === open) return;
    if (open) onClose();
    else if (asked) ref.current?.close();
    else onOpen();
    tell(told + 1);
  });

  // React hears none of these on a hydrated dialog, hence listeners of our own.
  useEffect(() => {
    const dialog = ref.current!;
    const listening = new AbortController();
    const { signal } = listening;
    if (dialog.open) follow(); // it was opened before the scripts came
    dialog.addEventListener('beforetoggle', precede, { signal });
    dialog.addEventListener('toggle', follow, { signal });
    dialog.addEventListener('close', follow, { signal });
    closeByBackdrop(dialog, signal);
    return () => listening.abort();
  }, []);

  useEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return;
    if (!dialog.open && !opening.current) {
      renew(dialog);
      dialog.showModal();
      rewind(dialog);
    }
    focusFirst(dialog);
    return () => dialog.close();
  }, [open]);

  // The machine may have opened and closed again in one go; then there was nothing to see of it.
  useEffect(() => {
    if (told && !open) ref.current?.close();
  }, [told, open]);

  return (
    <dialog ref={ref} id={id} css={box} data-form={form} aria-labelledby={labelledBy} closedby="closerequest">
      {children}
    </dialog>
  );
}

/**
 * By hand: the browser's own way also takes the second half of the double click that opened it. A press that
 * began inside, such as selecting text, is no press on the backdrop.
 */
function closeByBackdrop(dialog: HTMLDialogElement, signal: AbortSignal) {
  let outside = false;
  dialog.addEventListener('pointerdown', ({ target }) => (outside = target === dialog), { signal });
  dialog.addEventListener('pointerup', ({ target }) => (outside &&= target === dialog), { signal });
  // The second click of two was for what was there before the dialog became smaller.
  dialog.addEventListener(
    'click',
    ({ target, detail }) => detail < 2 && outside && target === dialog && dialog.close(),
    { signal },
  );
}
