import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edi834, type SampleMember } from '../../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let dana: Person;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
});
afterAll(() => server.close());

const parent = (index: number, tier: string): SampleMember => {
  const ssn = `1234810${String(index).padStart(2, '0')}`;
  return { first: `Parent${String.fromCharCode(65 + (index % 26))}`, last: `Tier${String.fromCharCode(65 + Math.floor(index / 26))}`, ssn, birth: '19840101', family: ssn, plans: [['HLT', `MED-PPO*${tier}`, '20260101']] };
};
const dependent = ({ ssn = '', last }: SampleMember, relationship: string, first: string): SampleMember => ({ first, last, birth: relationship === '01' ? '19850202' : '20150303', family: ssn, relationship, plans: [['HLT', 'MED-PPO', '20260101']] });
/** Works on the file in steps, so that who stands at its end is not in hand with who stands at its beginning. */
async function send(members: readonly SampleMember[]) {
  const { id } = await server.upload(dana, 'tiers.edi', edi834(members));
  await server.workOnNext({ fileSteps: { batch: 20, chunk: 20 } });
  return dana.api.files.job({ id });
}
const rows = async (id: string): Promise<Map<string, string>> => new Map((await dana.api.files.changes({ id, limit: 200 })).rows.map(({ person, what }) => [person, what]));
const about = (count: number) => ({ text: 'Medical: the coverage level in the file contradicts who is covered; the premium follows who is covered', count });

describe('the coverage level that a file names', () => {
  const [family, single, couple, ...others] = ['FAM', 'EMP', 'ESP', ...Array.from({ length: 57 }, () => 'EMP')].map((tier, index) => parent(index, tier)) as [SampleMember, SampleMember, SampleMember, ...SampleMember[]];

  it('is compared with all who are covered after it, also with dependents who come at its end', async () => {
    const job = await send([family, dependent(family, '01', 'Sam'), single, couple, ...others, dependent(family, '19', 'Kit'), dependent(single, '19', 'Kai'), dependent(couple, '01', 'Sol')]);
    expect(job).toMatchObject({ status: 'completed', added: 64, remarks: expect.arrayContaining([about(1)]) });
    const said = await rows(job.id);
    expect(said.get('ParentA TierA')).not.toMatch(/the file says/);
    expect(said.get('ParentB TierA')).toMatch(/; Medical: the file says employee only, covered is employee and children$/);
    expect(said.get('ParentC TierA')).not.toMatch(/the file says/);
    const { rows: outcomes } = await dana.api.files.outcomes({ id: job.id, search: 'ParentB TierA', limit: 10 });
    expect(outcomes).toMatchObject([{ what: said.get('ParentB TierA') }]);
  });

  it('is said of a row that changes nobody, and the premium follows who is covered', async () => {
    const job = await send([{ ...family, plans: [['HLT', 'MED-PPO*EMP', '20260101']] }, couple]);
    expect(job).toMatchObject({ status: 'completed', unchanged: 2, premium: { change: 0 }, remarks: expect.arrayContaining([about(1)]) });
    expect(Object.fromEntries(await rows(job.id))).toEqual({ 'ParentA TierA': 'Medical: the file says employee only, covered is family', 'ParentC TierA': '' });
  });
});
