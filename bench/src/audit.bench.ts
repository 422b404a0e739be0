import { createHash } from 'node:crypto';
import { anchorHeads } from '../../server/src/audit/anchor-file.ts';
import { verifyAudit } from '../../server/src/audit/verify-audit.ts';
import { fillAuditLog } from '../../server/src/testing/many-audit-entries.ts';
import { startBenchServer } from './bench-database.ts';
import { figure, heading, perSecond, target } from './report.ts';

/** Entries per second that a verification of the audit log is promised to reach on an idle machine. */
const WANTED = 100_000;

/** Measures the verification of the audit log next to hashing as many texts of an entry's size in this process. */
export async function benchAudit(entries: number): Promise<void> {
  const server = await startBenchServer();
  try {
    const database = await server.fresh();
    await fillAuditLog(database.owner, entries);
    heading(`Verification of ${entries.toLocaleString('en-US')} audit entries`);
    await anchorHeads(database.services);
    const began = performance.now();
    const { lines, isWhole } = await verifyAudit(database.services);
    const seconds = (performance.now() - began) / 1000;
    if (!isWhole) throw new Error(lines.join('\n'));
    figure('verified', perSecond(entries, seconds));

    const text = Buffer.alloc(400, 'x');
    const hashing = performance.now();
    for (let number = 0; number < entries; number += 1) createHash('sha256').update(text).digest();
    figure('only hashing, for comparison', perSecond(entries, (performance.now() - hashing) / 1000));
    target({ what: 'entries per second', reached: entries / seconds, wanted: WANTED, atLeast: true, unit: '/s' });
    await database.close();
  } finally {
    await server.stop();
  }
}
