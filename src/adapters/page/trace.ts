import { type AnyMachineSnapshot, createActor, type InspectionEvent } from 'xstate';
import { language } from '#copy/numbers';
import { createTrace, listAllowedWords, type RawStep, TRACE_STEP_LIMIT } from '#domain/trace';
import { clipboardLogic } from '../browser/clipboard';

const happened: RawStep[] = [];
let dropped = 0;

export function recordTraceStep(news: InspectionEvent) {
  if (news.type !== '@xstate.snapshot') return;
  const { machine, value: state, context } = news.snapshot as AnyMachineSnapshot;
  if (!machine) return;
  const { event } = news;
  const actor = news.actorRef.sessionId;
  const last = happened.at(-1);
  // Counts repetitions of a step, such as the tick of a clock. Storing each would push other steps out of the trace.
  const times = last?.actor === actor && last.event === event ? happened.pop()!.times + 1 : 1;
  if (happened.push({ actor, machine, event, state, context, times }) > TRACE_STEP_LIMIT) {
    happened.shift();
    dropped++;
  }
}

/** Works without React and lazy modules, which may have failed. The element after a button shows the result. */
export function enableTraceButtons(says: Record<'copied' | 'refused', string>) {
  const copier = createActor(clipboardLogic).start();
  let said: Element;
  copier.subscribe(({ value, context }) => {
    if (value === 'idle') return;
    said.textContent = value === 'copying' ? '' : says[value];
    said.parentElement!.querySelector('textarea')?.remove();
    if (value !== 'refused') return;
    const shown = document.createElement('textarea');
    Object.assign(shown, { readOnly: true, value: context.text, ariaLabel: said.previousElementSibling!.textContent });
    shown.style.cssText = 'inline-size:100%;margin-block-start:1rem';
    said.after(shown);
    shown.select();
  });
  addEventListener('click', ({ target }) => {
    const next = (target as Element).closest('[data-trace]')?.nextElementSibling;
    if (!next) return;
    said = next;
    const build = `${import.meta.url.split('/').pop()} ${language}`;
    copier.send({ type: 'copy', text: JSON.stringify(createTrace(happened, dropped, listAllowedWords(), build)) });
  });
}
