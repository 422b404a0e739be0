import pg from 'pg';
import { readConfig } from '../../server/src/config.ts';
import { startServer } from '../../server/src/server.ts';
import { countConnection, type Traffic } from '../../server/src/testing/round-trips.ts';

/** The server as production runs it, in a process of its own that also says what it sends to the database. */
const traffic: Traffic = { roundTrips: 0, statements: 0 };
/** Connections that announce sessions and jobs are nobody's request. */
const OF_REQUESTS = 'openbenefits';
let isCounting = false;
const connected: pg.PoolClient[] = [];
const announce = pg.Pool.prototype.emit as (...args: unknown[]) => boolean;
pg.Pool.prototype.emit = function emit(this: pg.Pool, ...args: unknown[]): boolean {
  const client = args[1] as pg.PoolClient;
  if (args[0] === 'acquire' && this.options.application_name === OF_REQUESTS) {
    connected.push(client);
    if (isCounting) countConnection(client, traffic);
  }
  return announce.apply(this, args);
} as typeof pg.Pool.prototype.emit;

const server = await startServer(readConfig(process.env));
process.on('message', (asked) => {
  isCounting = true;
  process.send?.({ asked, traffic, cpuMicros: process.cpuUsage() });
});
process.send?.({
  url: server.url,
  databaseUrl: server.services.pool.options.connectionString,
  password: server.demoPassword?.value,
});
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)));
