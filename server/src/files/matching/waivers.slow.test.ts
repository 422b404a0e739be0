import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { corpusBytes } from '../corpus-cases.ts';
import { newGroup, peopleOf } from '../corpus-run.ts';

/** A waiver without a day, of a line that somebody has: an end is proposed, and a person decides. */
let server: TestServer;
let dana: Person;
let groups = 970;

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
});
afterAll(() => server.close());

async function held() {
  const group = await newGroup(dana, ++groups);
  const before = await server.upload(dana, 'people.csv', corpusBytes('census-abbotts.csv'), group.cim);
  expect(await server.finished(dana, before.id)).toMatchObject({ status: 'completed' });
  const { id } = await server.upload(dana, 'waived.csv', corpusBytes('census-waived-held.csv'), group.cim);
  expect(await server.finished(dana, id)).toMatchObject({
    status: 'held',
    ended: 1,
    stops: [{ code: 'waived_without_day', people: 1 }],
  });
  return { id, group };
}
const ada = async (groupId: string): Promise<string | undefined> =>
  (await peopleOf(server, groupId)).find((one) => one.startsWith('Ada'));

it('ends with the month when it is approved, for no other line, and an undo takes it back', async () => {
  const { id, group } = await held();
  const before = await ada(group.id);
  expect(before).toContain('dental DEN-BASIC 2026-01-01;');
  await dana.api.files.approve({ id });
  const { changeId } = await server.finished(dana, id);
  expect(await ada(group.id)).toContain('dental DEN-BASIC 2026-01-01 to 2026-11-30; medical MED-PPO 2026-01-01');
  await dana.api.changes.undo({ id: changeId ?? '', idempotencyKey: crypto.randomUUID() });
  expect(await ada(group.id)).toBe(before);
});

it('ends nothing for whoever is left out', async () => {
  const { id, group } = await held();
  await dana.api.files.choose({ id, excluded: true });
  await dana.api.files.approve({ id });
  expect(await server.finished(dana, id)).toMatchObject({ status: 'completed', ended: 0 });
  expect(await ada(group.id)).not.toContain('2026-11-30');
});
