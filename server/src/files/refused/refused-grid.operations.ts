import { fileText } from '@openbenefits/domain/files/messages/file-message';
import type { RefusedRow } from '@openbenefits/contract/refused-rows';
import { NO_MAPPING } from '@openbenefits/domain/files/census/mapping';
import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../../command.ts';
import { decodeCursor, encodeCursor } from '../../cursor.ts';
import { isStillCut, ROW_CUT } from '../readers/census/cut-rows.ts';
import { maskNamedSsns, maskSsns } from '../readers/mask-ssns.ts';
import { planBookOf } from '../readers/census/same-person-twice.ts';
import { FAMILY_KEYS } from '../readers/census/people-of-rows.ts';
import { type ChosenSubscriber, numberOf } from './find-subscriber.ts';
import { COLUMNS_OF_JOB, withColumns } from './added-columns.ts';
import { listRows, type RefusedColumn, type RefusedRows } from './refused-grid.ts';
import type { ListCell } from './refused-list.ts';
import { RefusedMembers } from './refused-members.ts';
import { PROTECTED, refusedWithMends } from './refused-rows.ts';
import { RefusedXml } from './refused-xml.ts';
import {
  type GroupNames,
  linesOfPlans,
  loadGroupNames,
  loadPlanNames,
  type PlanNames,
  resolveNames,
} from '../matching/resolve-names.ts';
import { withDatesOf } from '../partners/dates-before.ts';
import { mappingOf } from '../partners/sender-mapping.ts';
import { headPlace, rawPlace } from '../staging/staged-record.ts';

/**
 * Refused people of a file without headings by whose elements the columns are known: the first ones, and the first ones
 * for each field that was wrong, wherever they stand.
 */
const LOOKED_AT = 500;
const LOOKED_AT_EACH = 20;

/** `isByRecord`: each person is a row; a row of a list may hold several. */
type Refusals = {
  rows: RefusedRows;
  isByRecord: boolean;
  status: string;
  groupId: string | null;
  plans: PlanNames;
  /** A record as its reader kept it, with places for the columns that were added since. */
  opened: (raw: string) => string;
};

/** What a job has read, for its refused rows. */
async function refusalsOfJob({ tx, services, actor, today }: Work, id: string, lock = false): Promise<Refusals> {
  const job = await tx
    .selectFrom('fileJobs as j')
    .innerJoin('uploads as u', 'u.id', 'j.uploadId')
    .select(['j.status', 'j.groupId', 'j.partnerId', 'j.headEncrypted', 'u.format', ...COLUMNS_OF_JOB])
    .where('j.id', '=', id)
    .$if(lock, (query) => query.forUpdate('j'))
    .executeTakeFirst();
  if (!job) throw new Refusal('not_found', fileText('file_not_found'));
  const { format, headEncrypted, status, groupId } = job;
  const rest = { status, groupId };
  if (UNREAD.has(job.status) && headEncrypted === null) throw new Refusal('state', fileText('rows_not_read'));
  const mapping = await withDatesOf(tx, job.partnerId ? await mappingOf(tx, job.partnerId) : NO_MAPPING, id, 'own');
  const { head, opened } = withColumns(
    format,
    headEncrypted ? services.vault.open(headEncrypted, headPlace(actor.tenantId, id)) : '',
    job,
  );
  const plans = await loadPlanNames(tx, job.partnerId);
  const book = planBookOf(linesOfPlans(plans));
  if (format === 'csv' || format === 'xlsx') {
    if (head === '') throw new Refusal('state', fileText('rows_no_headings'));
    return { ...rest, plans, opened, isByRecord: false, rows: listRows(format, head, mapping, today, book) };
  }
  // As they were sent: a column is the same one before and after somebody has written into it.
  const { rows: first } = await sql<{
    rawEncrypted: string;
  }>`select raw_encrypted from (select raw_encrypted, record_no, row_number() over (order by record_no) as place, row_number() over (partition by field order by record_no) as place_of_field
    from file_refusals where job_id = ${id}) r where place <= ${LOOKED_AT} or place_of_field <= ${LOOKED_AT_EACH} order by record_no`.execute(
    tx,
  );
  const place = rawPlace(actor.tenantId, id);
  const raws = first.map(({ rawEncrypted }) => services.vault.open(rawEncrypted, place));
  return {
    ...rest,
    plans,
    opened,
    isByRecord: true,
    rows:
      format === 'edi834'
        ? new RefusedMembers(head, raws, mapping, today)
        : new RefusedXml(raws, mapping, today, { head, plans: book }),
  };
}

/** Before a file was read nobody knows its headings, nor who of it is refused. */
const UNREAD: ReadonlySet<string> = new Set(['queued', 'processing', 'paused']);

