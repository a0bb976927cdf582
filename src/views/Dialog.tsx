import { css } from '@emotion/react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { colour, ease, from, moving, phone, space } from './theme';

/** How a wallet dialog stands: two panes, or one where there is little room; a sheet at the foot; as large as it must be. */
export type Form = 'connect' | 'sheet' | 'narrow';

const sheet = 'inline-size: 100%; margin-block-end: 0; border-end-start-radius: 0; border-end-end-radius: 0;';
const atFoot = `${sheet} --rise: 24px; --enter: .24s; max-inline-size: 480px; max-block-size: calc(100dvh - 24px); padding-block-end: max(8px, env(safe-area-inset-bottom));`;

const box = css`
  inline-size: min(100% - 2rem, 30rem); max-block-size: calc(100dvh - 2rem); margin: auto; padding: 0;
  border: 1px solid transparent; border-radius: 20px; background: ${colour.surface}; color: ${colour.ink};
  box-shadow: var(--shadow); overflow: auto; overscroll-behavior: contain;
  opacity: 0; transform: translateY(8px);
  &[open] { opacity: 1; transform: none }
  @starting-style { &[open] { opacity: 0; transform: translateY(var(--rise, 8px)) } }
  &::backdrop { background: rgb(6 20 14 / .45); opacity: 0 }
  &[open]::backdrop { opacity: 1 }
  @starting-style { &[open]::backdrop { opacity: 0 } }
  ${moving} {
    transition: opacity .12s ease-in, transform .12s ease-in, overlay .12s allow-discrete, display .12s allow-discrete;
    &[open] { transition: opacity var(--enter, .18s) ${ease.out}, transform var(--enter, .18s) ${ease.out} }
    &::backdrop { transition: opacity .12s, overlay .12s allow-discrete, display .12s allow-discrete }
    &[open]::backdrop { transition-duration: .18s }
  }
  ${phone} { &:not([data-form]) { ${sheet} max-inline-size: calc(100% - 2 * ${space.notch}); max-block-size: calc(100dvh - 1rem) } }
  &[data-form] { inline-size: min(100% - 2rem, 368px); overflow: hidden; border-width: 0; outline: 1px solid transparent }
  &[data-form][open] { display: flex }
  &[data-form=connect] { block-size: 468px }
  ${from.tablet} { &[data-form=connect] { inline-size: 720px; block-size: 504px } }
  &[data-form=sheet] { ${atFoot} }
  @media (max-width: 47.99rem) and (pointer: coarse) { &[data-form=narrow] { ${atFoot} } }
  &[data-form]::backdrop { background: rgb(12 20 17 / .52) }
  @media (prefers-color-scheme: dark) { &[data-form]::backdrop { background: rgb(2 5 4 / .68) } }
`;

/** Gives the focus to the title of the step that is shown `within`: also for what goes away when it is pressed. */
export const turnToTitle = (within?: ParentNode | null) =>
  [...(within?.querySelectorAll<HTMLElement>('h2[tabindex]') ?? [])]
    .find((title) => title.checkVisibility())
    ?.focus({ preventScroll: true });

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
  dialog.toggleAttribute('data-back', dialog.open && depth < (dialog.dataset.depth ?? ''));
  dialog.dataset.depth = depth;
  if (!dialog.open || dialog.getAnimations().length) step.style.animation = 'none';
  step.onanimationend = () => dialog.removeAttribute('data-back');
  // Whoever opens it, turns to the title as well; to look for it before that would cost a slow phone 40 ms.
  if (dialog.open) turnToTitle(dialog);
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
    if (!dialog.open && !opening.current) dialog.showModal();
    turnToTitle(dialog);
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
