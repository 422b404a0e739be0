import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat } from 'node:fs/promises';
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

/** The complete files that wait in the folder, kind by kind, in the order of their names. */
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

/** The bytes of a file; undefined where another process has taken it, or it is too large. */
export async function readFolderFile(folder: string, file: FolderFile): Promise<Buffer | 'too_large' | undefined> {
  const at = pathOf(folder, file);
  try {
    const { size } = await stat(at);
    return size > LARGEST_FOLDER_FILE ? 'too_large' : await readFile(at);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Moves a file out of the way once it is stored or was rejected. A process that dies before leaves it in place: it is
 * read again, and rejected as imported before.
 */
export async function moveFolderFile(
  folder: string,
  file: FolderFile,
  to: 'done' | 'failed',
  bytes: Buffer | undefined,
): Promise<void> {
  const target = path.join(folder, to, file.kind, file.bank ?? '');
  await mkdir(target, { recursive: true });
  // Banks use a name again: its content tells files of the same name apart.
  const mark = bytes ? `${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}-` : '';
  await rename(pathOf(folder, file), path.join(target, `${mark}${file.name}`)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}
