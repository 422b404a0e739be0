/** What is dropped at once at most: a folder by mistake (a whole disk) is not gone through to its end. */
const MOST = 1000;

/** Files that systems put beside those of people. */
const isOfSystem = (name: string): boolean => name.startsWith('.') || name === 'Thumbs.db' || name === 'desktop.ini';

const order = new Intl.Collator('en', { numeric: true });

const fileOf = (entry: FileSystemFileEntry): Promise<File[]> =>
  new Promise((resolve) =>
    entry.file(
      (file) => resolve([file]),
      () => resolve([]),
    ),
  );

/** A folder tells its entries a hundred at a time, and nothing at its end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])));
    // Senders number and date their files: they go in that order.
    if (some.length === 0) return all.toSorted((a, b) => order.compare(a.name, b.name));
    all.push(...some);
  }
}

async function within(folder: FileSystemDirectoryEntry, found: File[]): Promise<void> {
  for (const entry of await entriesOf(folder)) {
    if (found.length >= MOST) return;
    if (isOfSystem(entry.name)) continue;
    if (entry.isDirectory) await within(entry as FileSystemDirectoryEntry, found);
    else found.push(...(await fileOf(entry as FileSystemFileEntry)));
  }
}

export type Dropped = { files: File[]; /** Folders in which there was no file. */ empty: string[] };

/**
 * The files that were dropped, of folders those in them. Has to be called while the drop is told: what it holds is
 * forgotten after that.
 */
export async function droppedFiles({ items, files }: DataTransfer): Promise<Dropped> {
  const chosen = [...files];
  const folders = [...items].flatMap((item) => {
    const entry = item.webkitGetAsEntry();
    return entry?.isDirectory ? [entry as FileSystemDirectoryEntry] : [];
  });
  const names = new Set(folders.map(({ name }) => name));
  // A folder stands among the files, too, with its name and nothing that could be read.
  const found = chosen.filter(({ name, type }) => type !== '' || !names.has(name));
  const empty: string[] = [];
  for (const folder of folders) {
    const before = found.length;
    await within(folder, found);
    if (found.length === before) empty.push(folder.name);
  }
  return { files: found, empty };
}
