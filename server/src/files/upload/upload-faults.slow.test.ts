import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { IncomingStore } from './incoming-store.ts';

let server: TestServer;
let dana: Person;

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
});
afterAll(() => server.close());

/** An upload piece by piece. */
async function begin(content: string, cim: string, more: { filename?: string; sha256?: string } = {}) {
  const headers = { cookie: dana.cookie, origin: server.url, 'tus-resumable': '1.0.0' };
  const metadata = Object.entries({ filename: 'people.csv', group_cim: cim, ...more })
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');
  const created = await fetch(`${server.url}/uploads`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(content.length), 'upload-metadata': metadata },
  });
  if (created.status !== 201)
    return {
      refused: await created.text(),
      id: '',
      offset: async () => 0,
      send: async (): Promise<number> => created.status,
      answer: async () => '',
    };
  const address = new URL(created.headers.get('location') ?? '', server.url);
  const patch = (from: number, body: string, checksum?: string): Promise<Response> =>
    fetch(address, {
      method: 'PATCH',
      headers: {
        ...headers,
        ...(checksum && { 'upload-checksum': checksum }),
        'upload-offset': String(from),
        'content-type': 'application/offset+octet-stream',
      },
      body,
    });
  return {
    refused: '',
    id: address.pathname.split('/').at(-1) ?? '',
    offset: async () => Number((await fetch(address, { method: 'HEAD', headers })).headers.get('upload-offset')),
    send: async (from: number, body: string, checksum?: string) => (await patch(from, body, checksum)).status,
    answer: async (from: number, body: string, checksum?: string) => (await patch(from, body, checksum)).text(),
  };
}

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
  const rest = await fetch(address, {
    method: 'PATCH',
    headers: { ...headers, 'upload-offset': offset, 'content-type': 'application/offset+octet-stream' },
    body: csv.slice(-1),
  });
  expect(rest.status).toBe(204);
  expect(await server.posted(dana, sent.id)).toMatchObject({ status: 'completed', added: 1 });
});

it('an upload of which all bytes arrived, but not to the end of the work on them, is told as lacking its last byte', async () => {
  const { cim } = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0] ?? { cim: '' };
  const csv = 'First Name,Last Name,SSN,Date of Birth,Relationship\nIvo,Brandt,123454882,01/02/1990,Self\n';
  const upload = await begin(csv, cim);
  await upload.send(0, csv.slice(0, -1));
  // As a process leaves it that is killed between the last byte and its record.
  const store = new IncomingStore({
    directory: path.join(server.services.config.DATA_DIR, 'uploads', 'incoming'),
    vault: server.services.vault,
  });
  await store.write(Readable.from([Buffer.from(csv.slice(-1))]), upload.id, csv.length - 1);
  expect(await upload.offset()).toBe(csv.length - 1);
  expect(await upload.send(csv.length - 1, csv.slice(-1))).toBe(204);
  expect(await server.posted(dana, upload.id)).toMatchObject({ status: 'completed', added: 1 });
});

it('an unfinished upload is encrypted on disk, its name too, and goes on where it was acknowledged', async () => {
  const { cim } = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0] ?? { cim: '' };
  const csv = 'First Name,Last Name,SSN,Date of Birth,Relationship\nOda,Winter,123454886,01/02/1990,Self\n';
  const upload = await begin(csv, cim, { filename: 'Winter 123-45-4886.csv' });
  expect(await upload.send(0, csv.slice(0, -5))).toBe(204);
  const incoming = path.join(server.services.config.DATA_DIR, 'uploads', 'incoming');
  const names = (await readdir(incoming)).filter((name) => name.startsWith(upload.id));
  expect(names.toSorted()).toEqual([upload.id, `${upload.id}.json`]);
  for (const name of names)
    expect(await readFile(path.join(incoming, name), 'latin1')).not.toMatch(
      /123454886|123-45-4886|Winter|Oda|MTIzLTQ1/,
    );
  expect(await upload.offset()).toBe(csv.length - 5);
  expect(await upload.send(csv.length - 5, csv.slice(-5))).toBe(204);
  expect(await server.posted(dana, upload.id)).toMatchObject({
    status: 'completed',
    added: 1,
    fileName: 'Winter 123-45-4886.csv',
  });
});

it('the last byte twice, because its answer was lost, makes one job; asked afterwards, the upload is whole', async () => {
  const { cim } = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0] ?? { cim: '' };
  const csv = 'First Name,Last Name,SSN,Date of Birth,Relationship\nUna,Falk,123454883,01/02/1990,Self\n';
  const upload = await begin(csv, cim);
  await upload.send(0, csv.slice(0, -1));
  const before = (await dana.api.files.jobs({ limit: 50 })).rows.length;
  const answers = await Promise.all([
    upload.send(csv.length - 1, csv.slice(-1)),
    upload.send(csv.length - 1, csv.slice(-1)),
  ]);
  expect(answers).toContain(204);
  expect(await upload.offset()).toBe(csv.length);
  expect(await server.posted(dana, upload.id)).toMatchObject({ status: 'completed', added: 1 });
  expect((await dana.api.files.jobs({ limit: 50 })).rows.length).toBe(before + 1);
  expect(await readdir(path.join(server.services.config.DATA_DIR, 'uploads', 'incoming'))).toEqual([]);
  const marcus = await server.as('group_administrator');
  expect(
    (
      await fetch(`${server.url}/uploads/${upload.id}`, {
        method: 'HEAD',
        headers: { cookie: marcus.cookie, origin: server.url, 'tus-resumable': '1.0.0' },
      })
    ).status,
  ).toBe(404);
});