const OF_SSNS: ReadonlySet<CensusField | null | undefined> = new Set(['ssn', 'subscriberKey']);
/**
 * Numbers of another kind, of which many have nine digits. Those of families and employees are often the SSN of
 * somebody whom the row does not name.
 */
const OF_OTHER_NUMBERS: ReadonlySet<CensusField | null | undefined> = new Set([
  'memberId',
  'zip',
  'phone',
  'salary',
  'groupKey',
  'sponsorTaxId',
  'classKey',
  'locationKey',
  'billingLocation',
]);

/** The last four digits are enough to know an SSN by; where it is what is wrong, all of it is needed to mend it. */
function shownCells(
  { columns }: RefusedRows,
  cells: readonly ListCell[],
  wrong: readonly number[],
): { cells: string[]; hidden: number[] } {
  const hidden: number[] = [];
  const named = new Set(
    cells
      .flatMap((cell, index) => (OF_SSNS.has(columns[index]?.field) ? [String(cell ?? '').replace(/\D/g, '')] : []))
      .filter(({ length }) => length === 9),
  );
  const shown = cells.map((cell, index) => {
    const text = String(cell ?? '');
    const field = columns[index]?.field;
    // Where the row names no SSN, nothing tells another number from one.
    const isOther = OF_OTHER_NUMBERS.has(field) && (named.size > 0 || field !== 'memberId');
    const masked = wrong.includes(index)
      ? text
      : isOther
        ? maskNamedSsns(text, named)
        : maskSsns(text, OF_SSNS.has(field));
    if (masked !== text) hidden.push(index);
    return masked;
  });
  return { cells: shown, hidden };
}

/**
 * Refusals that the row itself shows, or the names that it gives: whether they still hold is seen when it is judged
 * again.
 */
const seenAgain = sql<boolean>`((not is_match and code not in ('group_unknown', 'duplicate_set', ${sql.lit(ROW_CUT)})) or code in ('plan_unknown', 'plan_missing', 'plan_line', 'classKey_unknown', 'locationKey_unknown'))`;

type Refused = {
  line: number;
  recordNo: number;
  person: string;
  reason: string;
  isSeenAgain: boolean;
  fields: string[];
  raw: string;
  mended: string | null;
  /** What only other rows of the list told. */
  ofOthers: string | null;
  family: string | null;
  mendedBy: string | null;
};

/**
 * Refused rows in file order, with what is wrong in them. A row of a list that holds several refused people comes once;
 * of XML and 834 each person is one. `from`: the record with which the page begins.
 */
