import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const SWEEP_EVERY_MS = 50;
/** A client that was silent this long is not about to send a request on that connection. */
const QUIET_MS = 500;
/** How long the stopping server still accepts new requests. */
const LONGEST_DRAIN_MS = 2000;

type Activity = { bytes: number; quietMs: number };

/**
 * Stops a server without failed requests. While it stops, each response closes its connection, new requests are still
 * answered, and connections are closed only after they were quiet for a moment, because a request may be on its way.
 * Connections that a browser opened in advance do not delay the stop.
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
