import { fromPromise } from 'xstate';
import { clipboardMachine } from '#machines/clipboard';
import { copyText } from './browser';

export const clipboardLogic = clipboardMachine.provide({
  actors: { copyText: fromPromise<void, { text: string }>(({ input }) => copyText(input.text)) },
});
