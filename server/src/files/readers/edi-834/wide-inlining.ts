import { setFlagsFromString } from 'node:v8';

/** Bytes of bytecode that V8 takes into one function from those that it calls, of one of them and in all: as it is started, and while an 834 is read. */
const USUAL = { each: 460, all: 920 };
const WIDE = { each: 1500, all: 4000 };

const set = ({ each, all }: typeof USUAL): void => {
  setFlagsFromString(`--max-inlined-bytecode-size=${each}`);
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${all}`);
};

/** On this thread. Where another is done first, the rest is merely compiled as usual. */
let reading = 0;

/**
 * Reads with a compiler that puts more functions into one. Every member is asked for all rules, which are many small functions: more of them than V8 has a budget
 * for, and calling them takes a tenth of the time. The budget is the whole process's, and nothing else has become faster by it, so it is wide only meanwhile
 * (decisions/0033).
 */
export async function withWideInlining(read: () => Promise<void>): Promise<void> {
  if (reading++ === 0) set(WIDE);
  try {
    await read();
  } finally {
    if (--reading === 0) set(USUAL);
  }
}
