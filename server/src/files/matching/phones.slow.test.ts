import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edi834, type SampleMember } from '../../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let dana: Person;
let group: string;
const CIM = 'CIM-2026-000001';

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
  group = (await dana.api.groups.byCim({ cim: CIM })).id;
});
afterAll(() => server.close());

const NAMES = ['Ivar', 'Juno', 'Kaja', 'Lars', 'Mona', 'Nora'];
const STAFF = NAMES.map((first, index): SampleMember => ({
  first,
  last: 'Dialler',
  ssn: `12347001${index}`,
  birth: '19800101',
  family: `12347001${index}`,
  plans: [['HLT', 'MED-PPO', '20260101']],
}));
/** The file with a PER segment for each of the first of them. */
async function send(contacts: readonly string[]) {
  const control = String(700 + contacts.join('').length).padStart(9, '0');
  const segments = edi834(STAFF.slice(0, contacts.length), { control }).split('~\n');
  let at = 0;
  const text = segments
    .flatMap((segment) => (segment.startsWith('DMG') ? [`PER*IP**${contacts[at++]}`, segment] : [segment]))
    .join('~\n')
    .replace(/SE\*(\d+)/, (_, count: string) => `SE*${Number(count) + contacts.length}`);
  const sent = await server.upload(dana, 'phones.edi', text);
  expect(sent.status, sent.message).toBe(204);
  return server.finished(dana, sent.id);
}
const stored = async (): Promise<Record<string, string | null>> =>
  Object.fromEntries(
    (
      await server.owner.query<{ name: string; phone: string | null }>(
        `select first_name as name, phone from members where group_id = $1 and last_name = 'Dialler' order by 1`,
        [group],
      )
    ).rows.map(({ name, phone }) => [name, phone]),
  );