it('what arrives otherwise than it was sent is refused by its checksum, and nothing of it is kept', async () => {
  const { cim } = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0] ?? { cim: '' };
  const csv = 'First Name,Last Name,SSN,Date of Birth,Relationship\nPia,Lang,123454884,01/02/1990,Self\n';
  const sha256 = createHash('sha256').update(csv).digest('hex');
  const kept = () => readdir(path.join(server.services.config.DATA_DIR, 'uploads', 'kept'));
  const before = await kept();
  const wrong = await begin(csv, cim, { sha256 });
  expect(await wrong.answer(0, csv.replace('Pia', 'Mia'))).toContain('people.csv did not arrive as it was sent');
  await expect(dana.api.files.job({ id: wrong.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await kept()).toEqual(before);
  expect(await readdir(path.join(server.services.config.DATA_DIR, 'uploads', 'incoming'))).toEqual([]);
  expect((await begin(csv, cim, { sha256: 'none' })).refused).toContain('is not a valid SHA-256');
  const right = await begin(csv, cim, { sha256: sha256.toUpperCase() });
  expect(await right.send(0, csv)).toBe(204);
  expect(await server.posted(dana, right.id)).toMatchObject({ status: 'completed', added: 1 });
});

it('a piece that was damaged on its way is refused in words, nothing of it is kept, and it is taken when it comes again', async () => {
  const { cim } = (await dana.api.groups.list({ search: 'Kestrel Avionics' })).rows[0] ?? { cim: '' };
  const csv = 'First Name,Last Name,SSN,Date of Birth,Relationship\nIra,Holm,123454885,01/02/1990,Self\n';
  const pieces = [csv.slice(0, 40), csv.slice(40)] as const;
  const checksum = (text: string, algorithm = 'sha256') =>
    `${algorithm} ${createHash(algorithm).update(text).digest('base64')}`;
  const upload = await begin(csv, cim);
  expect(await upload.send(0, pieces[0], checksum(pieces[0]))).toBe(204);
  expect(await upload.send(40, pieces[1].replace('Ira', 'Ida'), checksum(pieces[1]))).toBe(460);
  expect(await upload.offset()).toBe(40);
  expect(await upload.answer(40, pieces[1].slice(0, -3), checksum(pieces[1]))).toContain(
    'was damaged in transfer and not kept',
  );
  expect(await upload.send(40, pieces[1], checksum(pieces[1], 'sha1'))).toBe(400);
  expect(await upload.offset()).toBe(40);
  expect(await upload.send(40, pieces[1], checksum(pieces[1]))).toBe(204);
  expect(await server.posted(dana, upload.id)).toMatchObject({ status: 'completed', added: 1 });
  const told = await fetch(`${server.url}/uploads`, {
    method: 'OPTIONS',
    headers: { cookie: dana.cookie, origin: server.url, 'tus-resumable': '1.0.0' },
  });
  expect([told.headers.get('tus-extension'), told.headers.get('tus-checksum-algorithm')]).toEqual([
    expect.stringContaining('checksum'),
    'sha256',
  ]);
});

it.each([
  ['of 300 letters', `${'n'.repeat(300)}.csv`, `${'n'.repeat(196)}.csv`],
  ['of 300 smileys and a letter', `n${'😀'.repeat(300)}.csv`, `n${'😀'.repeat(97)}.csv`],
  ['with a way before it', '..\\..\\people (1)’s*.csv', 'people (1)’s*.csv'],
  ['that turns around', 'pay\u202Evsc.csv', 'payvsc.csv'],
  ['in Arabic', 'قائمة الموظفين.csv', 'قائمة الموظفين.csv'],
])('a file with a name %s keeps its ending, and comes back by it', async (_about, filename, shown) => {
  const csv = `First Name,Last Name\n${filename.slice(0, 3).toWellFormed()},Nobody\n`;
  const { id } = await server.upload(dana, filename, csv, 'CIM-2026-000001');
  const job = await server.posted(dana, id);
  expect(job.fileName).toBe(shown);
  const headers = { cookie: dana.cookie };
  const original = await fetch(`${server.url}/downloads/files/${id.toUpperCase()}/original`, { headers });
  expect(await original.text()).toBe(csv);
  const named = /filename\*=UTF-8''([\w.~!#$&+^`|%-]+)$/.exec(original.headers.get('content-disposition') ?? '');
  expect(decodeURIComponent(named?.[1] ?? '')).toBe(shown);
});

it('an address that names no file is answered so, whatever stands in it', async () => {
  const told: string[] = [];
  for (const id of ['-'.repeat(36), '0'.repeat(36), '%00', '..%2F..%2Fkeys', 'null'])
    for (const what of ['original', 'refused', 'refused-reasons', 'ta1', '999', 'report.pdf', 'report.csv']) {
      const { status } = await fetch(`${server.url}/downloads/files/${id}/${what}`, {
        headers: { cookie: dana.cookie },
      });
      if (status !== 404) told.push(`${id}/${what}: ${status}`);
    }
  expect(told).toEqual([]);
});
