import { lookup } from 'node:dns/promises';
import { connect } from 'node:tls';
import { runVerifyCommand } from '#trust/verify';
import { sendRequest } from './ask';
import type { Certificate, OutsideServices } from './finding';

const LIMIT = 10_000;

async function readCertificate(url: string): Promise<Certificate | null> {
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== 'https:') return null;
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    // Accepts invalid certificates, so that the doctor can report their dates. No data is sent over this connection.
    const line = connect({ host, port: Number(port || 443), servername: host, rejectUnauthorized: false });
    line.setTimeout(LIMIT, () => line.destroy(new Error('timeout')));
    line.on('error', reject);
    line.on('secureConnect', () => {
      const { valid_to, subjectaltname = '' } = line.getPeerCertificate();
      line.destroy();
      const names = Array.from(subjectaltname.matchAll(/DNS:([^\s,]+)/g), ([, name = '']) => name);
      resolve({ validTo: Date.parse(valid_to), names });
    });
  });
}

export const realServices: OutsideServices = {
  telegram: 'https://t.me',
  nameServer: 'https://cloudflare-dns.com/dns-query',
  now: () => Date.now(),
  readCertificate,
  answers: (url) =>
    sendRequest({ url, method: 'HEAD', limit: LIMIT }).then(
      () => true,
      () => false,
    ),
  compare: async (live) => {
    const said: string[] = [];
    const code = await runVerifyCommand([live, '--quick', '--json', '--pause', '1'], (text) => said.push(text));
    return { code, text: said.join('\n') };
  },
  knows: (host) =>
    lookup(host).then(
      () => true,
      () => false,
    ),
};
