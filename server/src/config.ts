import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { PASSWORD_RULE, passwordWeakness } from '@openbenefits/domain/admin/password-strength';
import { parseMailbox } from '@openbenefits/domain/mail-address';
import { z } from 'zod';
import { readS3Address, STORAGE_URL_FORM } from './storage/storage-settings.ts';

/** Returns whether the address can be decoded. The driver would throw an error that quotes it. */
function isDecodable(address: string): boolean {
  try {
    decodeURIComponent(address);
    return true;
  } catch {
    return false;
  }
}

const LABEL = '[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?';
const HOST_NAME = new RegExp(`^(?=.{1,253}$)${LABEL}(\\.${LABEL})*\\.?$`, 'i');

/** Returns whether a server can listen at it. Numbers with points are an IPv4 address or nothing: 999.1.1.1 is no name. */
function isHost(host: string): boolean {
  if (isIP(host.replace(/^\[(.*)\]$/, '$1')) !== 0) return true;
  return HOST_NAME.test(host) && !/^[\d.]+$/.test(host);
}

/** Returns whether an address is a scheme, a host and perhaps a port, and nothing more. */
function isOrigin(address: string): boolean {
  if (!URL.canParse(address) || /[?#]/.test(address)) return false;
  const { pathname, username, password } = new URL(address);
  return pathname === '/' && username === '' && password === '';
}

/**
 * Defines every setting of the server. The README table, `.env.example` and the start errors come from here. Each can
 * also be given as `NAME_FILE`, the path of a file that contains the value (orchestrator secrets). An empty variable
 * counts as unset.
 */
const settings = {
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'it is not a whole number')
    .transform(Number)
    .pipe(z.number().max(65_535, 'the highest port is 65535'))
    .default(4400)
    .describe('Port of the pages and the API'),
  HOST: z
    .string()
    .refine(isHost, 'it is neither an IP address nor a host name')
    .default('127.0.0.1')
    .describe('Address to listen on; 0.0.0.0 for all addresses'),
  DATA_DIR: z.string().default('.data').describe('Folder for the embedded database, uploads and the key file'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'it is not an address like postgres://user:password@host:5432/name' })
    .refine(isDecodable, 'it contains a percent sign that is not part of a code; write it as %25')
    .optional()
    .describe('PostgreSQL 15 or newer to use instead of the embedded database'),
  AUTH_MODE: z
    .enum(['demo', 'accounts'])
    .optional()
    .describe(
      'demo: one shared access password (default, except in production on your own database); accounts: users sign in with their own password, created with `npm start -- --account EMAIL --name NAME --role ROLE`',
    ),
  DEMO_PASSWORD: z
    .string()
    .min(6, 'it is shorter than 6 characters')
    .max(200, 'it is longer than 200 characters')
    .optional()
    .describe(
      `Shared access password; generated and kept in DATA_DIR/demo-password when unset. If HOST is not a loopback address or PUBLIC_URL is set: ${PASSWORD_RULE}`,
    ),
  DEMO_DATA: z
    .enum(['full', 'small', 'none'])
    .optional()
    .describe(
      'Sample data to load into an empty database: full (default), small, none (default in production on your own database)',
    ),
  DEMO_HISTORY: z
    .enum(['yes', 'no'])
    .default('yes')
    .describe(
      'Whether twelve months of bills and payments are made for the full sample data, in the background after the first start',
    ),
  KEY_FILE: z
    .string()
    .optional()
    .describe('File with the encryption keys, readable by its owner only; DATA_DIR/keys.json when unset'),
  PAYMENTS_FOLDER: z
    .string()
    .optional()
    .describe(
      'Folder from which Sync Payments takes files of banks, with a folder per organization ID; DATA_DIR/payments when unset',
    ),
  PAYMENT_FOLDER_STABLE_SECONDS: z
    .string()
    .regex(/^\d{1,4}$/, 'it is not a whole number of seconds')
    .transform(Number)
    .pipe(z.number().max(3600, 'the longest time is 3600'))
    .default(60)
    .describe(
      'Seconds for which a file in PAYMENTS_FOLDER must not have changed before it is taken; 0 if every sender renames a file when it is complete',
    ),
  STORAGE_URL: z
    .string()
    .refine((text) => readS3Address(text) !== undefined, STORAGE_URL_FORM)
    .optional()
    .describe(
      'Bucket for uploaded and generated files, as s3://bucket/folder?region=us-east-1 (add &endpoint=https://storage.example.com for a store other than Amazon S3); the folder DATA_DIR/uploads/kept when unset',
    ),
  AWS_ACCESS_KEY_ID: z
    .string()
    .optional()
    .describe('Access key for STORAGE_URL; when unset, the default credential sources of the AWS SDK'),
  AWS_SECRET_ACCESS_KEY: z.string().optional().describe('Secret for AWS_ACCESS_KEY_ID'),
  AWS_SESSION_TOKEN: z.string().optional().describe('Session token for a temporary access key'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, hostname: /./, error: 'it is not an address like https://benefits.example.com' })
    .refine(isOrigin, 'it has a path, a query, a fragment or a user; write only https://benefits.example.com')
    .transform((address) => new URL(address).origin)
    .optional()
    .describe(
      'Public address if the server runs behind a proxy, such as https://benefits.example.com; http only for this machine (localhost, 127.0.0.1, [::1]) or with NODE_ENV=development. When unset, the server accepts the host names localhost and HOST, and IP addresses unless HOST is a loopback address',
    ),
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      hostname: /./,
      error: 'it is not an address like smtps://user:password@mail.example.com',
    })
    .refine(isDecodable, 'it contains a percent sign that is not part of a code; write it as %25')
    .optional()
    .describe(
      'Mail server, as smtps://user:password@host:465 or smtp://user:password@host:587 (STARTTLS); when unset, mails are kept for administrators to read',
    ),
  MAIL_FROM: z
    .string()
    .refine((text) => parseMailbox(text) !== undefined, 'it is not an address like Benefits <noreply@example.com>')
    .optional()
    .describe('Sender of mails, required with SMTP_URL: an address, or a name and an address in angle brackets'),
  AUDIT_ANCHOR_FILE: z
    .string()
    .optional()
    .describe('Append-only file for the signed heads of the audit log; DATA_DIR/audit-anchors.jsonl when unset'),
  AUDIT_ANCHOR_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Address to which signed heads are also posted, as JSON lines'),
  LOG_LEVEL: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'])
    .optional()
    .describe('Log level; when unset, warn in a terminal, otherwise info'),
  DATABASE_SECONDS: z
    .string()
    .regex(/^\d{1,4}$/, 'it is not a whole number of seconds')
    .transform(Number)
    .pipe(z.number().min(1, 'the shortest time is 1').max(600, 'the longest time is 600'))
    .default(7)
    .describe(
      'Seconds after which a database statement of a request is given up and the request is refused; raise it on a slow or busy machine',
    ),
  ALLOW_UNSAFE_DATABASE: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .default(false)
    .describe(
      'true: start even if the database can lose acknowledged writes (fsync, full_page_writes or synchronous_commit is off); for tests only',
    ),
  NODE_ENV: z
    .enum(['development', 'production', 'test'])
    .default('production')
    .describe('Set to development for development'),
} as const;

