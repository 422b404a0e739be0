import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../../testing/test-server.ts';
import { corpusBytes } from '../../corpus-cases.ts';
import { newGroup, outcomeOf } from '../../corpus-run.ts';

let server: TestServer;
let dana: Person;
beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
});
afterAll(() => server.close());

it('a missing subscriber is shown with how many dependents the file names', async () => {
  const group = await newGroup(dana, 1);
  const send = async (name: string): Promise<string> => {
    const sent = await server.upload(dana, name, corpusBytes(name), group.cim);
    await outcomeOf(server, dana, sent);
    return sent.id;
  };
  await send('base.edi');
  const { rows } = await dana.api.files.missing({ id: await send('full-subscriber-missing.edi'), limit: 5 });
  expect(rows).toMatchObject([{ name: 'ADA ABBOTT', isSubscriber: true, dependentsPresent: 2 }]);
});
