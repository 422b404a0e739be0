import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type Hmac,
  type KeyObject,
  randomBytes,
  randomFillSync,
} from 'node:crypto';
import { chmodSync, existsSync, linkSync, lstatSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StartError } from './config.ts';
import { makeFolder } from './make-folder.ts';
import { reasonOf } from './start-errors.ts';

/**
 * The place of a protected value. It is bound into the ciphertext, so a value that is moved to another row, column or
 * tenant does not open (trust P35).
 */
export type Place = { table: string; column: string; row: string; tenant: string };
type IndexKind = 'ssn' | 'ssn_last4' | 'date_of_birth' | 'birth_month' | 'tax_id';

/**
 * The only code with access to the keys. AES-256-GCM with the key ID in the envelope `v1:kid:iv:tag:text`; blind
 * indexes are HMAC-SHA256 (decisions/0006-phi.md).
 */
export type Vault = {
  seal(plain: string | Buffer, place: Place): string;
  /** Throws when the envelope was altered or moved, or its key is missing. */
  open(envelope: string, place: Place): string;
  openBytes(envelope: string, place: Place): Buffer;
  /** A keyed digest for finding a value without reading it; different per kind and tenant. */
  blindIndex(kind: IndexKind, value: string, tenant: string): Buffer;
  /** The same as hex digits, as files are matched by it. */
  blindIndexHex(kind: IndexKind, value: string, tenant: string): string;
  /** A secret for another purpose (a database password, a cookie secret), always the same for the same key file. */
  derive(purpose: string): string;
  /** The id of the key that new values are encrypted with. */
  currentKey: string;
  /** A check value for each key: it tells whether a key is the same without telling the key (db/key-checks.ts). */
  keyChecks(): ReadonlyMap<string, Buffer>;
};

/** The index key's name among the check values; no encryption key has it. */
export const INDEX_KEY = 'index';

type KeyFile = { current: string; keys: Record<string, string>; index: string };

/**
 * Rejects a key file that other users can read, by PostgreSQL's rule: only the owner; the group too if another user
 * (root) owns it, as orchestrators mount secrets.
 */
function requirePrivate(file: string): void {
  if (process.platform === 'win32') return;
  const { mode, uid } = statSync(file);
  const allowed = uid === process.getuid?.() ? 0o700 : 0o750;
  if ((mode & 0o777 & ~allowed) !== 0)
    throw new StartError(
      `The key file ${file} can be read or written by other users (mode ${(mode & 0o777).toString(8)}). Run: chmod 600 ${file}, and treat its keys as known to them.`,
    );
}

function readKeyFile(file: string): KeyFile {
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
    requirePrivate(file);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `The key file ${file} cannot be read: ${reasonOf(error)}. Without it, protected values cannot be read.`,
    );
  }
  try {
    const parsed = JSON.parse(content) as KeyFile;
    const bytes = [parsed.index, ...Object.values(parsed.keys)].map((key) => Buffer.from(key, 'base64').length);
    const isNamed = Object.keys(parsed.keys).every((id) => /^\w+$/.test(id) && id !== INDEX_KEY);
    if (!isNamed || !Object.hasOwn(parsed.keys, parsed.current) || bytes.some((length) => length !== 32))
      throw new Error('shape');
    return parsed;
  } catch {
    throw new StartError(
      `The key file ${file} is damaged. Restore it from your backup. With a new key file, the data cannot be read.`,
    );
  }
}

/**
 * Writes new keys under a temporary name and links them: complete or not at all, and of two starts both use the first
 * ones.
 */
function makeKeyFile(file: string): void {
  const keys: KeyFile = {
    current: 'k1',
    keys: { k1: randomBytes(32).toString('base64') },
    index: randomBytes(32).toString('base64'),
  };
  const half = `${file}.${process.pid}`;
  try {
    makeFolder(path.dirname(file));
    writeFileSync(half, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flush: true });
    chmodSync(half, 0o600);
    linkSync(half, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !existsSync(file))
      throw new StartError(`The key file ${file} cannot be written: ${reasonOf(error)}.`);
  } finally {
    rmSync(half, { force: true });
  }
}

