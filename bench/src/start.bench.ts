import { RealServer } from '../../server/src/trust/real-server.ts';
import { figure, heading, target } from './report.ts';
import { withServers } from './with-servers.ts';

/** Milliseconds from a start to ready on an idle machine whose database keeps running. */
const WANTED_MS = 2000;
const ROUNDS = 5;

/** Kills the server, starts it again and measures until it is ready: what a crash costs those who work. */
export async function benchStart(): Promise<void> {
  const server = new RealServer();
  await withServers([server], async () => {
    await server.start();
    heading(`Ready after kill -9 of the server (median of ${ROUNDS})`);
    const walls: number[] = [];
    const costs: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await server.kill();
      const began = performance.now();
      await server.start();
      walls.push(Math.round(performance.now() - began));
      costs.push(server.cpuMs);
    }
    const median = walls.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
    figure('each start', walls.join(', '), 'ms');
    figure('of which the processor worked', costs.join(', '), 'ms');
    target({ what: 'ready after', reached: median, wanted: WANTED_MS, atLeast: false, unit: ' ms' });
  });
}
