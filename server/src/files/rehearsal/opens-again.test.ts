import { afterAll, beforeAll, expect, it } from 'vitest';
import { edi834, type SampleMember } from '../../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { newGroup } from '../corpus-run.ts';

let server: TestServer;
let dana: Person;
let group: { id: string; cim: string };

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
  group = await newGroup(dana, 1);
});
afterAll(() => server.close());

const MEDICAL = ['HLT', 'MED-PPO', '20260101'] as const;
const ada = (change: Partial<SampleMember> = {}): SampleMember => ({ first: 'ADA', last: 'Again', ssn: '123456401', birth: '19850314', family: '123456401', plans: [MEDICAL], ...change });
const send = async (members: readonly SampleMember[]) => server.finished(dana, (await server.upload(dana, 'again.edi', edi834(members, { group: group.cim }), group.cim)).id);
const what = async (members: readonly SampleMember[]) => (await dana.api.files.changes({ id: (await send(members)).id })).rows.map((row) => `${row.action}: ${row.what}`);

it('says at the row of a change of ended coverage whether it stays ended or is covered again', async () => {
  await send([ada()]);
  await send([ada({ action: '024', plans: [[...MEDICAL, '20260930']] })]);
  expect(await what([ada({ action: '001' })])).toEqual(['unchanged: Medical has ended here on 09/30/2026 and stays ended, though the file names it without an end']);
  expect(await what([ada({ action: '001', plans: [['HLT', 'MED-PPO', '20261101']] })])).toEqual(['changed: Premium PPO Plus from 11/01/2026; Medical has ended here on 09/30/2026; the change (001) covers it again from 11/01/2026']);
  // An addition says so itself, and so does a change of plan that is sent as two records.
  await send([ada({ action: '024', plans: [['HLT', 'MED-PPO', '20261101', '20261130']] })]);
  expect(await what([ada({ plans: [['HLT', 'MED-PPO', '20270101']] })])).toEqual(['changed: Premium PPO Plus from 01/01/2027']);
  expect(await what([ada({ action: '024', plans: [['HLT', 'MED-PPO', '20270101', '20270131']] }), ada({ action: '001', plans: [['HLT', 'MED-HMO', '20270201']] })])).toEqual(['ended: Medical ends 01/31/2027', 'changed: Standard HMO from 02/01/2027']);
});
