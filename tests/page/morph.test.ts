import { expect, inject } from 'vitest';
import { expectPage } from './visitor/expectPage.ts';
import { test } from './visitor/fixtures.ts';

/** In the page: records from which width to which each dialog is animated, in px. */
function noteWidths() {
  const widths: number[][] = [];
  Object.assign(window, { widths });
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, how) {
    widths.push(
      (frames as { inlineSize: string }[]).map(({ inlineSize }) => Math.round(Number.parseFloat(inlineSize))),
    );
    return animate.call(this, frames, how);
  };
}

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test(`the dialog animates its width from wallet list to sign-in (motion: ${reducedMotion})`, async ({ visit }) => {
    const visitor = await visit({ wallets: [{}], origin: inject('origin'), reducedMotion, scripts: [noteWidths] });
    await visitor.connect.rows.first().click();
    await expectPage(visitor.signIn.send).toBeEnabled();
    await expectPage(visitor.page.locator('#wallet')).toHaveCSS('inline-size', '368px');
    const changes = await visitor.page.evaluate((): number[][] => Reflect.get(window, 'widths'));
    const narrowing = changes.filter(([from, to]) => from !== to);
    if (reducedMotion === 'reduce') expect(changes).toEqual([]);
    else expect([narrowing[0]?.[0], narrowing.at(-1)?.[1]]).toEqual([720, 368]);
  });
