import { expect, inject } from 'vitest';
import { startHostWithCached404 } from './sites.ts';
import { expectPage } from './visitor/expectPage.ts';
import { test } from './visitor/fixtures.ts';
import { runAxe } from './visitor/look.ts';
import { say } from './visitor/say.ts';

const title = say('landing.error.title');

test('any path but / shows the error screen, with status 404 and a link to the start', async ({ visit }) => {
  const visitor = await visit({ path: '/nowhere#connect' });
  const { page } = visitor;
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expectPage(page.getByText(say('notFound'))).toBeVisible();
  await visitor.seesNoDialog();
  // The error screen has no button that copies the trace, because no events were recorded.
  await expectPage(page.getByRole('button', { name: say('trace') })).toHaveCount(0);
  await page.getByRole('link', { name: say('landing.error.home') }).click();
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText(say('landing.hero.headline'));
  expect(visitor.complaints.splice(0)).toEqual([expect.stringContaining('status of 404')]);
  const deep = await fetch(`${inject('origin')}/a/b/c?d=e`);
  expect([deep.status, deep.headers.get('content-security-policy')?.slice(0, 18)]).toEqual([404, "default-src 'none'"]);
  expect(await deep.text()).toContain(title);
});

test('any path but / shows the error screen, even if the host sends the start page', async ({ visit }) => {
  // This host sends no security headers, so only the Content-Security-Policy in the HTML applies.
  const { origin } = await startHostWithCached404(async (request, response) => {
    const path = /\.(js|css|woff2|svg|xml)$/.test(request.url ?? '') ? request.url : '/';
    const answer = await fetch(inject('origin') + path);
    const type = answer.headers.get('content-type') ?? '';
    response.writeHead(200, { 'content-type': type }).end(Buffer.from(await answer.arrayBuffer()));
  });
  const visitor = await visit({ origin, path: '/nowhere' });
  const { page } = visitor;
  // The page must not take `//` at the start of a path for the start of a host name.
  for (const path of ['/nowhere#connect', '//#account']) {
    await page.goto(origin + path);
    await page.waitForLoadState('networkidle');
    await expectPage(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expectPage(page.getByText(say('notFound'))).toBeVisible();
    await expectPage(page.getByRole('button', { name: say('trace') })).toHaveCount(0);
    await expectPage(page.getByRole('alert')).toHaveCount(0);
    await visitor.seesNoDialog();
    await page.evaluate(() => {
      location.hash = 'sign-in';
    });
  }
  visitor.forgiven.push(/TrustedHTML|trusted-types/);
  const refused = page.evaluate(() => {
    document.body.innerHTML = '<p>new</p>';
  });
  await expect(refused).rejects.toThrow(/TrustedHTML/);
});

test('a crash while rendering shows the error screen, without "404"', async ({ visit }) => {
  const visitor = await visit();
  const { page } = visitor;
  await visitor.waitsForScripts();
  await visitor.breaksPage();
  await expectPage(page.getByText(say('notFound'))).toHaveCount(0);
  await expectPage(page.getByRole('alert')).toHaveText(title + say('landing.error.crashed'));
  await expectPage(visitor.alpha.modal).toHaveCount(0);
  await expectPage(page.getByRole('banner').getByRole('link')).toHaveCount(1);
  expect(await runAxe(page)).toEqual([]);
  await page.getByRole('link', { name: say('landing.error.home') }).click();
  await expectPage(page.getByRole('heading', { level: 1 })).toHaveText(say('landing.hero.headline'));
});
