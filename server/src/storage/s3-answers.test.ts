import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { openS3Bucket } from './s3-bucket.ts';

/** Answers of S3 that the test server cannot give: pages of a list, and a store that is full. */
let store: Server;
const asked: URLSearchParams[] = [];
afterEach(() => {
  asked.splice(0);
  store.close();
});

async function storeThat(answer: (query: URLSearchParams) => { status: number; xml: string }) {
  store = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://store').searchParams;
    asked.push(query);
    const { status, xml } = answer(query);
    request.resume().once('end', () => response.writeHead(status, { 'content-type': 'application/xml' }).end(xml));
  });
  store.listen(0, '127.0.0.1');
  await once(store, 'listening');
  const endpoint = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
  const keys = { accessKeyId: 'key', secretAccessKey: 'secret' };
  return openS3Bucket({ bucket: 'files', prefix: 'ours/', endpoint, region: 'us-east-1' }, keys);
}

const entry = (key: string): string =>
  `<Contents><Key>${key}</Key><LastModified>2026-11-20T18:00:00.000Z</LastModified></Contents>`;
const list = (keys: string[], next?: string): string =>
  `<ListBucketResult><IsTruncated>${next !== undefined}</IsTruncated>${keys.map(entry).join('')}${next ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''}</ListBucketResult>`;

it('a long list is read page by page, without what others keep deeper down', async () => {
  const bucket = await storeThat((query) => ({
    status: 200,
    xml:
      query.get('continuation-token') === 'second'
        ? list(['ours/c'])
        : list(['ours/a', 'ours/b', 'ours/deeper/down'], 'second'),
  }));
  const names: string[] = [];
  for await (const { name } of bucket.list()) names.push(name);
  expect(names).toEqual(['a', 'b', 'c']);
  expect(asked.map((query) => query.get('prefix'))).toEqual(['ours/', 'ours/']);
});

it.each([
  [403, 'QuotaExceeded', 'full'],
  [507, 'XMinioStorageFull', 'full'],
  [403, 'SignatureDoesNotMatch', 'denied'],
  [404, 'NoSuchBucket', 'no_bucket'],
  [503, 'SlowDown', 'unreachable'],
])('an answer of %i %s to a write is told as %s', async (status, code, kind) => {
  const bucket = await storeThat(() => ({ status, xml: `<Error><Code>${code}</Code><Message>no</Message></Error>` }));
  await expect(bucket.put('name', (write) => write(Buffer.from('bytes')))).rejects.toMatchObject({ kind });
});
