import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';
import { sealAllWith } from './seal-tax-ids.ts';

let server: TestServer;
let dana: Person;
beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
});
afterAll(() => server.close());

it('seals tax IDs that an earlier version stored in the clear, once, and they are found as before', async () => {
  const { owner, services } = server;
  const [group] = (await dana.api.groups.list({})).rows;
  const [draft] = await dana.api.groups.drafts.list({});
  await owner.query(
    `update groups set tax_id = '41-2223334', tax_id_encrypted = null, tax_id_index = null where id = $1`,
    [group?.id],
  );
  await owner.query(
    `update draft_groups set form_data = form_data - 'tax_id_encrypted' || '{"tax_id": "41-2223335"}' where id = $1`,
    [draft?.id],
  );
  for (let time = 0; time < 2; time++) await sealAllWith(owner, services.vault);
  const { rows } = await owner.query<{ plain: string | null; text: string }>(
    `select tax_id as plain, g::text as text from groups g where id = $1 union all select null, d::text from draft_groups d where id = $2`,
    [group?.id, draft?.id],
  );
  expect(rows.map(({ plain, text }) => [plain, /2223334|2223335/.test(text)])).toEqual([
    [null, false],
    [null, false],
  ]);
  expect((await dana.api.groups.get({ id: group?.id ?? '' })).taxIdLast4).toBe('3334');
  expect((await dana.api.groups.drafts.get({ id: draft?.id ?? '' })).form.tax_id).toBe('41-2223335');
  const { id } = await server.upload(
    dana,
    'people.csv',
    'First Name,Last Name,SSN,DOB,Employer Tax ID\nIda,Ives,219-45-0009,1985-03-14,412223334\n',
  );
  expect((await server.finished(dana, id)).group?.id).toBe(group?.id);
});
