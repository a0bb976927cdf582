import type { Locator, Page } from '@playwright/test';
import { checkState } from './visitor/look.ts';
import type { Visit } from './visitor/viewer.ts';
import { Visitor } from './visitor/visitor.ts';

const on = (page: Page) => new Visitor(page, { looks: { folder: '', known: new Set() } } as unknown as Visit);

export function createStateCheck(folder: string) {
  const looks = { folder, known: new Set<string>() };
  return (page: Page, name: string) => checkState(page, looks, name);
}
export const expectAnnounced = (page: Page, news: readonly string[], look?: () => Promise<unknown>) =>
  on(page).hearsOnly(news, look);
export const expectAnnouncedOnce = (page: Page, due = '') => on(page).hearsOnce(due);
export const pressKeyOn = (page: Page, target: Locator, key = 'Enter') => on(page).pressesKeyOn(target, key);
