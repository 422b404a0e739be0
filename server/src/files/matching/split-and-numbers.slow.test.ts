import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { interchangeOf } from '../../testing/written-people.ts';
import { newGroup, peopleOf } from '../corpus-run.ts';

/**
 * What files say of people beyond name and coverage, through the whole server: member numbers, COBRA, and dependents
 * who go on as subscribers.
 */
let server: TestServer;
let dana: Person;
let groups = 600;
let controls = 0;

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
});
afterAll(() => server.close());

type Group = Awaited<ReturnType<typeof newGroup>>;
const loops = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split('*'));
async function send(group: Group, text: string) {
  const sent = await server.upload(
    dana,
    'file.edi',
    interchangeOf(loops(text), { full: false, control: ++controls, sender: group.cim.slice(-10) }),
    group.cim,
  );
  const job = await server.finished(dana, sent.id);
  expect(job, JSON.stringify((await dana.api.files.refusals({ id: sent.id })).rows)).toMatchObject({
    status: 'completed',
    refused: 0,
  });
  return job;
}
const undo = (id: string | null, memberIds?: string[]) =>
  dana.api.changes.undo({ id: id ?? '', idempotencyKey: crypto.randomUUID(), ...(memberIds && { memberIds }) });
const idOf = async (group: Group, where: string): Promise<string> =>
  (
    await server.owner.query<{ id: string }>(
      `select id from members where group_id = $1 and removed_by is null and ${where}`,
      [group.id],
    )
  ).rows[0]?.id ?? '';
const detail = (group: Group, memberId: string) => dana.api.members.get({ groupId: group.id, memberId });

const FAMILY = `INS*Y*18*021**A***FT
  REF*0F*219480001
  NM1*IL*1*ABBOTT*ADA****34*219480001
  DMG*D8*19850314*F
  HD*021**HLT*MED-PPO
  DTP*348*D8*20260101
  INS*N*01*021**A
  REF*0F*219480001
  NM1*IL*1*ABBOTT*BEN****34*219480002
  DMG*D8*19830720*M
  HD*021**HLT*MED-PPO
  DTP*348*D8*20260101`;
const SPLIT = `INS*Y*18*024*03*A***TE
  REF*0F*219480001
  DTP*357*D8*20260630
  NM1*IL*1*ABBOTT*ADA****34*219480001
  DMG*D8*19850314*F
  INS*Y*18*021*11*S
  REF*0F*219480002
  NM1*IL*1*ABBOTT*BEN****34*219480002
  DMG*D8*19830720*M
  HD*021**HLT*MED-PPO
  DTP*348*D8*20260701`;

describe('a dependent who goes on as a subscriber', () => {
  it('has two records that lead to each other, and they are no possible duplicate', async () => {
    const group = await newGroup(dana, ++groups);
    await send(group, FAMILY);
    await send(group, SPLIT);
    const [before, now] = [
      await idOf(group, `relationship = 'spouse'`),
      await idOf(group, `relationship = 'self' and first_name = 'BEN'`),
    ];
    expect(await detail(group, now)).toMatchObject({
      formerly: { id: before, subscriberName: 'ADA ABBOTT' },
      continuedAs: null,
      benefitStatus: 'S',
    });
    expect(await detail(group, before)).toMatchObject({
      formerly: null,
      continuedAs: { id: now, subscriberName: 'BEN ABBOTT' },
      benefitStatus: 'A',
    });
    const pairs = (await dana.api.duplicates.list({})).rows.map(({ a, b }) => [a.id, b.id].toSorted());
    expect(pairs).not.toContainEqual([before, now].toSorted());
  });

  it('is taken back with the family it came from: one undo, whomever of the two it is asked for', async () => {
    const group = await newGroup(dana, ++groups);
    await send(group, FAMILY);
    const before = await peopleOf(server, group.id);
    const first = await send(group, SPLIT);
    await undo(first.changeId, [await idOf(group, `relationship = 'self' and first_name = 'BEN'`)]);
    expect(await peopleOf(server, group.id)).toEqual(before);
    const second = await send(group, SPLIT);
    await undo(second.changeId, [await idOf(group, `first_name = 'ADA'`)]);
    expect(await peopleOf(server, group.id)).toEqual(before);
    expect(await detail(group, await idOf(group, `relationship = 'spouse'`))).toMatchObject({ continuedAs: null });
  });
});

