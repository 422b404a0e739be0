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
    ...describeSettings().map(({ name, fallback, meaning }) => `| \`${name}\` | ${fallback && `\`${fallback}\``} | ${meaning} |`),
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

it.each([
  [{ PORT: 'eighty' }, /^PORT is not usable/],
  [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL is not usable/],
  [{ AUTH_MODE: 'open' }, /^AUTH_MODE is not usable/],
  [{ DEMO_DATA: 'huge' }, /^DEMO_DATA is not usable/],
  [{ DEMO_PASSWORD: 'abc' }, /^DEMO_PASSWORD is not usable/],
  [{ DEMO_PASSWORD_FILE: '/nowhere/at/all' }, /^DEMO_PASSWORD_FILE names a file that cannot be read/],
])('refuses %j with one line that says what to do', (env, message) => {
  expect(() => readConfig(env)).toThrow(StartError);
  expect(() => readConfig(env)).toThrow(message);
});

it('is behind the demo gate unless it is production on a database of its own, where that must be asked for by name', () => {
  expect(readConfig({})).toMatchObject({ AUTH_MODE: 'demo', DEMO_DATA: 'full', PORT: 4400 });
  expect(readConfig({ DATABASE_URL: 'postgres://db/x' })).toMatchObject({ AUTH_MODE: 'demo', DEMO_DATA: 'full' });
  expect(readConfig({ DATABASE_URL: 'postgres://db/x', NODE_ENV: 'production', AUTH_MODE: 'demo' })).toMatchObject({ AUTH_MODE: 'demo', DEMO_DATA: 'none' });
  expect(readConfig({ DATABASE_URL: 'postgres://db/x', NODE_ENV: 'production' })).toMatchObject({ AUTH_MODE: 'accounts', DEMO_DATA: 'none' });
  expect(readConfig({ PORT: '', DEMO_DATA: 'small' })).toMatchObject({ PORT: 4400, DEMO_DATA: 'small' });
});
