import { createHash } from 'node:crypto';
import type { BankFileRow } from '@openbenefits/contract/payment-imports';
import type { BankRow } from '@openbenefits/domain/payments/bank-file';
import { withoutProtectedNumbers } from '@openbenefits/domain/protected-numbers';
import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';

export type MatchedRow = BankRow & {
  readonly fingerprint: string;
  readonly outcome: BankFileRow['outcome'];
  readonly groupId: string | null;
  readonly groupName: string | null;
  readonly billId: string | null;
  readonly billNumber: string | null;
  readonly remittanceId: string | null;
  /** Undeposited checks that a deposit is of. */
  readonly checks: readonly string[];
};

type Fingerprinted = BankRow & { fingerprint: string; earlierFingerprint: string };

const digestOf = (text: string, count: number): string => createHash('sha256').update(`${text}|${count}`).digest('hex');

/** Counts equal texts, so that two equal checks of one file are two payments. */
function counter(): (text: string) => number {
  const seen = new Map<string, number>();
  return (text) => {
    const count = (seen.get(text) ?? 0) + 1;
    seen.set(text, count);
    return count;
  };
}

/**
 * Rows are the same payment only if nothing differs: not the bank, the payer, its account or its group. Rows that were
 * imported before these were part of the fingerprint are found by their earlier one.
 */
function withFingerprints(rows: readonly BankRow[], bank: string): Fingerprinted[] {
  const [count, countEarlier] = [counter(), counter()];
  return rows.map((row) => {
    const earlier = [row.date, row.cents, row.reference, row.payer, row.bill, row.trace].join('|').toLowerCase();
    const ours = row.ownAccount === '' ? [] : [row.ownAccount];
    const text = `${earlier}|${[row.group, row.account, bank.trim(), ...ours].join('|').toLowerCase()}`;
    return {
      ...row,
      fingerprint: digestOf(text, count(text)),
      earlierFingerprint: digestOf(earlier, countEarlier(earlier)),
    };
  });
}

type Found = {
  row: number;
  isKnown: boolean;
  billId: string | null;
  billNumber: string | null;
  billGroup: string | null;
  namedGroup: string | null;
  payerGroup: string | null;
  remittanceId: string | null;
  remittanceGroup: string | null;
  remittanceCents: number | null;
};
type Check = { id: string; reference: string; cents: number };

/** Checks that were received and not deposited. */
async function undeposited(tx: Tx): Promise<Check[]> {
  const { rows } = await sql<Check>`
    select y.id, y.reference, (y.cents + case when y.payer_bears_fee then y.fee_cents else 0 end)::bigint as cents from payments y
    where y.method = 'check' and y.status = 'completed' and y.source <> 'bank_statement' and not exists (select from ledger_entries e where e.idempotency_key = 'deposit ' || y.id) order by y.id`.execute(
    tx,
  );
  return rows;
}

/** The checks that a credit of the bank is the deposit of: one by its number, or all that wait. */
function depositedBy(row: BankRow, checks: readonly Check[]): string[] {
  const one = checks.find(
    ({ reference, cents }) => cents === row.cents && row.reference !== '' && reference.includes(row.reference),
  );
  if (one) return [one.id];
  const all = checks.reduce((sum, { cents }) => sum + cents, 0);
  return checks.length > 0 && all === row.cents ? checks.map(({ id }) => id) : [];
}

function outcomeOf(row: BankRow, found: Found, checks: readonly string[]): BankFileRow['outcome'] {
  if (found.isKnown) return 'duplicate';
  if (row.cents <= 0) return 'outgoing';
  if (found.remittanceId !== null) return found.remittanceCents === row.cents ? 'advice' : 'advice_differs';
  if (found.billId !== null) return 'bill';
  if (checks.length > 0) return 'deposit';
  return (found.namedGroup ?? found.payerGroup) === null ? 'unknown' : 'group';
}

/** Finds what each row is: by its 820 trace, bill number, CIM number or group, or a payer that was matched before. */
export async function matchRows(
  tx: Tx,
  rows: readonly BankRow[],
  { kind, bank }: { kind: 'lockbox' | 'bank'; bank: string },
): Promise<MatchedRow[]> {
  // Fingerprints are of the row as the bank sent it; what is stored of the payer has no SSN and no account number.
  const printed = withFingerprints(rows, bank).map((row) => ({
    ...row,
    payer: withoutProtectedNumbers(row.payer),
    sentPayer: row.payer,
  }));
  const { rows: found } = await sql<Found>`
    select x.row, exists (select from payment_file_rows k where k.fingerprint = x.fingerprint or (k.fingerprint = x."earlierFingerprint" and k.is_of_any_bank)) as is_known,
      b.id as bill_id, b.number as bill_number, b.group_id as bill_group, n.id as named_group, k.group_id as payer_group,
      r.id as remittance_id, r.group_id as remittance_group, r.cents as remittance_cents
    from jsonb_to_recordset(${JSON.stringify(printed)}) as x("row" integer, fingerprint text, "earlierFingerprint" text, bill text, "group" text, payer text, "sentPayer" text, reference text, trace text)
      left join lateral (select b.id, b.number, b.group_id from bills b where b.state = 'posted' and b.number in (nullif(x.bill, ''), nullif(x.reference, '')) limit 1) b on true
      left join lateral (select g.id from groups g where (x."group" <> '' and (g.cim_number = x."group" or fold(g.company_name) = fold(x."group"))) or (x."group" = '' and x.payer <> '' and fold(g.company_name) = fold(x.payer)) limit 1) n on true
      left join lateral (select k.group_id from known_payers k where x.payer <> '' and k.payer in (fold(x.payer), fold(x."sentPayer")) order by k.payer = fold(x.payer) desc limit 1) k on true
      left join lateral (select r.id, r.group_id, r.cents from remittances r where r.trace = nullif(x.trace, '') and r.status = 'waiting' limit 1) r on true`.execute(
    tx,
  );
  const byRow = new Map(found.map((one) => [one.row, one]));
  const checks = kind === 'bank' ? await undeposited(tx) : [];
  const names = await groupNames(tx, found);
  return printed.flatMap((row): MatchedRow[] => {
    const one = byRow.get(row.row);
    if (!one) return [];
    const deposited = depositedBy(row, checks);
    const outcome = outcomeOf(row, one, deposited);
    const groupId = outcome === 'advice' ? one.remittanceGroup : (one.billGroup ?? one.namedGroup ?? one.payerGroup);
    return [
      {
        ...row,
        outcome,
        groupId,
        groupName: groupId === null ? null : (names.get(groupId) ?? null),
        billId: one.billId,
        billNumber: one.billNumber,
        remittanceId: one.remittanceId,
        checks: outcome === 'deposit' ? deposited : [],
      },
    ];
  });
}

async function groupNames(tx: Tx, found: readonly Found[]): Promise<Map<string, string>> {
  const ids = found.flatMap(({ billGroup, namedGroup, payerGroup, remittanceGroup }) =>
    [billGroup, namedGroup, payerGroup, remittanceGroup].filter((id) => id !== null),
  );
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('groups')
    .select(['id', 'companyName'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, companyName }) => [id, companyName]));
}
