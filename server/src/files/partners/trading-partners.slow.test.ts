import type { TradingPartner } from '@openbenefits/contract/trading-partners';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edi834, type SampleMember } from '../../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let dana: Person;
let hmo: string;
let control = 400;

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
  hmo = (await dana.api.plans.offered({})).find(({ code }) => code === 'MED-HMO')?.id ?? '';
});
afterAll(() => server.close());

const member = (index: number, plan = 'MED-PPO'): SampleMember => ({
  first: `Worker${String.fromCharCode(65 + index)}`,
  last: 'Tamm',
  ssn: `1234540${String(index).padStart(2, '0')}`,
  birth: `198${index}0101`,
  family: `1234540${String(index).padStart(2, '0')}`,
  plans: [['HLT', plan, '20260101']],
});
const send = async (members: readonly SampleMember[], options: Parameters<typeof edi834>[1] = {}) => {
  const sent = await server.upload(
    dana,
    'weekly.edi',
    edi834(members, { bgn08: '2', control: String(++control).padStart(9, '0'), ...options }),
  );
  expect(sent.status, sent.message).toBe(204);
  return server.finished(dana, sent.id);
};
const partner = async (find: (one: TradingPartner) => boolean): Promise<TradingPartner> => {
  const found = (await dana.api.tradingPartners.list({})).rows.find(find);
  expect(found).toBeDefined();
  return found as TradingPartner;
};
const sample = () => partner(({ senderId }) => senderId !== null);

const edited = ({
  id,
  version,
  name,
  contactName,
  contactEmail,
  contactPhone,
  mode,
  absenceProposesEnd,
  autoProcess,
  missingLimitPeople,
  missingLimitPercent,
  dropLimitPercent,
  retroEnds,
  dayFirst,
  padZeros,
  familyByPlace,
  endDayNotCovered,
  referenceRepeats,
  holdsPart,
  receiverIds,
  beyondGuide,
}: TradingPartner) => ({
  id,
  version,
  name,
  contactName,
  contactEmail,
  contactPhone,
  mode,
  absenceProposesEnd,
  autoProcess,
  missingLimitPeople,
  missingLimitPercent,
  dropLimitPercent,
  retroEnds,
  dayFirst,
  padZeros,
  familyByPlace,
  endDayNotCovered,
  referenceRepeats,
  holdsPart,
  receiverIds,
  beyondGuide,
});

