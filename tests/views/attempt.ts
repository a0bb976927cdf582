import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import type { FailureReason } from '#domain/attempt';
import { attemptMachine } from '#machines/attempt';
import { clipboardMachine } from '#machines/clipboard';

interface Options {
  /** The lifetime of a pairing code in seconds, and how often an unused code is renewed. */
  limits?: { codeLifetime: number; renewalLimit: number };
  /** The pairing URI that is ready at once. If it is missing, the test sends one. */
  uri?: string;
}

/** Resolves once machines have received an answer: a promise settles a few turns later. */
const heard = () => new Promise<void>((done) => setTimeout(done));

/** Returns a running clipboard machine, and a function that ends the copying. */
export function createScriptedClipboard() {
  let tell: (worked: boolean) => void = () => {};
  const clipboard = clipboardMachine.provide({
    actors: {
      copyText: fromPromise<void, { text: string }>(
        () =>
          new Promise((answer, giveUp) => {
            tell = (worked) => (worked ? answer() : giveUp(new Error('denied')));
          }),
      ),
    },
  });
  const copied = (worked: boolean) => {
    tell(worked);
    return heard();
  };
  return { clipboard, copied };
}

/** Returns the attempt machine with scripted actors, so that the test answers for wallet and clipboard. */
export function createScriptedAttempt({ limits, uri }: Options = {}) {
  let tell: (event: AnyEventObject) => void = () => {};
  let turn: (event: AnyEventObject) => void = () => {};
  const { clipboard, copied } = createScriptedClipboard();
  const cast = attemptMachine.provide({
    actors: {
      connectionLine: fromCallback<AnyEventObject, object | undefined>(({ sendBack }) => {
        tell = sendBack;
      }),
      pairingLine: fromCallback<AnyEventObject, object | undefined>(({ sendBack }) => {
        if (uri) sendBack({ type: 'code.arrived', uri });
      }),
      watchPage: fromCallback<AnyEventObject>(({ sendBack }) => {
        turn = sendBack;
      }),
      clipboard,
    },
  });
  // Replaces the limits of pairing codes in the input, because the usual ones are too long for generated paths.
  const attempt: typeof attemptMachine = Object.assign(Object.create(cast), {
    getInitialSnapshot: (...[scope, input]: Parameters<typeof cast.getInitialSnapshot>) =>
      cast.getInitialSnapshot(scope, limits && input ? { ...input, ...limits } : input),
  });
  return {
    attempt,
    tell: (event: AnyEventObject) => tell(event),
    turn: (event: AnyEventObject) => turn(event),
    approve: () => {
      tell({ type: 'claim.approved' });
      return heard();
    },
    refuse: (reason: FailureReason) => {
      tell({ type: 'claim.refused', reason });
      return heard();
    },
    copied,
  };
}

/**
 * Returns a function that lists what screen readers announce in an open dialog: the last focused title, and live
 * regions.
 */
export function createScreenReader(dialog: () => Element | null) {
  let title: string | null = '';
  return () => {
    if (!dialog()?.matches('[open]')) return '';
    const { activeElement } = document;
    if (activeElement?.matches('h2')) title = activeElement.textContent;
    // Joins separate texts by spaces.
    const whole = ':is(h3, p, span)';
    const parts =
      dialog()?.querySelectorAll(
        `[role=status]:not(:has(p, span)), [role=status] ${whole}:not([role=status] ${whole} *)`,
      ) ?? [];
    const words = [...parts].map(({ textContent }) => textContent);
    return [title, ...words].join(' ');
  };
}

/** Returns the controls of a dialog by their names. Queries by role are too slow for many steps. */
export const createControlsByName =
  (...names: (RegExp | string)[]) =>
  () =>
    [...document.querySelectorAll<HTMLElement>('dialog :is(a, button, input)')].filter((element) => {
      const own = element.ariaLabel ?? element.textContent;
      return names.some((name) => (typeof name === 'string' ? name === own : name.test(own)));
    });

/** Presses the first visible element of `elements`, even if it is scrolled out of view. Links do not navigate. */
export function pressFirst(elements: readonly Element[]) {
  const element = elements.find((element) => element.checkVisibility());
  if (!(element instanceof HTMLElement)) throw new Error('There is nothing to press.');
  element.addEventListener('click', (event) => event.preventDefault(), { once: true });
  element.click();
}
