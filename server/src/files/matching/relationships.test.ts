import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edi834, type SampleMember } from '../../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let dana: Person;

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
});
afterAll(() => server.close());

const PARENT: SampleMember = {
  first: 'Pia',
  last: 'Kin',
  ssn: '123480001',
  birth: '19840101',
  family: '123480001',
  plans: [['HLT', 'MED-PPO', '20260101']],
};
const child = (relationship: string): SampleMember => ({
  ...PARENT,
  first: 'Kim',
  ssn: '123480002',
  birth: '20150101',
  relationship,
});
const send = async (members: readonly SampleMember[]) =>
  server.finished(dana, (await server.upload(dana, 'kin.edi', edi834(members))).id);
const stored = async (): Promise<unknown> =>
  (await server.owner.query(`select relationship from members where last_name = 'Kin' and first_name = 'Kim'`)).rows;

describe('the relationship of a dependent', () => {
  it('is changed within children with its old and new value and no premium, and an undo puts it back; as a spouse it is a question', async () => {
    expect(await send([PARENT, child('17')])).toMatchObject({ status: 'completed', added: 2 });
    const adopted = await send([child('09')]);
    expect(adopted).toMatchObject({ status: 'completed', changed: 1, premium: { change: 0 } });
    const {
      rows: [row],
    } = await dana.api.files.changes({ id: adopted.id });
    expect(row).toMatchObject({
      action: 'changed',
      differences: [{ label: 'Relationship', before: 'Step Child', after: 'Adopted Child' }],
    });
    expect(await stored()).toEqual([{ relationship: 'adopted_child' }]);

    const married = await send([child('01')]);
    expect(married).toMatchObject({ status: 'completed', refused: 1, changed: 0 });
    expect((await dana.api.files.refusals({ id: married.id })).rows[0]).toMatchObject({
      field: expect.stringMatching(/relationship/i),
      reason: expect.stringMatching(
        /The file lists this dependent as "Spouse", but the record says "Adopted Child"\. Tier and age limit depend on it\. Correct the relationship on the member page or in the file, and send this one again\./,
      ),
    });

    await dana.api.changes.undo({ id: adopted.changeId ?? '' });
    expect(await stored()).toEqual([{ relationship: 'step_child' }]);
  });
});
