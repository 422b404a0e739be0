import pg from 'pg';
import { readConfig } from '../../server/src/config.ts';
import { startServer } from '../../server/src/server.ts';
import { countConnection, type Traffic } from '../../server/src/testing/round-trips.ts';

/** The server as in production, in a separate process that reports its database traffic. */
const traffic: Traffic = { roundTrips: 0, statements: 0 };
/** Connections for notifications and jobs are not part of a request. */
const OF_REQUESTS = 'openbenefits';
let isCounting = false;

/** A server pool with counted connections. */
class CountedPool extends pg.Pool {
  override emit(...args: Parameters<pg.Pool['emit']>): boolean {
    const [name, client] = args as unknown as [string, pg.PoolClient];
    if (name === 'acquire' && isCounting && this.options.application_name === OF_REQUESTS)
      countConnection(client, traffic);
    return super.emit(...args);
  }
}
Object.assign(pg, { Pool: CountedPool });

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
