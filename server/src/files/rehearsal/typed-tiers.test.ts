import { calendarDateFrom } from '@openbenefits/domain/calendar-date';
import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import type { PersonDraft } from '@openbenefits/domain/members/person-draft';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edi834, type SampleMember } from '../../testing/samples.ts';
import { DEFAULT_TENANT, inTenant } from '../../db/connect.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { PeopleInHand } from '../matching/people-in-hand.ts';
import { TypedTiers } from './typed-tiers.ts';

let server: TestServer;
let dana: Person;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
});
afterAll(() => server.close());

const parent = (index: number, tier: string): SampleMember => {
  const ssn = `1234810${String(index).padStart(2, '0')}`;
  return {
    first: `Parent${String.fromCharCode(65 + (index % 26))}`,
    last: `Tier${String.fromCharCode(65 + Math.floor(index / 26))}`,
    ssn,
    birth: '19840101',
    family: ssn,
    plans: [['HLT', `MED-PPO*${tier}`, '20260101']],
  };
};
const dependent = ({ ssn = '', last }: SampleMember, relationship: string, first: string): SampleMember => ({
  first,
  last,
  birth: relationship === '01' ? '19850202' : '20150303',
  family: ssn,
  relationship,
  plans: [['HLT', 'MED-PPO', '20260101']],
});
/** Works on the file in steps, so that who stands at its end is not in hand with who stands at its beginning. */
async function send(members: readonly SampleMember[]) {
  const { id } = await server.upload(dana, 'tiers.edi', edi834(members));
  await server.workOnNext({ fileSteps: { batch: 20, chunk: 20 } });
  return dana.api.files.job({ id });
}
const rows = async (id: string): Promise<Map<string, string>> =>
  new Map((await dana.api.files.changes({ id, limit: 200 })).rows.map(({ person, what }) => [person, what]));
const about = (count: number) =>
  expect.objectContaining({
    text: 'Medical: the coverage level in the file differs from who is covered. The premium is based on who is covered.',
    count,
  });

describe('the coverage level that a file names', () => {
  const [family, single, couple, two, ...others] = [
    'FAM',
    'EMP',
    'ESP',
    'TWO',
    ...Array.from({ length: 56 }, () => 'EMP'),
  ].map((tier, index) => parent(index, tier)) as [
    SampleMember,
    SampleMember,
    SampleMember,
    SampleMember,
    ...SampleMember[],
  ];

  it('is compared with all who are covered after it, also with dependents who come at its end', async () => {
    const job = await send([
      family,
      dependent(family, '01', 'Sam'),
      single,
      couple,
      two,
      dependent(two, '01', 'Sky'),
      ...others,
      dependent(family, '19', 'Kit'),
      dependent(single, '19', 'Kai'),
      dependent(couple, '01', 'Sol'),
      dependent(two, '19', 'Kim'),
    ]);
    expect(job).toMatchObject({ status: 'completed', added: 66, remarks: expect.arrayContaining([about(2)]) });
    const said = await rows(job.id);
    expect(said.get('ParentA TierA')).not.toMatch(/the file says/);
    expect(said.get('ParentB TierA')).toMatch(
      /; Medical: the file says Employee only, but the covered level is Employee and children$/,
    );
    expect(said.get('ParentC TierA')).not.toMatch(/the file says/);
    expect(said.get('ParentD TierA')).toMatch(
      /Premium PPO Plus from 01\/01\/2026; Medical: the file says two people \(TWO\), but the covered level is employee and 2 dependents/,
    );
    const { rows: outcomes } = await dana.api.files.outcomes({ id: job.id, search: 'ParentB TierA', limit: 10 });
    expect(outcomes).toMatchObject([{ what: said.get('ParentB TierA') }]);
  });

  it('is said of a row that changes nobody, and the premium follows who is covered', async () => {
    const job = await send([{ ...family, plans: [['HLT', 'MED-PPO*EMP', '20260101']] }, couple]);
    expect(job).toMatchObject({
      status: 'completed',
      unchanged: 2,
      premium: { change: 0 },
      remarks: expect.arrayContaining([about(1)]),
    });
    expect(Object.fromEntries(await rows(job.id))).toEqual({
      'ParentA TierA': 'Medical: the file says Employee only, but the covered level is Family',
      'ParentC TierA': '',
    });
  });
});

describe('levels that contradict, beyond those that are remembered for their rows', () => {
  const day = calendarDateFrom('2026-12-01');
  const head = (no: number): PersonDraft =>
    ({
      id: `00000000-0000-0000-0000-00000000000${no}`,
      groupId: 'G',
      subscriberId: null,
      memberNumber: `M${no}`,
      relationship: 'self',
      ssnKey: null,
      birthKey: null,
      carrierKey: null,
      values: {},
      spans: { medical: [{ planId: 'P', from: calendarDateFrom('2026-01-01'), until: null }] },
    }) as unknown as PersonDraft;
  const record = (recordNo: number) =>
    ({
      recordNo,
      isSubscriber: true,
      action: 'add',
      coverages: [{ line: 'medical', action: 'add', tier: 'FAM' }],
    }) as unknown as EnrollmentRecord;

  it.each([
    ['whose dependents follow at once', false],
    ['whose dependents may come late', true],
  ])('are counted, each once, and said in no row: of a file %s', async (_of, hasLate) => {
    const { id } = await send([
      parent(hasLate ? 70 : 80, 'EMP'),
      parent(hasLate ? 71 : 81, 'EMP'),
      parent(hasLate ? 72 : 82, 'EMP'),
    ]);
    const typed = new TypedTiers(1);
    const people = new PeopleInHand();
    const heads = [head(1), head(2), head(3)];
    for (const [index, one] of heads.entries()) {
      people.add(one);
      typed.note(record(index + 1), one, new Set());
    }
    typed.endChunk(people, day, hasLate);
    // Somebody of whom the file speaks again, in a later chunk.
    typed.note(record(3), heads[2] as PersonDraft, new Set());
    typed.endChunk(people, day, hasLate);
    expect(await inTenant(server.services.db, DEFAULT_TENANT, (tx) => typed.tell(tx, id))).toEqual([
      { line: 'medical', count: 3 },
    ]);
    expect([...(await rows(id)).values()].map((what) => what.includes('the file says Family'))).toEqual([
      true,
      false,
      false,
    ]);
  });
});
