import pg from 'pg';
import { readConfig } from '../../server/src/config.ts';
import { startServer } from '../../server/src/server.ts';
import { countConnection, type Traffic } from '../../server/src/testing/round-trips.ts';

/** The server as production runs it, in a process of its own that also says what it sends to the database. */
const traffic: Traffic = { roundTrips: 0, statements: 0 };
/** Connections that announce sessions and jobs are nobody's request. */
const OF_REQUESTS = 'openbenefits';
let isCounting = false;

/** A pool of the server whose connections are counted, once the bench asks for it. */
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
