import { createHash } from 'node:crypto';
import { counted } from '@openbenefits/domain/counted';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { type ApprovedSetting, changeSetting, type SettingValue } from '../../approvals/setting-changes.ts';
import { recordChange } from '../../change-sets.ts';
import type { Work } from '../../command.ts';
import { arrayOf } from '../../db/pg-arrays.ts';

export type AreaEntry = { readonly zipCode: string; readonly county: string; readonly area: string };

/** All areas of a state as one text, a line each, in one order: kept with the change, as it was and as it is to be. */
const textOf = (entries: readonly AreaEntry[]): string =>
  entries
    .map(({ zipCode, county, area }) => [zipCode, county, area].join('\t'))
    .toSorted()
    .join('\n');

const entriesOf = (text: string): AreaEntry[] =>
  (text === '' ? [] : text.split('\n')).map((line) => {
    const [zipCode = '', county = '', area = ''] = line.split('\t');
    return { zipCode, county, area };
  });

type Areas = { fileName: string; importedBy: string; entries: string };
const areasIn = (value: SettingValue): Areas => value as unknown as Areas;

async function read({ tx }: Work, state: string): Promise<SettingValue | null> {
  const imported = await tx
    .selectFrom('ratingAreaImports')
    .select(['fileName', 'importedBy'])
    .where('state', '=', state)
    .forUpdate()
    .executeTakeFirst();
  const { rows } = await sql<AreaEntry>`select zip_code, county, area from rating_areas where state = ${state}`.execute(
    tx,
  );
  if (rows.length === 0) return null;
  return { fileName: imported?.fileName ?? '', importedBy: imported?.importedBy ?? '', entries: textOf(rows) };
}

async function apply(work: Work, state: string, value: SettingValue, askedByName: string): Promise<void> {
  const { tx, now } = work;
  const { fileName, importedBy, entries: text } = areasIn(value);
  const entries = entriesOf(text);
  const before = await read(work, state);
  await tx.deleteFrom('ratingAreas').where('state', '=', state).execute();
  const column = (of: (entry: AreaEntry) => string) => arrayOf('text', entries.map(of));
  await sql`insert into rating_areas (state, zip_code, county, area)
    select ${state}, * from unnest(${column(({ zipCode }) => zipCode)}, ${column(({ county }) => county)}, ${column(({ area }) => area)})`.execute(
    tx,
  );
  const areas = new Set(entries.map(({ area }) => area)).size;
  const values = { fileName, areas, entries: entries.length, importedBy, importedByName: askedByName, importedAt: now };
  await tx
    .insertInto('ratingAreaImports')
    .values({ state, ...values })
    .onConflict((conflict) => conflict.columns(['tenantId', 'state']).doUpdateSet(values))
    .execute();
  const name = `Entries of ${state}`;
  await recordChange(work, {
    kind: 'rating_areas',
    summary: `Imported the rating areas of ${state} from ${fileName}`,
    items: [
      {
        entity: 'rating_data',
        entityId: uuidv7(),
        action: 'changed',
        before: { [name]: String(before === null ? 0 : entriesOf(areasIn(before).entries).length) },
        after: { [name]: String(entries.length) },
      },
    ],
  });
}

/** Rating areas of a state decide prices at once, so they change with a second person. The key is the state. */
export const RATING_AREAS: ApprovedSetting = {
  setting: 'rating_areas',
  asks: 'plans.edit',
  kind: 'rating_data',
  label: 'Rating areas',
  link: '/plans/rates/areas',
  read,
  facts(value) {
    const { fileName, entries } = areasIn(value);
    const list = entriesOf(entries);
    return [
      { label: 'File', value: fileName || '—' },
      { label: 'Areas', value: String(new Set(list.map(({ area }) => area)).size) },
      { label: 'ZIP codes and counties', value: counted(list.length, 'entry', 'entries') },
      { label: 'Digest of the list', value: createHash('sha256').update(entries).digest('hex').slice(0, 16) },
    ];
  },
  apply,
};

/**
 * Asks for other areas of states; all areas of each are replaced, once another person has approved that. A state whose
 * areas are in force already is left. Returns the states that wait, and why.
 */
export async function changeAreas(
  work: Work,
  fileName: string,
  byState: ReadonlyMap<string, readonly AreaEntry[]>,
): Promise<{ states: string[]; waitsBecause: string | null }> {
  const states: string[] = [];
  let why: string | null = null;
  for (const [state, entries] of [...byState].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const text = textOf(entries);
    const before = await read(work, state);
    if (before !== null && areasIn(before).entries === text) continue;
    const after = { fileName, importedBy: work.actor.id, entries: text };
    ({ waitsBecause: why } = await changeSetting(work, RATING_AREAS, state, after));
    states.push(state);
  }
  if (states.length === 0) throw new Refusal('state', 'The areas of this file are in force already.');
  return { states, waitsBecause: why };
}
