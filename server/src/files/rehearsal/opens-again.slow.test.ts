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
const ada = (change: Partial<SampleMember> = {}): SampleMember => ({
  first: 'ADA',
  last: 'Again',
  ssn: '123456401',
  birth: '19850314',
  family: '123456401',
  plans: [MEDICAL],
  ...change,
});
const send = async (members: readonly SampleMember[]) =>
  server.finished(dana, (await server.upload(dana, 'again.edi', edi834(members, { group: group.cim }), group.cim)).id);
const what = async (members: readonly SampleMember[]) =>
  (await dana.api.files.changes({ id: (await send(members)).id })).rows.map((row) => `${row.action}: ${row.what}`);

it('says at the row of a change of ended coverage whether it stays ended or is covered again', async () => {
  await send([ada()]);
  await send([ada({ action: '024', plans: [[...MEDICAL, '20260930']] })]);
  expect(await what([ada({ action: '001' })])).toEqual([
    'unchanged: Medical was terminated on 09/30/2026 and stays terminated, although the file lists it without an end',
  ]);
  expect(await what([ada({ action: '001', plans: [['HLT', 'MED-PPO', '20261101']] })])).toEqual([
    'changed: Premium PPO Plus from 11/01/2026; Medical was terminated on 09/30/2026. The change (001) covers it again from 11/01/2026',
  ]);
  // An addition says so itself, and so does a change of plan that is sent as two records.
  await send([ada({ action: '024', plans: [['HLT', 'MED-PPO', '20261101', '20261130']] })]);
  expect(await what([ada({ plans: [['HLT', 'MED-PPO', '20270101']] })])).toEqual([
    'changed: Premium PPO Plus from 01/01/2027',
  ]);
  expect(
    await what([
      ada({ action: '024', plans: [['HLT', 'MED-PPO', '20270101', '20270131']] }),
      ada({ action: '001', plans: [['HLT', 'MED-HMO', '20270201']] }),
    ]),
  ).toEqual(['ended: Medical ends 01/31/2027', 'changed: Standard HMO from 02/01/2027']);
});

it('says at the row of a change, a reinstatement, a cancellation or an end what of it does nothing, or does more', async () => {
  const both = [MEDICAL, ['DEN', 'DEN-BASIC', '20260101']] as const;
  const bea = (change: Partial<SampleMember> = {}): SampleMember => ({
    first: 'BEA',
    last: 'Basic',
    ssn: '123456402',
    birth: '19850314',
    family: '123456402',
    plans: [MEDICAL],
    ...change,
  });
  await send([bea({ plans: both })]);
  const later = [['HLT', 'MED-PPO', '20261201']] as const;
  expect(await what([bea({ action: '001', plans: later })])).toEqual([
    'unchanged: Medical: the file starts the plan on 12/01/2026, but it has been covered since 01/01/2026. The earlier date stays',
  ]);
  expect(await what([bea({ action: '025', plans: later })])).toEqual([
    'unchanged: Medical is not terminated, so there was nothing to reinstate',
  ]);
  const cancel = async (plan: string, from: string) => {
    const sent = await server.upload(
      dana,
      'cancel.edi',
      edi834([bea({ action: '001', plans: [['HLT', plan, from]] })], {
        group: group.cim,
        control: `90000${from.slice(2, 6)}`,
      }).replace('HD*001', 'HD*002'),
      group.cim,
    );
    const job = await server.finished(dana, sent.id);
    if (job.status === 'held') await dana.api.files.reject({ id: sent.id, reason: 'Only looked at' });
    return (await dana.api.files.changes({ id: sent.id })).rows.map((row) => `${row.action}: ${row.what}`);
  };
  expect(await cancel('MED-HMO', '20260101')).toEqual([
    'unchanged: Medical: no coverage with that plan or start date is on record, so nothing was canceled. The coverage on record continues',
  ]);
  expect(await cancel('MED-PPO', '20260301')).toEqual([
    'voided: Medical never took effect; Medical: the file cancels it from 03/01/2026. It has been covered since 01/01/2026, and all of it is canceled',
  ]);
  const left = edi834([bea({ action: '024', plans: [['DEN', 'DEN-BASIC', '20260101', '20261031']] })], {
    group: group.cim,
  }).replace('*024*28*', '*024*08*');
  const { id } = await server.finished(dana, (await server.upload(dana, 'left.edi', left, group.cim)).id);
  expect((await dana.api.files.changes({ id })).rows.map(({ what: words }) => words)).toEqual([
    'Dental ends 10/31/2026; The file terminates the member (INS03 024) but not Medical, which continues',
  ]);
});
