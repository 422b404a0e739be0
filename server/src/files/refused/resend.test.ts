import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { newGroup } from '../corpus-run.ts';

/** Refused rows that are sent again become a file on disk before the database knows of it. */
let server: TestServer;
let dana: Person;

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
});
afterAll(() => server.close());

it('leaves no file on disk for a try that the database ended', async () => {
  const { cim } = await newGroup(dana, 1);
  const { id } = await server.upload(dana, 'rows.csv', 'First Name,Last Name,DOB\nAnn,Abbott,04/12/1986\nBea,Burns,13/41/1985', cim);
  expect(await server.finished(dana, id)).toMatchObject({ status: 'completed', added: 1, refused: 1 });
  // The audit entry is the last that a write does; a sequence counts also what is rolled back.
  await server.owner.query(`
    create sequence ended;
    grant usage on sequence ended to public;
    create function stand_in_the_way() returns trigger language plpgsql as $$
      begin
        if new.action = 'files.resend' and nextval('ended') <= 2 then raise exception 'in the way' using errcode = '40P01'; end if;
        return new;
      end $$;
    create trigger stand_in_the_way before insert on audit_log for each row execute function stand_in_the_way()`);
  const again = await dana.api.files.resend({ id });
  await server.finished(dana, again.id);
  const { rows } = await server.owner.query<{ key: string }>('select storage_key as key from uploads where deleted_at is null');
  const kept = readdirSync(path.join(server.services.config.DATA_DIR, 'uploads/kept'));
  expect(kept.filter((name) => !rows.some(({ key }) => key === name))).toEqual([]);
  expect(rows.every(({ key }) => kept.includes(key))).toBe(true);
});

it('asks again of a row whose employee ID is another than that of its namesake, who stands in the group by now', async () => {
  const { id: groupId, cim } = await newGroup(dana, 2);
  const { id } = await server.upload(dana, 'ids.csv', 'Employee ID,First Name,Last Name,DOB\n11,Cleo,Crane,04/12/1986\n12,Cleo,Crane,04/12/1986', cim);
  expect(await server.finished(dana, id)).toMatchObject({ status: 'completed', added: 1, refused: 1 });
  const again = await dana.api.files.resend({ id });
  expect(await server.finished(dana, again.id)).toMatchObject({ status: 'completed', changed: 0, refused: 1 });
  expect((await dana.api.files.refusals({ id: again.id, limit: 1 })).rows).toMatchObject([{ field: 'employeeId', reason: expect.stringMatching(/^Somebody with this name and date of birth is in this group under another employee ID/) }]);
  const { rows } = await server.owner.query<{ id: string }>('select employee_id as id from members where group_id = $1', [groupId]);
  expect(rows).toEqual([{ id: '11' }]);
});
