import { setTimeout as sleep } from 'node:timers/promises';
import { ImportsInTurn, type Reached } from '../../server/src/trust/imports-in-turn.ts';
import { RealServer } from '../../server/src/trust/real-server.ts';
import { figure, heading, target } from './report.ts';
import { withServers } from './with-servers.ts';

/** Three chunks. */
const PEOPLE = 10_000;
const WAYS = ['SIGKILL', 'SIGSTOP', 'SIGKILL', 'SIGSTOP', 'SIGKILL'] as const;

/**
 * Kills or stops the process that works on a file, at a different point each time, and measures when the other takes
 * over (trust P18). A stopped process stays away for the given seconds and must then commit nothing.
 */
export async function drillTakeover(secondsAway: number): Promise<void> {
  const one = new RealServer();
  const other = new RealServer({ beside: one });
  await withServers([one, other], async () => {
    await one.start();
    await one.signIn();
    await other.start();
    const owner = await one.owner();
    const imports = new ImportsInTurn(one, owner, PEOPLE);
    const completed = ({ status }: Reached): boolean => status === 'completed';
    // While the other is stopped, the first takes the file.
    other.signal('SIGSTOP');
    const undisturbed = await imports.begin();
    await undisturbed.until(completed);
    const expected = await undisturbed.digest();
    heading(`Takeover of a file with ${PEOPLE.toLocaleString('en-US')} members after its process is killed or stopped`);
    const seconds: number[] = [];
    let same = 0;
    let late = 0;
    for (const [index, way] of WAYS.entries()) {
      const file = await imports.begin();
      await file.until(({ stage, done }) => stage === 'applying' && done >= (index % 2) * 4000);
      one.signal(way);
      other.signal('SIGCONT');
      const started = performance.now();
      await file.until(({ attempt }) => attempt === 2);
      const taken = (performance.now() - started) / 1000;
      const end = await file.until(completed);
      const whole = (performance.now() - started) / 1000;
      if (way === 'SIGSTOP') {
        await sleep(Math.max(0, secondsAway - whole) * 1000);
        one.signal('SIGCONT');
        // Time enough for what it had in its hands.
        await sleep(3000);
      }
      if (JSON.stringify(await file.state()) !== JSON.stringify(end)) late++;
      if ((await file.digest()) === expected) same++;
      seconds.push(taken);
      figure(
        `${way} after at least ${(index % 2) * 4000} members`,
        `${taken.toFixed(1)} s`,
        `completed after ${whole.toFixed(1)} s`,
      );
      if (way === 'SIGKILL') {
        await one.ended();
        await one.start();
      }
      other.signal('SIGSTOP');
    }
    other.signal('SIGCONT');
    await owner.end();
    target({ what: 'slowest takeover', reached: Math.max(...seconds), wanted: 20, atLeast: false, unit: ' s' });
    target({
      what: 'results equal to an undisturbed run',
      reached: same,
      wanted: WAYS.length,
      atLeast: true,
      unit: '',
    });
    target({ what: 'changes by a process that lost its lease', reached: late, wanted: 0, atLeast: false, unit: '' });
  });
}
