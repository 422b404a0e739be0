import { sendHostile } from '../../server/src/trust/hostile-load.ts';
import { RealServer } from '../../server/src/trust/real-server.ts';
import { figure, heading, target } from './report.ts';
import { withServers } from './with-servers.ts';

/** Sends every hostile file to a real server, two at a time, while another user works on it (trust P32). */
export async function drillHostile(): Promise<void> {
  const server = new RealServer({ flags: process.execArgv });
  await withServers([server], async () => {
    await server.start();
    await server.signIn();
    const load = await sendHostile(server, 2);
    heading(`Hostile files, two at a time: ${load.refused} of ${load.refused + load.wrong.length} rejected`);
    for (const wrong of load.wrong) figure('not rejected as expected', wrong);
    figure('requests of another user in the meantime', String(load.others.length), `${load.failed} failed`);
    target({
      what: 'files not rejected with a clear message',
      reached: load.wrong.length,
      wanted: 0,
      atLeast: false,
      unit: '',
    });
    target({ what: 'failed requests of other users', reached: load.failed, wanted: 0, atLeast: false, unit: '' });
    target({
      what: `slowest rejection (${load.slowest.about})`,
      reached: load.slowest.milliseconds,
      wanted: 1000,
      atLeast: false,
      unit: ' ms',
    });
    target({ what: 'memory above a normal file', reached: load.grown, wanted: 150, atLeast: false, unit: ' MB' });
    target({
      what: 'requests of other users, p99',
      reached: load.others[Math.floor(load.others.length * 0.99)] ?? 0,
      wanted: 300,
      atLeast: false,
      unit: ' ms',
    });
  });
}
