import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PASSWORD_RULE, passwordWeakness } from '@openbenefits/domain/admin/password-strength';
import { parseMailbox } from '@openbenefits/domain/mail-address';
import { z } from 'zod';
import { readS3Address, STORAGE_URL_FORM } from './storage/storage-settings.ts';

/** Whether user, password and name of the address can be read; the driver would end in a fault that quotes it. */
function isDecodable(address: string): boolean {
  try {
    decodeURIComponent(address);
    return true;
  } catch {
    return false;
  }
}

/**
 * Every setting of the server, once. The README's table, `.env.example` and the start-up errors come from here. Each
 * can also be given as `NAME_FILE`, the path of a file that holds the value (secrets of an orchestrator). An empty
 * variable counts as unset.
 */
const settings = {
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'it is not a whole number')
    .transform(Number)
    .pipe(z.number().max(65_535, 'the highest port is 65535'))
    .default(4400)
    .describe('Port of pages and API'),
  HOST: z.string().default('127.0.0.1').describe('Address to listen on; 0.0.0.0 for all'),
  DATA_DIR: z.string().default('.data').describe('Folder for the embedded database, uploads and the key file'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'it is not an address like postgres://user:password@host:5432/name' })
    .refine(isDecodable, 'a percent sign in it does not begin a code of two digits; write it as %25')
    .optional()
    .describe('PostgreSQL 15 or newer to use instead of the embedded one'),
  AUTH_MODE: z
    .enum(['demo', 'accounts'])
    .optional()
    .describe(
      'demo: one shared access password (default, but in production it must be asked for); accounts: people sign in with their own, which `npm start -- --account EMAIL --name NAME --role ROLE` makes',
    ),
  DEMO_PASSWORD: z
    .string()
    .min(6, 'it is shorter than 6 characters')
    .max(200, 'it is longer than 200 characters')
    .optional()
    .describe(
      `Access password of the gate; generated and kept in DATA_DIR/demo-password when unset. Where HOST is not a loopback address or PUBLIC_URL is set: ${PASSWORD_RULE}`,
    ),
  DEMO_DATA: z
    .enum(['full', 'small', 'none'])
    .optional()
    .describe(
      'Sample data to load into an empty database: full (default, but none in production on a database of your own), small, none',
    ),
  KEY_FILE: z
    .string()
    .optional()
    .describe('File with the encryption keys, readable by its owner only; DATA_DIR/keys.json when unset'),
  STORAGE_URL: z
    .string()
    .refine((text) => readS3Address(text) !== undefined, STORAGE_URL_FORM)
    .optional()
    .describe(
      'Bucket for uploaded and generated files, as s3://bucket/folder?region=us-east-1 (for another store than Amazon S3 also &endpoint=https://storage.example.com); DATA_DIR/uploads/kept when unset',
    ),
  AWS_ACCESS_KEY_ID: z
    .string()
    .optional()
    .describe('Access key of STORAGE_URL; when unset, the usual sources of the AWS SDK'),
  AWS_SECRET_ACCESS_KEY: z.string().optional().describe('Secret of that access key'),
  AWS_SESSION_TOKEN: z.string().optional().describe('Session token of a temporary access key'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, hostname: /./, error: 'it is not an address like https://benefits.example.com' })
    .optional()
    .describe(
      'Address people use, when a proxy is in front. Without it, the server accepts the host names localhost, HOST and, unless HOST is a loopback address, IP addresses',
    ),
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      hostname: /./,
      error: 'it is not an address like smtps://user:password@mail.example.com',
    })
    .refine(isDecodable, 'a percent sign in it does not begin a code of two digits; write it as %25')
    .optional()
    .describe(
      'Mail server, as smtps://user:password@host:465 or smtp://user:password@host:587 (STARTTLS); when unset, mails are kept for an administrator',
    ),
  MAIL_FROM: z
    .string()
    .refine((text) => parseMailbox(text) !== undefined, 'it is not an address like Benefits <noreply@example.com>')
    .optional()
    .describe('Sender of mails, needed with SMTP_URL: an address, or a name with the address in angle brackets'),
  AUDIT_ANCHOR_FILE: z
    .string()
    .optional()
    .describe('Append-only file for the signed heads of the audit log; DATA_DIR/audit-anchors.jsonl when unset'),
  AUDIT_ANCHOR_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Address that each signed head is also posted to, as JSON lines'),
  LOG_LEVEL: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'])
    .optional()
    .describe('How much the server logs; info, in a terminal warn'),
  ALLOW_UNSAFE_DATABASE: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .default(false)
    .describe(
      'true: start although the database can lose acknowledged writes (fsync, full_page_writes or synchronous_commit is off); for tests only',
    ),
  NODE_ENV: z
    .enum(['development', 'production', 'test'])
    .default('production')
    .describe('production unless developing'),
} as const;

