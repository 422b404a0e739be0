import type { ErrorCode } from '@openbenefits/contract/errors';
import type { EditConflict } from '@openbenefits/domain/refusal';
import { t } from '@lingui/core/macro';
import { ORPCError } from '@orpc/client';
import { words } from './words.ts';

/** What a screen shows of an error: kind, message, fields, and the ID that is also in the log. */
export type Problem = {
  readonly code: ErrorCode | 'NETWORK' | 'UNEXPECTED';
  readonly message: string;
  readonly fields: ReadonlyMap<string, string>;
  readonly reference: string | undefined;
  /** Fields that another user changed in the meantime. */
  readonly conflicts?: readonly EditConflict[] | undefined;
};

type Data = {
  conflicts?: readonly EditConflict[];
  problems?: readonly { path: string; message: string }[];
  reference?: string;
};

const KNOWN: readonly string[] = [
  'INVALID',
  'SIGNED_OUT',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'TOO_MANY',
  'UNAVAILABLE',
] satisfies ErrorCode[];

const isKnown = (code: string): code is ErrorCode => KNOWN.includes(code);

/** `fetch` rejects with a TypeError when no answer came at all. */
const isNetworkError = (error: unknown): boolean => error instanceof TypeError;

export function problemOf(error: unknown): Problem {
  if (error instanceof ORPCError) {
    const code: string = error.code;
    const data = (error.data ?? {}) as Data;
    const fields = new Map((data.problems ?? []).map(({ path, message }) => [path, words(message)]));
    if (isKnown(code))
      return { code, message: words(error.message), fields, reference: data.reference, conflicts: data.conflicts };
    if (error.status === 503 || error.status === 502 || error.status === 504) {
      return {
        code: 'UNAVAILABLE',
        message: t`The server did not respond. Nothing was lost. Try again in a moment.`,
        fields,
        reference: data.reference,
      };
    }
    return { code: 'UNEXPECTED', message: t`Something went wrong on our side.`, fields, reference: data.reference };
  }
  if (isNetworkError(error)) {
    return {
      code: 'NETWORK',
      message: t`The server cannot be reached. Check your connection, then try again.`,
      fields: new Map(),
      reference: undefined,
    };
  }
  return { code: 'UNEXPECTED', message: t`Something went wrong on our side.`, fields: new Map(), reference: undefined };
}

/** Returns whether a retry may succeed without a change. */
export function isPassing(error: unknown): boolean {
  if (error instanceof ORPCError) return error.status === 502 || error.status === 503 || error.status === 504;
  return isNetworkError(error);
}

export const isSignedOut = (error: unknown): boolean => error instanceof ORPCError && error.code === 'SIGNED_OUT';

export const isTooMany = (error: unknown): boolean => error instanceof ORPCError && error.code === 'TOO_MANY';
