import type { Meta, UppyFile } from '@uppy/core';
import { checksumOfFile, checksumOfPiece, PIECE_BYTES } from './checksums.ts';

const RETRY_DELAYS = [0, 1000, 3000, 5000, 10_000, 20_000];

type TusFailure = { originalResponse?: { getBody(): string; getStatus(): number } | null };

/** A piece was damaged on its way (tus, extension checksum); it is taken when it comes again. */
const DAMAGED = 460;

const statusOf = (error: unknown): number => (error as TusFailure | undefined)?.originalResponse?.getStatus() ?? 0;

/** The session has ended; what has arrived goes on with the next one of the same person. */
export const isOfSession = (error: unknown): boolean => statusOf(error) === 401;

/** The same bytes would be refused again. */
function isFinal(error: unknown): boolean {
  const status = statusOf(error);
  return status >= 400 && status < 500 && !isOfSession(error) && status !== DAMAGED;
}

/** The server's own words, where it answered. */
export function wordsOf(error: unknown): string | undefined {
  try {
    return (JSON.parse((error as TusFailure).originalResponse?.getBody() ?? '') as { message?: string }).message;
  } catch {
    return undefined;
  }
}

type Handlers = {
  onProgress(percent: number): void;
  /** It has stopped and will be tried again by itself. */
  onWaiting(error: unknown): void;
  onSuccess(jobId: string): void;
  /** `again` goes on from where it stopped; a refusal is final and has none. */
  onError(error: unknown, again: (() => void) | undefined): void;
};

const libraries = () => Promise.all([import('@uppy/core'), import('@uppy/tus')]);

/** Fetches what sends files before there is one: a connection that is lost until then may not bring it any more. */
export const prepareToSend = (): void => void libraries().catch(() => {});

/**
 * Sends one file in resumable pieces; a lost connection is tried again by itself. What has arrived of one that is
 * `cancelled` is forgotten by the server at once, or with other unfinished ones where it cannot be told.
 */
export async function send(
  file: File,
  groupCim: string | undefined,
  cancelled: AbortSignal,
  handlers: Handlers,
): Promise<void> {
  // It may have waited for its turn.
  if (cancelled.aborted) return;
  let loaded: Awaited<ReturnType<typeof libraries>>;
  try {
    loaded = await libraries();
  } catch (error) {
    // Asked for again, it would fail the same in this page.
    return handlers.onError(error, undefined);
  }
  const [{ default: Uppy }, { default: Tus }] = loaded;
  const sha256 = await checksumOfFile(file);
  // What fails is said on the page; the library's own log would only repeat it in the console.
  const meta = {
    filename: file.name,
    ...(file.type && { filetype: file.type }),
    ...(groupCim && { group_cim: groupCim }),
    ...(sha256 && { sha256 }),
  };
  const uppy = new Uppy({
    autoProceed: false,
    allowMultipleUploadBatches: false,
    logger: { debug() {}, warn() {}, error() {} },
  });
  uppy.use(Tus, {
    endpoint: `${globalThis.location.origin}/uploads`,
    retryDelays: RETRY_DELAYS,
    chunkSize: PIECE_BYTES,
    onBeforeRequest: async (request) => {
      if (request.getMethod() !== 'PATCH') return;
      const checksum = await checksumOfPiece(file, Number(request.getHeader('Upload-Offset')));
      // Cancelled meanwhile, it would still be sent: there was no request yet that could be broken off.
      cancelled.throwIfAborted();
      if (checksum) request.setHeader('Upload-Checksum', checksum);
    },
    // A file's name may name a person, so nothing of it is kept in the browser's storage.
    storeFingerprintForResuming: false,
    removeFingerprintOnSuccess: true,
    // A field that is named here and not given would travel as the word 'undefined'.
    allowedMetaFields: Object.keys(meta),
    onShouldRetry: (error, _attempt, _options, next) => {
      const status = error.originalResponse?.getStatus();
      const again =
        status === 503 ||
        status === DAMAGED ||
        (!(status !== undefined && status >= 400 && status < 500) && next(error));
      if (again) handlers.onWaiting(error);
      return again;
    },
  });
  uppy.on('upload-progress', (_file: UppyFile<Meta, Record<string, never>> | undefined, progress) => {
    handlers.onProgress(progress.bytesTotal ? Math.floor((progress.bytesUploaded / progress.bytesTotal) * 100) : 0);
  });
  uppy.on('upload-success', (_file, response) => handlers.onSuccess(response.uploadURL?.split('/').at(-1) ?? ''));
  const settle = async (sending: Promise<unknown>): Promise<void> => {
    await sending.catch(() => undefined);
    const left = uppy.getFiles().find(({ progress }) => !progress.uploadComplete);
    if (left) handlers.onError(failure, isFinal(failure) ? undefined : () => void settle(uppy.retryUpload(left.id)));
    else uppy.destroy();
  };
  let failure: unknown;
  uppy.on('upload-error', (_file, error) => {
    failure = error;
  });
  if (cancelled.aborted) return;
  cancelled.addEventListener('abort', () => uppy.cancelAll(), { once: true });
  uppy.addFile({ name: file.name, type: file.type, data: file, meta });
  await settle(uppy.upload());
}
