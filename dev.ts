import { spawn } from 'node:child_process';
import path from 'node:path';

/**
 * `npm run dev`: the server restarts when its sources change, the pages reload in place. Open the address Vite prints.
 */
const root = import.meta.dirname;
const children = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/src/main.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'development' },
  }),
  spawn(process.execPath, [path.join(root, 'node_modules/vite/bin/vite.js')], {
    cwd: path.join(root, 'web'),
    stdio: 'inherit',
    env: { ...process.env, API_URL: `http://127.0.0.1:${process.env.PORT || 4400}` },
  }),
];
const stop = (): void => {
  for (const child of children) child.kill('SIGTERM');
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
for (const child of children) child.on('exit', stop);