describe('a plan code that nobody knows', () => {
  it('is one cause of many refusals; mapped once, the refused rows go on and later files know it', async () => {
    const first = await send([member(0), member(1, 'KX-77'), member(2, 'KX-77')]);
    expect(first).toMatchObject({ status: 'completed', added: 1, refused: 2, resentAs: null });
    expect(await dana.api.files.causes({ id: first.id })).toEqual([
      {
        field: 'coverages.0.planKey',
        reason: 'Plan code KX-77 doesn’t match any plan.',
        message: {
          code: 'plan_no_match',
          severity: 'error',
          params: { plan: 'KX-77' },
          text: 'Plan code KX-77 doesn’t match any plan.',
        },
        records: 2,
        planCodes: [{ code: 'KX-77', plan: null }],
        words: [],
        column: null,
      },
    ]);
    expect(first.worthResending).toBe(false);
    server.clock.set('2026-11-20T18:01:00.000Z');
    await dana.api.files.mapPlanCode({ id: first.id, code: 'KX-77', planId: hmo });
    expect((await dana.api.files.job({ id: first.id })).worthResending).toBe(true);
    expect(await dana.api.files.causes({ id: first.id })).toMatchObject([
      { planCodes: [{ code: 'KX-77', plan: { id: hmo, name: 'Standard HMO' } }] },
    ]);
    expect((await sample()).codes).toMatchObject([
      { code: 'kx77', shown: 'KX-77', plan: { name: 'Standard HMO' }, mappedBy: 'Dana Whitfield' },
    ]);
    const { id } = await dana.api.files.resend({ id: first.id });
    expect(await server.finished(dana, id)).toMatchObject({
      status: 'completed',
      fileName: 'weekly - rejected rows.edi',
      added: 2,
      refused: 0,
      stops: [],
      resentFrom: first.id,
    });
    expect(await dana.api.files.job({ id: first.id })).toMatchObject({ resentAs: id, worthResending: false });
    await expect(dana.api.files.resend({ id: first.id })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await send([member(1, 'kx 77')])).toMatchObject({ status: 'completed', unchanged: 1, refused: 0 });
  });

  it('refused rows of a full file are no full file: nobody is missing from them', async () => {
    const first = await send([member(0), member(1, 'KX-77'), member(2, 'KX-77'), member(3, 'NEW-1')], { bgn08: '4' });
    expect(first).toMatchObject({ status: 'completed', refused: 1 });
    await dana.api.files.mapPlanCode({ id: first.id, code: 'NEW-1', planId: hmo });
    const { id } = await dana.api.files.resend({ id: first.id });
    expect(await server.finished(dana, id)).toMatchObject({ status: 'completed', added: 1, missing: 0, stops: [] });
  });

  it('is sent again once, also where two do it at the same moment, and by nobody who sees only other groups', async () => {
    const first = await send([member(5, 'TWICE-1')]);
    const priya = await server.as('group_administrator');
    const { cim } = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0] ?? { cim: '' };
    const census = await server.upload(
      dana,
      'others.csv',
      'First Name,Last Name,SSN,Date of Birth,Relationship,Plan\nVera,Osei,123454992,01/02/1990,Self,Nowhere\n',
      cim,
    );
    const other = await server.finished(dana, census.id);
    expect(other).toMatchObject({ refused: 1 });
    await expect(priya.api.files.resend({ id: other.id })).rejects.toMatchObject({
      code: expect.stringMatching(/NOT_FOUND|FORBIDDEN/),
    });
    const both = await Promise.allSettled([
      dana.api.files.resend({ id: first.id }),
      dana.api.files.resend({ id: first.id }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const again = (await dana.api.files.job({ id: first.id })).resentAs;
    expect(await server.finished(dana, again ?? '')).toMatchObject({ refused: 1, resentFrom: first.id });
  });

  it('is forgotten when the profile says so', async () => {
    const { id } = await sample();
    await dana.api.tradingPartners.forgetCode({ id, kind: 'plan', code: 'new1' });
    await expect(dana.api.tradingPartners.forgetCode({ id, kind: 'plan', code: 'new1' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await send([member(4, 'NEW-1')])).toMatchObject({ refused: 1 });
  });

  it('of a census is kept for the group, whose census files name no sender', async () => {
    const { cim } = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0] ?? { cim: '' };
    const census =
      'First Name,Last Name,SSN,Date of Birth,Relationship,Plan\nVeda,Osei,123454991,01/02/1990,Self,Old Gold\n';
    const sent = await server.upload(dana, 'people.csv', Buffer.from(census), cim);
    const first = await server.finished(dana, sent.id);
    expect(first).toMatchObject({ refused: 1, sender: { name: 'Kestrel Avionics Repair', isOfGroup: true } });
    expect(await dana.api.files.causes({ id: first.id })).toMatchObject([{ planCodes: [{ code: 'Old Gold' }] }]);
    await dana.api.files.mapPlanCode({ id: first.id, code: 'Old Gold', planId: hmo });
    const { id } = await dana.api.files.resend({ id: first.id });
    expect(await server.finished(dana, id)).toMatchObject({
      status: 'completed',
      fileName: 'people - rejected rows.csv',
      added: 1,
      refused: 0,
    });
  });
});

describe('a sender whose dependents carry a family number of their own', () => {
  const family = (index: number, dependentPlan = 'MED-PPO'): SampleMember[] => [
    {
      first: `Head${String.fromCharCode(65 + index)}`,
      last: 'Roos',
      ssn: `2345450${index}1`,
      birth: '19800101',
      family: `2345450${index}1`,
      plans: [['HLT', 'MED-PPO', '20260101']],
    },
    {
      first: `Kid${String.fromCharCode(65 + index)}`,
      last: 'Roos',
      ssn: `2345450${index}2`,
      birth: '20150101',
      family: `2345450${index}2`,
      relationship: '19',
      plans: [['HLT', dependentPlan, '20260101']],
    },
  ];
  const headOf = async (first: string) =>
    (
      await server.owner.query(
        `select s.first_name as of from members m join members s on s.id = m.subscriber_id where m.first_name = $1`,
        [first],
      )
    ).rows;

  it('is asked about, until its profile says that they belong to the subscriber before them', async () => {
    const first = await send(family(0));
    expect(first).toMatchObject({ added: 1, refused: 1 });
    await dana.api.tradingPartners.save({ ...edited(await sample()), familyByPlace: true });
    const second = await send([...family(1), ...family(2)]);
    expect(second).toMatchObject({ added: 4, refused: 0 });
    expect(await headOf('KidC')).toEqual([{ of: 'HeadC' }]);
  });

  it('keeps its families together where refused records are sent again without their subscribers', async () => {
    const [head, kid] = family(4);
    const job = await send([
      ...family(3, 'NEW-9'),
      { ...head, plans: [['HLT', 'NEW-9', '20260101']] } as SampleMember,
      kid as SampleMember,
    ]);
    expect(job).toMatchObject({ added: 1, refused: 3 });
    await dana.api.files.mapPlanCode({ id: job.id, code: 'NEW-9', planId: hmo });
    const { id } = await dana.api.files.resend({ id: job.id });
    expect(await server.finished(dana, id)).toMatchObject({ added: 3, refused: 0 });
    expect(await headOf('KidD')).toEqual([{ of: 'HeadD' }]);
    expect(await headOf('KidE')).toEqual([{ of: 'HeadE' }]);
    await dana.api.tradingPartners.save({ ...edited(await sample()), familyByPlace: false });
  });
});

describe('the profile of a sender', () => {
  it('is edited, and decides over the next file', async () => {
    const before = edited(await sample());
    await dana.api.tradingPartners.save({
      ...before,
      name: 'Sample Payroll Service',
      autoProcess: false,
      contactEmail: 'files@example.com',
      contactPhone: '',
      idempotencyKey: 'save the sender once',
    });
    expect(await sample()).toMatchObject({
      name: 'Sample Payroll Service',
      autoProcess: false,
      contactEmail: 'files@example.com',
      contactPhone: null,
      updatedBy: 'Dana Whitfield',
      version: before.version + 1,
      files: expect.any(Number),
    });
    const job = await send([member(0)]);
    expect(job).toMatchObject({ status: 'held', stops: [{ code: 'approval_wanted' }] });
    const { rows } = await server.owner.query(
      `select fields from audit_log where action = 'tradingPartners.save' and outcome = 'done' order by seq desc limit 1`,
    );
    expect(rows[0]?.fields.toSorted()).toEqual(['autoProcess', 'contactEmail', 'name']);
    await expect(dana.api.tradingPartners.save(before)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Dana Whitfield changed this profile'),
    });
  });

  it.each([
    ['name', { name: ' ' }],
    ['contactEmail', { contactEmail: 'nobody' }],
    ['missingLimitPercent', { missingLimitPercent: 101 }],
    ['dropLimitPercent', { dropLimitPercent: 1.5 }],
  ])('says what is wrong with %s', async (field, change) => {
    await expect(dana.api.tradingPartners.save({ ...edited(await sample()), ...change })).rejects.toMatchObject({
      data: { problems: [{ path: field }] },
    });
  });

  it('is read with files, changed only with the right to process them, and a sender’s only by who sees all groups', async () => {
    const before = edited(await sample());
    const luis = await server.as('read_only');
    expect((await luis.api.tradingPartners.list({})).rows.map(({ name }) => name)).toContain(before.name);
    await expect(luis.api.tradingPartners.save(before)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(
      luis.api.files.resend({ id: (await dana.api.files.jobs({})).rows[0]?.id ?? '' }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const priya = await server.as('group_administrator');
    // The sender's files are for a group of hers; the census of Kestrel is not.
    expect((await dana.api.tradingPartners.list({})).rows.map(({ name }) => name)).toContain('Kestrel Avionics Repair');
    expect((await priya.api.tradingPartners.list({})).rows.map(({ name }) => name)).toEqual([before.name]);
    await expect(priya.api.tradingPartners.save(before)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect((await server.as('nobody')).api.tradingPartners.list({})).rejects.toMatchObject({
      code: 'SIGNED_OUT',
    });
  });
});
