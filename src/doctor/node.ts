import { type HttpAnswer, sendRequest } from './ask';

export interface RpcCall {
  method: string;
  params?: unknown[];
}

const HEADERS = { 'Content-Type': 'application/json' };
const bodyOf = ({ method, params = [] }: RpcCall, id = 1) => ({ jsonrpc: '2.0', id, method, params });

export const postToNode = (
  url: string,
  call: RpcCall | RpcCall[],
  headers: Record<string, string> = {},
): Promise<HttpAnswer> =>
  sendRequest({
    url,
    method: 'POST',
    headers: { ...HEADERS, ...headers },
    body: JSON.stringify(Array.isArray(call) ? call.map((one, i) => bodyOf(one, i + 1)) : bodyOf(call)),
    limit: 10_000,
  });

/**
 * Resolves to the result of one call.
 *
 * @throws if the node answers with an error, or not at all.
 */
export async function callNode(url: string, method: string, params?: unknown[]): Promise<unknown> {
  const { text } = await postToNode(url, params ? { method, params } : { method });
  const { result, error } = JSON.parse(text) as { result?: unknown; error?: { message?: string } };
  if (error) throw new Error(`${new URL(url).host} refuses ${method}: ${error.message}`);
  return result;
}
