import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Services } from '../../request-context.ts';

/** Folders of an organization by the kind of file; files of a bank are in a folder with the bank's name. */
const FOLDER_KINDS = ['lockbox', 'bank', '820', 'returns'] as const;
type FolderKind = (typeof FOLDER_KINDS)[number];
export type FolderFile = { readonly kind: FolderKind; readonly bank: string | null; readonly name: string };

/** What is larger is no file of a bank: a lockbox file of 20,000 rows has 2 MB. */
const LARGEST_FOLDER_FILE = 20_000_000;
const MOST_FILES = 200;
const hasBank = (kind: FolderKind): boolean => kind === 'lockbox' || kind === 'bank';
/** Senders write under such a name and rename the file when it is complete. */
const isUnfinished = (name: string): boolean => name.startsWith('.') || /\.(part|tmp|filepart)$/i.test(name);

/** The folder from which files of an organization are taken. */
export const paymentFolder = ({ config }: Pick<Services, 'config'>, tenantId: string): string =>
  path.join(config.PAYMENTS_FOLDER ?? path.join(config.DATA_DIR, 'payments'), tenantId);

/** The names in a folder of one kind; none where the folder is missing. Links are not followed. */
async function namesIn(folder: string, of: 'files' | 'folders'): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  return entries
    .filter((entry) => (of === 'files' ? entry.isFile() : entry.isDirectory()) && !isUnfinished(entry.name))
    .map(({ name }) => name)
    .toSorted();
}

/** The files that wait in the folder, kind by kind, in the order of their names. */
export async function filesInFolder(folder: string): Promise<FolderFile[]> {
  const found: FolderFile[] = [];
  for (const kind of FOLDER_KINDS) {
    const banks = hasBank(kind) ? await namesIn(path.join(folder, kind), 'folders') : [null];
    for (const bank of banks)
      for (const name of await namesIn(path.join(folder, kind, bank ?? ''), 'files')) found.push({ kind, bank, name });
  }
  return found.slice(0, MOST_FILES);
}

const pathOf = (folder: string, { kind, bank, name }: FolderFile): string => path.join(folder, kind, bank ?? '', name);

/** What tells whether a file was written to since it was read. */
type Version = { readonly size: number; readonly mtimeMs: number; readonly ino: number };
const isSame = (one: Version, other: Version): boolean =>
  one.size === other.size && one.mtimeMs === other.mtimeMs && one.ino === other.ino;

export type ReadFile = { readonly bytes: Buffer; readonly version: Version };

/** Whether a file has not changed for so long that its sender has written all of it. */
const isStable = ({ mtimeMs }: Version, { clock, config }: Pick<Services, 'clock' | 'config'>): boolean =>
  config.PAYMENT_FOLDER_STABLE_SECONDS === 0 ||
  mtimeMs + config.PAYMENT_FOLDER_STABLE_SECONDS * 1000 <= Date.parse(clock.now());

/**
 * The bytes of a file; undefined where another process has taken it, or why it is not read: it is too large, or its
 * sender may still be writing it. What came after half of a file would be lost with it.
 */
export async function readFolderFile(
  services: Pick<Services, 'clock' | 'config'>,
  folder: string,
  file: FolderFile,
): Promise<ReadFile | 'too_large' | 'changing' | undefined> {
  try {
    const handle = await open(pathOf(folder, file));
    try {
      const version = await handle.stat();
      if (!isStable(version, services)) return 'changing';
      if (version.size > LARGEST_FOLDER_FILE) return 'too_large';
      const bytes = await handle.readFile();
      return isSame(version, await handle.stat()) ? { bytes, version } : 'changing';
    } finally {
      await handle.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A folder that the server may only read, or a file that another program has open. */
const NOT_REMOVABLE: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EBUSY', 'EROFS']);

/**
 * Removes a file that is stored elsewhere, unless it was written to since: then it stays and is read again. Returns
 * false where the server may not remove it.
 */
export async function removeFolderFile(folder: string, file: FolderFile, { version }: ReadFile): Promise<boolean> {
  const at = pathOf(folder, file);
  try {
    if (isSame(version, await stat(at))) await unlink(at);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (NOT_REMOVABLE.has(code ?? '')) return false;
    if (code !== 'ENOENT') throw error;
  }
  return true;
}

/** Moves a file that cannot be read to `failed/`, where the operator finds it. */
export async function moveToFailed(folder: string, file: FolderFile, bytes: Buffer | undefined): Promise<void> {
  const target = path.join(folder, 'failed', file.kind, file.bank ?? '');
  await mkdir(target, { recursive: true });
  // Banks use a name again: its content tells files of the same name apart.
  const mark = bytes ? `${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}-` : '';
  await rename(pathOf(folder, file), path.join(target, `${mark}${file.name}`)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}
