import { fromCents } from '@openbenefits/domain/money';
import {
  type AchAddenda,
  type AchBatch,
  type AchEntry,
  TRANSACTION_CODES,
} from '@openbenefits/domain/payments/ach/ach-file';
import { writeAchFile } from '@openbenefits/domain/payments/ach/write-ach-file';
import { sql } from 'kysely';
import type { Work } from '../../command.ts';
import { type EntryBatch, type EntryRecord, type FileRecord, secOf } from './ach-file-records.ts';
import { accountPlace } from './bank-account-records.ts';
import { settlementPlace, type StoredSettings } from './bank-settings.ts';
import { debitAdvices } from './debit-advices.ts';

/** Descriptions as the rules ask for them (NACHA Operating Rules 2.12.4 and 2.14). */
const DESCRIPTION: Readonly<Record<EntryBatch, string>> = {
  premium: 'PREMIUM',
  retry: 'RETRY PYMT',
  fee: 'RETURN FEE',
  prenote: 'PRENOTE',
  deposit: 'ACCTVERIFY',
  refund: 'REFUND',
};

type Advices = ReadonlyMap<string, readonly AchAddenda[]>;

function entryOf(entry: EntryRecord, account: string, advices: Advices): AchEntry {
  return {
    code: entry.code,
    routing: entry.routing,
    account,
    cents: entry.cents,
    id: entry.individualId ?? entry.cim,
    name: entry.holder,
    discretionary: '',
    addenda:
      advices.get(entry.id) ??
      (entry.billNumber === null || entry.takesNoAddenda
        ? []
        : [{ kind: 'text', text: `RMR*IV*${entry.billNumber}**${(entry.cents / 100).toFixed(2)}\\` }]),
    trace: entry.trace,
  };
}

/** The entry that balances a batch: our own account on the other side. It posts nothing of its own. */
function offsetOf(
  entries: readonly EntryRecord[],
  settings: StoredSettings,
  account: string,
  trace: string,
): AchEntry | undefined {
  const sum = entries.reduce((total, { code, cents }) => (Number(code[1]) >= 5 ? total + cents : total - cents), 0);
  if (sum === 0) return undefined;
  const codes = TRANSACTION_CODES[settings.settlementKind];
  return {
    code: sum > 0 ? codes.credit : codes.debit,
    routing: settings.routing,
    account,
    cents: fromCents(Math.abs(sum)),
    id: '',
    name: settings.companyName,
    discretionary: '',
    addenda: [],
    trace,
  };
}

function batchesOf(
  work: Work,
  file: FileRecord,
  entries: readonly EntryRecord[],
  settings: StoredSettings,
  { offsets, advices }: { offsets: string[]; advices: Advices },
): AchBatch[] {
  const { actor, services } = work;
  const open = (entry: EntryRecord) =>
    services.vault.open(entry.accountEncrypted, accountPlace(actor.tenantId, entry.bankAccountId));
  const own = services.vault.open(settings.settlementAccountEncrypted, settlementPlace(actor.tenantId));
  const groups = Map.groupBy(entries, (entry) => `${entry.batch} ${secOf(entry)}`);
  return [...groups.values()].flatMap((ofBatch): AchBatch[] => {
    const [first] = ofBatch;
    if (!first) return [];
    const offset = settings.isBalanced ? offsetOf(ofBatch, settings, own, offsets.shift() ?? '') : undefined;
    return [
      {
        companyName: settings.companyName,
        companyId: settings.companyId,
        companyData: '',
        sec: secOf(first),
        description: DESCRIPTION[first.batch],
        effectiveOn: file.effectiveOn,
        odfi: settings.routing.slice(0, 8),
        entries: [...ofBatch.map((entry) => entryOf(entry, open(entry), advices)), ...(offset ? [offset] : [])],
      },
    ];
  });
}

async function offsetTraces({ tx }: Work, settings: StoredSettings, count: number): Promise<string[]> {
  const { rows } = await sql<{ trace: string }>`
    select ${settings.routing.slice(0, 8)} || lpad(nextval('ach_trace_numbers')::text, 7, '0') as trace from generate_series(1, ${count})`.execute(
    tx,
  );
  return rows.map(({ trace }) => trace);
}

/** The NACHA file of entries, with the settings of our bank and the day on which it settles. */
export async function bytesOf(
  work: Work,
  file: FileRecord,
  entries: readonly EntryRecord[],
  settings: StoredSettings,
): Promise<string> {
  const kinds = new Set(entries.map((entry) => `${entry.batch} ${secOf(entry)}`)).size;
  const offsets = settings.isBalanced ? await offsetTraces(work, settings, kinds) : [];
  const advices = await debitAdvices(
    work,
    file,
    settings,
    entries.filter((entry) => secOf(entry) === 'CTX'),
  );
  return writeAchFile({
    destination: settings.routing,
    origin: settings.originId,
    createdOn: file.madeOn,
    createdAt: new Intl.DateTimeFormat('en-GB', {
      timeZone: work.services.clock.zone(),
      hour: '2-digit',
      minute: '2-digit',
    })
      .format(new Date(file.createdAt))
      .replace(':', ''),
    modifier: file.modifier,
    destinationName: settings.bankName,
    originName: settings.companyName,
    reference: '',
    batches: batchesOf(work, file, entries, settings, { offsets, advices }),
  });
}
