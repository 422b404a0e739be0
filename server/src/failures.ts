import { errors, type ErrorCode } from '@openbenefits/contract/errors';
import { DateOutOfRange } from '@openbenefits/domain/calendar-date';
import { type EditConflict, Refusal, type RefusalCode } from '@openbenefits/domain/refusal';
import { ORPCError, ValidationError } from '@orpc/server';
import { SignedOut } from './command.ts';
import { isDatabaseAway, isLockConflict } from './db/connect.ts';
import { isDiskFull } from './disk-full.ts';
import type { Log } from './log.ts';
import { StorageFault } from './storage/storage-fault.ts';
import { ownValue } from '@openbenefits/domain/own-value';

const CODE_OF: Readonly<Record<RefusalCode, ErrorCode>> = {
  invalid: 'INVALID',
  not_found: 'NOT_FOUND',
  forbidden: 'FORBIDDEN',
  conflict: 'CONFLICT',
  stale: 'CONFLICT',
  state: 'CONFLICT',
  limit: 'TOO_MANY',
  unavailable: 'UNAVAILABLE',
};

const CONCURRENT_CHANGE = 'Another user is changing the same data. Nothing was lost. Try again in a moment.';

const DISK_FULL =
  'The disk of the server is full. Nothing was saved, and nothing was lost. Ask your administrator to free some space, then try again.';

/** Constraint violations: another user did the same at once, or changed a related record. */
const CONSTRAINT_MESSAGES: Readonly<Record<string, string>> = {
  23505:
    'Another user just saved an entry with the same name or number. Nothing was saved. Reload the page, then try again.',
  23503:
    'Another user just changed a record that this one belongs to or is used by. Nothing was saved. Reload the page, then try again.',
  '23P01': 'Another user just saved an overlapping period. Nothing was saved. Reload the page, then try again.',
};
/** Numbers and text that are too large for any column. */
const VALUE_TOO_LARGE = /^(22003|22008|22021|22P05|22001)$/;
const BEYOND_YEARS =
  'A date in this request is outside the years 1 to 9999. Nothing was saved. Correct the date, then try again.';
const OUT_OF_RANGE =
  'A number, date or text in this request is too large to store. Nothing was saved. Shorten it, then try again.';

const databaseCode = (error: unknown): string =>
  error instanceof Error ? ((error as Error & { code?: string }).code ?? '') : '';

const answer = (
  code: ErrorCode,
  message: string,
  data: {
    problems?: readonly { path: string; message: string }[];
    reference?: string;
    conflicts?: readonly EditConflict[] | undefined;
  } = {},
) =>
  new ORPCError(code, {
    status: errors[code].status,
    message,
    defined: true,
    data: {
      problems: data.problems ?? [],
      reference: data.reference,
      ...(data.conflicts && { conflicts: data.conflicts }),
    },
  });

/** Replaces zod's messages for errors that a user can correct; the path is the form's. */
function problemsOf(error: ValidationError): { path: string; message: string }[] {
  return error.issues.map((issue) => ({
    path: (issue.path ?? []).map((part) => (typeof part === 'object' ? String(part.key) : String(part))).join('.'),
    message: issue.message,
  }));
}

/**
 * Converts any error into one of the contract's errors. An unexpected one is logged with the reference in the response.
 */
export function toContractError(error: unknown, log: Log, reference: string): ORPCError<string, unknown> {
  if (error instanceof Refusal)
    return answer(CODE_OF[error.code], error.message, {
      problems: error.problems,
      reference,
      conflicts: error.conflicts,
    });
  if (error instanceof SignedOut) return answer('SIGNED_OUT', errors.SIGNED_OUT.message);
  if (isDiskFull(error)) {
    log.error({ reference, err: error }, 'The disk is full');
    return answer('UNAVAILABLE', DISK_FULL, { reference });
  }
  if (error instanceof StorageFault) {
    log.error({ reference, kind: error.kind, err: error.cause }, 'The file storage failed');
    return answer(error.kind === 'missing' ? 'NOT_FOUND' : 'UNAVAILABLE', error.message, { reference });
  }
  if (isDatabaseAway(error)) {
    log.warn({ reference, err: error }, 'The database does not respond');
    return answer('UNAVAILABLE', errors.UNAVAILABLE.message, { reference });
  }
  if (isLockConflict(error)) {
    log.warn({ reference, err: error }, 'Two writes blocked each other at each attempt');
    return answer('UNAVAILABLE', CONCURRENT_CHANGE, { reference });
  }
  if (error instanceof DateOutOfRange) return answer('INVALID', BEYOND_YEARS, { reference });
  const late = ownValue(CONSTRAINT_MESSAGES, databaseCode(error));
  if (late || VALUE_TOO_LARGE.test(databaseCode(error))) {
    // A missing rule in our code, so it is logged.
    log.error({ reference, err: error }, 'The database rejected the data');
    return late ? answer('CONFLICT', late, { reference }) : answer('INVALID', OUT_OF_RANGE, { reference });
  }
  if (error instanceof ORPCError) {
    if (error.code === 'BAD_REQUEST' && error.cause instanceof ValidationError)
      return answer('INVALID', errors.INVALID.message, { problems: problemsOf(error.cause), reference });
    if (error.status < 500) return error;
  }
  log.error({ reference, err: error instanceof ORPCError ? (error.cause ?? error) : error }, 'Unexpected error');
  return new ORPCError('INTERNAL_SERVER_ERROR', {
    message: `Something went wrong on our side. Reference ${reference}.`,
    data: { problems: [], reference },
  });
}
