import { householdPrices } from '../../../coverage/household-prices.ts';
import type { Pricing } from '../../../coverage/rating-ages.ts';
import { type FileMessage, fileMessage } from '@openbenefits/domain/files/messages/file-message';
import { addDays, type CalendarDate, lastOfMonth } from '@openbenefits/domain/calendar-date';
import { COVERAGE_LINE_LABEL, COVERAGE_LINES, type CoverageLine } from '@openbenefits/domain/coverage-line';
import type { FileFacts } from '@openbenefits/domain/files/file-facts';
import { type Absences, NO_ABSENCES } from '@openbenefits/domain/files/safety-stops';
import { type QueryResult, type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/connect.ts';
import { arrayOf } from '../../../db/pg-arrays.ts';
import { priceMissingDependents } from './missing-premiums.ts';
import type { EarlierOfCobra } from '../cobra-files.ts';
import type { Elsewhere } from '../covered-twice.ts';
import type { EarlierFull } from '../parts-of-group.ts';
import { leaveOutMoved, type MovedGroups } from './moved-groups.ts';

/** A file whose absences are looked for. */
export type FullFile = {
  readonly jobId: string;
  readonly partnerId: string;
  readonly fileDate: CalendarDate;
  readonly records: number;
  /** A list names only what it has columns for. */
  readonly isList: boolean;
  /** Of a sender whose full files hold a part of the group each: those it has sent before. */
  readonly parts: readonly EarlierFull[] | null;
  /** Everybody in it is continued under COBRA. */
  readonly isOfCobraOnly: boolean;
  /** Of a file in which nobody is, by a sender who makes another of those who are: the full files sent before. */
  readonly besideCobra: readonly EarlierOfCobra[];
};

/** Columns of a list that tell of a line, be it that nobody has it. */
const LINE_COLUMN = /^(?:plan|tier|waived|enrolled)\.(\w+)$/;

/** Writes down which lines the file names, by group; a list names those of its columns, too. */
export async function noteLines(
  tx: Tx,
  jobId: string,
  named: ReadonlyMap<string, ReadonlySet<CoverageLine>>,
  columns: FileFacts['columns'] | undefined,
): Promise<void> {
  const ofColumns = new Set((columns ?? []).flatMap(({ field }) => LINE_COLUMN.exec(field)?.[1] ?? []));
  const rows = [...named].flatMap(([groupId, lines]) =>
    COVERAGE_LINES.filter((line) => lines.has(line) || ofColumns.has(line)).map((line) => ({ jobId, groupId, line })),
  );
  await tx.deleteFrom('fileLines').where('jobId', '=', jobId).execute();
  if (rows.length > 0) await tx.insertInto('fileLines').values(rows).execute();
}

/**
 * Whether the file of a row of `l` names a line of the group that this one names, too. Some senders make a file of its
 * own for each line: one of dental says nothing of medical.
 */
const mayBeTogether = (
  jobId: string,
): RawBuilder<boolean> => sql<boolean>`(not exists (select from file_lines t where t.job_id = ${jobId} and t.group_id = l.group_id)
  or exists (select from file_lines o join file_lines t on t.job_id = ${jobId} and t.group_id = o.group_id and t.line = o.line where o.job_id = l.job_id and o.group_id = l.group_id))`;

/**
 * Lines of covered people that a full file leaves out, a row each: of people whom it does not name (`is_absent`), and
 * of people whom it names without the line. Left out of account are those that end with the month of the file anyway,
 * or begin later; people, and lines, that were added by hand after the file was made; COBRA members whom this sender
 * has not named since they are (their administrator does, the employer's own file need not); whoever was refused under
 * the same name; what a dependent loses with the subscriber by this very file; and what ends of whoever the file names
 * as somebody who goes on elsewhere (a subscriber now, or a dependent of another) (domain rules 4.1, termination by
 * absence). `is_meant` is false for a line that the sender never names for the group, or only in files of its own:
 * leaving it out says nothing. `isOnCobra`: from a file of people under COBRA alone nobody else can be missing, and
 * from the employer's own nobody whom such a file of the sender has named last. `lastNamedBy`: where a full file holds
 * a part of the group, the newest full file that named an absent person has to be of the same part. `is_whole`: an
 * absent person has no such line, so everything would end.
 *
 * Of rows that were just written the planner knows nothing, takes them for a handful, and would read all of them for
 * each person (a full file of 10,000 people that follows another at once: ten seconds instead of ten milliseconds). So
 * what the file itself says is gathered once (`told`) and joined as a whole (`asked`), and what is asked of single
 * people beside it is asked through an index, person by person (a subquery with a limit or an offset is not joined).
 */
function absencesOf(
  { jobId, partnerId, fileDate, isList, parts, isOfCobraOnly, besideCobra }: FullFile,
  groups: readonly string[],
): RawBuilder<unknown> {
  const madeBefore = addDays(fileDate, 1);
  const beyond = addDays(lastOfMonth(fileDate), 1);
  const named = sql`select true from file_changes o where o.member_id = a.member_id and o.job_id <> ${jobId}`;
  return sql`
    with told as materialized (select member_id, bit_or(lines) as lines, bit_or(ends) as ends from (
      select member_id, lines, ends from file_changes where job_id = ${jobId}
      union all select f.key::uuid, (f.value->>'ends')::int, (f.value->>'ends')::int from file_changes c cross join lateral jsonb_each(c.followers) f where c.job_id = ${jobId} and c.others > 0 and f.value ? 'ends'
    ) x group by member_id)
    select a.member_id, a.group_id, a.subscriber_id, a.person_label, a.line, a.is_absent, a.is_meant, a.is_absent and bool_and(a.is_meant) over (partition by a.member_id) as is_whole from (
      select s.member_id, s.group_id, s.subscriber_id, ltrim(m.first_name || ' ' || m.last_name) as person_label, s.line, m.benefit_status, m.created_at, lower(s.recorded) as line_at, s.change_id, c.member_id is null as is_absent, h.ends as head_ends,
        (s.group_id, s.line) in (select l.group_id, l.line from file_lines l join file_jobs j on j.id = l.job_id
          where l.group_id = any (${[...groups]}::uuid[]) and (l.job_id = ${jobId} or (not ${isList}::boolean and j.partner_id = ${partnerId} and j.status = 'completed' and ${mayBeTogether(jobId)}))) as is_meant
      from coverage_spans s left join told c on c.member_id = s.member_id left join told h on h.member_id = s.subscriber_id
        cross join lateral (select first_name, last_name, benefit_status, created_at, status from members where id = s.member_id offset 0) m
      where s.group_id = any (${[...groups]}::uuid[]) and upper_inf(s.recorded) and s.covered @> ${fileDate}::date and (upper_inf(s.covered) or upper(s.covered) > ${beyond}::date)
        and m.status not in ('terminated', 'inactive') and (c.member_id is null or c.lines & line_bit(s.line) = 0)
    ) a
    where lower(a.person_label) not in (select lower(r.person_label) from file_refusals r where r.job_id = ${jobId})
      and (a.member_id = a.subscriber_id or coalesce(a.head_ends, 0) & line_bit(a.line) = 0)
      and case when a.is_absent then a.created_at < ${madeBefore}::date or (${named} limit 1) is not null
        else a.line_at < ${madeBefore}::date or (select w.kind from changes w where w.id = a.change_id) = 'import' end
      and (not a.is_absent or ${parts === null ? sql`true` : lastNamedBy(parts.map(({ id, isSamePart }) => ({ id, is: isSamePart })))})
      and (not a.is_absent or ${isOfCobraOnly ? isOnCobra : sql`true`})
      and (not a.is_absent or ${besideCobra.length === 0 ? sql`true` : sql`not (coalesce(${isOnCobra}, false) and ${lastNamedBy(besideCobra)})`})
      and (not a.is_absent or a.benefit_status is distinct from 'C' or (${named} and o.job_id in (select j.id from file_jobs j where j.partner_id = ${partnerId} and (j.id > ${onCobraSince} or j.change_id = ${onCobraSince})) limit 1) is not null)`;
}

/** Under COBRA, or a dependent of somebody who is: some senders say it of subscribers only. */
const isOnCobra = sql<boolean>`(a.benefit_status = 'C' or (select h.benefit_status from members h where h.id = a.subscriber_id) = 'C')`;

/** The change that made a COBRA member one; ids grow with time. */
const onCobraSince = sql`coalesce((select i.change_id from change_items i where i.entity_id = a.member_id and i.after->>'benefitStatus' = 'C' order by i.change_id desc limit 1), '00000000-0000-0000-0000-000000000000'::uuid)`;

/** Whether the newest of these files, the oldest first, that named somebody is such a one. */
const lastNamedBy = (
  files: readonly { readonly id: string; readonly is: boolean }[],
): RawBuilder<boolean> => sql<boolean>`coalesce((select e.is_such from (select job_id from file_changes where member_id = a.member_id offset 0) o
        join unnest(${arrayOf(
          'uuid',
          files.map(({ id }) => id),
        )}, ${files.map(({ is }) => is)}::boolean[]) with ordinality as e(job_id, is_such, place) on e.job_id = o.job_id order by e.place desc limit 1), false)`;

/** Asks with tables joined as a whole, whatever the planner takes for few. */
async function asked<Row>(tx: Tx, question: RawBuilder<Row>): Promise<QueryResult<Row>> {
  await sql`set local enable_nestloop = off`.execute(tx);
  const answer = await question.execute(tx);
  await sql`set local enable_nestloop = on`.execute(tx);
  return answer;
}

/** Groups that the file tells of. */
async function groupsOf(tx: Tx, jobId: string): Promise<string[]> {
  return (await tx.selectFrom('fileChanges').select('groupId').distinct().where('jobId', '=', jobId).execute()).map(
    ({ groupId }) => groupId,
  );
}

/**
 * Notes what a line costs a month, or all of them: what ending it for the subscriber would save from the day after the
 * proposed end on.
 */
async function priceSubscribers(
  pricing: Pricing,
  jobId: string,
  groupIds: readonly string[],
  on: CalendarDate,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select distinct member_id as id from file_missing where job_id = ${jobId} and member_id = subscriber_id`.execute(
    pricing.tx,
  );
  if (rows.length === 0) return;
  const prices = await householdPrices(pricing, { groupIds, subscriberIds: rows.map(({ id }) => id) }, on);
  const costs = prices.flatMap(({ household: { subscriberId, line }, price }) =>
    'held' in price ? [] : [{ subscriberId, line, cents: price.total }],
  );
  const columns = sql`unnest(${costs.map(({ subscriberId }) => subscriberId)}::uuid[], ${costs.map(({ line }) => line)}::text[], ${costs.map(({ cents }) => cents)}::bigint[]) as p(subscriber_id, line, cents)`;
  await sql`update file_missing f set monthly_cents = x.monthly from (
      select p.subscriber_id, p.line, sum(p.cents)::bigint as monthly from ${columns} group by grouping sets ((p.subscriber_id, p.line), (p.subscriber_id))
    ) x where f.job_id = ${jobId} and f.member_id = x.subscriber_id and f.line is not distinct from x.line`.execute(
    pricing.tx,
  );
}

/**
 * Writes down whose coverage a full file leaves out, with the end of the file's month as the proposed last day: a row a
 * person where everything would end, else one a line; of whom the file covers in another family or in another group,
 * the day before that begins. Returns how many people that are, not named at all or without a line, and how many for
 * each line.
 */
export async function findMissing(
  pricing: Pricing,
  file: FullFile,
  elsewhere: ReadonlyMap<string, Elsewhere>,
  moved: MovedGroups | null,
): Promise<Absences> {
  const { tx } = pricing;
  const { jobId, fileDate } = file;
  const groups = await groupsOf(tx, jobId);
  const { numAffectedRows } = await asked(
    tx,
    sql`insert into file_missing (job_id, member_id, group_id, subscriber_id, person_label, is_named, proposed_last_day, line)
    select distinct ${jobId}::uuid, a.member_id, a.group_id, a.subscriber_id, a.person_label, not a.is_absent, ${lastOfMonth(fileDate)}::date, case when not a.is_whole then a.line end
    from (${absencesOf(file, groups)}) a where a.is_meant`,
  );
  if (!numAffectedRows) return NO_ABSENCES;
  const inOtherFamilies = await endBeforeElsewhere(tx, file, elsewhere);
  if (moved) await endBeforeMove(tx, file, await moved.in(tx, groups));
  if (groups.length > 1) await leaveOutMoved(tx, file, groups);
  await priceSubscribers(pricing, jobId, groups, addDays(lastOfMonth(fileDate), 1));
  await priceMissingDependents(pricing, jobId);
  const found = await countAbsences(
    tx,
    sql`select f.member_id, f.line, not f.is_named as is_absent from file_missing f where f.job_id = ${jobId}`,
  );
  return inOtherFamilies > 0 ? { ...found, elsewhere: inOtherFamilies } : found;
}

/**
 * Whoever is missing in one family because the file has the person in another now, as after spouses have swapped, is
 * not covered in both to the end of the month. Dated back to its first day the coverage before never was; lines that
 * began as late and that the other family does not cover go on to the end of the month. Returns how many people that
 * are.
 */
async function endBeforeElsewhere(
  tx: Tx,
  { jobId, fileDate }: FullFile,
  elsewhere: ReadonlyMap<string, Elsewhere>,
): Promise<number> {
  if (elsewhere.size === 0) return 0;
  const days = [...elsewhere.values()];
  const moved = sql`unnest(${arrayOf('uuid', [...elsewhere.keys()])}, ${arrayOf(
    'date',
    days.map(({ from }) => from),
  )}, ${days.map(({ lines }) => lines)}::int[]) as x(member_id, first, lines)`;
  const spans = sql`coverage_spans s where s.member_id = f.member_id and upper_inf(s.recorded) and (upper_inf(s.covered) or upper(s.covered) > ${fileDate}::date)`;
  // Ends of everything that would take such a line back become an end for each line.
  await sql`with apart as (delete from file_missing f using ${moved} where f.job_id = ${jobId} and f.member_id = x.member_id and not f.is_named and f.line is null and x.first <= f.proposed_last_day
      and exists (select from ${spans} and lower(s.covered) >= x.first and x.lines & line_bit(s.line) = 0) returning f.*)
    insert into file_missing (job_id, member_id, group_id, subscriber_id, person_label, is_named, proposed_last_day, line)
    select distinct f.job_id, f.member_id, f.group_id, f.subscriber_id, f.person_label, false, f.proposed_last_day, s.line from apart f cross join lateral (select s.line from ${spans}) s`.execute(
    tx,
  );
  const { rows } = await sql<{
    memberId: string;
  }>`update file_missing f set proposed_last_day = x.first - 1 from ${moved}
    where f.job_id = ${jobId} and f.member_id = x.member_id and not f.is_named and x.first <= f.proposed_last_day and (f.line is null or x.lines & line_bit(f.line) <> 0) returning f.member_id`.execute(
    tx,
  );
  return new Set(rows.map(({ memberId }) => memberId)).size;
}

/**
 * Whoever is missing in one group because the file has moved the person to another is covered there from the day that
 * it names, be it before or behind the end of the month, and so are dependents who are missing with their subscriber. A
 * first day that is no later than the one in the old group is none of a move. Told.
 */
async function endBeforeMove(tx: Tx, { jobId }: FullFile, moved: ReadonlyMap<string, Elsewhere>): Promise<void> {
  if (moved.size === 0) return;
  const days = [...moved.values()];
  const { rows } = await sql<{
    memberId: string;
  }>`with x as materialized (select * from unnest(${arrayOf('uuid', [...moved.keys()])}, ${arrayOf(
    'date',
    days.map(({ from }) => from),
  )}, ${days.map(({ lines }) => lines)}::int[]) as x(member_id, first, lines)),
    gone as (select f.member_id, f.line, f.subscriber_id, coalesce(o.first, h.first) as first from file_missing f left join x o on o.member_id = f.member_id and (f.line is null or o.lines & line_bit(f.line) <> 0)
      left join x h on h.member_id = f.subscriber_id and (f.line is null or h.lines & line_bit(f.line) <> 0) where f.job_id = ${jobId} and not f.is_named and coalesce(o.first, h.first) is not null)
    update file_missing f set proposed_last_day = g.first - 1 from gone g
    where f.job_id = ${jobId} and f.member_id = g.member_id and f.line is not distinct from g.line
      and not exists (select from coverage_spans s where s.member_id = f.member_id and upper_inf(s.recorded) and lower(s.covered) >= g.first and (f.line is null or s.line = f.line))
    returning f.member_id`.execute(tx);
  await addRemark(tx, jobId, MOVED, new Set(rows.map(({ memberId }) => memberId)).size);
}

const MOVED = fileMessage('missing_moved_group');

async function countAbsences(tx: Tx, rows: RawBuilder<unknown>): Promise<Absences> {
  const { rows: found } = await asked(
    tx,
    sql<{ people: number; absent: number; line: CoverageLine | null; without: number }>`with r as (${rows})
    select (select count(distinct member_id) from r) as people, (select count(distinct member_id) from r where is_absent) as absent, line, count(*) as without from r where not is_absent group by line
    union all select count(distinct member_id), count(distinct member_id) filter (where is_absent), null, 0 from r`,
  );
  const [first] = found;
  return {
    people: first?.people ?? 0,
    absent: first?.absent ?? 0,
    lines: COVERAGE_LINES.flatMap((line) =>
      found.filter((one) => one.line === line).map(({ without }) => ({ line, people: without })),
    ),
  };
}

/**
 * How many a full file leaves out who cannot be missing from it: those whom it would miss if it were a file of another
 * kind.
 */
async function leftOutBeside(tx: Tx, file: FullFile, other: Partial<FullFile>, missing: Absences): Promise<number> {
  const all = await countAbsences(
    tx,
    sql`select a.member_id, a.line, a.is_absent from (${absencesOf({ ...file, ...other }, await groupsOf(tx, file.jobId))}) a where a.is_meant`,
  );
  return all.absent - missing.absent;
}

export async function addRemark(tx: Tx, jobId: string, message: FileMessage, count: number): Promise<void> {
  if (count > 0)
    await sql`update file_jobs set remarks = remarks || ${JSON.stringify([{ ...message, count, atRehearsal: true }])}::jsonb where id = ${jobId}`.execute(
      tx,
    );
}

/**
 * Where a full file holds people under COBRA alone: how many of the group it leaves out who are not; that ends nobody,
 * and is told.
 */
export async function remarkOnCobra(tx: Tx, file: FullFile, missing: Absences): Promise<void> {
  if (!file.isOfCobraOnly) return;
  await addRemark(
    tx,
    file.jobId,
    fileMessage('missing_cobra_only'),
    await leftOutBeside(tx, file, { isOfCobraOnly: false }, missing),
  );
}

/** The same of the employer's own file, in which nobody is under COBRA, beside the sender's file of those who are. */
export async function remarkBesideCobra(tx: Tx, file: FullFile, missing: Absences): Promise<void> {
  if (file.besideCobra.length === 0) return;
  await addRemark(
    tx,
    file.jobId,
    fileMessage('missing_without_cobra'),
    await leftOutBeside(tx, file, { besideCobra: [] }, missing),
  );
}

/**
 * Where a full file holds a part of the group: how many it leaves out who are in another part, or in none that is
 * known; that ends nobody, and is told.
 */
export async function remarkOnParts(tx: Tx, file: FullFile, missing: Absences): Promise<void> {
  if (file.parts === null) return;
  await addRemark(
    tx,
    file.jobId,
    fileMessage('missing_other_part'),
    await leftOutBeside(tx, file, { parts: null }, missing),
  );
}

/**
 * How many a full file leaves out whom an earlier file of the sender has named and whose coverage begins after it: they
 * cannot be missing yet (domain rules 4.1, termination by absence), and would be covered and billed without a word if
 * the employer has taken the enrolment back.
 */
export async function remarkOnLaterStarts(
  tx: Tx,
  { jobId, partnerId, fileDate, parts, isOfCobraOnly }: FullFile,
): Promise<void> {
  if (parts !== null || isOfCobraOnly) return;
  const { rows } = await asked(
    tx,
    sql<{ count: number }>`
    with told as materialized (select distinct member_id from file_changes where job_id = ${jobId})
    select count(distinct a.member_id) as count from (
      select s.member_id from coverage_spans s left join told c on c.member_id = s.member_id
      where s.group_id = any (${await groupsOf(tx, jobId)}::uuid[]) and upper_inf(s.recorded) and c.member_id is null
      group by s.member_id having min(lower(s.covered)) > ${fileDate}::date
    ) a cross join lateral (select status, ltrim(first_name || ' ' || last_name) as person_label from members where id = a.member_id offset 0) m
    where m.status not in ('terminated', 'inactive') and lower(m.person_label) not in (select lower(r.person_label) from file_refusals r where r.job_id = ${jobId})
      and (select true from file_changes o join file_jobs j on j.id = o.job_id where o.member_id = a.member_id and o.job_id <> ${jobId} and j.partner_id = ${partnerId} limit 1) is not null`,
  );
  await addRemark(tx, jobId, fileMessage('missing_future_start'), rows[0]?.count ?? 0);
}

/** The same for a sender whose files end nobody by leaving them out: the lines that go on, in words. */
export async function remarkOnLines(tx: Tx, file: FullFile): Promise<void> {
  const { lines } = await countAbsences(
    tx,
    sql`select a.member_id, a.line, a.is_absent from (${absencesOf(file, await groupsOf(tx, file.jobId))}) a where a.is_meant`,
  );
  const said = lines.map(({ line, people }) => ({
    ...fileMessage('missing_line', { line: COVERAGE_LINE_LABEL[line] }),
    count: people,
    atRehearsal: true,
  }));
  if (said.length > 0)
    await sql`update file_jobs set remarks = remarks || ${JSON.stringify(said)}::jsonb where id = ${file.jobId}`.execute(
      tx,
    );
}
