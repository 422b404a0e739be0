import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let dana: Person;

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
});
afterAll(() => server.close());

it('a file that cannot be kept is not acknowledged, and goes on from there once it can', async () => {
  const kept = path.join(server.services.config.DATA_DIR, 'uploads', 'kept');
  const csv = 'First Name,Last Name,SSN,Date of Birth,Relationship\nVeda,Osei,123454881,01/02/1990,Self\n';
  const { cim } = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0] ?? { cim: '' };
  // A file stands where the folder was, so nothing can be written below it.
  await rename(kept, `${kept}.away`);
  await writeFile(kept, '');
  const sent = await server.upload(dana, 'people.csv', csv, cim);
  expect(sent).toMatchObject({ status: 500, message: expect.not.stringContaining('ENOTDIR') });
  await expect(dana.api.files.job({ id: sent.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await rm(kept);
  await rename(`${kept}.away`, kept);

  const headers = { cookie: dana.cookie, origin: server.url, 'tus-resumable': '1.0.0' };
  const address = `${server.url}/uploads/${sent.id}`;
  const offset = (await fetch(address, { method: 'HEAD', headers })).headers.get('upload-offset') ?? '';
  expect(Number(offset)).toBe(csv.length - 1);
  const rest = await fetch(address, { method: 'PATCH', headers: { ...headers, 'upload-offset': offset, 'content-type': 'application/offset+octet-stream' }, body: csv.slice(-1) });
  expect(rest.status).toBe(204);
  expect(await server.finished(dana, sent.id)).toMatchObject({ status: 'completed', added: 1 });
});
