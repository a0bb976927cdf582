import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { doctorChecks } from '#doctor/checks';
import { runDoctorCommand } from '#doctor/doctor';
import { SiteError } from '#domain/errors';
import { startVerifier } from '../support/verifier.ts';
import { siteSetupFaults } from './faults.ts';
import { faultyServers, startFaultyServer } from './faultyServers.ts';
import { type OperatorSetup, startOperatorSetup } from './setUp.ts';

let setUp: OperatorSetup;
beforeAll(async () => {
  setUp = await startOperatorSetup();
});
beforeEach(() => setUp.reset());
afterAll(() => setUp.close());

const look = (name: string) => doctorChecks.find((check) => check.name === name)!.look(setUp.values, setUp.outside);

describe('the doctor', () => {
  const rows = Object.entries(siteSetupFaults).flatMap(([check, faults]) =>
    Object.entries(faults).map(([when, fault]) => [check, when, fault] as const),
  );
  test.each(rows)('the check "%s" reports that %s', async (check, _, { seed, ...told }) => {
    seed(setUp);
    const [[kind, sentence] = []] = Object.entries(told);
    expect(await look(check)).toEqual([
      { kind, sentence: typeof sentence === 'string' ? sentence : expect.stringMatching(sentence!) },
    ]);
  });

  test('each of the 16 checks of the doctor is tested with a faulty site', () => {
    const names = doctorChecks.map(({ name }) => name);
    expect(Object.keys(siteSetupFaults).sort()).toEqual(names.sort());
    expect(names).toHaveLength(16);
  });

  test('names the check-auth command that explains the faults of a sign-in server', async () => {
    const { host, values } = setUp;
    const server = await startVerifier({ chainUrls: { 1: `${host.url}/node` } });
    server.allow(host.url);
    const faulty = await startFaultyServer(server.url, faultyServers.readableCookie!(host.url));
    values.authUrl = faulty;
    const [finding] = await look('sign-in server');
    await server.close();
    expect(finding).toMatchObject({ kind: 'wrong', sentence: expect.stringMatching(/^It breaks its contract: "/) });
    expect(finding?.sentence).toContain(`Run npm run check-auth -- ${faulty} --origin ${host.url}.`);
  });

  test('accepts a Partitioned cookie if page and sign-in server are on different sites', async () => {
    const { answer, site, values, host } = setUp;
    answer('/nonce', { headers: { 'Set-Cookie': 'a=b; SameSite=None; Secure; Partitioned' } });
    site({ url: 'https://my.site' });
    values.authUrl = host.url;
    expect(await look('one site')).toMatchObject([{ kind: 'works' }]);
  });

  test('a check that crashes does not stop the other checks', async () => {
    setUp.outside.readCertificate = () => {
      throw new Error('odd');
    };
    const lines: string[] = [];
    const load = async () => ({ site: setUp.values.site, DEFAULT_PROJECT_ID: 'default' });
    await runDoctorCommand([], { print: (line) => lines.push(line), load, services: setUp.outside });
    expect(lines).toContain('? live site: This check failed: odd. Please report it.');
    expect(lines.at(-1)).toMatch(/^✓ one site/);
  });
});

describe('npm run doctor', () => {
  const load = async () => ({ site: setUp.values.site, DEFAULT_PROJECT_ID: 'default' });
  const said = async (words: string[] = [], more: Partial<Parameters<typeof runDoctorCommand>[1]> = {}) => {
    const lines: string[] = [];
    const { dist, publicDir } = setUp.values;
    const code = await runDoctorCommand(words, {
      print: (line) => lines.push(line),
      load,
      services: setUp.outside,
      folders: { dist, publicDir },
      ...more,
    });
    return { code, text: lines.join('\n') };
  };

  test('prints which hosts it contacts, and one line for each check that passes', async () => {
    const { code, text } = await said(['--dns']);
    const [first, rest = ''] = text.split('\n\n');
    expect(first).toContain('It is going to ask:\n');
    expect(first).toMatch(`${new URL(setUp.host.url).host}  nodes answer, networks,`);
    expect(first).toMatch(/It sends no key of yours and changes nothing\.$/);
    expect(rest.split('\n').map((line) => line.slice(0, 1))).toEqual(doctorChecks.map(() => '✓'));
    expect(code).toBe(0);
  });

  test('contacts only the hosts that it prints, and changes nothing there', async () => {
    await said(['--dns']);
    const { asked } = setUp.host;
    const posted = asked.filter(({ method }) => !['GET', 'OPTIONS', 'HEAD'].includes(method));
    expect(new Set(posted.map(({ url }) => url))).toEqual(new Set(['/node']));
    expect(asked.filter(({ headers }) => headers.authorization || headers.cookie)).toEqual([]);
  });

  test('exits with 1 and runs no check if a value of the site is invalid', async () => {
    const refuse = async () => {
      throw new SiteError('url', 'url must be an https address without a path, not "x"');
    };
    const { code, text } = await said([], { load: refuse });
    expect(text).toBe(
      '✗ values: url must be an https address without a path, not "x". Mend it in src/site.ts, or in the variable that it comes from.',
    );
    expect(code).toBe(1);
  });

  test('prints a failed check as JSON, and exits with 1, if it is called with --json', async () => {
    setUp.node({ id: 8453 });
    const { code, text } = await said(['--json']);
    const findings = JSON.parse(text) as { check: string; kind: string }[];
    expect(findings.filter(({ kind }) => kind === 'wrong')).toMatchObject([{ check: 'networks' }]);
    expect(code).toBe(1);
  });

  test('skips the checks that need a host when the computer is offline', async () => {
    setUp.outside.knows = async () => false;
    const { code, text } = await said();
    expect(text).toContain('This machine finds none of these hosts. Is it online? Only what needs no host is checked.');
    expect(text).toMatch(
      /\n✓ values: .+\n✓ privacy of nodes: .+\n✓ project id: .+\n✓ licences: .+\n✓ sign-in server: /,
    );
    expect(setUp.host.asked).toEqual([]);
    expect(code).toBe(2);
  });

  test('prints its usage when it is called with wrong arguments', async () => {
    expect(await said(['--site', 'my.site'])).toMatchObject({
      code: 2,
      text: expect.stringMatching(/^"my\.site" is no http address\.\n\nUsage: npm run doctor/),
    });
    expect(await said(['--sit'])).toMatchObject({ code: 2, text: expect.stringMatching(/^Unknown option '--sit'/) });
  });
});
