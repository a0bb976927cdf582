import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { buildSmallSite, startTestHost } from './site';

const certificateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgfd86WWYMH+45kSD/
B+2zn42Y3Lel5zIKuN9F2sBAS9ChRANCAATQUQZ8vX5YKdsrG8Cw4KvwCm9Qezz/
3On9udnWTfCvb5+Ca9jHbeYIgtslnIPA1iINWsSNRTb4QwYpm9qDfmx7
-----END PRIVATE KEY-----
`;

/** A certificate for `localhost` that no system trusts. Made by `openssl req -x509 -newkey ec … -days 36500`. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBlDCCATugAwIBAgIUHtwssJBN3tF5Zr4byV33r7v7V+gwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyODE5MTIzMloYDzIxMjYxMTA0
MTkxMjMyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATQUQZ8vX5YKdsrG8Cw4KvwCm9Qezz/3On9udnWTfCvb5+Ca9jHbeYI
gtslnIPA1iINWsSNRTb4QwYpm9qDfmx7o2kwZzAdBgNVHQ4EFgQUpnjWMgLnvHJY
uf6TaySRAYTEWHswHwYDVR0jBBgwFoAUpnjWMgLnvHJYuf6TaySRAYTEWHswDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
RwAwRAIgRYOzbyhsujnwMqTxG9/UStgz5JwM6ePkfN4WGPZhzsYCIBvjtrRrWoS/
UhMz0lYuxIPhEiSVfndEj6fbrzehS/Ym
-----END CERTIFICATE-----
`;

const { folder, build, remove } = buildSmallSite();
afterAll(remove);

const verified = (origin: URL, environment: Record<string, string>) =>
  new Promise<{ code: number; printed: string }>((answer) => {
    const words = ['src/trust/start.js', 'verify', origin.href, '--dist', folder, '--pause', '0'];
    execFile(process.execPath, words, { env: { PATH: process.env.PATH, ...environment } }, (error, stdout, stderr) =>
      answer({ code: Number(error?.code ?? 0), printed: stdout + stderr }),
    );
  });

test('verify connects by https only if it trusts the certificate of the host', async () => {
  const file = join(folder, '..', `${build.integrity.root.slice(0, 8)}.pem`);
  writeFileSync(file, certificate);
  onTestFinished(() => rmSync(file));
  const host = await startTestHost(build, undefined, { key: certificateKey, cert: certificate });
  const [trusted, unknown] = await Promise.all([verified(host, { NODE_EXTRA_CA_CERTS: file }), verified(host, {})]);
  // Ignores findings about plain http, which another server of this computer may answer.
  const findings = trusted.printed.split('\n').filter((line) => /^✗ (?!http:)/.test(line));
  expect(findings).toEqual([]);
  expect(trusted.printed).toContain(host.origin);
  expect(unknown.printed).toContain('Could not compare: ');
  expect(unknown.printed).toMatch(/self-signed certificate/i);
  expect(unknown.code).toBe(2);
});
