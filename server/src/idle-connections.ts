import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const SWEEP_EVERY_MS = 50;
/** A client that has been silent for this long is not about to send its next request on that connection. */
const QUIET_MS = 500;
/** How long new requests are still answered while the server stops; after that nobody new is let in. */
const LONGEST_DRAIN_MS = 2000;

type Activity = { bytes: number; quietMs: number };

/**
 * Lets a server stop without a failed request. While it stops, each answer tells the client to close the connection,
 * requests that arrive meanwhile are still answered, and a connection is only closed by us once it has been quiet for a
 * moment: a request that is on its way would be lost. Connections that a browser has opened ahead of a request it never
 * made, which Node does not count as idle, do not hold the stop up either.
 */
export function closeIdleWhileStopping(app: FastifyInstance): void {
  const open = new Map<Socket, Activity>();
  const answering = new Map<ServerResponse, Socket>();
  app.server.on('connection', (socket: Socket) => {
    open.set(socket, { bytes: 0, quietMs: 0 });
    socket.once('close', () => open.delete(socket));
  });
  app.server.on('request', (request: IncomingMessage, answer: ServerResponse) => {
    answering.set(answer, request.socket);
    answer.once('close', () => answering.delete(answer));
  });
  /** Counts how long each connection has been quiet; true when all without a request of theirs are. */
  const areQuiet = (): boolean => {
    const busy = new Set(answering.values());
    for (const [socket, activity] of open) {
      const bytes = socket.bytesRead + socket.bytesWritten;
      activity.quietMs = bytes === activity.bytes && !busy.has(socket) ? activity.quietMs + SWEEP_EVERY_MS : 0;
      activity.bytes = bytes;
    }
    return [...open].every(([socket, { quietMs }]) => quietMs >= QUIET_MS || busy.has(socket));
  };
  app.addHook('preClose', async () => {
    for (const answer of answering.keys()) answer.shouldKeepAlive = false;
    for (let waited = 0; waited < LONGEST_DRAIN_MS && !areQuiet(); waited += SWEEP_EVERY_MS)
      await sleep(SWEEP_EVERY_MS);
    const sweep = setInterval(() => {
      areQuiet();
      const busy = new Set(answering.values());
      for (const [socket, { quietMs }] of open) if (quietMs >= QUIET_MS && !busy.has(socket)) socket.destroy();
    }, SWEEP_EVERY_MS);
    app.server.once('close', () => clearInterval(sweep));
  });
}