describe('what a file corrects of an identity', () => {
  const CORRECTED = `INS*Y*18*001*25*A***FT
    REF*0F*219480001
    REF*23*KP-9-01
    NM1*74*1*ABBOTT*ADA****34*219480011
    DMG*D8*19850315*F
    NM1*70*1*ABBOTT*ADA****34*219480001
    DMG*D8*19850314*F`;

  it('is put back by an undo: SSN, birth date and member number', async () => {
    const group = await newGroup(dana, ++groups);
    await send(group, FAMILY);
    const before = await peopleOf(server, group.id);
    const { changeId } = await send(group, CORRECTED);
    expect(await peopleOf(server, group.id)).not.toEqual(before);
    await undo(changeId);
    expect(await peopleOf(server, group.id)).toEqual(before);
  });

  it('adds up where records of one file each correct a part, of somebody whom it brings in itself', async () => {
    const ssn = CORRECTED.replace('19850315', '19850314');
    const birth = `INS*Y*18*001*25*A***FT
      REF*0F*219480001
      NM1*74*1*ABBOTT*ADA
      DMG*D8*19850315*F
      NM1*70*1*ABBOTT*ADA
      DMG*D8*19850314*F`;
    const [parts, once] = [await newGroup(dana, ++groups), await newGroup(dana, ++groups)];
    await send(parts, [FAMILY, ssn, birth].join('\n'));
    await send(once, FAMILY);
    await send(once, CORRECTED);
    const seen = await peopleOf(server, parts.id);
    expect(seen).toEqual(await peopleOf(server, once.id));
    const { rows } = await server.owner.query(
      `select count(*)::int as count from members where group_id = $1 and first_name = 'ADA' and ssn_encrypted is not null and date_of_birth_encrypted is not null`,
      [parts.id],
    );
    expect(rows[0].count).toBe(1);
  });

  it('stands in the history as private, without the old or the new value', async () => {
    const group = await newGroup(dana, ++groups);
    await send(group, FAMILY);
    const { changeId } = await send(group, CORRECTED);
    const { rows } = await server.owner.query<{ text: string }>(
      `select string_agg(concat(before, after), '') as text from change_items where change_id = $1`,
      [changeId],
    );
    expect(rows[0]?.text).toContain('ssnEncrypted');
    expect(rows[0]?.text).not.toMatch(/2194800|19850314|1985-03-1|KP-9/);
  });
});

describe('an address that the sender restricts (INS13)', () => {
  it('is shown to those who answer for privacy only, and sent on as restricted', async () => {
    const group = await newGroup(dana, ++groups);
    await send(
      group,
      FAMILY.replace('INS*Y*18*021**A***FT', 'INS*Y*18*021**A***FT*****R').replace(
        'DMG*D8*19850314*F',
        'N3*7 SAFE HOUSE RD\nN4*DUBUQUE*IA*52001\nDMG*D8*19850314*F',
      ),
    );
    const memberId = await idOf(group, `first_name = 'ADA'`);
    expect(await detail(group, memberId)).toMatchObject({
      isAddressRestricted: true,
      address: expect.stringContaining('SAFE HOUSE'),
    });
    const luis = await server.as('read_only');
    expect(await luis.api.members.get({ groupId: group.id, memberId })).toMatchObject({
      isAddressRestricted: true,
      address: null,
    });
  });
});

describe('COBRA members in a full file', () => {
  it('are missing only where this sender has named them before', async () => {
    const group = await newGroup(dana, ++groups);
    const full = async (text: string, sender: string) => {
      const sent = await server.upload(
        dana,
        'full.edi',
        interchangeOf(loops(text), { full: true, control: ++controls, sender }),
        group.cim,
      );
      return server.finished(dana, sent.id);
    };
    const [own, other] = [group.cim.slice(-10), `X${group.cim.slice(-9)}`];
    await send(group, FAMILY.replace('INS*Y*18*021**A***FT', 'INS*Y*18*021*09*C**1*TE').split('INS*N')[0] ?? '');
    const EVE =
      FAMILY.split('INS*N')[0]
        ?.replaceAll('219480001', '219480003')
        .replace('ABBOTT*ADA', 'EVANS*EVE')
        .replaceAll('*021', '*030') ?? '';
    expect(await full(EVE, other)).toMatchObject({ status: 'completed', missing: 0 });
    expect(await full(EVE, own)).toMatchObject({ missing: 1 });
  });
});

describe('a member number of the sender (REF*23)', () => {
  it('is shown with the member; one that may be an SSN by its end only, and neither lies in the clear', async () => {
    const group = await newGroup(dana, ++groups);
    await send(
      group,
      FAMILY.replace('REF*0F*219480001\n', 'REF*0F*219480001\nREF*23*KP-9-01\n').replace(
        'INS*N*01*021**A\n  REF*0F*219480001\n',
        'INS*N*01*021**A\nREF*0F*219480001\nREF*23*219480001-02\n',
      ),
    );
    expect(await detail(group, await idOf(group, `first_name = 'ADA'`))).toMatchObject({ carrierMemberId: 'KP-9-01' });
    expect(await detail(group, await idOf(group, `first_name = 'BEN'`))).toMatchObject({
      carrierMemberId: '•••••1-02',
    });
    const { rows } = await server.owner.query<{ text: string }>(
      `select string_agg(m::text, '') as text from members m where group_id = $1`,
      [group.id],
    );
    expect(rows[0]?.text).not.toMatch(/KP-9-01|219480001/);
  });
});
