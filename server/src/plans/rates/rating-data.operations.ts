import type { AgeCurveEntry, SentFile } from '@openbenefits/contract/rating-data';
import { type CalendarDate, formatDate } from '@openbenefits/domain/calendar-date';
import { counted } from '@openbenefits/domain/counted';
import { curveOfFile } from '@openbenefits/domain/plans/age-curve-file';
import { PLAN_DATE_RANGE, planDate } from '@openbenefits/domain/plans/plan-dates';
import { readRateFile } from '@openbenefits/domain/plans/rate-file';
import { gridProblems } from '@openbenefits/domain/plans/rate-grid-problems';
import { readRatingAreas } from '@openbenefits/domain/plans/rating-areas-file';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { recordChange } from '../../change-sets.ts';
import type { Work } from '../../command.ts';
import { decodeCursor, encodeCursor, likePattern } from '../../cursor.ts';
import type { Tx } from '../../db/connect.ts';
import { changeAreas } from './rating-areas.ts';
import { cellsOfFile, MOST_AREA_ROWS } from './sent-file.ts';

const MOST_PROBLEMS = 20;

/** Rejects a file with what is wrong in it, each with its row. */
function refuseFile(problems: readonly string[]): never {
  const [first = ''] = problems;
  const more = problems.length > 1 ? ` And ${counted(problems.length - 1, 'more problem')}.` : '';
  throw new Refusal(
    'invalid',
    `${first}${more} Nothing was imported.`,
    problems.slice(0, MOST_PROBLEMS).map((message) => ({ path: 'file', message })),
  );
}

export async function ageCurveList(tx: Tx): Promise<AgeCurveEntry[]> {
  const rows = await tx
    .selectFrom('ageCurves')
    .select(['id', 'code', 'name', 'validFrom', 'factors', 'source'])
    .orderBy(sql`code <> 'US'`)
    .orderBy('name')
    .orderBy('validFrom', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, validFrom: row.validFrom as CalendarDate }));
}

/** Imports an age curve. Versions of rates have their own copy of the factors, so nothing in force changes. */
export async function importAgeCurve(
  work: Work,
  input: { code: string; name: string; validFrom: CalendarDate; column?: string | undefined; file: SentFile },
): Promise<{ id: string; warnings: string[]; replaced: boolean }> {
  const { tx, note } = work;
  const code = input.code.toUpperCase();
  if (!planDate(input.validFrom))
    throw new Refusal('invalid', PLAN_DATE_RANGE, [{ path: 'validFrom', message: PLAN_DATE_RANGE }]);
  const curve = curveOfFile(await cellsOfFile(input.file), { code, column: input.column ?? '' });
  if ('problem' in curve) throw new Refusal('invalid', curve.problem, [{ path: curve.path, message: curve.problem }]);
  const read = readRateFile(curve.table, null);
  if ('problem' in read) refuseFile([read.problem]);
  if (read.settings.method !== 'age_curve') refuseFile(['An age curve has the columns Age and Factor.']);
  const problems = gridProblems({ ...read.settings, base: 0 as never, areas: null }, read.rows);
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) refuseFile(errors.map(({ place, text }) => (place === null ? text : `${place}: ${text}`)));
  const factors = read.rows.map((row) => row.values.factor?.amount ?? 0);
  const before = await tx
    .selectFrom('ageCurves')
    .select(['id', 'factors'])
    .where('code', '=', code)
    .where('validFrom', '=', input.validFrom)
    .forUpdate()
    .executeTakeFirst();
  const id = before?.id ?? uuidv7();
  const values = { name: input.name, factors, source: input.file.name };
  if (before) await tx.updateTable('ageCurves').set(values).where('id', '=', id).execute();
  else
    await tx
      .insertInto('ageCurves')
      .values({ id, code, validFrom: input.validFrom, ...values })
      .execute();
  const text = (list: readonly number[]): string => list.map((factor) => (factor / 1000).toFixed(3)).join(', ');
  await recordChange(work, {
    kind: 'age_curve',
    summary: `Imported the age curve ${code}, ${input.name}, for plan years from ${formatDate(input.validFrom)}`,
    effectiveDate: input.validFrom,
    items: [
      {
        entity: 'rating_data',
        entityId: id,
        action: before ? 'changed' : 'added',
        before: { Factors: before ? text(before.factors) : null },
        after: { Factors: text(factors) },
      },
    ],
  });
  note({ targetKind: 'age_curve', targetId: id });
  const warnings = [
    ...read.remarks,
    ...problems.filter(({ severity }) => severity === 'warning').map((one) => one.text),
  ];
  return { id, warnings, replaced: before !== undefined };
}

