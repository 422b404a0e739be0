import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edi834, type SampleMember } from '../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';
import { corpusBytes } from './corpus-cases.ts';
import { newGroup, peopleOf } from './corpus-run.ts';

/** Nothing wrong is called done: what a file does not say, or says twice, is held or told to whoever sent it. */
let server: TestServer;
let dana: Person;
let groups = 0;

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
});
afterAll(() => server.close());

async function send(name: string, bytes: Buffer | string, cim?: string) {
  const { id } = await server.upload(dana, name, bytes, cim ?? (await newGroup(dana, ++groups)).cim);
  return server.finished(dana, id);
}
const ta1 = async (id: string): Promise<string | undefined> =>
  (await (await fetch(`${server.url}/downloads/files/${id}/ta1`, { headers: { cookie: dana.cookie } })).text())
    .split('~\n')
    .find((one) => one.startsWith('TA1'));

describe('a census whose rows state coverage that is not read', () => {
  it('is held, names the columns, and posts members without coverage only when it is approved', async () => {
    const group = await newGroup(dana, ++groups);
    const job = await send('list.csv', corpusBytes('list-plan-heading-unknown.csv'), group.cim);
    expect(job).toMatchObject({
      status: 'held',
      added: 2,
      stops: [
        {
          code: 'uncovered_members',
          title: '2 new members would be added without coverage',
          text: expect.stringMatching(
            /Columns: "Coverage Start Date", "Coverage Level", "Insurance Plan"\. Match the columns/,
          ),
          people: 2,
        },
      ],
    });
    expect(await peopleOf(server, group.id)).toEqual([]);
    await dana.api.files.approve({ id: job.id });
    expect(await server.finished(dana, job.id)).toMatchObject({ status: 'completed', added: 2 });
    expect(await peopleOf(server, group.id)).toHaveLength(2);
  });

  it('can be rejected, and then nobody is added', async () => {
    const group = await newGroup(dana, ++groups);
    const job = await send('list.csv', corpusBytes('list-amount-unread.csv'), group.cim);
    await dana.api.files.reject({ id: job.id, reason: 'The plans are missing', idempotencyKey: crypto.randomUUID() });
    expect(await dana.api.files.job({ id: job.id })).toMatchObject({ status: 'rejected' });
    expect(await peopleOf(server, group.id)).toEqual([]);
  });
});

describe('a control number that comes twice', () => {
  const member = (first: string, ssn: string): SampleMember => ({
    first,
    last: 'OAK',
    ssn,
    birth: '19800102',
    family: ssn,
    plans: [['HLT', 'MED-PPO', '20260101']],
  });

  it.each([
    ['waits as a test file', true],
    ['was posted', false],
  ])('is answered as a duplicate (TA1 025), as the page says, where the earlier file %s', async (_about, waits) => {
    const { cim } = await newGroup(dana, ++groups);
    const control = String(880 + groups).padStart(9, '0');
    const text = edi834([member('OLA', `21981000${groups}`)], { control, group: cim });
    const first = await send('first.edi', waits ? text.replace('*0*P*:', '*0*T*:') : text, cim);
    expect(first.status).toBe(waits ? 'held' : 'completed');
    expect(await ta1(first.id)).toMatch(/\*A\*000$/);
    const second = await send('second.edi', edi834([member('ORA', `21981001${groups}`)], { control, group: cim }), cim);
    expect(second).toMatchObject({ status: 'held', stops: [{ code: 'same_interchange' }] });
    expect(await ta1(second.id)).toMatch(/\*E\*025$/);
    expect(await dana.api.files.acknowledgement({ id: second.id })).toMatchObject({
      parts: expect.arrayContaining([expect.objectContaining({ answer: 'E' })]),
    });
  });
});

const folder = new URL('../../../../shared/samples/faults/', import.meta.url).pathname;
describe.skipIf(!existsSync(folder))(
  `fault samples beside the repository${existsSync(folder) ? '' : ' (skipped: ../shared/samples/faults is not there)'}`,
  () => {
    const sample = (name: string): Promise<Awaited<ReturnType<typeof send>>> => send(name, readFileSync(folder + name));

    it.each([
      'f03-insurance-plan.csv',
      'n01a-empara-new.tsv',
      'n01b-empara-next-plan.tsv',
      'n03-benefix-multi-option.csv',
      'n08a-new-benefits-adds.csv',
      'n08b-new-benefits-changes.csv',
    ])('%s is held: its rows state coverage and name no plan that is read', async (name) => {
      expect((await sample(name)).stops.map(({ code }) => code)).toEqual(['uncovered_members']);
    });

    it('f02: a heading called Constructor is a heading like any other', async () => {
      expect(await sample('f02-heading-constructor.csv')).toMatchObject({ status: 'completed', added: 1 });
    });

    it('f01a and f01b: the TA1 says duplicate where the page does', async () => {
      const first = await sample('f01a-test-file-waits.edi');
      expect([first.status, await ta1(first.id)]).toEqual(['held', expect.stringMatching(/\*A\*000$/)]);
      const second = await sample('f01b-same-number-other-content.edi');
      expect([second.stops.map(({ code }) => code), await ta1(second.id)]).toEqual([
        ['same_interchange'],
        expect.stringMatching(/\*E\*025$/),
      ]);
    });
  },
);
