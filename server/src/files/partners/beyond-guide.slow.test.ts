import type { PartnerProfile, TradingPartner } from '@openbenefits/contract/trading-partners';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edi834, type SampleMember } from '../../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let dana: Person;
let control = 600;

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
});
afterAll(() => server.close());

const MEDICAL = ['HLT', 'MED-PPO', '20260101'] as const;
const LIFE = ['LIF', 'LIFE-TERM', '20260101'] as const;
const ADD = ['ADD', 'LIFE-TERM', '20260101'] as const;
const AC = ['AC', 'ACC-9', '20260101'] as const;

/** A family of one, by number; each has another name. */
const person = (index: number, plans: SampleMember['plans']): SampleMember => ({
  first: `Worker${String.fromCharCode(65 + index)}`,
  last: 'Life',
  ssn: `1234692${String(index).padStart(2, '0')}`,
  birth: '19850404',
  family: `1234692${String(index).padStart(2, '0')}`,
  ...(plans && { plans }),
});
const send = async (
  sender: string,
  members: readonly SampleMember[],
  edit: (text: string) => string = (text) => text,
) => {
  const text = edit(edi834(members, { control: String(++control).padStart(9, '0') }))
    .replaceAll('SAMPLESENDER   ', sender.padEnd(15))
    .replaceAll('SAMPLESENDER', sender);
  const sent = await server.upload(dana, 'life.edi', text);
  expect(sent.status, sent.message).toBe(204);
  const job = await server.finished(dana, sent.id);
  const refused =
    job.refused > 0 ? (await dana.api.files.refusals({ id: job.id, limit: 20 })).rows.map(({ reason }) => reason) : [];
  return {
    ...job,
    said: job.remarks.map(({ text: words }) => words).filter((words) => /guide|line/i.test(words)),
    reasons: refused,
  };
};
const profileOf = async (sender: string): Promise<TradingPartner> => {
  const found = (await dana.api.tradingPartners.list({})).rows.find(({ senderId }) => senderId === sender);
  expect(found).toBeDefined();
  return found as TradingPartner;
};
const take = async (sender: string, beyondGuide: PartnerProfile['beyondGuide']) =>
  dana.api.tradingPartners.save({ ...(await profileOf(sender)), beyondGuide });
const linesOf = async (index: number): Promise<string[]> => {
  const { rows } = await server.owner.query<{ what: string }>(
    `select s.line || ' ' || p.plan_code as what from coverage_spans s join members m on m.id = s.member_id join health_plans p on p.id = s.plan_id
      where m.last_name = 'Life' and m.first_name = $1 and upper_inf(s.recorded) order by 1`,
    [`Worker${String.fromCharCode(65 + index)}`],
  );
  return rows.map(({ what }) => what);
};

