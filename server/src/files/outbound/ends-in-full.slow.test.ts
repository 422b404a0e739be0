import type { CarrierProfileInput } from '@openbenefits/contract/outbound';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SampleMember } from '../../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { carrierRun } from './carrier-run.ts';

let server: TestServer;
let carrier: TestServer;
let dana: Person;
let run: Awaited<ReturnType<typeof carrierRun>>;

const PROFILE: CarrierProfileInput = {
  name: 'Northfold monthly',
  carrierName: null,
  senderQualifier: 'ZZ',
  senderId: 'OPENBENEFITS',
  receiverQualifier: '30',
  receiverId: '420000002',
  mode: 'full',
  familyId: 'ssn',
  separators: '*:^~',
  uppercase: false,
  usage: 'P',
  endsInFull: 2,
  fileName: '{sender}_834_{mode}_{control}.txt',
};
const MEDICAL = [['HLT', 'MED-PPO', '20260101']] as const;
const OLA: SampleMember = {
  first: 'Ola',
  last: 'Oak',
  ssn: '123450911',
  birth: '19900101',
  family: '123450911',
  plans: [
    ['HLT', 'MED-PPO', '20260101'],
    ['DEN', 'DEN-BASIC', '20260101'],
  ],
};
const IVO: SampleMember = {
  first: 'Ivo',
  last: 'Elm',
  ssn: '123450912',
  birth: '19900101',
  family: '123450912',
  plans: MEDICAL,
};
const ofGroup = ({ records, said }: Awaited<ReturnType<typeof run.make>>): string[] =>
  said.filter((_, index) => records[index]?.groupKey === run.ours.cim);

beforeAll(async () => {
  [server, carrier] = await Promise.all([openTestServer(), openTestServer()]);
  dana = await server.as('administrator');
  run = await carrierRun(server, carrier, PROFILE, 1);
  await run.load([OLA, IVO]);
  await run.tell();
});
afterAll(() => Promise.all([server.close(), carrier.close()]));

it('names who has ended in two full files, by whatever means the first were sent, and is taken so', async () => {
  await run.load([
    { ...IVO, action: '024', plans: [['HLT', 'MED-PPO', '20260101', '20261031']] },
    { ...OLA, action: '024', plans: [['DEN', 'DEN-BASIC', '20260101', '20261031']] },
  ]);
  const first = await run.make();
  expect(ofGroup(first)).toEqual([
    'Ivo end, end MED-PPO 2026-01-01 2026-11-01 EMP',
    'Ola compare, compare MED-PPO 2026-01-01 EMP, end DEN-BASIC 2026-01-01 2026-11-01 EMP',
  ]);
  await run.take(first);
  await run.answer(first, 'A');
  await run.agree();
  // The change file knows that it was told.
  await expect(
    dana.api.files.outbound.create({ profileId: run.profileId, mode: 'change', idempotencyKey: crypto.randomUUID() }),
  ).rejects.toMatchObject({
    message: expect.stringContaining('Nothing has changed'),
  });
  const second = await run.tell();
  expect(ofGroup(second)).toEqual(ofGroup(first));
  expect(ofGroup(await run.tell())).toEqual(['Ola compare, compare MED-PPO 2026-01-01 EMP']);
  await run.agree();
});

it('does not count a file that the carrier rejects', async () => {
  await run.load([{ ...OLA, action: '024', plans: [['HLT', 'MED-PPO', '20260101', '20261031']] }]);
  const ends = ['Ola end, end MED-PPO 2026-01-01 2026-11-01 EMP'];
  const first = await run.make();
  expect(ofGroup(first)).toEqual(ends);
  await run.answer(first, 'R');
  expect(ofGroup(await run.tell())).toEqual(ends);
  expect(ofGroup(await run.tell())).toEqual(ends);
  expect(ofGroup(await run.tell())).toEqual([]);
  await run.agree();
});

it('is called as the carrier wants it, in the list and as a download; a pattern that cannot be a name is refused at its field', async () => {
  const { rows } = await dana.api.files.outbound.files({ limit: 1 });
  const [file] = rows;
  expect(file?.fileName).toBe(`OPENBENEFITS_834_FULL_${file?.controlNumber}.txt`);
  const download = await fetch(`${server.url}/downloads/outbound/${file?.id}`, { headers: { cookie: dana.cookie } });
  expect(download.headers.get('content-disposition')).toContain(`${file?.fileName}`);
  await expect(
    dana.api.files.outbound.saveProfile({
      ...PROFILE,
      name: 'Another',
      fileName: '../{control}',
      idempotencyKey: crypto.randomUUID(),
    }),
  ).rejects.toMatchObject({ data: { problems: [{ path: 'fileName' }] } });
});
