import { describe, expect, test } from 'vitest';
import { guessCause, guessCauseOfMissingHeaders } from '#trust/causes';
import type { HostAnswer } from '#trust/request';

const PAGE = '<!doctype html><head><title>Home</title></head>\n<body>\n  <p>Hello</p>\n</body>\n';
const SCRIPT = 'const a = 1;\n';

const causeWith = (body: string, answer: Partial<HostAnswer> = {}, path = '/', expected = PAGE) =>
  guessCause(
    path,
    { status: 200, headers: [['Content-Type', 'text/html; charset=utf-8']], ...answer, body: Buffer.from(body) },
    Buffer.from(expected),
  );
const withScript = (script: string) => PAGE.replace('</body>', `${script}</body>`);

describe('guessCause()', () => {
  test.each([
    [withScript('<script src="https://static.cloudflareinsights.com/beacon.min.js"></script>'), 'Web Analytics'],
    [PAGE.replace('<p>', '<script type="0123456789abcdef01234567-module"></script><p>'), 'Rocket Loader'],
    [withScript('<script src="/cdn-cgi/scripts/x/email-decode.min.js"></script>'), 'Email Address Obfuscation'],
    [withScript('<script src="/.netlify/scripts/rum"></script>'), 'Netlify adds a script'],
    [withScript('<script src="https://vercel.live/_next-live/feedback/feedback.js"></script>'), 'Vercel adds'],
    [withScript('<script src="https://www.googletagmanager.com/gtag/js"></script>'), 'analytics or advertising'],
    [withScript('<script>x()</script>'), 'sub_filter of nginx'],
    [`\uFEFF${PAGE.replaceAll('\n', '\r\n')}`, 'Only line ends'],
    [`${PAGE}\n`, 'Only the end of the file'],
    [PAGE.trimEnd(), 'Only the end of the file'],
    [PAGE.replace(/\n\s*/g, ''), 'A minifier'],
    ['<!doctype html>Another page', ''],
    [PAGE, ''],
  ])('finds the known cause of the changed page %s', (body, sentence) => {
    if (sentence) expect(causeWith(body)).toContain(sentence);
    else expect(causeWith(body)).toBe('');
  });

  test.each<[string, Partial<HostAnswer>, string]>([
    ['a challenge', { status: 403, headers: [['cf-mitigated', 'challenge']] }, 'challenge page'],
    ['PageSpeed', { headers: [['X-Mod-Pagespeed', '1.13']] }, 'PageSpeed'],
    ['a captive portal', { status: 302, headers: [['Location', 'http://hotspot.example/login']] }, 'captive portal'],
    ['a network that asks for a sign-in', { status: 511 }, 'captive portal'],
    ['a page in a language', { status: 302, headers: [['Location', '/fr/']] }, 'in their language'],
  ])('recognises %s by status and headers', (_, answer, sentence) => {
    expect(causeWith('', answer)).toContain(sentence);
  });

  test('recognises a host that answers a missing script with a page', () => {
    expect(causeWith(PAGE, {}, '/assets/a.js', SCRIPT)).toContain('answers a missing file with a page');
  });
});

test.each([
  ['GitHub.com', 'GitHub Pages sends no headers'],
  ['nginx', '"Hosts" in src/README.md'],
])('guessCauseOfMissingHeaders() returns advice for the Server header %s', (server, sentence) => {
  const answer = { status: 200, headers: [['Server', server]] as [string, string][], body: Buffer.from('') };
  expect(guessCauseOfMissingHeaders(answer)).toContain(sentence);
});
