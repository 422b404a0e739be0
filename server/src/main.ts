import { existsSync } from 'node:fs';
import path from 'node:path';
import { readConfig, StartError } from './config.ts';
import { startServer } from './server.ts';

/** `node server/src/main.ts [--web | --worker]`: both when neither is named. */
const flags = new Set(process.argv.slice(2));
const both = !flags.has('--web') && !flags.has('--worker');

try {
  const pages = path.resolve(import.meta.dirname, '../../web/dist');
  const server = await startServer(readConfig(process.env), {
    roles: { web: both || flags.has('--web'), worker: both || flags.has('--worker') },
    ...(existsSync(pages) ? { pages } : {}),
  });
  if (server.url) console.log(`\n  OpenBenefits is ready:  ${server.url}`);
  if (server.url && server.demoPassword) console.log(`  Demo password:          ${server.demoPassword}\n`);
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    await server.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(`\n  ${error.message}\n`);
  process.exit(1);
}
