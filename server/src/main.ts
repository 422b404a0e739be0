import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { verifyAudit } from './audit/verify-audit.ts';
import { type Config, readConfig, StartError } from './config.ts';
import type { DemoPassword } from './gate/demo-password.ts';
import { endedFile, takeEndReason, watchEventLoop } from './event-loop-watch.ts';
import { hasAccounts, setAccount } from './gate/set-account.ts';
import { verifyBooks } from './ledger/verify-books.ts';
import { openLog } from './log.ts';
import { type RunningServer, startServer } from './server.ts';

/** A stop takes at most this long, whatever hangs (trust P19). */
const LONGEST_STOP_MS = 25_000;

/**
 * `node server/src/main.ts [--web | --worker]`: both by default. `--account EMAIL --name NAME --role ROLE` creates an
 * account or sets a new password, and ends. `--verify-audit` verifies the audit log and its anchors, `--verify-books`
 * recomputes the books; both end with 1 if something was altered.
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
        'verify-books': { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new StartError((error as Error).message);
  }
}

/** The generated password is shown at the first start only, so that it cannot be read from later logs. */
const shownPassword = ({ value, file, isNew }: DemoPassword): string =>
  isNew ? value : file ? `in the file ${file}` : 'as set in DEMO_PASSWORD';

/**
 * Returns one line about a failed start. An unknown error is logged with its reference, kind and place, without
 * messages, which could quote rows.
 */
function lineOf(error: unknown): string {
  if (error instanceof StartError) return error.message;
  const reference = randomUUID();
  openLog('error').error({ reference, err: error }, 'The start failed');
  return `The start failed with an unknown error. Find reference ${reference} in the log and report that line.`;
}

// Libraries warn in many lines; the log has the kind of it.
let level: Config['LOG_LEVEL'] = 'warn';
process.removeAllListeners('warning');
process.on('warning', ({ name }) => openLog(level).warn({ name }, 'Warning from Node or a library'));

// A signal that comes while the server still starts stops it once it has.
let server: RunningServer | undefined;
let isStopping = false;
function endNow(): void {
  console.error('\n  The server did not stop in time and was ended. No acknowledged data was lost.\n');
  process.exit(1);
}
async function stop(): Promise<void> {
  await server?.stop();
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(endNow, LONGEST_STOP_MS).unref();
    if (server) void stop();
  });

function settings(env: NodeJS.ProcessEnv): Config {
  const config = readConfig(env);
  level = config.LOG_LEVEL;
  return config;
}

try {
  const { account, name, role, 'verify-audit': ofAudit, 'verify-books': ofBooks, ...roles } = readArguments();
  if (ofAudit || ofBooks) {
    const started = await startServer(
      { ...settings(process.env), DEMO_DATA: 'none' },
      { roles: { web: false, worker: false } },
    );
    const verify = ofBooks ? verifyBooks : verifyAudit;
    const { lines, isWhole } = await verify(started.services).finally(() => started.stop());
    for (const line of lines) console.log(line);
    process.exit(isWhole ? 0 : 1);
  }
  if (account !== undefined) {
    // No sample data when accounts are created.
    const config = settings({ ...process.env, AUTH_MODE: 'accounts', DEMO_DATA: 'none' });
    const started = await startServer(config, { roles: { web: false, worker: false } });
    const password = await setAccount(started.services, { email: account, name, role }).finally(() => started.stop());
    console.log(`\n  ${account} signs in with:  ${password}\n`);
    process.exit(0);
  }
  const both = !roles.web && !roles.worker;
  const pages = path.resolve(import.meta.dirname, '../../web/dist');
  const config = settings(process.env);
  const parts = { web: both || roles.web, worker: both || roles.worker };
  const file = endedFile(config.DATA_DIR, parts);
  const ended = takeEndReason(file);
  if (ended) openLog(level).error(ended);
  server = await startServer(config, { roles: parts, ...(existsSync(pages) && { pages }), ...(ended && { ended }) });
  watchEventLoop(file);
  if (isStopping) await stop();
  if (server.url) console.log(`\n  OpenBenefits is ready:  ${server.url}`);
  if (server.url && server.demoPassword)
    console.log(`  Demo password:          ${shownPassword(server.demoPassword)}\n`);
  if (server.url && !server.demoPassword && !(await hasAccounts(server.services.db)))
    console.log(
      '  No one can sign in yet. Create an account:  npm start -- --account EMAIL --name NAME --role system_administrator\n',
    );
} catch (error) {
  console.error(`\n  ${lineOf(error)}\n`);
  process.exit(1);
}
