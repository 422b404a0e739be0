import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edi834, type SampleMember, setupOf } from '../../../testing/samples.ts';
import { premiumOf, rateOfTier } from '../../../testing/premium-of.ts';
import { openTestServer, type Person, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let dana: Person;
let group: { id: string; cim: string };

const MED = ['HLT', 'MED-PPO', '20260101'] as const;
const DEN = ['DEN', 'DEN-BASIC', '20260101'] as const;
const one = (first: string, index: number, relationship?: string): SampleMember => ({
  first,
  last: 'Saver',
  ssn: `12350000${index}`,
  birth: relationship === '19' ? '20150101' : '19840101',
  family: '123500001',
  ...(relationship ? { relationship } : {}),
  action: '030',
  plans: [MED, DEN],
});
const [ada, ben, cal, cleo] = [one('Ada', 1), one('Ben', 2, '01'), one('Cal', 3, '19'), one('Cleo', 4, '19')];

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
  const plans = (await dana.api.plans.offered({}))
    .filter(({ code }) => ['MED-PPO', 'DEN-BASIC'].includes(code))
    .map(({ id }) => id);
  group = await dana.api.groups.create({ setup: setupOf('Saver Employer', plans) });
});
afterAll(() => server.close());

const send = async (members: readonly SampleMember[], day: string) => {
  const text = edi834(members, { group: group.cim, bgn08: '4', control: `000${day}` })
    .replaceAll('SAMPLESENDER   ', 'SAVERS         ')
    .replaceAll('SAMPLESENDER', 'SAVERS')
    .replace('*261120*0930*^', `*${day}*0930*^`);
  const { id } = await server.upload(dana, `${day}.edi`, text);
  return server.finished(dana, id);
};
/** What the group costs on the day after the proposed ends. */
const cost = (): Promise<number> => premiumOf(server, group.id, '2026-12-01');
const priced = async (id: string) => {
  const { rows, undecidedMonthly } = await dana.api.files.missing({ id, limit: 100 });
  return {
    total: undecidedMonthly,
    rows: Object.fromEntries(
      rows.map(({ name, line, monthly }) => [`${name.split(' ')[0]}${line ? ` ${line}` : ''}`, monthly]),
    ),
    ids: new Map(rows.map(({ name, memberId }) => [name.split(' ')[0], memberId])),
  };
};
const rate = (code: string, tier: 'EMP' | 'ESP' | 'ECH' | 'FAM'): Promise<number> =>
  rateOfTier(server, code, tier, '2026-12-01');

describe('what ending a missing dependent saves', () => {
  it('is the tier that the family comes to; kept out, nobody counts on it, and the ends cost what was said', async () => {
    const [fam, esp, ech] = (await Promise.all(
      (['FAM', 'ESP', 'ECH'] as const).map(
        async (tier) => (await rate('MED-PPO', tier)) + (await rate('DEN-BASIC', tier)),
      ),
    )) as [number, number, number];
    expect(new Set([fam, esp, ech]).size).toBe(3);
    await send([ada, ben, cal, cleo], '261101');
    // Which file was the last is told by when it ended.
    server.clock.set('2026-11-20T19:00:00.000Z');
    const job = await send([ada, ben], '261102');
    // The family stays one while a child is left: the second child makes the difference.
    expect(await priced(job.id)).toMatchObject({ rows: { Cal: 0, Cleo: fam - esp }, total: fam - esp });
    const { ids } = await priced(job.id);
    await dana.api.files.decideMissing({ id: job.id, memberIds: [ids.get('Cal') ?? ''], decision: 'keep' });
    expect(await priced(job.id)).toMatchObject({ rows: { Cal: fam - esp, Cleo: 0 }, total: 0 });
    await dana.api.files.decideMissing({ id: job.id, memberIds: [ids.get('Cleo') ?? ''], decision: 'end' });
    await dana.api.files.approve({ id: job.id });
    expect(await server.finished(dana, job.id)).toMatchObject({ status: 'completed', missingEnded: 1 });
    expect(await cost()).toBe(fam);

    // Cleo goes with the month; with Cal nobody is left who makes the family one.
    const later = await send([ada, ben], '261103');
    expect(await priced(later.id)).toMatchObject({ rows: { Cal: fam - esp }, total: fam - esp });
    await dana.api.files.decideMissing({ id: later.id, decision: 'end' });
    expect(await dana.api.files.job({ id: later.id })).toMatchObject({ status: 'completed', missingEnded: 1 });
    expect(await cost()).toBe(esp);
  });

  it('is told by line, and as part of the subscriber’s where that one is missing too', async () => {
    // Both children go with the month.
    const [medEsp, medEmp, denEsp] = [
      await rate('MED-PPO', 'ESP'),
      await rate('MED-PPO', 'EMP'),
      await rate('DEN-BASIC', 'ESP'),
    ];
    const job = await send([ada, { ...ben, plans: [DEN] }, cal], '261104');
    expect((await priced(job.id)).rows).toEqual({ 'Ben medical': medEsp - medEmp });
    const other: SampleMember = { ...ada, first: 'Zoe', last: 'Other', ssn: '123500009', family: '123500009' };
    const gone = await send([other], '261105');
    const { rows, total } = await priced(gone.id);
    expect(rows).toMatchObject({ Ada: medEsp + denEsp, Ben: null });
    expect(total).toBe(rows['Ada']);
  });
});
