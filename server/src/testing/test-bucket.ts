import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AddressInfo } from 'node:net';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import S3rver from 's3rver';

const KEY = 'S3RVER';
const BUCKET = 'files';
const PREFIX = 'openbenefits';

export type TestBucket = {
  /** Settings of a server that keeps its files here. */
  settings: { STORAGE_URL: string; AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string };
  /** The path of the bytes of a file, as the S3 server keeps them. */
  fileOf(key: string): string;
  put(key: string, bytes: Buffer): Promise<void>;
  /** Closes the port; what is kept stays. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  close(): Promise<void>;
};

/** Runs an S3 server in this process with an empty bucket. */
export async function openTestBucket(): Promise<TestBucket> {
  const directory = await mkdtemp(path.join(tmpdir(), 'openbenefits-bucket-'));
  const options = { address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: BUCKET, configs: [] }] };
  let server = new S3rver({ ...options, port: 0 });
  const { port }: AddressInfo = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  const credentials = { accessKeyId: KEY, secretAccessKey: KEY };
  const client = new S3Client({ endpoint, credentials, region: 'us-east-1', forcePathStyle: true });
  let isOpen = true;
  const pause = async (): Promise<void> => {
    if (isOpen) await server.close();
    isOpen = false;
  };
  return {
    settings: {
      STORAGE_URL: `s3://${BUCKET}/${PREFIX}?endpoint=${endpoint}`,
      AWS_ACCESS_KEY_ID: KEY,
      AWS_SECRET_ACCESS_KEY: KEY,
    },
    fileOf: (key) => path.join(directory, BUCKET, PREFIX, `${key}._S3rver_object`),
    put: async (key, Body) =>
      void (await client.send(new PutObjectCommand({ Bucket: BUCKET, Key: `${PREFIX}/${key}`, Body }))),
    pause,
    async resume() {
      server = new S3rver({ ...options, port });
      await server.run();
      isOpen = true;
    },
    async close() {
      client.destroy();
      await pause();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
