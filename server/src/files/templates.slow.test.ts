import { SAMPLE_LEFT_OUT } from '@openbenefits/domain/files/census/sample-people';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let dana: Person;

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
});
afterAll(() => server.close());

const template = async (name: string, person = dana) =>
  fetch(new URL(`/downloads/templates/${name}`, server.url), { headers: { cookie: person.cookie } });

describe('a template that Dana downloads', () => {
  const filled = async (name: string, by: readonly (readonly [string, string])[]): Promise<Buffer> => {
    const answer = await template(name);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
    return Buffer.from(
      by.reduce(
        (text, [from, to]) => text.replaceAll(from, to),
        Buffer.from(await answer.arrayBuffer()).toString('latin1'),
      ),
      'latin1',
    );
  };

  it.each([
    // The 834 names its group by itself: whoever fills it in puts the number there.
    ['enrollment-834.edi', 'CIM-0000-000000', undefined, 'casey example'],
    ['census.csv', ',Example,', ',Exeter,', 'casey exeter'],
  ])('%s imports once it is filled in, into a group', async (name, from, to, person) => {
    const { cim, id } = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0] ?? { cim: '', id: '' };
    const sent = await server.upload(dana, name, await filled(name, [[from, to ?? cim]]), to && cim);
    const job = await server.finished(dana, sent.id);
    expect(job, JSON.stringify((await dana.api.files.refusals({ id: sent.id })).rows)).toMatchObject({
      status: 'completed',
      refused: 0,
    });
    expect((await dana.api.members.ofGroup({ groupId: id, search: person })).rows).toMatchObject([
      { plan: 'Standard HMO' },
    ]);
    if (name === 'census.csv')
      expect(job.remarks).toContainEqual(
        expect.objectContaining({ code: SAMPLE_LEFT_OUT.code, text: SAMPLE_LEFT_OUT.text, count: 3 }),
      );
  });

  it.each(['census.csv', 'census.xlsx'])('%s as it is adds nobody: its example people are left out', async (name) => {
    const { cim, id } = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0] ?? { cim: '', id: '' };
    const sent = await server.upload(dana, name, await filled(name, []), cim);
    expect(await server.finished(dana, sent.id)).toMatchObject({
      status: 'error',
      added: 0,
      errorMessage: expect.stringContaining('only the example people of our template'),
    });
    expect((await dana.api.members.ofGroup({ groupId: id, search: 'avery sample' })).rows).toEqual([]);
  });

  it('needs somebody who is signed in, and a name that exists', async () => {
    expect((await template('census.csv', await server.as('nobody'))).status).toBe(401);
    expect((await template('passwords.csv')).status).toBe(404);
  });
});
