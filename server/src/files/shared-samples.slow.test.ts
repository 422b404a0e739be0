import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';
import type { CorpusOutcome } from './corpus-cases.ts';
import { newGroup, outcomeOf } from './corpus-run.ts';

/**
 * Files of public projects that lie beside the repository, each through the whole server, as it was published: upload,
 * job, outcome in shared-samples.json. The stories of `834-ours/expected.json` and of the census's EXPECTED.txt are in
 * there or below. Without the folder these tests are skipped.
 */
const folder = new URL('../../../../shared/samples/', import.meta.url).pathname;
const isThere = existsSync(folder);
const expected = JSON.parse(readFileSync(new URL('./shared-samples.json', import.meta.url), 'utf8')) as Record<
  string,
  CorpusOutcome
>;
/** The faults beside them are read in fault-files.test.ts. */
const kinds = [...new Set(Object.keys(expected).map((file) => file.slice(0, file.indexOf('/'))))];
const files = isThere
  ? kinds.flatMap((kind) =>
      readdirSync(folder + kind)
        .filter((name) => /\.(edi|csv|xlsx|ach)$/.test(name))
        .map((name) => `${kind}/${name}`),
    )
  : [];
const bytesOf = (file: string): Buffer => readFileSync(folder + file);

/** Sender and control number: files that share them are held as repetitions, so these are sent one after the other. */
function interchangeOf(file: string): string {
  const text = bytesOf(file)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '');
  const isa = text.split(text[3] ?? '', 14);
  return isa[0] === 'ISA' ? `${isa[6]}${isa[13]}` : file;
}

let server: TestServer;
let dana: Person;
const outcomes = new Map(files.map((file) => [file, Promise.withResolvers<CorpusOutcome>()]));
let groups = 0;

/** What the employer of these files offers; the others offer what the corpus does. */
const OFFERED: Record<string, string[]> = {
  '834-ours': ['MED-PPO', 'MED-HDHP', 'DEN-BASIC', 'VIS-BASIC'],
  census: ['MED-PPO', 'MED-HDHP'],
};
const groupFor = (file: string): Promise<{ id: string; cim: string }> =>
  newGroup(dana, ++groups, {}, OFFERED[file.slice(0, file.indexOf('/'))]);

const send = async (file: string, bytes: Buffer, cim?: string): Promise<CorpusOutcome> =>
  outcomeOf(
    server,
    dana,
    await server.upload(dana, file.slice(file.indexOf('/') + 1), bytes, cim ?? (await groupFor(file)).cim),
  );

beforeAll(async () => {
  if (!isThere) return;
  server = await openTestServer();
  dana = await server.as('administrator');
  for (const { promise } of outcomes.values()) promise.catch(() => {});
  const lanes = Map.groupBy(files, interchangeOf).values();
  const work = async (): Promise<void> => {
    for (const lane of lanes)
      for (const file of lane)
        await send(file, bytesOf(file)).then(outcomes.get(file)?.resolve, outcomes.get(file)?.reject);
  };
  for (let hand = 0; hand < 8; hand++) void work();
});
afterAll(async () => {
  await Promise.allSettled([...outcomes.values()].map(({ promise }) => promise));
  await server?.close();
});

describe.skipIf(!isThere)(
  `samples beside the repository${isThere ? '' : ' (skipped: the folder ../shared/samples is not there)'}`,
  () => {
    it('are all expected here', () => expect(Object.keys(expected).toSorted()).toEqual(files.toSorted()));

    it.each(files)('%s', async (file) => expect(await outcomes.get(file)?.promise).toEqual(expected[file]));

    it.each(['people.csv', 'people.edi', 'people.xlsx'])(
      'payments to a bank that call themselves %s are refused for what they are',
      async (name) => {
        expect((await send(name, bytesOf('nacha/moov-ctx-debit.ach'))).notTaken).toMatch(
          /This file is named "\.\w+" but it is a bank payment file \(NACHA\), not enrollments/,
        );
      },
    );
  },
);

