import { readdirSync, readFileSync, type Stats, statSync } from 'node:fs';

/** Fields of /proc/PID/stat after the name in parentheses, which may contain spaces (proc_pid_stat(5)). */
function statOf(pid: number): { name: string; state: string; start: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    const fields = stat.slice(end + 2).split(' ');
    return { name: stat.slice(stat.indexOf('(') + 1, end), state: fields[0] ?? '', start: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

const isDead = (state: string): boolean => state === 'Z' || state === 'X';

/**
 * Returns when a living process started, in ticks since boot (field 22); undefined for an ended process or a zombie.
 */
export function startedAt(pid: number): string | undefined {
  const stat = statOf(pid);
  return stat && !isDead(stat.state) ? stat.start : undefined;
}

/**
 * Returns whether a process lives at all, whatever it is; a zombie counts, since PostgreSQL takes its pid file
 * seriously.
 */
export function isPresent(pid: number): boolean {
  return statOf(pid) !== undefined;
}

/**
 * Returns the folder in which a process works. Without the right to see that of another user (root in a container has
 * none), the folder on its command line (`-D`).
 */
function folderOf(pid: number): Stats | undefined {
  try {
    return statSync(`/proc/${pid}/cwd`);
  } catch {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      return statSync(words[words.indexOf('-D') + 1] ?? '');
    } catch {
      return undefined;
    }
  }
}

/** Returns whether the process is a PostgreSQL of this data folder, by its working folder. */
export function isPostgresOf(pid: number, data: string): boolean {
  const stat = statOf(pid);
  if (stat?.name !== 'postgres' || isDead(stat.state)) return false;
  const theirs = folderOf(pid);
  const ours = statSync(data, { throwIfNoEntry: false });
  return theirs !== undefined && ours !== undefined && theirs.dev === ours.dev && theirs.ino === ours.ino;
}

/** The processes of PostgreSQL that work in this data folder. */
export function postgresProcessesOf(data: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isPostgresOf(pid, data));
}
