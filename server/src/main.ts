import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { verifyAudit } from './audit/verify-audit.ts';
import { readConfig, StartError } from './config.ts';
import { hasAccounts, setAccount } from './gate/set-account.ts';
import { startServer } from './server.ts';

/**
 * `node server/src/main.ts [--web | --worker]`: both when neither is named. `--account EMAIL --name NAME --role ROLE` makes an account, or gives one a new
 * password, and ends. `--verify-audit` verifies the audit log and its anchors, and ends with 1 where either was altered.
 */
function readArguments() {
  try {
    return parseArgs({
      options: {
        web: { type: 'boolean', default: false },
        worker: { type: 'boolean', default: false },
        account: { type: 'string' },
        name: { type: 'string', default: '' },
        role: { type: 'string', default: '' },
        'verify-audit': { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new StartError((error as Error).message);
  }
}

try {
  const { account, name, role, 'verify-audit': isVerification, ...roles } = readArguments();
  if (isVerification) {
    const server = await startServer({ ...readConfig(process.env), DEMO_DATA: 'none' }, { roles: { web: false, worker: false } });
    const { lines, isWhole } = await verifyAudit(server.services).finally(() => server.stop());
    for (const line of lines) console.log(line);
    process.exit(isWhole ? 0 : 1);
  }
  if (account !== undefined) {
    // Whoever makes accounts wants no sample world.
    const server = await startServer({ ...readConfig(process.env), AUTH_MODE: 'accounts', DEMO_DATA: 'none' }, { roles: { web: false, worker: false } });
    const password = await setAccount(server.services, { email: account, name, role }).finally(() => server.stop());
    console.log(`\n  ${account} signs in with:  ${password}\n`);
    process.exit(0);
  }
  const both = !roles.web && !roles.worker;
  const pages = path.resolve(import.meta.dirname, '../../web/dist');
  const server = await startServer(readConfig(process.env), {
    roles: { web: both || roles.web, worker: both || roles.worker },
    ...(existsSync(pages) ? { pages } : {}),
  });
  if (server.url) console.log(`\n  OpenBenefits is ready:  ${server.url}`);
  if (server.url && server.demoPassword) console.log(`  Demo password:          ${server.demoPassword}\n`);
  if (server.url && !server.demoPassword && !(await hasAccounts(server.services.db)))
    console.log('  Nobody can sign in yet. Make an account:  npm start -- --account EMAIL --name NAME --role system_administrator\n');
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
