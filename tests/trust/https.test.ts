import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { certificate, certificateKey } from './certificate';
import { buildSmallSite, startTestHost } from './site';

const { folder, build, remove } = buildSmallSite();
afterAll(remove);

const verified = (origin: URL, environment: Record<string, string>) =>
  new Promise<{ code: number; printed: string }>((answer) => {
    const words = ['src/trust/start.js', 'verify', origin.href, '--dist', folder, '--pause', '0'];
    execFile(process.execPath, words, { env: { PATH: process.env.PATH, ...environment } }, (error, stdout, stderr) =>
      answer({ code: Number(error?.code ?? 0), printed: stdout + stderr }),
    );
  });

test('verify works over https, and reports a certificate that is not trusted', async () => {
  const file = join(folder, '..', `${build.integrity.root.slice(0, 8)}.pem`);
  writeFileSync(file, certificate);
  onTestFinished(() => rmSync(file));
  const host = await startTestHost(build, undefined, { key: certificateKey, cert: certificate });
  const [trusted, unknown] = await Promise.all([verified(host, { NODE_EXTRA_CA_CERTS: file }), verified(host, {})]);
  // Another server of this computer may answer plain http.
  const findings = trusted.printed.split('\n').filter((line) => /^✗ (?!http:)/.test(line));
  expect(findings).toEqual([]);
  expect(trusted.printed).toContain(host.origin);
  expect(unknown.printed).toContain('Could not compare: ');
  expect(unknown.printed).toMatch(/self-signed certificate/i);
  expect(unknown.code).toBe(2);
});
