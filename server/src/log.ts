import pino, { type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

/**
 * Structured logs. Every line has a fixed set of keys, never a request body, a query string, a database message or
 * unknown error text: an allow-list fails closed where redaction fails open (trust P39).
 */
export function openLog(level: string, to?: DestinationStream): Log {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  };
  return to ? pino(options, to) : pino(options);
}

/**
 * Returns what the log may contain of an unexpected error: its kind and its place in our code. PostgreSQL's messages
 * quote rows, so only its code and constraint are logged.
 */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, constraint, table, routine } = error as Error & {
    code?: string;
    constraint?: string;
    table?: string;
    routine?: string;
  };
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 8)
    .map((line) => line.trim());
  return { type: error.name, code, constraint, table, routine, frames };
}
