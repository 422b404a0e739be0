import { afterAll, beforeAll, expect, it } from 'vitest';
import { edi834, type SampleMember } from '../../../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let dana: Person;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
});
afterAll(() => server.close());

const family = (no: number, names: string): SampleMember[] =>
  names.split(' ').map((first, index): SampleMember => ({
    first,
    last: `Part${no}`,
    ssn: `1236${no}00${index}0`.slice(0, 9),
    birth: index < 2 ? `198${index}0101` : `201${index}0101`,
    family: `1236${no}0000`,
    plans: [['HLT', 'MED-PPO', '20260101']],
    ...(index > 0 && { relationship: index === 1 ? '01' : '19' }),
  }));
const ended = (one: SampleMember | undefined): SampleMember => ({
  ...(one as SampleMember),
  action: '024',
  plans: [['HLT', 'MED-PPO', '20260101', '20261130']],
});
const moved = (one: SampleMember | undefined): SampleMember => ({
  ...(one as SampleMember),
  action: '001',
  plans: [['HLT', 'MED-HMO', '20261201']],
});

it('of a family that is chosen in part is what it comes to when it is posted', async () => {
  const [ada, bea, cleo, dora] = [
    family(11, 'Ada Abe Ann'),
    family(12, 'Bea Bob Ben'),
    family(13, 'Cleo Cy Cara'),
    family(14, 'Dora Dan Dot'),
  ];
  let control = 0;
  const post = async (members: readonly SampleMember[], leftOut: number[] | null) => {
    const { id } = await server.upload(
      dana,
      'file.edi',
      edi834(members, { bgn08: '2', control: String(++control).padStart(9, '0') }).replace(
        '*0*P*:',
        leftOut ? '*0*T*:' : '*0*P*:',
      ),
    );
    await server.workOnNext();
    let chosen: number | undefined;
    if (leftOut) {
      const { premiumChange } = await dana.api.files.choose({ id, recordNos: leftOut, excluded: true });
      const seen = await dana.api.files.changes({ id });
      expect(seen).toMatchObject({ selectedPremium: premiumChange, isAbout: false });
      chosen = premiumChange;
      await dana.api.files.approve({ id, reason: 'The sender forgot to switch its production flag' });
      await server.workOnNext();
    }
    return { chosen, job: await dana.api.files.job({ id }) };
  };
  // Ada alone and Dora with a spouse are here before the file; Bea and Cleo with their families.
  await post([...ada.slice(0, 1), ...bea, ...cleo, ...dora.slice(0, 2)], null);
  const records = [
    ...ada.slice(1), // 1, 2: a spouse and a child come
    ended(bea[1]),
    ended(bea[2]), // 3, 4: a spouse and a child leave
    moved(cleo[0]),
    ended(cleo[1]),
    ended(cleo[2]), // 5, 6, 7: another plan, and both leave
    ...dora.slice(2),
    { ...ended(dora[1]) }, // 8, 9: a child comes, the spouse goes on under COBRA with a family of her own
    {
      first: 'Dan',
      last: 'Part14',
      ssn: dora[1]?.ssn ?? '',
      birth: dora[1]?.birth ?? '',
      family: dora[1]?.ssn ?? '',
      plans: [['HLT', 'MED-PPO', '20261201']],
    } satisfies SampleMember, // 10
  ];
  const sums = new Set<boolean>();
  for (const leftOut of [[1], [4, 5], [5, 7, 8], [10], [1, 3, 6, 9]]) {
    const { chosen, job } = await post(records, leftOut);
    expect(job, `without ${leftOut.join(', ')}`).toMatchObject({
      status: 'completed',
      refused: 0,
      premium: { change: chosen },
    });
    const rows = (await dana.api.files.changes({ id: job.id })).rows;
    sums.add(
      rows.filter(({ excluded }) => !excluded).reduce((sum, { premiumChange }) => sum + premiumChange, 0) === chosen,
    );
    await dana.api.changes.undo({ id: job.changeId ?? '' });
  }
  // The amounts of the records add up to it for some only.
  expect(sums).toContain(false);
});

it('explains the premium difference of each row of a held file by the prices before and after it', async () => {
  const [eve] = [family(15, 'Eve Eli Ed')];
  const send = async (members: readonly SampleMember[], control: string, isTest: boolean) => {
    const sent = edi834(members, { bgn08: '2', control });
    const { id } = await server.upload(dana, 'file.edi', isTest ? sent.replace('*0*P*:', '*0*T*:') : sent);
    await server.workOnNext();
    return id;
  };
  await send(eve.slice(0, 1), '000000501', false);
  // A spouse and a child come one after the other, and then the spouse leaves.
  const id = await send([...eve.slice(1), ended(eve[1])], '000000502', true);
  const { rows } = await dana.api.files.changes({ id });
  expect(rows.length).toBeGreaterThanOrEqual(2);
  let now: number | undefined;
  for (const { recordNo, premiumChange } of rows) {
    const { before, after, change, isCurrent } = await dana.api.files.explainChange({ id, recordNo });
    expect({ change, isCurrent }).toEqual({ change: premiumChange, isCurrent: true });
    expect(before).toHaveLength(1);
    // Each row starts from what the rows before it made of the family.
    if (now !== undefined) expect(before[0]?.monthly).toBe(now);
    now = after[0]?.monthly ?? undefined;
    expect(after[0]).toMatchObject({ planName: 'Premium PPO Plus', held: null });
    expect(after[0]?.people[0]).toMatchObject({ name: 'Eve Part15', relationship: 'self' });
    expect(after[0]?.steps.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['tier', 'contribution']));
    expect(after[0]?.table?.enteredBy).not.toBe('');
  }
  const { rows: audited } = await server.owner.query(
    `select 1 from audit_log where action = 'files.explainChange' and target_id = $1`,
    [id],
  );
  expect(audited).toHaveLength(rows.length);
  // Once it is posted, the preview has no prices to compare, and says where the premium is.
  await dana.api.files.approve({ id, reason: 'The sender forgot to switch its production flag' });
  await server.workOnNext();
  await expect(dana.api.files.explainChange({ id, recordNo: rows[0]?.recordNo ?? 0 })).rejects.toThrow(
    'The premium of a row is explained while the file is held.',
  );
});
