import type pg from 'pg';

export type Traffic = { roundTrips: number; statements: number };

const [QUERY, EXECUTE, SYNC] = [0x51, 0x45, 0x53];

/** Counts the statements in a frontend message (PostgreSQL, "Message Formats"). */
function* messagesOf(bytes: Uint8Array): Generator<[kind: number, body: Uint8Array]> {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < view.length;) {
    const end = at + 1 + view.readInt32BE(at + 1);
    yield [view[at] ?? 0, view.subarray(at + 5, end - 1)];
    at = end;
  }
}

/** Statements of a simple query: they are separated by semicolons, of which our settings quote none. */
const statementsOf = (text: Uint8Array): number =>
  Buffer.from(text)
    .toString()
    .split(';')
    .filter((one) => one.trim() !== '').length;

const watched = new WeakSet<pg.PoolClient>();

/**
 * Counts statements and round trips of a connection from now on: a round trip begins with what is sent while nothing is
 * left to be answered.
 */
export function countConnection(client: pg.PoolClient, traffic: Traffic): void {
  if (watched.has(client)) return;
  watched.add(client);
  const { connection } = client as unknown as pg.Client;
  const { stream } = connection;
  let [unanswered, isWaiting] = [0, false];
  const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
  stream.write = (...args: unknown[]): boolean => {
    if (!isWaiting) traffic.roundTrips += 1;
    isWaiting = true;
    for (const [kind, body] of messagesOf(args[0] as Uint8Array)) {
      if (kind === QUERY) traffic.statements += statementsOf(body);
      if (kind === EXECUTE) traffic.statements += 1;
      if (kind === QUERY || kind === SYNC) unanswered += 1;
    }
    return write(...args);
  };
  connection.on('readyForQuery', () => {
    unanswered -= 1;
    isWaiting = unanswered > 0;
  });
}

/** Counts what all connections of the pools send from now on. */
export function countTraffic(pools: readonly pg.Pool[]): Traffic {
  const traffic: Traffic = { roundTrips: 0, statements: 0 };
  for (const pool of pools) pool.on('acquire', (client) => countConnection(client, traffic));
  return traffic;
}
