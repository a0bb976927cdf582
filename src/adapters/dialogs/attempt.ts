import { attemptMachine } from '#machines/attempt';
import { clipboard } from '../browser/clipboard';
import { watchVisibility } from '../browser/visibility';

export const attempt = attemptMachine.provide({ actors: { watchPage: watchVisibility, clipboard } });
