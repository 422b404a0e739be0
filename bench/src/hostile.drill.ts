import { sendHostile } from '../../server/src/trust/hostile-load.ts';
import { RealServer } from '../../server/src/trust/real-server.ts';
import { figure, heading, target } from './report.ts';
import { withServers } from './with-servers.ts';

/** Sends every hostile file to a real server, two at a time, while somebody else works on it (trust P32). */
export async function drillHostile(): Promise<void> {
  const server = new RealServer({ flags: process.execArgv });
  await withServers([server], async () => {
    await server.start();
    await server.signIn();
    const load = await sendHostile(server, 2);
    heading(`Hostile files, ${load.refused} refused of ${load.refused + load.wrong.length}, two at a time`);
    for (const wrong of load.wrong) figure('not refused as it should be', wrong);
    figure('requests of another person meanwhile', String(load.others.length), `${load.failed} failed`);
    target({ what: 'files not refused in words', reached: load.wrong.length, wanted: 0, atLeast: false, unit: '' });
    target({ what: 'requests of others that failed', reached: load.failed, wanted: 0, atLeast: false, unit: '' });
    target({
      what: `slowest refusal (${load.slowest.about})`,
      reached: load.slowest.milliseconds,
      wanted: 1000,
      atLeast: false,
      unit: ' ms',
    });
    target({ what: 'memory above an ordinary file', reached: load.grown, wanted: 150, atLeast: false, unit: ' MB' });
    target({
      what: 'requests of others, p99',
      reached: load.others[Math.floor(load.others.length * 0.99)] ?? 0,
      wanted: 300,
      atLeast: false,
      unit: ' ms',
    });
  });
}
