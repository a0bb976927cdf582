import { type IncomingHttpHeaders, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';

/** In ms. The page's own requests have the same time limit. */
const ANSWER_LIMIT = 15_000;
/** The doctor reads at most this many bytes of an answer. */
const LONGEST = 2_000_000;

export interface HttpRequest {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** The time limit of the answer, in ms. */
  limit?: number;
  /** Delays the second half of the request's body until this promise resolves. */
  pause?: Promise<unknown>;
  signal?: AbortSignal;
}

export interface HttpAnswer {
  question: HttpRequest;
  status: number;
  headers: IncomingHttpHeaders;
  cookies: string[];
  text: string;
}

/** Thrown for a request without an answer. The message begins with the host, and gives the reason. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError';
  readonly question: HttpRequest;
  /** True if no connection was possible. False if the server was connected but sent no valid answer. */
  readonly isUnreachable: boolean;

  constructor(question: HttpRequest, why: string, isUnreachable = false) {
    super(`${new URL(question.url).host} ${why}`);
    this.question = question;
    this.isUnreachable = isUnreachable;
  }
}

/** Error codes of connections that can't be opened. Each text ends a sentence that begins with the host. */
const UNREACHABLE: Record<string, string> = {
  ECONNREFUSED: 'refuses connections: nothing listens there',
  ENOTFOUND: 'is no host that the name server knows',
  EAI_AGAIN: 'could not be looked up: the name server does not answer',
  ENETUNREACH: 'cannot be reached from this network',
  EHOSTUNREACH: 'cannot be reached from this network',
};
const CUT = ['ECONNRESET', 'EPIPE'];

function errorFor(question: HttpRequest, { code = '', message }: NodeJS.ErrnoException) {
  const away = UNREACHABLE[code];
  if (away) return new NoAnswerError(question, away, true);
  if (/CERT|SELF_SIGNED|TLS|SSL|ISSUER/.test(code))
    return new NoAnswerError(question, `has no valid certificate (${code})`, true);
  if (CUT.includes(code)) return new NoAnswerError(question, 'cuts the connection');
  return new NoAnswerError(question, `gives no proper answer (${code || message})`);
}

/**
 * Sends one request, and resolves to the answer, whatever its status. Follows no redirects, and adds no header except
 * Content-Length.
 *
 * @throws {NoAnswerError}
 */
export function sendRequest(question: HttpRequest): Promise<HttpAnswer> {
  const { url, method = 'GET', headers = {}, body, limit = ANSWER_LIMIT, pause, signal } = question;
  const bytes = Buffer.from(body ?? '');
  const length = method === 'GET' ? {} : { 'Content-Length': String(bytes.length) };
  const send = url.startsWith('https:') ? overHttps : overHttp;
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(errorFor(question, error));
    // Each request has its own connection, because a server may close an idle connection at any time.
    const sent = send(url, { method, headers: { ...length, ...headers }, agent: false, ...(signal && { signal }) });
    const timer = setTimeout(() => {
      reject(new NoAnswerError(question, `does not answer (timeout after ${limit / 1_000} s)`));
      sent.destroy();
    }, limit);
    sent.on('close', () => clearTimeout(timer));
    sent.on('error', fail);
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const end = () => {
        clearTimeout(timer);
        const text = Buffer.concat(chunks).toString();
        const { statusCode: status = 0, headers } = response;
        resolve({ question, status, headers, cookies: headers['set-cookie'] ?? [], text });
        sent.destroy();
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size > LONGEST) end();
      });
      response.on('end', end).on('error', fail);
    });
    if (!pause) {
      sent.end(bytes);
      return;
    }
    sent.write(bytes.subarray(0, bytes.length >> 1));
    pause.then(() => sent.end(bytes.subarray(bytes.length >> 1)));
  });
}