export async function listRefusedRows(
  work: Work,
  input: { id: string; from?: number | undefined; cursor?: string | undefined; limit: number },
) {
  const { tx, services, actor, note } = work;
  const refusals = await refusalsOfJob(work, input.id);
  const { rows: grid, isByRecord } = refusals;
  const by = sql.ref(isByRecord ? 'r.record_no' : 'r.line');
  const after = input.cursor
    ? sql`${Number(decodeCursor(input.cursor, ['number'])[0])}`
    : input.from === undefined
      ? sql`0`
      : sql`(select coalesce(min(${by}), 1) - 1 from file_refusals r where r.job_id = ${input.id} and r.record_no = ${input.from})`;
  const refused = sql`file_refusals r left join file_mends m on m.job_id = r.job_id and m.record_no = r.record_no`;
  const { rows } =
    await sql<Refused>`select min(r.line) as line, min(r.record_no) as record_no, (array_agg(r.person_label order by r.record_no))[1] as person, string_agg(r.reason, ' ' order by r.record_no) as reason, bool_and(${seenAgain}) as is_seen_again, array_agg(r.field) as fields, string_agg((select string_agg(c ->> 'reason', ' ') from jsonb_array_elements(r.causes) c where c ? 'ofOthers'), ' ' order by r.record_no) as of_others,
      (array_agg(r.raw_encrypted order by r.record_no))[1] as raw, (array_agg(m.mended_encrypted order by r.record_no))[1] as mended, (array_agg(r.family_encrypted order by r.record_no) filter (where r.family_by_place))[1] as family, max(m.mended_by_name) as mended_by
    from ${refused} where r.job_id = ${input.id} and ${by} > ${after} group by ${by} order by ${by} limit ${input.limit + 1}`.execute(
      tx,
    );
  const counted = await sql<{
    total: number;
    mended: number;
    before: number;
  }>`select count(distinct ${by}) as total, count(distinct ${by}) filter (where m.record_no is not null) as mended, count(distinct ${by}) filter (where ${by} <= ${after}) as before from ${refused} where r.job_id = ${input.id}`.execute(
    tx,
  );
  const page = rows.slice(0, input.limit);
  const place = rawPlace(actor.tenantId, input.id);
  const names = await namesFor(work, refusals);
  const shown: RefusedRow[] = [];
  for (const {
    line,
    recordNo,
    person,
    reason,
    isSeenAgain,
    fields,
    raw,
    mended,
    ofOthers,
    family: sealed,
    mendedBy,
  } of page) {
    const sent = refusals.opened(services.vault.open(raw, place));
    const text = mended === null ? sent : services.vault.open(mended, place);
    const records = await grid.people(text, sealed && services.vault.open(sealed, place));
    // A word that was explained since, or a cell that was mended, may have been all that was wrong. What only other
    // people told against it cannot be seen here.
    const found = withoutOpen(problemsOf(records, names), refusals, sent, text, reason);
    const said = messagesOf(records, found);
    if (ofOthers && mended === null && !said.includes(ofOthers)) said.push(ofOthers);
    const cut = cutReason(records, reason, grid.cells(text));
    if (said.length > 0 && !grid.isWhole(text)) said.push(BEYOND_COLUMNS);
    const problems = cut.length > 0 || said.length > 0 || mended || isSeenAgain ? [...said, ...cut] : [reason];
    const named =
      problems.length === 0 || mended ? [] : fields.map((field) => ({ field, record: records[0], message: reason }));
    const told = [...named, ...found];
    const wrong = [...new Set(told.flatMap(({ record, field }) => grid.columnsOf(field, record)))];
    const missing = [
      ...new Set(told.flatMap(({ field, record, message }) => grid.missing?.(field, record, message) ?? [])),
    ];
    const links = told.flatMap(({ record, field }) => (field === 'familyKey' ? grid.columnsOf(field, record) : []));
    const family = familyColumn(grid, links, grid.cells(text));
    shown.push({
      recordNo,
      line,
      person,
      problems,
      ...shownCells(grid, grid.cells(text), wrong),
      wrong,
      missing,
      family,
      mendedBy,
    });
  }
  note({ targetKind: 'file_job', targetId: input.id, fields: PROTECTED, itemCount: page.length });
  const { total = 0, mended = 0, before = 0 } = counted.rows[0] ?? {};
  const last = page.at(-1);
  return {
    rows: shown,
    columns: grid.columns.map(({ heading, label }) => ({ heading, field: label })),
    mended,
    total,
    before,
    next: rows.length > input.limit ? encodeCursor([(isByRecord ? last?.recordNo : last?.line) ?? 0]) : null,
  };
}

/** Of somebody whose elements are others than those of the people that the columns are taken from. */
const BEYOND_COLUMNS = fileText('person_without_columns');

/**
 * Of the columns that may name a subscriber, the one that counts: a family's number before another, and what is there
 * before what is empty.
 */
function familyColumn({ columns }: RefusedRows, behind: readonly number[], cells: readonly ListCell[]): number | null {
  const links = [
    ...FAMILY_KEYS.flatMap((field) => behind.filter((index) => columns[index]?.field === field)),
    ...behind,
  ];
  return links.find((index) => String(cells[index] ?? '').trim() !== '') ?? links[0] ?? null;
}

type Problems = { record: EnrollmentRecord; field: string; code: string; message: string }[];
type Names = { plans: PlanNames; group: GroupNames | undefined };

const namesFor = async ({ tx }: Work, { groupId, plans }: Refusals): Promise<Names> => ({
  plans,
  group: groupId ? await loadGroupNames(tx, groupId) : undefined,
});

/**
 * What is wrong with the people of a row: in itself, and in the names that it gives to plans, classes and locations.
 */
function problemsOf(records: readonly EnrollmentRecord[], { plans, group }: Names): Problems {
  return records.flatMap((record) =>
    [...record.problems, ...(group ? resolveNames(record, plans, group).problems : [])].map(
      ({ field, code, message }) => ({ record, field, code, message }),
    ),
  );
}

/**
 * While the file waits, it is the file that tells whether somebody has the number that was put in, and who stands above
 * a row, unless it has told.
 */
function withoutOpen(
  all: Problems,
  { rows, status, isByRecord }: Refusals,
  sent: string,
  text: string,
  reason: string,
): Problems {
  const problems =
    status === 'held' && !isByRecord && sent !== text
      ? all.filter(({ code, message }) => code !== 'family_key_missing' || reason.includes(message))
      : all;
  const isOpen = status === 'held' && rows.namesAnother?.(sent, text) === true;
  return isOpen ? problems.filter(({ record, field }) => field !== 'familyKey' || !record.byNumberAlone) : problems;
}

const messagesOf = (records: readonly EnrollmentRecord[], problems: ReturnType<typeof problemsOf>): string[] =>
  records.length === 0 ? [fileText('row_without_person')] : problems.map(({ message }) => message);