describe('codes of HD03 that the guide lacks', () => {
  it('LIF is taken and told as begun with, ADD and AC are not: they are left aside with where to change it, or refused where nothing else is said', async () => {
    const job = await send('ATFIRST', [person(0, [MEDICAL, LIFE]), person(1, [MEDICAL, ADD]), person(2, [AC])]);
    expect(job).toMatchObject({ status: 'completed', added: 2, refused: 1 });
    expect(job.said).toEqual(
      expect.arrayContaining([
        'LIF is not in this guide. It was read as life insurance.',
        'Insurance line ADD (accidental death and dismemberment) is not in the guide, and is read as life insurance only if the sender’s profile says so. It was not added.',
      ]),
    );
    expect(job.reasons).toEqual([
      'Insurance line AC (accident) is not in the guide, and is read as life insurance only if the sender’s profile says so. Change the profile, or send LIF.',
    ]);
    expect(await profileOf('ATFIRST')).toMatchObject({ beyondGuide: ['LIF'] });
    expect([await linesOf(0), await linesOf(1), await linesOf(2)]).toEqual([
      ['life LIFE-TERM', 'medical MED-PPO'],
      ['medical MED-PPO'],
      [],
    ]);
  });

  it('are taken where the profile says so, refused records again with it; a plan that is not known is a question as any is', async () => {
    const before = await send('LATER', [person(3, [ADD])]);
    expect(before).toMatchObject({ refused: 1, added: 0 });
    server.clock.set('2026-11-20T18:01:00.000Z');
    await take('LATER', ['ADD', 'AC']);
    expect(await profileOf('LATER')).toMatchObject({ beyondGuide: ['AC', 'ADD'] });
    const { id } = await dana.api.files.resend({ id: before.id });
    expect(await server.finished(dana, id)).toMatchObject({ status: 'completed', added: 1, refused: 0 });
    expect(await linesOf(3)).toEqual(['life LIFE-TERM']);
    const job = await send('LATER', [person(4, [MEDICAL, LIFE]), person(5, [LIFE]), person(6, [AC])]);
    expect(job).toMatchObject({ added: 1, refused: 2 });
    expect(job.said).toContain(
      'Insurance line LIF (life insurance) is not in the guide, and is read as life insurance only if the sender’s profile says so. It was not added.',
    );
    expect(job.reasons.toSorted()).toEqual([
      'Insurance line LIF (life insurance) is not in the guide, and is read as life insurance only if the sender’s profile says so. Change the profile, or send LIF.',
      'Plan code ACC-9 doesn’t match any plan.',
    ]);
    expect(await linesOf(4)).toEqual(['medical MED-PPO']);
  });

  it('of which several stand in one record: LIF is the life plan, else ADD, else AC; the others are left aside', async () => {
    await send('SEVERAL', [person(7, [MEDICAL])]);
    await take('SEVERAL', ['LIF', 'AC', 'ADD']);
    const job = await send('SEVERAL', [person(7, [['ADD', 'ADD-9', '20260101'], LIFE]), person(8, [AC, ADD])]);
    expect(job).toMatchObject({ status: 'completed', refused: 0 });
    expect(job.said).toEqual(
      expect.arrayContaining([
        'Insurance line ADD (accidental death and dismemberment) comes with other life insurance, and a member can have one life plan at a time. It was not added.',
        'ADD (accidental death and dismemberment) is not in this guide. It was read as life insurance, as the sender’s profile says.',
        'Insurance line AC (accident) comes with other life insurance, and a member can have one life plan at a time. It was not added.',
      ]),
    );
    expect([await linesOf(7), await linesOf(8)]).toEqual([['life LIFE-TERM', 'medical MED-PPO'], ['life LIFE-TERM']]);
  });

  it('ADD alone of somebody whose life insurance came as LIF neither replaces nor ends it', async () => {
    const copy = (table: string, changes: string, where: string): Promise<unknown> =>
      server.owner.query(
        `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(t) || ${changes})).* from ${table} t where ${where}`,
      );
    const lifeTerm = "select id from health_plans where plan_code = 'LIFE-TERM'";
    await copy(
      'health_plans',
      `jsonb_build_object('id', gen_random_uuid(), 'plan_code', 'LIFE-PLUS', 'plan_name', 'Life Plus')`,
      `id = (${lifeTerm})`,
    );
    await copy(
      'group_plan_assignments',
      `jsonb_build_object('id', gen_random_uuid(), 'plan_id', (select id from health_plans where plan_code = 'LIFE-PLUS'))`,
      `plan_id = (${lifeTerm})`,
    );
    await send('BESIDE', [person(11, [LIFE]), person(12, [LIFE]), person(15, [LIFE])]);
    await take('BESIDE', ['LIF', 'ADD']);
    const members = [
      person(11, [['ADD', 'LIFE-PLUS', '20260601']]),
      person(12, [ADD]),
      person(15, [['ADD', '', '20260101', '20260630']]),
    ];
    const job = await send('BESIDE', members, (text) => text.replace('HD*021**ADD*~', 'HD*024**ADD~'));
    expect(job).toMatchObject({ refused: 2, unchanged: 1 });
    const words =
      'ADD without LIF is read as life insurance, but the member has a life plan the file does not name, and a member has one life plan at a time. Name the member’s plan, or remove ADD from the codes in the sender’s profile.';
    expect(job.reasons).toEqual([words, words]);
    expect([await linesOf(11), await linesOf(12), await linesOf(15)]).toEqual([
      ['life LIFE-TERM'],
      ['life LIFE-TERM'],
      ['life LIFE-TERM'],
    ]);
  });

  it('that are taken are no error in the 999, and those that are not are', async () => {
    const codesIn = async (id: string): Promise<string[]> => {
      const answer = await fetch(`${server.url}/downloads/files/${id}/999`, { headers: { cookie: dana.cookie } });
      return (await answer.text()).split('~\n').filter((segment) => segment.startsWith('IK4'));
    };
    const before = await send('ANSWERED', [person(13, [MEDICAL, LIFE]), person(14, [MEDICAL, ADD])]);
    expect(await codesIn(before.id)).toEqual(['IK4*3*1205*7*ADD']);
    await take('ANSWERED', ['ADD']);
    const after = await send('ANSWERED', [person(13, [MEDICAL, LIFE]), person(14, [MEDICAL, ADD])]);
    expect(await codesIn(after.id)).toEqual(['IK4*3*1205*7*LIF']);
  });

  it('a held file is read again when the profile says otherwise', async () => {
    await send('HELDONE', [person(9, [MEDICAL])]);
    await dana.api.tradingPartners.save({ ...(await profileOf('HELDONE')), autoProcess: false });
    const held = await send('HELDONE', [person(10, [MEDICAL, ADD])]);
    expect(held.status).toBe('held');
    await dana.api.tradingPartners.save({
      ...(await profileOf('HELDONE')),
      autoProcess: true,
      beyondGuide: ['LIF', 'ADD'],
    });
    await dana.api.files.rehearse({ id: held.id });
    expect(await server.finished(dana, held.id)).toMatchObject({ status: 'completed', added: 1 });
    expect(await linesOf(10)).toEqual(['life LIFE-TERM', 'medical MED-PPO']);
  });
});
