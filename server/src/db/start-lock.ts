import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../config.ts';
import { reasonOf } from '../start-errors.ts';
import { startedAt } from './processes.ts';

const LONGEST_WAIT_TRIES = 1800;
const WAIT_MS = 50;

/** The same for every path that leads to the folder, and another one for a copy of it. */
function identityOf(folder: string): string {
  const { dev, ino } = statSync(folder);
  return `${dev}-${ino}`;
}

/**
 * Removes the locks of processes that are gone and returns those that are held. A lock is its name,
 * `NAME.PID.START.FOLDER`, so it is written at once or not at all, also on a full disk. A name without these facts
 * (from an older version), a process that started at another time (a recycled pid), and another folder (a copied one)
 * hold nothing. A name never returns once its process has ended, so nobody can remove the lock of another start by
 * mistake.
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
 * Holds a lock while a start does what only one may do at a time. Each start first writes its own lock and then looks
 * for others, so of two that start at once the later one sees the earlier; both withdraw where both see each other, and
 * try again after waits of different length.
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

/** False where another start of this very process holds it. */
function writeLock(own: string): boolean {
  try {
    writeFileSync(own, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw new StartError(`The start lock ${own} cannot be written: ${reasonOf(error)}.`);
  }
}
