import { ownValue } from '@openbenefits/domain/own-value';
import { statfsSync } from 'node:fs';
import { StartError } from './config.ts';
import { codeOf } from './disk-full.ts';

/** What the operating system says of a file, as a reason and what to do (errno(3)). */
const FILE_REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; free some space, then start again',
  EDQUOT: 'the disk quota of this user is used up; free some space, then start again',
  EFBIG: 'the file would be larger than this user may write',
  EROFS: 'the file system is read-only; mount it writable or choose another folder',
  EACCES: 'this user has no permission; grant it or choose another path',
  EPERM: 'this user has no permission; grant it or choose another path',
  ENOENT: 'it does not exist; correct the path',
  ENOTDIR: 'a part of the path is a file, not a folder; correct the path',
  EISDIR: 'it is a folder, not a file; correct the path',
  EEXIST: 'it is a file, not a folder; correct the path',
  ENOTEMPTY: 'a folder with other content exists there; move it away',
  ELOOP: 'its symbolic links form a loop; correct the path',
  ENAMETOOLONG: 'the path is too long; choose a shorter one',
  EMFILE: 'this process may not open more files; raise the limit (ulimit -n)',
  ENFILE: 'the machine has reached its limit of open files; raise the limit',
  EIO: 'the disk reports an error; check the disk',
};

/** Returns why a file or folder could not be used, with what to do. */
export const reasonOf = (error: unknown): string =>
  ownValue(FILE_REASONS, codeOf(error)) ?? `error ${codeOf(error) || 'unknown'}`;

/** A start of PostgreSQL writes at least one segment of its log (16 MB). */
const LEAST_FREE_BYTES = 16 * 1024 * 1024;

/** Returns whether a folder's disk has too little space for a database, which may have had no space to log that. */
export function hasNoRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < LEAST_FREE_BYTES;
}

const INVALID_ADDRESS = /^(ENOTFOUND|EAI_AGAIN|EAI_NONAME)$/;
const REFUSED = /^(ECONNREFUSED|ENOENT|EHOSTUNREACH|ENETUNREACH)$/;

/** The location of the database: DATABASE_URL or the embedded one. */
export type DatabasePlace = { url: string; isEmbedded: boolean; keyFile: string; dataDir: string };

/** Host, port and name of a database; never its user or password. */
function nameOf({ url, isEmbedded }: DatabasePlace): string {
  if (isEmbedded) return 'The embedded database';
  const { hostname, port, pathname } = new URL(url);
  return `The database ${hostname}:${port || 5432}${pathname} of DATABASE_URL`;
}

/** Returns the reason of a database error by its code only, because messages quote rows. Undefined for other errors. */
function databaseReason(error: unknown, place: DatabasePlace): string | undefined {
  const code = codeOf(error);
  if (code === '53100' || (place.isEmbedded && !code.startsWith('28') && hasNoRoom(place.dataDir)))
    return 'has no space: its disk is full. Free some space there, then start again.';
  if (code === '53200') return 'has no memory left. Give it more memory, then start again.';
  if (code === '53300')
    return 'has no connection left. Close other clients or raise max_connections, then start again.';
  if (code === '57P03') return 'is starting or stopping. Start again when it accepts connections.';
  if (code === '28P01' || code === '28000')
    return place.isEmbedded
      ? `does not open with the key file ${place.keyFile}: the key file belongs to another installation. Restore the key file of this DATA_DIR, or set KEY_FILE.`
      : 'rejects this user or password. Correct both in DATABASE_URL.';
  if (code === '3D000') return 'does not exist. Create it, or correct the name in DATABASE_URL.';
  if (code === '42501')
    return 'does not grant this user the required rights. Make the user of DATABASE_URL the owner of its database, with CREATEROLE.';
  if (code === '25006') return 'is read-only. Point DATABASE_URL at the primary server.';
  if (code === '0A000' || code === '58P01')
    return 'lacks an extension that OpenBenefits needs (pg_trgm, btree_gist). Install postgresql-contrib on its server.';
  if (/^XX00[12]$/.test(code)) return 'reports damaged data. Restore it from your backup.';
  if (INVALID_ADDRESS.test(code)) return 'cannot be found: its host name is unknown. Correct the host in DATABASE_URL.';
  if (REFUSED.test(code) || code === '55000') return 'does not accept connections. Start it, or correct host and port.';
  if (/SSL|CERT|TLS|SELF_SIGNED/.test(code) || (error instanceof Error && /SSL/.test(error.message)))
    return 'does not accept the encrypted connection. Correct sslmode in DATABASE_URL or the database certificate.';
  if (/^(57014|55P03)$/.test(code))
    return 'took too long to respond. Look for a long transaction on it, then start again.';
  if (
    /^(08|57P0|ETIMEDOUT|ECONNRESET|EPIPE)/.test(code) ||
    (error instanceof Error && /timeout|Connection terminated|Client has encountered/i.test(error.message))
  )
    return 'does not respond. Check that it is running and reachable, then start again.';
  return undefined;
}

/** Converts a database error at start into one line; returns other errors unchanged. */
export function databaseStartError(error: unknown, place: DatabasePlace): unknown {
  if (error instanceof StartError) return error;
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const reason = databaseReason(first, place);
  if (reason) return new StartError(`${nameOf(place)} ${reason}`, { cause: error });
  return error;
}

/** Converts a file error at start into one line; returns other errors unchanged. */
export function fileStartError(error: unknown): unknown {
  const { path, syscall } = error as NodeJS.ErrnoException;
  if (error instanceof StartError || !(error instanceof Error) || !ownValue(FILE_REASONS, codeOf(error))) return error;
  return new StartError(
    `${path ? `${path} cannot be used` : `A file cannot be used (${syscall ?? 'unknown'})`}: ${reasonOf(error)}.`,
    { cause: error },
  );
}
