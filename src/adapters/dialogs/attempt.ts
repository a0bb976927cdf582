import { attemptMachine } from '#machines/attempt';
import { clipboardLogic } from '../browser/clipboard';
import { watchVisibility } from '../browser/visibility';

export const attemptLogic = attemptMachine.provide({
  actors: { watchPage: watchVisibility, clipboard: clipboardLogic },
});
