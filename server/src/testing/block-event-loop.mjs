// Loaded with --import: blocks the event loop of the server for good once the file of BLOCK_FILE exists, and removes the
// file, so that the next process works.
import { existsSync, rmSync } from 'node:fs';

const file = process.env.BLOCK_FILE ?? '';
if (process.argv[1]?.endsWith('main.ts'))
  setInterval(() => {
    if (!existsSync(file)) return;
    rmSync(file);
    for (;;);
  }, 100).unref();
