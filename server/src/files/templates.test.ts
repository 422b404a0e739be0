import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let dana: Person;

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
});
afterAll(() => server.close());

const template = async (name: string, person = dana) => fetch(new URL(`/downloads/templates/${name}`, server.url), { headers: { cookie: person.cookie } });

describe('a template that Dana downloads', () => {
  it.each(['census.csv', 'census.xlsx', 'enrollment-834.edi'])('%s imports as it is, into a group', async (name) => {
    const { cim, id } = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0] ?? { cim: '', id: '' };
    const answer = await template(name);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    // The 834 names its group by itself: whoever fills it in puts the number there.
    const filled = name.endsWith('.edi') ? Buffer.from(bytes.toString().replaceAll('CIM-0000-000000', cim)) : bytes;
    const sent = await server.upload(dana, name, filled, name.endsWith('.edi') ? undefined : cim);
    const job = await server.finished(dana, sent.id);
    expect(job, JSON.stringify((await dana.api.files.refusals({ id: sent.id })).rows)).toMatchObject({ status: 'completed', refused: 0 });
    const { rows } = await dana.api.members.ofGroup({ groupId: id, search: 'casey example' });
    expect(rows).toMatchObject([{ name: expect.stringMatching(/casey example/i), plan: 'Standard HMO' }]);
    if (name === 'census.csv') expect(job).toMatchObject({ added: 4, format: 'csv' });
  });

  it('needs somebody who is signed in, and a name that exists', async () => {
    expect((await template('census.csv', await server.as('nobody'))).status).toBe(401);
    expect((await template('passwords.csv')).status).toBe(404);
  });
});