/** The same files as for a real month: not marked as a test, for a group and by a sender of their own. */
describe.skipIf(!isThere)('the months of 834-ours/expected.json', () => {
  const begin = async () => {
    const { cim } = await groupFor('834-ours/');
    const sender = `WIDGET${String(groups).padStart(9, '0')}`;
    const real = (text: string): string =>
      text.replace(/\*WIDGETCO {7}(\*.*)\*T\*/, `*${sender}$1*P*`).replaceAll('CIM-2026-000001', cim);
    return async (name: string): Promise<CorpusOutcome> =>
      send(`834-ours/${name}`, Buffer.from(real(bytesOf(`834-ours/${name}`).toString('latin1')), 'latin1'), cim);
  };
  const who = ({ people = [] }: CorpusOutcome): string[] =>
    people.map((one) => one.replace(/^([^,]+), \w+, (\w+).*?(?:: (.*))?$/, '$1, $2: $3'));
  const MONTH_1 = [
    'ALICE ADAMS, active: dental DEN-BASIC 2026-01-01; medical MED-PPO 2026-01-01',
    'BOB BAKER, active: dental DEN-BASIC 2026-01-01; medical MED-PPO 2026-01-01; vision VIS-BASIC 2026-01-01',
    'BEN BAKER, active: dental DEN-BASIC 2026-01-01; medical MED-PPO 2026-01-01; vision VIS-BASIC 2026-01-01',
    'BETH BAKER, active: dental DEN-BASIC 2026-01-01; medical MED-PPO 2026-01-01; vision VIS-BASIC 2026-01-01',
    'BRIA BAKER, active: dental DEN-BASIC 2026-01-01; medical MED-PPO 2026-01-01; vision VIS-BASIC 2026-01-01',
    'CARLA CRUZ, active: medical MED-PPO 2026-01-01',
    'DAN DIAZ, active: medical MED-HDHP 2026-01-01',
  ];
  const afterMonth2 = (alice: string, erin: string): string[] => [
    alice,
    ...MONTH_1.slice(1, 6),
    'CHLOE CRUZ, active: medical MED-PPO 2026-02-10',
    ...MONTH_1.slice(6),
    erin,
  ];

  it('the first full file adds seven; sent again it is held and would change nobody', async () => {
    const load = await begin();
    const first = await load('full-month1.edi');
    expect(first).toMatchObject({ status: 'completed', mode: 'full', counts: '7 added' });
    expect(who(first)).toEqual(MONTH_1);
    expect(await load('full-month1.edi')).toMatchObject({
      status: 'held',
      counts: '7 unchanged',
      stops: ['already_processed'],
      people: first.people,
    });
  });

  it('the second full file adds two and proposes two ends, and ends nobody by itself', async () => {
    const load = await begin();
    await load('full-month1.edi');
    const second = await load('full-month2.edi');
    expect(second).toMatchObject({ status: 'completed', mode: 'full', counts: '2 added, 5 unchanged', missing: 2 });
    expect(who(second)).toEqual(afterMonth2(MONTH_1[0] as string, 'ERIN EVANS, active: medical MED-PPO 2026-01-01'));
    const [job] = (await dana.api.files.jobs({ limit: 1 })).rows;
    const { rows } = await dana.api.files.missing({ id: job?.id ?? '', limit: 10 });
    expect(rows.map(({ name }) => name).toSorted()).toEqual(['ALICE ADAMS', 'BRIA BAKER']);
  });

  it('the change file ends one, adds a child that comes before its mother, and leaves the others', async () => {
    const load = await begin();
    await load('full-month1.edi');
    const changed = await load('change-month2.edi');
    expect(changed).toMatchObject({ status: 'completed', mode: 'change', counts: '2 added, 1 ended, 1 unchanged' });
    expect(who(changed)).toEqual(
      afterMonth2(
        'ALICE ADAMS, terminated: dental DEN-BASIC 2026-01-01 to 2026-02-28; medical MED-PPO 2026-01-01 to 2026-02-28',
        'ERIN EVANS, active: medical MED-PPO 2026-03-01',
      ),
    );
  });

  it('of the mixed errors the good row is taken, its repetition changes nothing, and five are refused with their reasons', async () => {
    const load = await begin();
    const mixed = await load('errors-mixed.edi');
    expect(mixed).toMatchObject({
      status: 'completed',
      counts: '1 added, 1 unchanged, 5 refused',
      refused: expected['834-ours/errors-mixed.edi']?.refused,
    });
    expect(who(mixed)).toEqual(['OLA OAK, active: medical MED-PPO 2026-01-01']);
  });
});
