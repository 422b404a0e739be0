import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig, StartError } from '../config.ts';
import { toContractError } from '../failures.ts';
import { openLog } from '../log.ts';
import { openTestBucket, type TestBucket } from '../testing/test-bucket.ts';
import { testVault } from '../vault.ts';
import { type FileStorage, openStorage } from './file-storage.ts';

const SSN = 'Veda Osei 123-45-6789';
let bucket: TestBucket;
let folder: string;
beforeAll(async () => {
  bucket = await openTestBucket();
  folder = await mkdtemp(path.join(tmpdir(), 'openbenefits-storage-'));
});
afterAll(async () => {
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});

const local = () => readConfig({ DATA_DIR: folder, NODE_ENV: 'test' });
const inBucket = (more: NodeJS.ProcessEnv = {}) =>
  readConfig({ DATA_DIR: folder, NODE_ENV: 'test', ...bucket.settings, ...more });
const kept = () => path.join(folder, 'uploads', 'kept');

/** The files that hold the bytes, wherever they are. */
const PLACES = [
  { name: 'a local folder', settings: local, fileOf: (key: string) => path.join(kept(), key) },
  { name: 'a bucket', settings: inBucket, fileOf: (key: string) => bucket.fileOf(key) },
];

const content = async (storage: FileStorage, key: string): Promise<string> => {
  const file = await storage.open(key);
  const read = readFileSync(file.path, 'utf8');
  await file.close();
  return read;
};

async function namesOf(storage: FileStorage): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of storage.list()) names.push(name);
  return names;
}

describe.each(PLACES)('$name', ({ settings, fileOf }) => {
  let storage: FileStorage;
  beforeAll(async () => {
    storage = await openStorage(settings(), testVault());
  });

  it('keeps bytes, a file and a stream, encrypted, and gives them back until they are removed', async () => {
    const plain = path.join(folder, 'plain');
    writeFileSync(plain, SSN);
    const puts = await Promise.all([
      storage.put(Buffer.from(SSN)),
      storage.put(plain),
      storage.put(Readable.from([Buffer.from(SSN)])),
    ]);
    expect(new Set(puts.map(({ sha256 }) => sha256.toString('hex'))).size).toBe(1);
    for (const { storageKey, size } of puts) {
      expect(size).toBe(SSN.length);
      expect(await content(storage, storageKey)).toBe(SSN);
      const streamed = await storage.stream(storageKey);
      expect([await text(streamed.stream), streamed.size]).toEqual([SSN, SSN.length]);
      expect(readFileSync(fileOf(storageKey), 'latin1')).not.toMatch(/Veda|123-45/);
      expect(await storage.size(storageKey)).toBe(statSync(fileOf(storageKey)).size);
    }
    expect((await namesOf(storage)).toSorted()).toEqual(puts.map(({ storageKey }) => storageKey).toSorted());
    for await (const { modifiedAt } of storage.list()) expect(modifiedAt).toMatch(/^20\d\d-\d\d-\d\dT.*Z$/);
    for (const { storageKey } of puts) {
      await storage.remove(storageKey);
      await storage.remove(storageKey);
      expect(await storage.size(storageKey)).toBeUndefined();
      await expect(storage.open(storageKey)).rejects.toMatchObject({ kind: 'missing' });
    }
    expect(await namesOf(storage)).toEqual([]);
  });

  it('keeps nothing of a file whose bytes break off', async () => {
    const broken = Readable.from(
      (function* () {
        yield Buffer.alloc(100_000);
        throw new Error('broken off');
      })(),
    );
    await expect(storage.put(broken)).rejects.toThrow('broken off');
    expect(await namesOf(storage)).toEqual([]);
  });

  it('keeps 3 MB in order and opens nothing that was altered or swapped', async () => {
    const long = Buffer.from(Array.from({ length: 300_000 }, (_, at) => String(at).padStart(10)).join(''));
    const [one, two] = [await storage.put(long), await storage.put(Buffer.from('two'))];
    expect((await content(storage, one.storageKey)).length).toBe(long.length);
    const bytes = readFileSync(fileOf(two.storageKey));
    writeFileSync(fileOf(two.storageKey), readFileSync(fileOf(one.storageKey)));
    await expect(storage.open(two.storageKey)).rejects.toThrow();
    writeFileSync(
      fileOf(two.storageKey),
      bytes.map((byte, at) => (at === bytes.length - 18 ? byte ^ 1 : byte)),
    );
    await expect(storage.open(two.storageKey)).rejects.toThrow();
    for (const { storageKey } of [one, two]) await storage.remove(storageKey);
  });

  it('is readable by the other one after its files were copied as they are', async () => {
    const { storageKey } = await storage.put(Buffer.from(SSN));
    const bytes = readFileSync(fileOf(storageKey));
    await storage.remove(storageKey);
    const other = PLACES.find((place) => place.fileOf !== fileOf) ?? PLACES[0];
    if (other === PLACES[0]) writeFileSync(path.join(kept(), storageKey), bytes);
    else await bucket.put(storageKey, bytes);
    const there = await openStorage(other?.settings() ?? local(), testVault());
    expect(await content(there, storageKey)).toBe(SSN);
    await there.remove(storageKey);
  });
});

it('a local folder is for its owner only', async () => {
  await openStorage(local(), testVault());
  expect(statSync(kept()).mode & 0o777).toBe(0o700);
  expect(readdirSync(kept())).toEqual([]);
});

it('a bucket that cannot be used refuses the start in one line', async () => {
  const start = (more: NodeJS.ProcessEnv) => openStorage(inBucket(more), testVault());
  await expect(
    start({ STORAGE_URL: bucket.settings.STORAGE_URL.replace('s3://files', 's3://nowhere') }),
  ).rejects.toThrow(/^The bucket nowhere of STORAGE_URL does not exist/);
  await expect(start({ AWS_ACCESS_KEY_ID: 'wrong' })).rejects.toThrow(/denies access\. Correct AWS_ACCESS_KEY_ID/);
  const away = await openTestBucket();
  await away.close();
  await expect(start(away.settings)).rejects.toThrow(/does not respond\. Check that it is running/);
  await expect(start(away.settings)).rejects.toThrow(StartError);
});

it('a bucket that goes away while the server runs is told in words, and is used again when it is back', async () => {
  const own = await openTestBucket();
  const storage = await openStorage(readConfig({ DATA_DIR: folder, NODE_ENV: 'test', ...own.settings }), testVault());
  const { storageKey } = await storage.put(Buffer.from(SSN));
  await own.pause();
  for (const ask of [
    () => storage.put(Buffer.from(SSN)),
    () => storage.open(storageKey),
    () => storage.remove(storageKey),
    () => storage.size(storageKey),
  ]) {
    const failure = await ask().then(
      () => undefined,
      (error: unknown) => toContractError(error, openLog('silent'), 'reference'),
    );
    expect(failure).toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringMatching(/^The file storage does not respond/),
    });
  }
  await own.resume();
  expect(await content(storage, storageKey)).toBe(SSN);
  await own.close();
});
