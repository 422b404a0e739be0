// As in the server: the contract sets messages for users of the pages.
import '@openbenefits/contract';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { describeSettings, readConfig, StartError } from './config.ts';

const root = path.resolve(import.meta.dirname, '../..');
const between = /<!-- settings:start -->[\s\S]*<!-- settings:end -->/;

const table = (): string =>
  [
    '<!-- settings:start -->',
    '| Setting | Default | Meaning |',
    '|---|---|---|',
    ...describeSettings().map(
      ({ name, fallback, meaning }) => `| \`${name}\` | ${fallback && `\`${fallback}\``} | ${meaning} |`,
    ),
    '<!-- settings:end -->',
  ].join('\n');
const example = (): string =>
  describeSettings()
    .map(({ name, fallback, meaning }) => `# ${meaning}\n${fallback ? `#${name}=${fallback}` : `#${name}=`}\n`)
    .join('\n');

/** The README's table and .env.example are made from the schema: run the tests with WRITE_DOCS=1 after a change. */
it('README and .env.example say what the schema says', () => {
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
  if (process.env.WRITE_DOCS) {
    writeFileSync(path.join(root, 'README.md'), readme.replace(between, table()));
    writeFileSync(path.join(root, '.env.example'), example());
    return;
  }
  expect(readme.match(between)?.[0]).toBe(table());
  expect(readFileSync(path.join(root, '.env.example'), 'utf8')).toBe(example());
});

const REFUSED: [name: string, environment: NodeJS.ProcessEnv, line: RegExp][] = [
  ['a port in words', { PORT: 'eighty' }, /^PORT is not valid: .*Correct it/],
  ['a port beyond the highest', { PORT: '70000' }, /^PORT is not valid: the highest port is 65535/],
  ['a negative port', { PORT: '-1' }, /^PORT is not valid/],
  ['a port of blanks', { PORT: '  ' }, /^PORT is not valid/],
  ['half a port', { PORT: '80.5' }, /^PORT is not valid/],
  [
    'another kind of database',
    { DATABASE_URL: 'mysql://db/x' },
    /^DATABASE_URL is not valid: it is not an address like postgres:/,
  ],
  ['no address of a database', { DATABASE_URL: 'localhost' }, /^DATABASE_URL is not valid/],
  [
    'a percent sign in a password',
    { DATABASE_URL: 'postgres://u:%zz@db/x' },
    /^DATABASE_URL is not valid: .*write it as %25/,
  ],
  ['an unknown way to sign in', { AUTH_MODE: 'open' }, /^AUTH_MODE is not valid: .*"demo"\|"accounts"/],
  ['unknown sample data', { DEMO_DATA: 'huge' }, /^DEMO_DATA is not valid/],
  ['a short password', { DEMO_PASSWORD: 'abc' }, /^DEMO_PASSWORD is not valid: it is shorter than 6/],
  ['an endless password', { DEMO_PASSWORD: 'x'.repeat(201) }, /^DEMO_PASSWORD is not valid: it is longer than 200/],
  [
    'a file of a setting that is missing',
    { DEMO_PASSWORD_FILE: '/nowhere/at/all' },
    /^DEMO_PASSWORD_FILE names a file that cannot be read \(ENOENT\)/,
  ],
  [
    'a file of a setting that is a folder',
    { DATABASE_URL_FILE: root },
    /^DATABASE_URL_FILE names a file that cannot be read \(EISDIR\)/,
  ],
  ['a file of a setting that is empty', { DEMO_PASSWORD_FILE: '/dev/null' }, /^DEMO_PASSWORD_FILE names an empty file/],
  ['an address of another protocol', { PUBLIC_URL: 'ftp://benefits.example.com' }, /^PUBLIC_URL is not valid/],
  [
    'an address without encryption',
    { PUBLIC_URL: 'http://benefits.example.com' },
    /^PUBLIC_URL begins with http: .*Use an address with https/,
  ],
  [
    'an address without encryption that begins like this machine',
    { PUBLIC_URL: 'http://localhost.example.com' },
    /^PUBLIC_URL begins with http/,
  ],
  ...['/app', '?x=1', '?', '#top', '#'].map((rest): (typeof REFUSED)[number] => [
    `an address that ends with ${rest}`,
    { PUBLIC_URL: `https://benefits.example.com${rest}` },
    /^PUBLIC_URL is not valid: it has a path, a query, a fragment or a user; write only/,
  ]),
  [
    'an address with a user',
    { PUBLIC_URL: 'https://ann:secret@benefits.example.com' },
    /^PUBLIC_URL is not valid: it has a path(?!.*secret)/,
  ],
  ...['999.1.1.1', '127.1', '1.2.3.4.5', '10', '::1::', 'a b', 'http://localhost', '-lan', '0.0.0.0:4400'].map(
    (HOST): (typeof REFUSED)[number] => [
      `the host ${HOST}`,
      { HOST },
      /^HOST is not valid: it is neither an IP address nor a host name\. Correct it/,
    ],
  ),
  [
    'a setting that is given twice',
    { DEMO_PASSWORD: 'k7fw-m2xp', DEMO_PASSWORD_FILE: '/nowhere/at/all' },
    /^DEMO_PASSWORD and DEMO_PASSWORD_FILE are both set.* Unset one of them\.$/,
  ],
  ['no address', { PUBLIC_URL: 'benefits.example.com' }, /^PUBLIC_URL is not valid/],
  [
    'a bucket at another protocol',
    { STORAGE_URL: 'https://bucket.example.com' },
    /^STORAGE_URL is not valid: it is not an address like s3:/,
  ],
  ['access keys in the address of a bucket', { STORAGE_URL: 's3://key:secret@bucket/x' }, /^STORAGE_URL is not valid/],
  ['an unknown option of a bucket', { STORAGE_URL: 's3://bucket?acl=public' }, /^STORAGE_URL is not valid/],
  [
    'an access key without its secret',
    { AWS_ACCESS_KEY_ID: 'x' },
    /^AWS_ACCESS_KEY_ID is set without AWS_SECRET_ACCESS_KEY\. Set both/,
  ],
  ['a mail server at another protocol', { SMTP_URL: 'https://mail.example.com' }, /^SMTP_URL is not valid/],
  ['a mail server without a sender', { SMTP_URL: 'smtp://mail.example.com' }, /^SMTP_URL is set without MAIL_FROM/],
  ['a sender with another header', { MAIL_FROM: 'x <a@example.com>\nBcc: b@example.com' }, /^MAIL_FROM is not valid/],
  ['an unknown level of the log', { LOG_LEVEL: 'loud' }, /^LOG_LEVEL is not valid/],
  ['an unknown environment', { NODE_ENV: 'staging' }, /^NODE_ENV is not valid/],
  ['an answer that is neither yes nor no', { ALLOW_UNSAFE_DATABASE: 'maybe' }, /^ALLOW_UNSAFE_DATABASE is not valid/],
  [
    'a common password for everybody in the network',
    { AUTH_MODE: 'demo', HOST: '0.0.0.0', DEMO_PASSWORD: 'openbenefits2026' },
    /^DEMO_PASSWORD is too weak for a public address: it consists of common words/,
  ],
  [
    'a short password for everybody on the internet',
    { AUTH_MODE: 'demo', PUBLIC_URL: 'https://benefits.example.com', DEMO_PASSWORD: 'k7fw-m2xp' },
    /^DEMO_PASSWORD is too weak for a public address: it has 9 characters/,
  ],
];

it.each(REFUSED)('refuses %s in one line that says what to do', (_name, environment, line) => {
  expect(() => readConfig(environment)).toThrow(StartError);
  expect(() => readConfig(environment)).toThrow(line);
  expect(() => readConfig(environment)).not.toThrow(/\n/);
});

it('takes hosts and public addresses that can be meant', () => {
  for (const HOST of ['0.0.0.0', '::', '::1', 'localhost', 'benefits.lan', 'node-1.example.com', '1.example.com'])
    expect(readConfig({ HOST })).toMatchObject({ HOST });
  const publicUrl = (PUBLIC_URL: string, NODE_ENV = 'production') => readConfig({ PUBLIC_URL, NODE_ENV }).PUBLIC_URL;
  expect(publicUrl('https://Benefits.example.com:8443/')).toBe('https://benefits.example.com:8443');
  for (const own of ['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080'])
    expect(publicUrl(own)).toBe(own);
  expect(publicUrl('http://benefits.lan', 'development')).toBe('http://benefits.lan');
});

it('uses demo mode, except in production with DATABASE_URL, where demo mode must be requested', () => {
  expect(readConfig({})).toMatchObject({ AUTH_MODE: 'demo', DEMO_DATA: 'full', PORT: 4400 });
  expect(readConfig({ DATABASE_URL: 'postgres://db/x' })).toMatchObject({ AUTH_MODE: 'demo', DEMO_DATA: 'full' });
  expect(readConfig({ DATABASE_URL: 'postgres://db/x', NODE_ENV: 'production', AUTH_MODE: 'demo' })).toMatchObject({
    AUTH_MODE: 'demo',
    DEMO_DATA: 'none',
  });
  expect(readConfig({ DATABASE_URL: 'postgres://db/x', NODE_ENV: 'production' })).toMatchObject({
    AUTH_MODE: 'accounts',
    DEMO_DATA: 'none',
  });
  expect(readConfig({ PORT: '', DEMO_DATA: 'small' })).toMatchObject({ PORT: 4400, DEMO_DATA: 'small' });
});
