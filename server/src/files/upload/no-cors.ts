import type { ServerResponse } from 'node:http';

const CORS = /^access-control-/i;

/** Headers as Node takes them: an object, pairs, or names and values in turn. */
function withoutCors(headers: unknown): unknown {
  if (!Array.isArray(headers)) {
    if (typeof headers !== 'object' || headers === null) return headers;
    return Object.fromEntries(Object.entries(headers).filter(([name]) => !CORS.test(name)));
  }
  if (Array.isArray(headers[0])) return headers.filter(([name]) => !CORS.test(String(name)));
  return headers.filter((_one, index) => !CORS.test(String(headers[index - (index % 2)])));
}

/**
 * Removes the CORS headers that the upload library always sends: pages of other sites may not read what is uploaded
 * here.
 */
export function sendNoCors(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => ServerResponse;
  response.writeHead = (...given: unknown[]) => writeHead(...given.slice(0, -1), withoutCors(given.at(-1)));
}
