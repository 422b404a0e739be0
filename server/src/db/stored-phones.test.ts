import { readFileSync } from 'node:fs';
import { storedContact, storedPhone } from '@openbenefits/domain/phone';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
  // The conversion as the migration brings it; it is gone with the connection.
  const text = readFileSync(new URL('migrations/0033_what_files_are_known_by.sql', import.meta.url), 'utf8');
  await server.owner.query(
    text.slice(text.indexOf('create function pg_temp.stored_phone'), text.indexOf('update members set phone')),
  );
});
afterAll(() => server.close());

it('numbers from before are converted by the rule of the domain, and what is none stays', async () => {
  const written = [
    '6175550123',
    '16175550123',
    '+1 (617) 555-0123',
    '1-617-555-0123',
    '617.555.0123',
    '617/555-0123',
    '(617)555-0123',
    ' (563) 555-0142 ',
    '617-555-0123 x12',
    '617-555-0123x12',
    '(617) 555-0123 ext. 12',
    '6175550123 Extension: 1204',
    '617-555-0123, #9',
    '+16175550123',
    '+16175550123;ext=12',
    '+442079460958',
    '+6175550123',
    '5550123',
    '1175550123',
    '1-800-FLOWERS',
    'ask for Sam',
    'x12',
    '',
  ];
  const { rows } = await server.owner.query<{ phone: string }>(
    'select pg_temp.stored_phone(w) as phone from unnest($1::text[]) with ordinality as x(w, no) order by no',
    [written],
  );
  expect(rows.map(({ phone }) => phone)).toEqual(written.map((phone) => storedPhone(phone) ?? phone));
});

it('emergency contacts from before are converted by the rule of the domain, and a text without a number stays', async () => {
  const text = readFileSync(new URL('migrations/0036_emergency_contacts.sql', import.meta.url), 'utf8');
  await server.owner.query(text.slice(text.indexOf('create function'), text.indexOf('update members')));
  const written = [
    'Maria Lopez, 617-555-0123',
    'Maria Lopez (spouse) (617) 555-0123 x12',
    'Maria Lopez: 1-617-555-0123',
    '6175550123',
    'Maria Lopez',
    'Maria Lopez, 555-0123',
    'Maria Lopez, 617-555-0123, evenings',
    'Maria Lopez, +16175550123;ext=12',
    'Maria Lopez 617-555-0123 or 617-555-0124',
    '',
  ];
  const { rows } = await server.owner.query<{ contact: string }>(
    'select pg_temp.stored_contact(w) as contact from unnest($1::text[]) with ordinality as x(w, no) order by no',
    [written],
  );
  expect(rows.map(({ contact }) => contact)).toEqual(written.map(storedContact));
});
