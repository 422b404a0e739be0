import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { QUEUE_DEFAULTS } from '@openbenefits/domain/files/file-queue';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { newGroup } from '../files/corpus-run.ts';
import { settle } from '../jobs/settling.ts';
import { openLog } from '../log.ts';
import { openTestBucket, type TestBucket } from '../testing/test-bucket.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';

let bucket: TestBucket;
let server: TestServer;
let dana: Person;
let cim: string;
const logged: string[] = [];
beforeAll(async () => {
  bucket = await openTestBucket();
  server = await openTestServer({
    config: bucket.settings,
    log: openLog('info', { write: (line) => void logged.push(line) }),
  });
  dana = await server.as('administrator');
  ({ cim } = await newGroup(dana, 1));
});
afterAll(async () => {
  await server.close();
  await bucket.close();
});

const HEADINGS = 'First Name,Last Name,SSN,Date of Birth,Relationship\n';
const keyOf = async (id: string): Promise<string> =>
  (await server.owner.query<{ key: string }>('select storage_key as key from uploads where id = $1', [id])).rows[0]
    ?.key ?? '';
const download = (id: string) =>
  fetch(`${server.url}/downloads/files/${id}/original`, { headers: { cookie: dana.cookie } });

it('an original is kept in the bucket, imported, downloaded, and removed from it', async () => {
  const csv = `${HEADINGS}Veda,Osei,123-45-4881,01/02/1990,Self\n`;
  const { id } = await server.upload(dana, 'people.csv', csv, cim);
  expect(await server.posted(dana, id)).toMatchObject({ status: 'completed', added: 1 });
  const file = bucket.fileOf(await keyOf(id));
  expect(readFileSync(file, 'latin1')).not.toMatch(/Veda|123-45/);
  expect(readdirSync(path.join(server.services.config.DATA_DIR, 'uploads'))).toEqual(['incoming']);
  expect(await (await download(id)).text()).toBe(csv);
  await dana.api.files.removeOriginal({ id });
  expect(existsSync(file)).toBe(false);
  expect((await download(id)).status).toBe(404);
});

it('a bucket that is away is told in words; the last byte is sent again once it is back', async () => {
  const csv = `${HEADINGS}Ivo,Brandt,123-45-4882,01/02/1990,Self\n`;
  await bucket.pause();
  const sent = await server.upload(dana, 'people.csv', csv, cim);
  expect(sent).toMatchObject({ status: 503, message: expect.stringContaining('The file storage does not respond') });
  await settle(server.services, DEFAULT_TENANT);
  expect(logged.filter((line) => line.includes('The file storage failed; the next round tries again'))).toHaveLength(1);
  await bucket.resume();
  const headers = {
    cookie: dana.cookie,
    origin: server.url,
    'tus-resumable': '1.0.0',
    'content-type': 'application/offset+octet-stream',
  };
  const last = await fetch(`${server.url}/uploads/${sent.id}`, {
    method: 'PATCH',
    headers: { ...headers, 'upload-offset': String(csv.length - 1) },
    body: csv.slice(-1),
  });
  expect(last.status).toBe(204);
  expect(await server.posted(dana, sent.id)).toMatchObject({ status: 'completed', added: 1 });
});

it('retention removes old originals and files that no upload knows', async () => {
  server.clock.set('2027-03-01T18:00:00.000Z');
  const { id } = await server.upload(
    dana,
    'people.csv',
    `${HEADINGS}Una,Falk,123-45-4883,01/02/1990,Self,${randomUUID()}\n`,
    cim,
  );
  await server.posted(dana, id);
  await dana.api.files.queue.saveSettings({ ...QUEUE_DEFAULTS, retentionDays: 30 });
  const [left, young] = [
    await server.services.storage.put(Buffer.from('left')),
    await server.services.storage.put(Buffer.from('young')),
  ];
  const touched = (key: string, at: string) => utimesSync(bucket.fileOf(key), new Date(at), new Date(at));
  touched(left.storageKey, '2027-02-01T00:00:00Z');
  touched(young.storageKey, '2027-03-01T17:00:00Z');
  await settle(server.services, DEFAULT_TENANT);
  const there = (key: string): boolean => existsSync(bucket.fileOf(key));
  expect([there(left.storageKey), there(young.storageKey), there(await keyOf(id))]).toEqual([false, true, true]);
  await server.owner.query(`update uploads set created_at = '2027-01-01' where id = $1`, [id]);
  await settle(server.services, DEFAULT_TENANT);
  expect(there(await keyOf(id))).toBe(false);
});
