import type { Meta, UppyFile } from '@uppy/core';
import {
  FILE_TOO_LARGE,
  FILE_UPLOADED,
  fileTooLargeText,
  fileUploadedText,
  INVALID_FILE_TYPE,
  invalidFileTypeText,
  isUploadable,
  shownFileName,
  UPLOAD_FAILED,
  UPLOAD_LIMIT_BYTES,
  uploadFailedText,
} from '@openbenefits/domain/files/file-format';
import { t } from '@lingui/core/macro';
import { useCallback, useEffect, useRef, useState } from 'react';
import { newKey } from '../../idempotency.ts';
import { checksumOfFile, checksumOfPiece, PIECE_BYTES } from './checksums.ts';
import { toastBad, toastGood } from '../../ui/toasts.ts';

export type Upload = {
  key: string;
  name: string;
  sizeBytes: number;
  percent: number;
  state: 'uploading' | 'finished' | 'failed';
  /** Why it failed, in the server's words. */
  message?: string;
  /** It does not go on at the moment and is tried again by itself: the server's words, empty where it does not answer. */
  waiting?: string | undefined;
  /** Sends the rest of a failed one. */
  again?: () => void;
  /** The upload and its job share an id. */
  jobId?: string;
};

/** A finished entry leaves the list after two seconds (specification 2, section 4); the file is in the queue list by then. */
const KEEP_FINISHED_MS = 2000;
/** Files on their way at a time: each is read whole for its checksum, and the connections of the page are few. */
const AT_ONCE = 3;
/** Refusals that are told one by one; of more, one toast tells all. */
const TOLD_EACH = 3;
/** Of many, so many are named. */
const NAMED = 5;
const RETRY_DELAYS = [0, 1000, 3000, 5000, 10_000, 20_000];

/** Why a file is skipped before a byte is sent, in the specified words; undefined when it may go. */
export function refusalOf(file: Pick<File, 'name' | 'size' | 'type'>): { title: string; text: string } | undefined {
  const name = shownFileName(file.name);
  if (!isUploadable(file.name, file.type)) return { title: INVALID_FILE_TYPE, text: invalidFileTypeText(name) };
  if (file.size > UPLOAD_LIMIT_BYTES) return { title: FILE_TOO_LARGE, text: fileTooLargeText(name) };
  if (file.size === 0) return { title: UPLOAD_FAILED, text: `${name} is empty.` };
  return undefined;
}

type TusFailure = { originalResponse?: { getBody(): string; getStatus(): number } | null };

/** A piece was damaged on its way (tus, extension checksum); it is taken when it comes again. */
const DAMAGED = 460;

/** The same bytes would be refused again. Signing in anew helps against 401 alone. */
function isFinal(error: unknown): boolean {
  const status = (error as TusFailure | undefined)?.originalResponse?.getStatus() ?? 0;
  return status >= 400 && status < 500 && status !== 401 && status !== DAMAGED;
}

