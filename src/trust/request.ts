import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { formatCount, quoteText } from './text';

/** The answer of a host. `headers` are in the received order, and a header that was sent twice is listed twice. */
export interface HostAnswer {
  status: number;
  headers: [string, string][];
  body: Buffer;
}

export interface RequestLimits {
  /** Milliseconds for a whole answer. */
  time: number;
  /** Bytes of the content, before and after decoding. */
  bytes: number;
}

/**
 * Thrown if the host sends no complete answer. The message, such as "did not answer", follows the path in a sentence.
 */
export class HostSilentError extends Error {}

const decoders = { br: promisify(brotliDecompress), gzip: promisify(gunzip), deflate: promisify(inflate) };

async function decoded(body: Buffer, encoding: string, limit: number): Promise<Buffer> {
  if (encoding === '' || encoding === 'identity' || !body.length) return body;
  if (!Object.hasOwn(decoders, encoding))
    throw new HostSilentError(`is encoded as ${quoteText(encoding)}, which nobody asked for.`);
  try {
    return await decoders[encoding as keyof typeof decoders](body, { maxOutputLength: limit });
  } catch {
    throw new HostSilentError(`can't be decoded as ${encoding} within ${formatCount(limit)} bytes.`);
  }
}

const CODES: Record<string, string> = {
  ECONNREFUSED: 'is out of reach: the host refuses the connection.',
  ENOTFOUND: 'is out of reach: no such host.',
  EAI_AGAIN: 'is out of reach: the name of the host could not be looked up.',
  ECONNRESET: 'broke off: the host closed the connection.',
};

/** Returns all values of a header, whatever the case of its name. */
export const findHeaderValues = ({ headers }: Pick<HostAnswer, 'headers'>, name: string) =>
  headers.filter(([key]) => key.toLowerCase() === name.toLowerCase()).map(([, value]) => value);

/**
 * Requests `path` of `origin`. Follows no redirect, and reads no more than the limits allow.
 *
 * @throws {HostSilentError} whose message is the end of a sentence
 */
export async function requestPath(
  origin: URL,
  path: string,
  headers: Record<string, string>,
  { time, bytes }: RequestLimits,
  method = 'GET',
): Promise<HostAnswer> {
  const signal = AbortSignal.timeout(time);
  const send = origin.protocol === 'https:' ? requestHttps : requestHttp;
  const hostname = origin.hostname.replace(/^\[|\]$/g, '');
  const options = { hostname, port: origin.port, path, method, headers, signal, agent: false as const };
  const answer = await new Promise<HostAnswer>((answered, failed) => {
    const sent = send(options, (response) => {
      const parts: Buffer[] = [];
      let length = 0;
      response.on('data', (part: Buffer) => {
        length += part.length;
        parts.push(part);
        if (length > bytes) response.destroy(new HostSilentError(`sends more than ${formatCount(bytes)} bytes.`));
      });
      response.on('error', failed);
      response.on('end', () => {
        const { rawHeaders: raw, statusCode = 0 } = response;
        const pairs = Array.from({ length: raw.length / 2 }, (_, i): [string, string] => [
          raw[2 * i] ?? '',
          raw[2 * i + 1] ?? '',
        ]);
        answered({ status: statusCode, headers: pairs, body: Buffer.concat(parts) });
      });
    });
    sent.on('error', failed);
    sent.end();
  }).catch((error: Error & { code?: string }) => {
    if (error instanceof HostSilentError) throw error;
    if (signal.aborted) throw new HostSilentError(`was not answered within ${time / 1_000} seconds.`);
    throw new HostSilentError(CODES[error.code ?? ''] ?? `was not answered: ${quoteText(error.message)}.`);
  });
  const [encoding = ''] = findHeaderValues(answer, 'Content-Encoding');
  return { ...answer, body: await decoded(answer.body, encoding.trim().toLowerCase(), bytes) };
}