describe('telephone numbers of a file', () => {
  it('are stored in one form however they are sent, with the extension that belongs to them; what is none is left out and told at its row', async () => {
    const job = await send([
      'TE*6175550101',
      'WP*(617) 555-0102*EX*44',
      'HP*1.617.555.0103*WP*6175550199*EX*9',
      'CP*+1 617 555 0104 x12',
      'HP*5550105',
      'EM*nora@example.test',
    ]);
    expect(job).toMatchObject({
      status: 'completed',
      added: 6,
      refused: 0,
      remarks: [
        expect.objectContaining({
          text: expect.stringMatching(
            /The phone number does not have ten digits\. Area code and number must start with 2 to 9\. It was not saved\./,
          ),
          count: 1,
        }),
        expect.objectContaining({
          text: 'Not stored, because OpenBenefits has no field for it: another telephone number (PER).',
          count: 1,
        }),
      ],
    });
    expect(await stored()).toEqual({
      Ivar: '+16175550101',
      Juno: '+16175550102;ext=44',
      Kaja: '+16175550103',
      Lars: '+16175550104;ext=12',
      Mona: null,
      Nora: null,
    });
    const { rows } = await dana.api.files.changes({ id: job.id });
    expect(rows.map(({ person, what }) => [person, what.replace(/^[^;]*(; )?/, '')])).toContainEqual([
      'Mona Dialler',
      'Phone number not saved',
    ]);
    expect(rows.filter(({ what }) => what.includes('Phone'))).toHaveLength(1);
  });

  it('change nobody when they come in another form, or when ours is older than the form it is stored in', async () => {
    await server.owner.query(
      `update members set phone = case first_name when 'Ivar' then '(617) 555-0101' when 'Mona' then 'call the office' else phone end where group_id = $1`,
      [group],
    );
    const job = await send([
      'TE*617-555-0101',
      'WP*16175550102*EX*44',
      'HP*617 555 0103',
      'CP*6175550104*EX*12',
      'HP*5550105',
      'EM*nora@example.test',
    ]);
    expect(job).toMatchObject({ status: 'completed', changed: 0, unchanged: 6 });
    expect(await stored()).toMatchObject({ Ivar: '(617) 555-0101', Mona: 'call the office' });
    const changed = await send(['TE*6175550111']);
    expect(changed).toMatchObject({ changed: 1 });
    expect((await dana.api.files.changes({ id: changed.id })).rows[0]?.differences).toEqual([
      { label: 'Phone', before: '(617) 555-0101', after: '(617) 555-0111' },
    ]);
  });

  it('are written, edited and found by hand in any form', async () => {
    const [ivar] = (await dana.api.members.ofGroup({ groupId: group, search: 'Ivar' })).rows;
    const form = await dana.api.members.forEdit({ groupId: group, memberId: ivar?.id ?? '' });
    expect(form.values.phone).toBe('(617) 555-0111');
    await dana.api.members.edit({
      groupId: group,
      memberId: form.id,
      version: form.version,
      values: { ...form.values, phone: '617.555.0112 ext. 3' },
    });
    expect(await stored()).toMatchObject({ Ivar: '+16175550112;ext=3' });
    const again = await dana.api.members.forEdit({ groupId: group, memberId: form.id });
    expect(again.values.phone).toBe('(617) 555-0112 x3');
    await expect(
      dana.api.members.edit({ groupId: group, memberId: form.id, version: again.version, values: again.values }),
    ).rejects.toMatchObject({
      message: 'Nothing was changed.',
    });
    for (const phone of ['617 555 0112', '6175550112 x3', '+16175550112'])
      expect((await dana.api.search.find({ phone })).members).toMatchObject([{ title: 'Ivar Dialler' }]);
    const { version } = await dana.api.groups.get({ id: group });
    await dana.api.groups.edit({ id: group, version, changes: { contactPhone: '1-563-555-0170' }, seen: {} });
    expect(await dana.api.groups.get({ id: group })).toMatchObject({ contactPhone: '+15635550170' });
  });

  it('of an emergency contact are stored and shown as every other, from a list and by hand', async () => {
    const list = (phone: string): string =>
      [
        'Employee ID,First Name,Last Name,DOB,Emergency Contact,Emergency Phone',
        `EC-1,Otto,Dialler,01/01/1980,Maria Dialler,${phone}`,
      ].join('\n');
    const contact = async () =>
      (
        await server.owner.query<{ contact: string }>(
          `select emergency_contact as contact from members where first_name = 'Otto' and group_id = $1`,
          [group],
        )
      ).rows[0]?.contact;
    const sent = await server.upload(dana, 'contacts.csv', list('617.555.0121 ext 4'), CIM);
    expect(await server.posted(dana, sent.id)).toMatchObject({ added: 1, refused: 0 });
    expect(await contact()).toBe('Maria Dialler, +16175550121;ext=4');
    const again = await server.upload(dana, 'contacts-again.csv', list('(617) 555-0121 x4'), CIM);
    expect(await server.finished(dana, again.id)).toMatchObject({ changed: 0, unchanged: 1 });
    const [otto] = (await dana.api.members.ofGroup({ groupId: group, search: 'Otto' })).rows;
    const form = await dana.api.members.forEdit({ groupId: group, memberId: otto?.id ?? '' });
    expect(form.values.emergencyContact).toBe('Maria Dialler, (617) 555-0121 x4');
    await dana.api.members.edit({
      groupId: group,
      memberId: form.id,
      version: form.version,
      values: { ...form.values, emergencyContact: 'Jan Dialler 617-555-0122' },
    });
    expect(await contact()).toBe('Jan Dialler, +16175550122');
  });

  it('from before that are none hold up no other field, of a member or of a group', async () => {
    const [mona] = (await dana.api.members.ofGroup({ groupId: group, search: 'Mona' })).rows;
    const form = await dana.api.members.forEdit({ groupId: group, memberId: mona?.id ?? '' });
    expect(form.values.phone).toBe('call the office');
    await dana.api.members.edit({
      groupId: group,
      memberId: form.id,
      version: form.version,
      values: { ...form.values, jobTitle: 'Foreman' },
    });
    expect(await stored()).toMatchObject({ Mona: 'call the office' });
    const after = await dana.api.members.forEdit({ groupId: group, memberId: form.id });
    await expect(
      dana.api.members.edit({
        groupId: group,
        memberId: form.id,
        version: after.version,
        values: { ...after.values, phone: '555-0105' },
      }),
    ).rejects.toMatchObject({ data: { problems: [{ path: 'phone' }] } });
    await server.owner.query(`update groups set contact_phone = 'call the office' where id = $1`, [group]);
    const { version } = await dana.api.groups.get({ id: group });
    await expect(
      dana.api.groups.edit({ id: group, version, changes: { city: 'Dubuque' }, seen: {} }),
    ).resolves.toMatchObject({ changed: ['city'] });
  });
});
