import { readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/**
 * Lets the calling thread have only what others leave of the processors: whoever waits for a page goes first, and the
 * rehearsal that follows the reader. Only Linux knows priorities of single threads; elsewhere nothing is done, because
 * it would be the whole server's.
 */
export function stepBack(): void {
  if (process.platform !== 'linux') return;
  try {
    // "<process>/task/<thread>", as the thread itself sees it (proc(5)).
    const thread = Number(readlinkSync('/proc/thread-self').split('/')[2]);
    if (Number.isInteger(thread))
      setPriority(thread, Math.max(getPriority(thread), constants.priority.PRIORITY_BELOW_NORMAL));
  } catch {
    // A container may hide /proc or forbid it: the reader is as any other then.
  }
}
