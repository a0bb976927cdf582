import type { AnyMachineSnapshot, InspectionEvent } from 'xstate';
import { type Happened, LIMIT, traceOf } from '#domain/trace';
import { copyText } from '../browser/browser';

const happened: Happened[] = [];
let dropped = 0;

/** Remembers the last steps of all machines that run. Give it to the actor of the page. */
export function record(news: InspectionEvent) {
  if (news.type !== '@xstate.snapshot') return;
  const { machine, value: state, context } = news.snapshot as AnyMachineSnapshot;
  if (!machine) return;
  const { event } = news;
  const actor = news.actorRef.sessionId;
  const last = happened.at(-1);
  // The same again, such as the tick of a clock: that would drive out all else.
  const times = last?.actor === actor && last.event === event ? happened.pop()!.times + 1 : 1;
  if (happened.push({ actor, machine, event, state, context, times }) > LIMIT) {
    happened.shift();
    dropped++;
  }
}

/**
 * From now on, whatever has `data-trace` copies a trace when it is pressed, and what stands behind it says what has come of
 * that. By hand: React may be what has failed. And all of it is here, as a part of its own might not come, either.
 */
export function offerTrace() {
  // What it may say is served.
  const served = document.querySelector('template')?.content.querySelector<HTMLElement>('[data-trace]')?.dataset;
  addEventListener('click', async ({ target }) => {
    const said = (target as Element).closest('[data-trace]')?.nextElementSibling;
    if (!said) return;
    said.textContent = '';
    let outcome = served!.copied;
    try {
      const build = import.meta.url.split('/').pop();
      await copyText(JSON.stringify(traceOf(happened, dropped, served!.trace!, build!)));
    } catch {
      outcome = served!.refused;
    }
    said.textContent = outcome!;
  });
}
