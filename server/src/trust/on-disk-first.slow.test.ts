import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { censusOf, RealServer } from './real-server.ts';

/**
 * Nothing of an upload is acknowledged before it is on disk (trust finding 7: kill -9 cannot prove that, since the
 * kernel still writes what a dead process left; so the calls of a server are read while it takes a file).
 */
const CALLS = 'pwrite64,write,writev,fsync,fdatasync,rename,renameat,renameat2';

/** Returns whether one process may look at the calls of another here. */
function mayTrace(): boolean {
  const { status } = spawnSync('sh', [
    '-c',
    'sleep 20 & trap "kill $!" EXIT; strace -o /dev/null -e trace=none -p $! & sleep 0.3; kill -0 $! && kill $!',
  ]);
  return status === 0 && spawnSync('strace', ['-V']).status === 0;
}
const traces = mayTrace();

/** A call by when it began and when it had ended, as lines of the trace. */
type Call = { what: string; about: string; began: number; ended: number };

/** Several threads at once: a call that others come in between of is split into two lines. */
function callsOf(trace: string): Call[] {
  const open = new Map<string, Call>();
  const calls: Call[] = [];
  for (const [line, text] of trace.split('\n').entries()) {
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/.exec(text) ?? [];
    if (rest.startsWith('<... ')) {
      const call = open.get(thread);
      if (call && !/ = -1 /.test(rest)) calls.push({ ...call, ended: line });
      open.delete(thread);
      continue;
    }
    const [, what = '', about = ''] = /^(\w+)\((.*)$/.exec(rest) ?? [];
    const call = {
      what: what.replace(/^rename.*/, 'rename').replace(/^(pwrite64|writev)$/, 'write'),
      about,
      began: line,
      ended: line,
    };
    if (rest.endsWith('<unfinished ...>')) open.set(thread, call);
    else if (what && !/ = -1 /.test(rest)) calls.push(call);
  }
  return calls.toSorted((a, b) => a.ended - b.ended);
}

describe.skipIf(!traces)(
  `an upload${traces ? '' : ' (skipped: strace is not here, or may not look at other processes)'}`,
  () => {
    const server = new RealServer();
    const folder = mkdtempSync(path.join(tmpdir(), 'openbenefits-trace-'));
    beforeAll(async () => {
      await server.start();
      await server.signIn();
    });
    afterAll(async () => {
      await server.close();
      rmSync(folder, { recursive: true });
    });

    /** System calls of the server during `work`. */
    async function traced(work: () => Promise<void>): Promise<Call[]> {
      const file = path.join(folder, 'trace');
      const strace: ChildProcess = spawn('strace', [
        '-f',
        '-y',
        '-s',
        '40',
        '-e',
        `trace=${CALLS}`,
        '-o',
        file,
        '-p',
        String(server.pid),
      ]);
      let said = '';
      await new Promise<void>((resolve, reject) => {
        strace.stderr?.on('data', (text: Buffer) => {
          said += text.toString();
          if (said.includes('attached')) resolve();
        });
        strace.once('exit', () => reject(new Error(`strace ended: ${said}`)));
      });
      await work();
      strace.kill('SIGINT');
      await once(strace, 'exit');
      return callsOf(readFileSync(file, 'utf8'));
    }

    it('is acknowledged piece by piece when each is on disk; the last when the encrypted file, its name and its folder are', async () => {
      const bytes = censusOf(2000);
      const half = Math.floor(bytes.length / 2);
      let id = '';
      const calls = await traced(async () => {
        const upload = await server.beginUpload('people.csv', bytes.length, 'CIM-2026-000001');
        id = upload.id;
        expect((await upload.send(0, bytes.subarray(0, half))).status).toBe(204);
        expect((await upload.send(half, bytes.subarray(half))).status).toBe(204);
      });
      const find = (what: string, about: string, after = -1): Call | undefined =>
        calls.find((call) => call.what === what && call.about.includes(about) && call.began > after);
      const follows = (...steps: [what: string, about: string][]): string[] => {
        let after = -1;
        return steps.map(([what, about]) => {
          const call = find(what, about, after);
          after = call?.ended ?? Number.POSITIVE_INFINITY;
          return call ? `${what} ${about}` : `no ${what} ${about} after that`;
        });
      };
      const incoming = `/incoming/${id}`;
      const answers = calls.filter(({ what, about }) => what === 'write' && /HTTP\/1\.1 20[14]/.test(about));
      expect(answers.map(({ about }) => /HTTP\/1\.1 (\d+)/.exec(about)?.[1])).toEqual(['201', '204', '204']);
      const [created, first, last] = answers as [Call, Call, Call];

      // The upload's own record, before it has an address.
      expect(find('fsync', `${incoming}.json>`)?.ended).toBeLessThan(created.began);
      expect(find('fsync', '/uploads/incoming>')?.ended).toBeLessThan(created.began);
      // Each piece.
      const written = (after: Call, before: Call): Call[] =>
        calls.filter(
          ({ what, about, began, ended }) =>
            what === 'write' && about.includes(`${incoming}>`) && began > after.ended && ended < before.began,
        );
      for (const [before, answer] of [
        [created, first],
        [first, last],
      ] as const) {
        const pieces = written(before, answer);
        expect(pieces.length).toBeGreaterThan(0);
        const synced = find('fsync', `${incoming}>`, pieces.at(-1)?.ended);
        expect(synced?.ended).toBeLessThan(answer.began);
      }
      // The file for good.
      expect(
        follows(
          ['write', '.half>'],
          ['fsync', '.half>'],
          ['rename', '.half"'],
          ['fsync', '/uploads/kept>'],
          ['write', 'HTTP/1.1 204'],
        ),
      ).toEqual(['write .half>', 'fsync .half>', 'rename .half"', 'fsync /uploads/kept>', 'write HTTP/1.1 204']);
      const lastOfFile = calls.filter(({ what, about }) => what === 'write' && about.includes('.half>')).at(-1);
      expect(find('fsync', '.half>')?.began).toBeGreaterThan(lastOfFile?.ended ?? Number.POSITIVE_INFINITY);
    });
  },
);