const schema = z.object(settings);
export type Config = Omit<z.infer<typeof schema>, 'AUTH_MODE' | 'DEMO_DATA' | 'KEY_FILE' | 'LOG_LEVEL'> & {
  LOG_LEVEL: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  AUTH_MODE: 'demo' | 'accounts';
  DEMO_DATA: 'full' | 'small' | 'none';
  KEY_FILE: string;
};

/** Stops the start with one line that says what to do. */
export class StartError extends Error {}

function valueOf(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const file = env[`${name}_FILE`];
  if (env[name] && file)
    throw new StartError(`${name} and ${name}_FILE are both set, and their values may differ. Unset one of them.`);
  if (env[name]) return env[name];
  if (!file) return undefined;
  let value: string;
  try {
    value = readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      `${name}_FILE names a file that cannot be read (${code}). Correct the path, let this user read the file, or unset ${name}_FILE.`,
    );
  }
  if (value === '')
    throw new StartError(`${name}_FILE names an empty file. Write the value into it, or unset ${name}_FILE.`);
  return value;
}

/** Returns the public address, for links in mails and files. */
export const publicAddress = ({ PUBLIC_URL, PORT }: Pick<Config, 'PUBLIC_URL' | 'PORT'>): string =>
  PUBLIC_URL ?? `http://localhost:${PORT}`;

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);

/** Rejects a public address at which passwords and members' data would be sent in clear. */
function requireTls({ PUBLIC_URL, NODE_ENV }: Pick<Config, 'PUBLIC_URL' | 'NODE_ENV'>): void {
  if (PUBLIC_URL === undefined || NODE_ENV === 'development') return;
  const { protocol, hostname } = new URL(PUBLIC_URL);
  if (protocol === 'http:' && !isLoopback(hostname))
    throw new StartError(
      'PUBLIC_URL begins with http: passwords and data of members would be sent unencrypted. Use an address with https, or set NODE_ENV=development on a machine for development.',
    );
}

/** Rejects a weak access password if the server can be reached from other machines. */
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

/** Reads and validates the settings. Throws StartError with one line that names the setting and the valid values. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.keys(settings).map((name) => [name, valueOf(name, env)]));
  // The words of zod: an operator needs the valid values, which the messages for users of the pages leave out.
  const read = schema.safeParse(given, { error: z.locales.en().localeError });
  if (!read.success) {
    const issue = read.error.issues[0];
    const name = String(issue?.path[0]) as keyof typeof settings;
    throw new StartError(
      `${name} is not valid: ${issue?.message}. Correct it or unset it. Meaning: ${settings[name]?.description}.`,
    );
  }
  const config = read.data;
  // Demo mode in production must be requested by name (decisions/0007, "No accounts").
  const AUTH_MODE = config.AUTH_MODE ?? (config.DATABASE_URL && env.NODE_ENV === 'production' ? 'accounts' : 'demo');
  if (AUTH_MODE === 'demo') requireStrongPassword(config);
  requireBothKeys(config);
  requireTls(config);
  if (config.SMTP_URL && !config.MAIL_FROM)
    throw new StartError('SMTP_URL is set without MAIL_FROM. Set MAIL_FROM to the sender of mails, or unset SMTP_URL.');
  const DATA_DIR = path.resolve(config.DATA_DIR);
  return {
    ...config,
    DATA_DIR,
    AUTH_MODE,
    // In a terminal, one line per request would scroll the address and the password out of sight.
    LOG_LEVEL: config.LOG_LEVEL ?? (process.stdout.isTTY ? 'warn' : 'info'),
    DEMO_DATA: config.DEMO_DATA ?? (config.DATABASE_URL && env.NODE_ENV === 'production' ? 'none' : 'full'),
    KEY_FILE: path.resolve(config.KEY_FILE ?? path.join(DATA_DIR, 'keys.json')),
  };
}

/** Returns the settings for the README and .env.example: name, default, meaning. */
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