const schema = z.object(settings);
export type Config = Omit<z.infer<typeof schema>, 'AUTH_MODE' | 'DEMO_DATA' | 'KEY_FILE' | 'LOG_LEVEL'> & {
  LOG_LEVEL: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  AUTH_MODE: 'demo' | 'accounts';
  DEMO_DATA: 'full' | 'small' | 'none';
  KEY_FILE: string;
};

/** A start that cannot go on: one line that says what to do. */
export class StartError extends Error {}

function valueOf(name: string, env: NodeJS.ProcessEnv): string | undefined {
  if (env[name]) return env[name];
  const file = env[`${name}_FILE`];
  // KEY_FILE is itself the name of a file.
  if (!file || name === 'KEY') return undefined;
  let value: string;
  try {
    value = readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      `${name}_FILE names a file that cannot be read (${code}). Correct the path, give this user the right to it, or unset ${name}_FILE.`,
    );
  }
  if (value === '')
    throw new StartError(`${name}_FILE names an empty file. Write the value into it, or unset ${name}_FILE.`);
  return value;
}

/** The address people use, for links that leave the house. */
export const publicAddress = ({ PUBLIC_URL, PORT }: Pick<Config, 'PUBLIC_URL' | 'PORT'>): string =>
  PUBLIC_URL ?? `http://localhost:${PORT}`;

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);

/** Refuses an access password that people elsewhere could guess, where they can reach the gate. */
function requireStrongPassword({
  HOST,
  PUBLIC_URL,
  DEMO_PASSWORD,
}: Pick<Config, 'HOST' | 'PUBLIC_URL' | 'DEMO_PASSWORD'>): void {
  if (DEMO_PASSWORD === undefined || (isLoopback(HOST) && PUBLIC_URL === undefined)) return;
  const weakness = passwordWeakness(DEMO_PASSWORD);
  if (weakness)
    throw new StartError(
      `DEMO_PASSWORD is too weak for a public address: ${weakness}. Use ${PASSWORD_RULE}, or unset it to have one generated.`,
    );
}

function requireBothKeys(config: Pick<Config, 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY'>): void {
  const [one, other] = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const;
  if ((config[one] === undefined) === (config[other] === undefined)) return;
  const [set, unset] = config[one] ? [one, other] : [other, one];
  throw new StartError(`${set} is set without ${unset}. Set both, or unset both.`);
}

/** Reads and checks the settings. Throws StartError with one line that names the setting and what it takes. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.keys(settings).map((name) => [name, valueOf(name, env)]));
  const read = schema.safeParse(given);
  if (!read.success) {
    const issue = read.error.issues[0];
    const name = String(issue?.path[0]) as keyof typeof settings;
    throw new StartError(
      `${name} is not usable (${issue?.message}). Correct it or unset it. It is: ${settings[name]?.description}.`,
    );
  }
  const config = read.data;
  // A production start in demo mode is refused unless it is asked for by name (architecture, ruling "No accounts").
  const AUTH_MODE = config.AUTH_MODE ?? (config.DATABASE_URL && env.NODE_ENV === 'production' ? 'accounts' : 'demo');
  if (AUTH_MODE === 'demo') requireStrongPassword(config);
  requireBothKeys(config);
  if (config.SMTP_URL && !config.MAIL_FROM)
    throw new StartError('SMTP_URL is set without MAIL_FROM. Set MAIL_FROM to the sender of mails, or unset SMTP_URL.');
  const DATA_DIR = path.resolve(config.DATA_DIR);
  return {
    ...config,
    DATA_DIR,
    AUTH_MODE,
    // One line per request would push address and password out of a person's sight.
    LOG_LEVEL: config.LOG_LEVEL ?? (process.stdout.isTTY ? 'warn' : 'info'),
    DEMO_DATA: config.DEMO_DATA ?? (config.DATABASE_URL && env.NODE_ENV === 'production' ? 'none' : 'full'),
    KEY_FILE: path.resolve(config.KEY_FILE ?? path.join(DATA_DIR, 'keys.json')),
  };
}

/** The settings as a table for people: name, default, meaning. */
export function describeSettings(): { name: string; fallback: string; meaning: string }[] {
  return Object.entries(settings).map(([name, setting]) => {
    const fallback = setting.safeParse(undefined);
    return {
      name,
      fallback: fallback.success && fallback.data !== undefined ? String(fallback.data) : '',
      meaning: setting.description ?? '',
    };
  });
}
