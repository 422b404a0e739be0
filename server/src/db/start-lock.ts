import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../config.ts';

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isAbandoned(file: string): boolean {
  try {
    const holder = Number(readFileSync(file, 'utf8'));
    return holder > 0 && !isAlive(holder);
  } catch {
    return false;
  }
}

/** Holds a lock file while a start does what only one may do at a time; a lock whose holder is gone is taken over. */
export async function holdLock(file: string): Promise<() => void> {
  for (let tries = 0; tries < 1800; tries += 1) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw new StartError(`${file} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
    }
    if (isAbandoned(file)) rmSync(file, { force: true });
    await sleep(50);
  }
  throw new StartError(`Another start holds ${file} for more than a minute. Stop it, then start again.`);
}