type StateAreas = {
  state: string;
  areas: number;
  zipCodes: number;
  counties: number;
  imported: { fileName: string; by: string; at: string } | null;
};

export async function areasByState(tx: Tx): Promise<StateAreas[]> {
  const { rows } = await sql<Omit<StateAreas, 'imported'> & { fileName: string | null; by: string; at: string }>`
    select a.state, count(distinct a.area)::int as areas, count(*) filter (where a.zip_code <> '')::int as zip_codes,
      count(*) filter (where a.county <> '')::int as counties, min(i.file_name) as file_name, min(i.imported_by_name) as by, min(i.imported_at) as at
    from rating_areas a left join rating_area_imports i on i.tenant_id = a.tenant_id and i.state = a.state
    group by a.state order by a.state`.execute(tx);
  return rows.map(({ fileName, by, at, ...row }) => ({
    ...row,
    imported: fileName === null ? null : { fileName, by, at },
  }));
}

type Area = { zipCode: string; county: string; area: string };

/** Returns the areas of a state by ZIP code, then by county. */
export async function areasOfState(
  tx: Tx,
  question: { state: string; search: string; cursor?: string | undefined; limit: number },
): Promise<{ rows: Area[]; next: string | null; total: number }> {
  const like = likePattern(question.search.trim());
  const where = sql<boolean>`state = ${question.state} and (zip_code ilike ${like} or county ilike ${like} or area ilike ${like})`;
  const after = question.cursor ? decodeCursor(question.cursor, ['text', 'text']) : null;
  const from = after ? sql<boolean>`(zip_code, county) > (${after[0]}, ${after[1]})` : sql<boolean>`true`;
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<Area>`select zip_code, county, area from rating_areas where ${where} and ${from} order by zip_code, county limit ${question.limit + 1}`.execute(
      tx,
    ),
    sql<{ total: number }>`select count(*)::int as total from rating_areas where ${where}`.execute(tx),
  ]);
  const page = rows.slice(0, question.limit);
  const last = page.at(-1);
  return {
    rows: page,
    next: rows.length > question.limit && last ? encodeCursor([last.zipCode, last.county]) : null,
    total: counts[0]?.total ?? 0,
  };
}

export async function areaOfZip(tx: Tx, zipCode: string): Promise<{ state: string; area: string }[]> {
  return tx
    .selectFrom('ratingAreas')
    .select(['state', 'area'])
    .where('zipCode', '=', zipCode)
    .orderBy('state')
    .execute();
}

/** Asks for other rating areas. All areas of each state in the file are replaced, once another person has approved that. */
export async function importRatingAreas(
  work: Work,
  { file }: { file: SentFile },
): Promise<{ entries: number; states: string[]; warnings: string[]; waitsBecause: string | null }> {
  const { entries, problems, warnings } = readRatingAreas(await cellsOfFile(file, MOST_AREA_ROWS));
  if (problems.length > 0) refuseFile(problems);
  const { states, waitsBecause } = await changeAreas(
    work,
    file.name,
    Map.groupBy(entries, ({ state }) => state),
  );
  const asked = entries.filter(({ state }) => states.includes(state)).length;
  work.note({ targetKind: 'rating_areas', itemCount: asked });
  return { entries: asked, states, warnings: [...warnings], waitsBecause };
}
