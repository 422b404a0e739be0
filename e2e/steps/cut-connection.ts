import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A browser's requests to `/uploads`, with their offset. */
type Sent = { method: string; offset: number | undefined };

export type Connection = {
  url: string;
  /** What reached the server's uploads, in order. */
  sent: Sent[];
  /** Breaks the connection after this many bytes of a file, and keeps it broken. */
  breakAfter(bytes: number): void;
  /** Resolves each time the browser tries in vain while it is broken. */
  tried(): Promise<void>;
  mend(): void;
  close(): Promise<void>;
};

/** A connection to the server that a test can break and restore. */
export async function openConnection(target: string): Promise<Connection> {
  const { host, origin, hostname, port } = new URL(target);
  const sent: Sent[] = [];
  let left = Number.POSITIVE_INFINITY;
  let isBroken = false;
  let onTry = (): void => {};
  const proxy = createServer((incoming, answer) => {
    const isUpload = incoming.url?.startsWith('/uploads') ?? false;
    if (isBroken) {
      if (isUpload) onTry();
      incoming.socket.destroy();
      return;
    }
    if (isUpload)
      sent.push({
        method: incoming.method ?? '',
        offset: incoming.headers['upload-offset'] === undefined ? undefined : Number(incoming.headers['upload-offset']),
      });
    // The server looks whether a request comes from its own pages.
    const headers: IncomingHttpHeaders = { ...incoming.headers, host, ...(incoming.headers.origin && { origin }) };
    const outgoing = request({ hostname, port, method: incoming.method, path: incoming.url, headers }, (answered) => {
      const { location } = answered.headers;
      answer.writeHead(answered.statusCode ?? 502, {
        ...answered.headers,
        ...(location && { location: location.replace(origin, '') }),
      });
      answered.pipe(answer);
    });
    const breakOff = (): void => {
      outgoing.destroy();
      incoming.socket.destroy();
    };
    outgoing.on('error', breakOff);
    incoming.on('error', breakOff);
    answer.on('close', () => outgoing.destroy());
    incoming.on('data', (piece: Buffer) => {
      if (incoming.method === 'PATCH') left -= piece.length;
      outgoing.write(piece);
      if (left > 0) return;
      isBroken = true;
      left = Number.POSITIVE_INFINITY;
      // What was sent has to reach the other end before the line is dead.
      outgoing.end(() => proxy.closeAllConnections());
    });
    incoming.on('end', () => outgoing.end());
  });
  await new Promise<void>((resolve) => proxy.listen(0, 'localhost', resolve));
  return {
    url: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    sent,
    breakAfter: (bytes) => void (left = bytes),
    tried: () => new Promise((resolve) => (onTry = resolve)),
    mend: () => void (isBroken = false),
    async close() {
      proxy.closeAllConnections();
      await new Promise<void>((resolve) => proxy.close(() => resolve()));
    },
  };
}
