import type { Page } from '@playwright/test';
import { signInControls } from './visitor/controls.ts';
import { say } from './visitor/say.ts';
import type { Visit } from './visitor/viewer.ts';
import { Visitor } from './visitor/visitor.ts';

const on = (page: Page) => new Visitor(page, { looks: { folder: '', known: new Set() } } as unknown as Visit);

export const signInOf = (page: Page) => signInControls(page, say);
export const untilConnectable = (page: Page) => on(page).allowsConnection();
export const untilCaughtUp = (page: Page) => on(page).receivesAnswers();
export const saidIn = (page: Page) => on(page).heard();