/** That a row breaks off is not seen in the row alone; nothing where that is told already. */
const cutReason = (records: readonly EnrollmentRecord[], reason: string, cells: readonly ListCell[]): string[] =>
  isStillCut(reason, cells) && !records.some(({ problems }) => problems.some(({ code }) => code === ROW_CUT))
    ? [reason]
    : [];

/** Refuses what is mended in a file that is under way, and in one whose rows were sent again. */
export async function requireMendable(tx: Work['tx'], id: string, { status }: Pick<Refusals, 'status'>): Promise<void> {
  if (status !== 'completed' && status !== 'held') throw new Refusal('state', fileText('fix_not_now'));
  if (await tx.selectFrom('fileJobs').select('id').where('resentFrom', '=', id).executeTakeFirst())
    throw new Refusal('conflict', fileText('resent_already'));
}

type Mend = {
  id: string;
  recordNo: number;
  column: number;
  text: string;
  subscriber?: ChosenSubscriber | undefined;
  alike?: string | undefined;
};

/**
 * Writes a text into a cell of a refused row, and with `alike` into all others whose cell holds that text. Throws a
 * Refusal once the rows were sent again.
 */
export async function mendRow(work: Work, input: Mend): Promise<{ mended: number; alike: number; problems: string[] }> {
  const { tx, services, actor, note } = work;
  const refusals = await refusalsOfJob(work, input.id, true);
  const { rows: grid, isByRecord } = refusals;
  await requireMendable(tx, input.id, refusals);
  if (input.column >= grid.columns.length)
    throw new Refusal('invalid', fileText('column_not_found'), [
      { path: 'column', message: fileText('column_not_found') },
    ]);
  const text =
    input.subscriber === undefined ? input.text : await numberOf(work, input.id, refusals.groupId, input.subscriber);
  const place = rawPlace(actor.tenantId, input.id);
  const found = await refusedWithMends(tx, input.id)
    .select([
      'r.recordNo',
      'r.line',
      'r.rawEncrypted',
      'm.mendedEncrypted',
      'r.familyEncrypted',
      'r.familyByPlace',
      'r.reason',
    ])
    .execute();
  const rows = found.map(
    ({ recordNo, line, reason, rawEncrypted, mendedEncrypted, familyEncrypted, familyByPlace }) => {
      const sent = refusals.opened(services.vault.open(rawEncrypted, place));
      const raw = mendedEncrypted ? services.vault.open(mendedEncrypted, place) : sent;
      // The people of one row of a list, or of one element, have it in common.
      return {
        recordNo,
        reason,
        row: isByRecord ? `${line} ${sent}` : String(line),
        sent,
        raw,
        family: familyByPlace && familyEncrypted ? services.vault.open(familyEncrypted, place) : null,
        text: String(grid.cells(raw)[input.column] ?? ''),
      };
    },
  );
  const own = rows.find(({ recordNo }) => recordNo === input.recordNo);
  if (!own) throw new Refusal('not_found', fileText('row_not_rejected'));
  const holding = (text: string): string[] => [
    ...new Set(rows.filter((one) => one.row !== own.row && one.text === text).map(({ row }) => row)),
  ];
  const chosen = new Set([own.row, ...(input.alike === undefined ? [] : holding(input.alike))]);
  const mended = rows
    .filter(({ row }) => chosen.has(row))
    .map(({ recordNo, raw }) => ({
      recordNo,
      content: services.vault.seal(grid.written(raw, input.column, text), place),
    }));
  // A heading of the file may be anything, in a list that has none somebody's name.
  const { label } = grid.columns[input.column] as RefusedColumn;
  await sql`insert into file_mends (job_id, record_no, mended_encrypted, mended_by_name, columns) select ${input.id}, x.record_no, x.content, ${actor.name}, array[${label ?? fileText('column_unread')}::text] from unnest(${mended.map((one) => one.recordNo)}::int[], ${mended.map((one) => one.content)}::text[]) as x (record_no, content)
    on conflict (tenant_id, job_id, record_no) do update set mended_encrypted = excluded.mended_encrypted, mended_by_name = excluded.mended_by_name, columns = case when file_mends.columns @> excluded.columns then file_mends.columns else file_mends.columns || excluded.columns end`.execute(
    tx,
  );
  note({ targetKind: 'file_job', targetId: input.id, fields: PROTECTED, itemCount: chosen.size });
  const written = grid.written(own.raw, input.column, text);
  const records = await grid.people(written, own.family);
  const cut = cutReason(records, own.reason, grid.cells(written));
  return {
    mended: chosen.size,
    alike: holding(own.text).filter((row) => !chosen.has(row)).length,
    problems: [
      ...messagesOf(
        records,
        withoutOpen(problemsOf(records, await namesFor(work, refusals)), refusals, own.sent, written, own.reason),
      ),
      ...cut,
    ],
  };
}