/** The server's own words, where it answered. */
function wordsOf(error: unknown): string | undefined {
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

/** Sends one file in resumable pieces; a lost connection is tried again by itself. The library is loaded with the first file. */
async function send(file: File, groupCim: string | undefined, handlers: Handlers): Promise<void> {
  const [{ default: Uppy }, { default: Tus }, sha256] = await Promise.all([import('@uppy/core'), import('@uppy/tus'), checksumOfFile(file)]);
  // What fails is said on the page; the library's own log would only repeat it in the console.
  const meta = { filename: file.name, ...(file.type && { filetype: file.type }), ...(groupCim && { group_cim: groupCim }), ...(sha256 && { sha256 }) };
  const uppy = new Uppy({ autoProceed: false, allowMultipleUploadBatches: false, logger: { debug() {}, warn() {}, error() {} } });
  uppy.use(Tus, {
    endpoint: `${globalThis.location.origin}/uploads`,
    retryDelays: RETRY_DELAYS,
    chunkSize: PIECE_BYTES,
    onBeforeRequest: async (request) => {
      const checksum = request.getMethod() === 'PATCH' ? await checksumOfPiece(file, Number(request.getHeader('Upload-Offset'))) : undefined;
      if (checksum) request.setHeader('Upload-Checksum', checksum);
    },
    // A file's name may name a person, so nothing of it is kept in the browser's storage.
    storeFingerprintForResuming: false,
    removeFingerprintOnSuccess: true,
    // A field that is named here and not given would travel as the word 'undefined'.
    allowedMetaFields: Object.keys(meta),
    onShouldRetry: (error, _attempt, _options, next) => {
      const status = error.originalResponse?.getStatus();
      const again = status === 503 || status === DAMAGED || (!(status !== undefined && status >= 400 && status < 500) && next(error));
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
  uppy.addFile({ name: file.name, type: file.type, data: file, meta });
  await settle(uppy.upload());
}

const askBeforeClosing = (event: BeforeUnloadEvent): void => event.preventDefault();

/**
 * Lets so many run at a time, in the order in which they came. While there is one the window asks before it is closed, also from another page of the
 * application: what has not arrived would have to be chosen again.
 */
class Turns {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  async take(work: () => Promise<void>): Promise<void> {
    if (this.#running === 0) globalThis.addEventListener('beforeunload', askBeforeClosing);
    if (this.#running >= AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      await work();
    } finally {
      // Whoever is next takes this place.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
      if (this.#running === 0) globalThis.removeEventListener('beforeunload', askBeforeClosing);
    }
  }
}

const turns = new Turns();

/** Tells which files were skipped: a few each by itself, in the specified words, of a folder full of them all in one. */
function tellRefused(refused: readonly { name: string; title: string; text: string }[]): void {
  if (refused.length <= TOLD_EACH) {
    for (const { title, text } of refused) toastBad(text, { title });
    return;
  }
  const titles = new Set(refused.map(({ title }) => title));
  const names = refused
    .slice(0, NAMED)
    .map(({ name }) => name)
    .join(', ');
  const more = refused.length - NAMED;
  const named = more > 0 ? t`${names} and ${more} more` : names;
  const [only] = titles;
  toastBad(t`${refused.length} files were not sent, because they are empty, too large or of another kind: ${named}.`, {
    title: titles.size === 1 && only !== undefined ? only : UPLOAD_FAILED,
  });
}

/** Files on their way to the server, several at once, each with its true progress. */
export function useUploads(onReceived: () => void): {
  uploads: readonly Upload[];
  add: (files: Iterable<File>, groupCim: string | undefined) => void;
  dismiss: (key: string) => void;
} {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const running = timers.current;
    return () => running.forEach((timer) => clearTimeout(timer));
  }, []);
  const change = useCallback(
    (key: string, patch: Partial<Upload>) => setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...patch } : one))),
    [],
  );
  const dismiss = useCallback((key: string) => setUploads((all) => all.filter((one) => one.key !== key)), []);

  const add = (files: Iterable<File>, groupCim: string | undefined): void => {
    const refused: { name: string; title: string; text: string }[] = [];
    for (const file of files) {
      const refusal = refusalOf(file);
      if (refusal) {
        refused.push({ name: shownFileName(file.name), ...refusal });
        continue;
      }
      const key = newKey();
      const name = shownFileName(file.name);
      setUploads((all) => [...all, { key, name, sizeBytes: file.size, percent: 0, state: 'uploading' }]);
      let reached = 0;
      const sending = () =>
        send(file, groupCim, {
          onProgress: (percent) => {
            // Each try begins with telling where it stands.
            change(key, { percent: Math.min(percent, 99), ...(percent > reached && { waiting: undefined }) });
            reached = percent;
          },
          onWaiting: (error) => change(key, { waiting: wordsOf(error) ?? '' }),
          onSuccess: (jobId) => {
            change(key, { percent: 100, state: 'finished', jobId });
            toastGood(FILE_UPLOADED, fileUploadedText(name));
            onReceived();
            timers.current.add(setTimeout(() => dismiss(key), KEEP_FINISHED_MS));
          },
          onError: (error, goOn) => {
            const message = wordsOf(error) ?? uploadFailedText(name);
            const again = goOn && {
              again: (): void => {
                change(key, { state: 'uploading' });
                goOn();
              },
            };
            change(key, { state: 'failed', waiting: undefined, message, ...again });
            // The list beside it says which file; a notice stands alone.
            toastBad(message.includes(name) ? message : `${name}: ${message}`, {
              title: message.includes('is not a supported file type') ? INVALID_FILE_TYPE : UPLOAD_FAILED,
            });
          },
        });
      void turns.take(sending);
    }
    tellRefused(refused);
  };
  return { uploads, add, dismiss };
}
