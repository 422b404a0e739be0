import { setFlagsFromString } from 'node:v8';

/**
 * A file of more bytes is large: its reading, rehearsal and writing take minutes, and what they take of memory lies
 * beside everything else the server does.
 */
const LARGE = 20 * 1024 * 1024;
type Sized = { readonly sizeBytes: number };
export const isLarge = ({ sizeBytes }: Sized): boolean => sizeBytes > LARGE;

const GROWING = /^--heap-growing-percent=(\d+)$/;
/**
 * By how much the heap may grow before it is collected: as the server was started (bootstrap.mjs), and while a large
 * file is worked on.
 */
const usual = process.execArgv.flatMap((flag) => GROWING.exec(flag)?.[1] ?? [])[0];
const SPARING = 10;

let atWork = 0;
/**
 * What V8 holds free beside what lives counts for memory then, not for speed. It asks for that at each collection, so
 * it can be said while it runs.
 */
function spare(memory: boolean): void {
  setFlagsFromString(`--heap-growing-percent=${memory ? SPARING : usual}`);
  setFlagsFromString(memory ? '--optimize-for-size' : '--no-optimize-for-size');
  setFlagsFromString(memory ? '--flush-bytecode' : '--no-flush-bytecode');
}

/**
 * Works on a file; on a large one with a heap that is collected sooner and gives more of it back, which is more time
 * for less memory (decisions/0030). Only where the server was started with a share of its own, and from `begin` on,
 * which is called once somebody of the file is at hand: one that is refused at its first rows is answered without it.
 */
export async function sparingly(job: Sized, work: (begin: () => void) => Promise<void>): Promise<void> {
  let begun = usual === undefined || !isLarge(job);
  const isSparing = !begun;
  const begin = (): void => {
    if (begun) return;
    begun = true;
    if (atWork++ > 0) return;
    spare(true);
    // Of the bytes of its upload much waits to be collected.
    globalThis.gc?.();
  };
  try {
    await work(begin);
  } finally {
    if (isSparing && begun && --atWork === 0) spare(false);
  }
}