/** Opens the key file; creates one only if `create` says that no data can need an older one. */
export function openVault(file: string, options: { create: boolean }): Vault {
  if (!existsSync(file) && !lstatSync(file, { throwIfNoEntry: false })) {
    if (!options.create)
      throw new StartError(
        `The key file ${file} is missing, but the database has data. Restore it from your backup, or set KEY_FILE to its path.`,
      );
    makeKeyFile(file);
  }
  return vaultOf(readKeyFile(file));
}

/** Returns a vault of fixed keys, for tests and benchmarks. */
export function testVault(): Vault {
  const key = (name: string): string => createHmac('sha256', 'openbenefits tests').update(name).digest('base64');
  return vaultOf({ current: 'k1', keys: { k1: key('k1') }, index: key('index') });
}

const IV_BYTES = 12;

/** Random initialization vectors, generated a few hundred at a time; none is used twice. */
function ivPool(): () => Buffer {
  const pool = Buffer.alloc(IV_BYTES * 512);
  let used = pool.length;
  return () => {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    used += IV_BYTES;
    return Buffer.from(pool.subarray(used - IV_BYTES, used));
  };
}

function vaultOf(file: KeyFile): Vault {
  // Key objects are made once: handing over raw bytes costs more than the encryption of a short value.
  const keys = new Map(Object.entries(file.keys).map(([id, key]) => [id, createSecretKey(key, 'base64')]));
  const index = createSecretKey(file.index, 'base64');
  const nextIv = ivPool();
  const current = file.current;
  const indexed = (kind: IndexKind, value: string, tenant: string): Hmac =>
    createHmac('sha256', index).update(`${kind}/${tenant}/${value}`);
  const associated = (place: Place): Buffer =>
    Buffer.from(`${place.tenant}/${place.table}/${place.column}/${place.row}`);
  const openBytes: Vault['openBytes'] = (envelope, place) => {
    const [version, id = '', iv = '', tag = '', text = ''] = envelope.split(':');
    const key = keys.get(id);
    if (version !== 'v1' || !key)
      throw new Error('The envelope was encrypted with a key that this key file does not have');
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'), { authTagLength: 16 });
    decipher.setAAD(associated(place));
    decipher.setAuthTag(Buffer.from(tag, 'base64url'));
    const plain = decipher.update(Buffer.from(text, 'base64url'));
    // In this mode nothing is left to come; it throws when the tag does not fit.
    decipher.final();
    return plain;
  };
  return {
    seal(plain, place) {
      const iv = nextIv();
      const cipher = createCipheriv('aes-256-gcm', keys.get(current) as KeyObject, iv);
      cipher.setAAD(associated(place));
      // In this mode nothing is left to come when it ends.
      const text = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
      cipher.final();
      return `v1:${current}:${iv.toString('base64url')}:${cipher.getAuthTag().toString('base64url')}:${text.toString('base64url')}`;
    },
    open: (envelope, place) => openBytes(envelope, place).toString('utf8'),
    openBytes,
    blindIndex: (kind, value, tenant) => indexed(kind, value, tenant).digest(),
    // A third less work than a buffer that is written as digits then.
    blindIndexHex: (kind, value, tenant) => indexed(kind, value, tenant).digest('hex'),
    currentKey: current,
    keyChecks: () =>
      new Map(
        [...keys, [INDEX_KEY, index] as const].map(([id, key]) => [
          id,
          createHmac('sha256', key).update(`openbenefits/key check/${id}`).digest(),
        ]),
      ),
    derive: (purpose) =>
      Buffer.from(hkdfSync('sha256', index, '', `openbenefits/${purpose}`, 32)).toString('base64url'),
  };
}
