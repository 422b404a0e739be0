import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../config.ts';
import { reasonOf } from '../start-errors.ts';
import { startedAt } from './processes.ts';

const LONGEST_WAIT_TRIES = 1800;
const WAIT_MS = 50;

/** Returns the same for every path to the folder, different for a copy of it. */
function identityOf(folder: string): string {
  const { dev, ino } = statSync(folder);
  return `${dev}-${ino}`;
}

/**
 * Removes the locks of ended processes and returns those in use. A lock is its file name, `NAME.PID.START.FOLDER`, so
 * it is written at once or not at all, even on a full disk. A name without these facts (an older version), with another
 * start time (a reused pid) or another folder (a copy) is no lock. A name never returns after its process ended, so no
 * start can remove another's lock.
 */
function heldLocks(file: string): string[] {
  const folder = path.dirname(file);
  const identity = identityOf(folder);
  return readdirSync(folder)
    .filter((name) => name === path.basename(file) || name.startsWith(`${path.basename(file)}.`))
    .filter((name) => {
      const [, pid = '', start = '', home = ''] = /\.(\d+)\.(\d+)\.(\d+-\d+)$/.exec(name) ?? [];
      const isHeld = pid !== '' && home === identity && startedAt(Number(pid)) === start;
      if (!isHeld) rmSync(path.join(folder, name), { force: true, recursive: true });
      return isHeld;
    });
}

/**
 * Runs an action under a lock that one start can have at a time. Each start writes its own lock and then looks for
 * others, so the later of two sees the earlier. If both see each other, both withdraw and retry after different delays.
 */
export async function holdLock(file: string): Promise<() => void> {
  const own = `${file}.${process.pid}.${startedAt(process.pid) ?? 0}.${identityOf(path.dirname(file))}`;
  const release = (): void => rmSync(own, { force: true });
  let holder = '';
  for (let tries = 0; tries < LONGEST_WAIT_TRIES; tries += 1) {
    const written = heldLocks(file).length === 0 && writeLock(own);
    const [other] = heldLocks(file).filter((name) => !written || name !== path.basename(own));
    if (written && !other) return release;
    if (written) release();
    holder = other ?? holder;
    await sleep(WAIT_MS * (1 + Math.random()));
  }
  throw new StartError(
    `Another start (process ${holder.split('.').at(-3)}) has locked ${path.dirname(file)} for more than a minute. Stop that process, then start again.`,
  );
}

/** False if another start in this process has the lock. */
function writeLock(own: string): boolean {
  try {
    writeFileSync(own, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw new StartError(`The start lock ${own} cannot be written: ${reasonOf(error)}.`);
  }
}
