import { connect, type Socket } from 'node:net';

export type Load = { p50: number; p99: number; perSecond: number };
export type Ask = { url: string; path: string; method: 'GET' | 'POST'; cookie?: string; body?: string };

const HEADERS_END = '\r\n\r\n';

function bytesOf({ url, path, method, cookie, body = '' }: Ask): Buffer {
  const { host, origin } = new URL(url);
  const lines = [`${method} ${path} HTTP/1.1`, `host: ${host}`, `origin: ${origin}`];
  if (cookie) lines.push(`cookie: ${cookie}`);
  if (method === 'POST') lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${lines.join('\r\n')}${HEADERS_END}${body}`);
}

/** Returns whether an answer has arrived to its end. Throws where it is no success. */
function isWhole(answer: Buffer, path: string): boolean {
  const end = answer.indexOf(HEADERS_END);
  if (end < 0) return false;
  const head = answer.toString('latin1', 0, end).toLowerCase();
  if (!head.startsWith('http/1.1 200')) throw new Error(`${path} returned ${head.slice(0, 40)}`);
  const length = /content-length: (\d+)/.exec(head)?.[1];
  if (length !== undefined) return answer.length >= end + HEADERS_END.length + Number(length);
  return answer.subarray(-5).toString('latin1') === '0\r\n\r\n';
}

/** Sends requests over one connection until `next` ends it. */
function askOver(socket: Socket, ask: Ask, next: () => boolean, times: number[]): Promise<void> {
  const request = bytesOf(ask);
  return new Promise((resolve, reject) => {
    let answer: Buffer = Buffer.alloc(0);
    let started = 0;
    const send = (): void => {
      if (!next()) {
        socket.end();
        resolve();
        return;
      }
      started = performance.now();
      socket.write(request);
    };
    socket.on('error', reject);
    socket.on('data', (bytes: Buffer) => {
      answer = answer.length === 0 ? bytes : Buffer.concat([answer, bytes]);
      try {
        if (!isWhole(answer, ask.path)) return;
      } catch (error) {
        socket.destroy();
        reject(error);
        return;
      }
      times.push(performance.now() - started);
      answer = Buffer.alloc(0);
      send();
    });
    send();
  });
}

/** Sends `requests` of one kind over some connections at once, over plain sockets: the client must cost little. */
export async function load(ask: Ask, connections: number, requests: number): Promise<Load> {
  const { hostname, port } = new URL(ask.url);
  const sockets = await Promise.all(
    Array.from(
      { length: connections },
      () =>
        new Promise<Socket>((resolve, reject) => {
          const socket = connect({ host: hostname, port: Number(port), noDelay: true }, () => resolve(socket));
          socket.once('error', reject);
        }),
    ),
  );
  const times: number[] = [];
  let left = requests;
  const started = performance.now();
  await Promise.all(sockets.map((socket) => askOver(socket, ask, () => left-- > 0, times)));
  const seconds = (performance.now() - started) / 1000;
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return { p50: at(0.5), p99: at(0.99), perSecond: times.length / seconds };
}
