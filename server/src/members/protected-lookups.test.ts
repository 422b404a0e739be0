import { LOOKUPS_BEFORE_ALERT, LOOKUPS_PER_HOUR } from '@openbenefits/domain/members/protected-lookups';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let dana: Person;
let kestrel: string;
let ines: string;
let last4: string;
beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  const found = await dana.api.search.find({ term: 'Ines Calderwood' });
  [kestrel, ines] = [found.members[0]?.groupId ?? '', found.members[0]?.id ?? ''];
  last4 = (await dana.api.members.get({ groupId: kestrel, memberId: ines })).ssnLast4 ?? '';
});
afterAll(() => server.close());
beforeEach(() => server.owner.query('delete from protected_lookups'));

const used = async (): Promise<number> => {
  const { rows } = await server.owner.query<{ used: number }>(
    'select coalesce(sum(amount), 0)::int as used from protected_lookups',
  );
  return rows[0]?.used ?? 0;
};
const useUp = (amount: number) =>
  server.owner.query(`insert into protected_lookups (tenant_id, actor_id, at, kind, amount)
    select '00000000-0000-0000-0000-000000000000', 'demo-admin', '${server.clock.now()}', 'ssn_search', ${amount}`);

describe('searching by SSN', () => {
  it('takes a permission of its own, which Read Only does not have', async () => {
    const luis = await server.as('read_only');
    await expect(luis.api.search.find({ ssn: last4 })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('Search by SSN'),
    });
    await expect(luis.api.search.find({ ssn: '123-45-6789', lastName: 'Calderwood' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    expect((await luis.api.search.find({ term: 'Ines Calderwood' })).members).toHaveLength(1);
  });

  it('counts each search, found or not, and each member shown by part of a number', async () => {
    expect((await dana.api.search.find({ ssn: '987654321' })).members).toEqual([]);
    expect(await used()).toBe(1);
    const { members } = await dana.api.search.find({ ssn: last4, all: true });
    expect(members.length).toBeLessThanOrEqual(8);
    expect(await used()).toBe(1 + Math.max(1, members.length));
  });

  it('shares one hourly limit with reveals and with answers that an SSN is taken', async () => {
    await useUp(LOOKUPS_PER_HOUR - 3);
    const reveal = () =>
      dana.api.members.reveal({
        groupId: kestrel,
        memberId: ines,
        field: 'date_of_birth',
        reason: 'Carrier asked for it',
      });
    const dateOfBirth = (await reveal()).value.replace(/^(..)\/(..)\/(....)$/, '$3-$1-$2');
    await dana.api.search.find({ ssn: '987654321' });
    const correct = () =>
      dana.api.members.correctIdentity({ groupId: kestrel, memberId: ines, dateOfBirth, reason: 'Typing error' });
    await expect(correct()).rejects.toMatchObject({ message: 'This value is already on record.' });
    for (const ask of [reveal, correct, () => dana.api.search.find({ ssn: last4 })])
      await expect(ask()).rejects.toMatchObject({
        code: 'TOO_MANY',
        message: expect.stringContaining('within an hour'),
      });
    const { rows } = await server.owner.query(
      `select action from audit_log where outcome = 'refused' order by seq desc limit 3`,
    );
    expect(rows.map(({ action }) => action)).toEqual(['search.find', 'members.correctIdentity', 'members.reveal']);
    server.clock.set(new Date(Date.parse(server.clock.now()) + 3_700_000).toISOString());
    await reveal();
  });

  it('alerts compliance once when somebody looks up many, without naming a member', async () => {
    await useUp(LOOKUPS_BEFORE_ALERT - 1);
    const compliance = await server.as('compliance_officer');
    const alerts = async () =>
      (await compliance.api.notifications.list()).items.filter(
        ({ title }) => title === 'Many lookups of protected values',
      );
    expect(await alerts()).toEqual([]);
    for (const ssn of ['987654321', '987654322']) await dana.api.search.find({ ssn });
    expect(await alerts()).toMatchObject([
      { severity: 'warning', body: expect.stringMatching(/^Dana Whitfield looked up 50 or more/) },
    ]);
  });

  it('tells who may not reveal only how many match', async () => {
    await server.owner.query(`update feature_flags set enabled = false where flag_name = 'protected_value_reveal'`);
    expect(await dana.api.search.find({ ssn: last4, lastName: 'Calderwood' })).toMatchObject({
      members: [],
      concealedMembers: 1,
    });
    await server.owner.query('update feature_flags set enabled = true');
    expect(await dana.api.search.find({ ssn: last4, lastName: 'Calderwood' })).toMatchObject({
      members: [{ id: ines }],
      concealedMembers: null,
    });
  });
});
