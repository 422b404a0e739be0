import { shownFileName } from '@openbenefits/domain/file-name';
import {
  FILE_TOO_LARGE,
  FILE_UPLOADED,
  fileTooLargeText,
  fileUploadedText,
  INVALID_FILE_TYPE,
  invalidFileTypeText,
  isUploadable,
  UPLOAD_FAILED,
  UPLOAD_LIMIT_BYTES,
  uploadFailedText,
} from '@openbenefits/domain/files/file-format';
import { t } from '@lingui/core/macro';
import { useEffect, useSyncExternalStore } from 'react';
import { orpc } from '../../api.ts';
import { newKey } from '../../idempotency.ts';
import { isLoadFailure } from '../../page-loads.ts';
import { noteSignedOut, queryClient } from '../../query-client.ts';
import { toastBad, toastGood } from '../../ui/toasts.ts';
import { isOfSession, send, wordsOf } from './send-file.ts';

export type Upload = {
  key: string;
  /** Who sends it. */
  by: string;
  name: string;
  sizeBytes: number;
  percent: number;
  state: 'uploading' | 'finished' | 'failed';
  /** Why it failed, in the server's words. */
  message?: string;
  /**
   * It does not go on at the moment and is tried again by itself: the server's words, empty where it does not answer.
   */
  waiting?: string | undefined;
  /** The session has ended in the midst of it. */
  waitsForSession?: boolean;
  /** Sends the rest of a failed one. */
  again?: () => void;
  /** Takes it off the list; of one under way the server forgets what has arrived. */
  cancel: () => void;
  /** The upload and its job share an id. */
  jobId?: string;
};

/**
 * A finished entry leaves the list after two seconds (specification 2, section 4); the file is in the queue list by
 * then.
 */
const KEEP_FINISHED_MS = 2000;
/** Files on their way at a time: each is read whole for its checksum, and the connections of the page are few. */
const AT_ONCE = 3;
/** Refusals that are told one by one; of more, one toast tells all. */
const TOLD_EACH = 3;
/** Of many, so many are named. */
const NAMED = 5;

/** Why a file is skipped before a byte is sent, in the specified words; undefined when it may go. */
function refusalOf(file: Pick<File, 'name' | 'size' | 'type'>): { title: string; text: string } | undefined {
  const name = shownFileName(file.name);
  if (!isUploadable(file.name, file.type)) return { title: INVALID_FILE_TYPE, text: invalidFileTypeText(name) };
  if (file.size > UPLOAD_LIMIT_BYTES) return { title: FILE_TOO_LARGE, text: fileTooLargeText(name) };
  if (file.size === 0) return { title: UPLOAD_FAILED, text: `${name} is empty.` };
  return undefined;
}

const askBeforeClosing = (event: BeforeUnloadEvent): void => event.preventDefault();

/**
 * Lets so many run at a time, in the order in which they came. While there is one the window asks before it is closed,
 * also from another page of the application: what has not arrived would have to be chosen again.
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

/**
 * Tells which files were skipped: a few each by itself, in the specified words, of a folder full of them all in one.
 */
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
  toastBad(t`${refused.length} files were not sent because they are empty, too large, or of another type: ${named}.`, {
    title: titles.size === 1 && only !== undefined ? only : UPLOAD_FAILED,
  });
}

/** Of the whole window, not of the page: who looks at the queue meanwhile finds them again. */
let uploads: readonly Upload[] = [];
const listeners = new Set<() => void>();

function keep(next: readonly Upload[]): void {
  uploads = next;
  for (const listener of listeners) listener();
}

const change = (key: string, patch: Partial<Upload>): void =>
  keep(uploads.map((one) => (one.key === key ? { ...one, ...patch } : one)));
const dismiss = (key: string): void => keep(uploads.filter((one) => one.key !== key));

/** Sends one file when its turn comes. */
function begin(file: File, groupCim: string | undefined, by: string): void {
  const key = newKey();
  const name = shownFileName(file.name);
  const stop = new AbortController();
  const cancel = (): void => {
    stop.abort();
    dismiss(key);
  };
  keep([...uploads, { key, by, name, sizeBytes: file.size, percent: 0, state: 'uploading', cancel }]);
  let reached = 0;
  const sending = () =>
    send(file, groupCim, stop.signal, {
      onProgress: (percent) => {
        // Each try begins with telling where it stands.
        change(key, { percent: Math.min(percent, 99), ...(percent > reached && { waiting: undefined }) });
        reached = percent;
      },
      onWaiting: (error) => change(key, { waiting: wordsOf(error) ?? '' }),
      onSuccess: (jobId) => {
        change(key, { percent: 100, state: 'finished', jobId });
        toastGood(FILE_UPLOADED, fileUploadedText(name));
        void queryClient.invalidateQueries({ queryKey: orpc.files.jobs.key() });
        setTimeout(() => dismiss(key), KEEP_FINISHED_MS);
      },
      onError: (error, goOn) => {
        const message = isLoadFailure(error)
          ? t`The upload could not be loaded. Reload the page, then choose the file again.`
          : (wordsOf(error) ?? uploadFailedText(name));
        const again = goOn && {
          again: (): void => {
            change(key, { state: 'uploading', waitsForSession: false });
            goOn();
          },
        };
        const waitsForSession = isOfSession(error);
        change(key, { state: 'failed', waiting: undefined, message, waitsForSession, ...again });
        // The gate shows by itself, and what was sent goes on behind it.
        if (waitsForSession) noteSignedOut();
        // The list beside it says which file; a notice stands alone.
        else
          toastBad(message.includes(name) ? message : `${name}: ${message}`, {
            title: message.includes('is not a supported file type') ? INVALID_FILE_TYPE : UPLOAD_FAILED,
          });
      },
    });
  void turns.take(sending);
}

/**
 * Sends files, several at once, but for those of which it is known that they would be refused. `by`: the signed-in
 * person.
 */
export function sendFiles(files: Iterable<File>, groupCim: string | undefined, by: string): void {
  const refused: { name: string; title: string; text: string }[] = [];
  for (const file of files) {
    const refusal = refusalOf(file);
    if (refusal) refused.push({ name: shownFileName(file.name), ...refusal });
    else begin(file, groupCim, by);
  }
  tellRefused(refused);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Somebody's files on their way to the server, each with its true progress. What the end of the session has stopped
 * goes on with the next one.
 */
export function useUploads(by: string | undefined): readonly Upload[] {
  const all = useSyncExternalStore(listen, () => uploads);
  useEffect(() => {
    for (const { waitsForSession, again, ...upload } of uploads) if (by === upload.by && waitsForSession) again?.();
  }, [by]);
  return all.filter((upload) => upload.by === by);
}
