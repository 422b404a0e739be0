import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { PassThrough, pipeline, type Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { codeOf } from '../disk-full.ts';
import type { ObjectStore } from './object-store.ts';
import { unnamedFile } from './plain-file.ts';
import { StorageFault, type StorageFaultKind } from './storage-fault.ts';
import type { S3Address, S3Credentials } from './storage-settings.ts';

const TIMEOUTS = {
  connectionTimeout: 3000,
  socketTimeout: 20_000,
  requestTimeout: 60_000,
  throwOnRequestTimeout: true,
};
/** Of a page of the list; the most that S3 gives. */
const PAGE = 1000;

/** Codes of S3 (API reference, "Error responses") and of stores that speak its protocol (MinIO, Ceph). */
const KIND_OF: readonly [codes: RegExp, kind: StorageFaultKind][] = [
  [/^(NoSuchKey|NotFound)$/, 'missing'],
  [/^NoSuchBucket$/, 'no_bucket'],
  [/^(QuotaExceeded|XMinioStorageFull|XMinioAdminBucketQuotaExceeded|InsufficientStorage|EntityTooLarge)$/, 'full'],
  [/^(AccessDenied|Forbidden|InvalidAccessKeyId|SignatureDoesNotMatch|ExpiredToken|InvalidToken)$/, 'denied'],
  [/^CredentialsProviderError$/, 'denied'],
];

/**
 * Classifies an error of the SDK. Unknown errors count as a store that does not respond. Full local disks pass
 * unchanged.
 */
function faultOf(error: unknown): unknown {
  if (error instanceof StorageFault || /^(ENOSPC|EDQUOT)$/.test(codeOf(error))) return error;
  const {
    name = '',
    Code = '',
    $metadata,
  } = error as { name?: string; Code?: string; $metadata?: { httpStatusCode?: number } };
  const known = KIND_OF.find(([codes]) => codes.test(name) || codes.test(Code));
  const status = $metadata?.httpStatusCode;
  const kind = known?.[1] ?? (status === 507 ? 'full' : status === 401 || status === 403 ? 'denied' : 'unreachable');
  return new StorageFault(kind, { cause: error });
}

async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw faultOf(error);
  }
}

/** A stream that ends with a StorageFault where the connection breaks. */
function withFaults(body: Readable): Readable {
  const passed = new PassThrough();
  body.once('error', (error) => passed.destroy(faultOf(error) as Error));
  pipeline(body, passed, () => {});
  return passed;
}

/** Keeps encrypted files in a bucket of S3 or of a store that speaks its protocol. */
export function openS3Bucket(
  address: S3Address,
  credentials: S3Credentials | undefined,
): ObjectStore & { check(): Promise<void> } {
  const { bucket, prefix, endpoint, region } = address;
  const client = new S3Client({
    ...(region && { region }),
    // Stores of one's own seldom have a host name for each bucket.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(endpoint && !region && !process.env.AWS_REGION && { region: 'us-east-1' }),
    ...(credentials && { credentials }),
    // Many stores do not know newer checksums. All know Content-MD5, and the encryption tag verifies what is read.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: TIMEOUTS,
    maxAttempts: 3,
    // It writes to the console otherwise.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  });
  const at = (name: string) => ({ Bucket: bucket, Key: prefix + name });
  const store: ObjectStore = {
    async put(name, fill) {
      const digest = createHash('md5');
      const sealed = await unnamedFile((write) =>
        fill((bytes) => {
          digest.update(bytes);
          return write(bytes);
        }),
      );
      try {
        const ContentMD5 = digest.digest('base64');
        const Body = createReadStream(sealed.path);
        await asking(() =>
          client.send(new PutObjectCommand({ ...at(name), Body, ContentLength: sealed.size, ContentMD5 })),
        );
      } finally {
        await sealed.close();
      }
    },
    async read(name) {
      const { Body } = await asking(() => client.send(new GetObjectCommand(at(name))));
      return withFaults(Body as Readable);
    },
    async size(name) {
      try {
        const { ContentLength } = await asking(() => client.send(new HeadObjectCommand(at(name))));
        return ContentLength;
      } catch (error) {
        if (error instanceof StorageFault && error.kind === 'missing') return undefined;
        throw error;
      }
    },
    async remove(name) {
      await asking(() => client.send(new DeleteObjectCommand(at(name))));
    },
    async *list() {
      let ContinuationToken: string | undefined;
      do {
        const more = ContinuationToken === undefined ? {} : { ContinuationToken };
        const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: PAGE, ...more });
        const page = await asking(() => client.send(command));
        for (const { Key = '', LastModified } of page.Contents ?? []) {
          const name = Key.slice(prefix.length);
          // Deeper names belong to other users of the bucket.
          if (name !== '' && !name.includes('/') && LastModified)
            yield { name, modifiedAt: LastModified.toISOString() };
        }
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (ContinuationToken !== undefined);
    },
  };
  const check = async (): Promise<void> => {
    await asking(() => client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 })));
  };
  return { ...store, check };
}
