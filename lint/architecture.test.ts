import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { orderViolation } from './feature-order.ts';
import { TABLE_OWNERS, writeViolation, writtenIn } from './table-owners.ts';

const ROOT = path.join(import.meta.dirname, '..');

type Diagnostic = { readonly code: string; readonly filename: string; readonly message: string };

async function linted(...args: readonly string[]): Promise<Diagnostic[]> {
  const command = [path.join(ROOT, 'node_modules/oxlint/bin/oxlint'), '-f', 'json', ...args];
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, command, { cwd: ROOT }, (_error, stdout) => resolve(stdout));
  });
  return (JSON.parse(output) as { diagnostics: Diagnostic[] }).diagnostics;
}

it.each([
  ['server/src/members/a.ts', 'server/src/groups/b.ts', undefined],
  ['server/src/members/undo/a.ts', 'server/src/members/b.ts', undefined],
  ['server/src/members/a.ts', 'server/src/clock.ts', undefined],
  ['server/src/groups/a.ts', 'server/src/members/b.ts', '"groups" is left of "members"'],
  ['server/src/groups/a.test.ts', 'server/src/members/b.ts', undefined],
  ['server/src/db/a.ts', 'server/src/groups/b.ts', 'A root noun imports no feature'],
  ['server/src/command.ts', 'server/src/files/b.ts', 'A root noun imports no feature'],
  ['server/src/router.ts', 'server/src/files/b.ts', undefined],
  ['domain/src/coverage/a.ts', 'domain/src/members/b.ts', '"coverage" is left of "members"'],
  ['domain/src/coverage/a.ts', 'domain/src/files/coverage/b.ts', '"coverage" is left of "files"'],
  ['web/src/groups/a.tsx', 'web/src/changes/b.tsx', undefined],
  ['web/src/ui/a.tsx', 'web/src/groups/b.tsx', 'A root noun imports no feature'],
  ['server/src/dashboard/a.ts', 'server/src/files/b.ts', undefined],
])('%s imports %s: %s', (file, imported, message) => {
  const found = orderViolation(file, imported);
  if (message === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(message);
});

it.each([
  ['insert into members (id) values', ['members']],
  ['with x as (update member_counters set last = 1) select', ['member_counters']],
  ['delete from auth.session where', ['auth.session']],
  ['truncate table groups', ['groups']],
  ['MERGE INTO coverage_spans as s using', ['coverage_spans']],
  ['copy file_lines (job_id) from stdin', ['file_lines']],
  ['select id from members for update of m', ['of']],
  ['select * from members', []],
])('%s writes %j', (text, tables) => expect(writtenIn(text)).toEqual(tables));

it('only its owner writes a table', () => {
  expect(writeViolation('server/src/members/a.ts', 'members')).toBeUndefined();
  expect(writeViolation('server/src/files/a.ts', 'members')).toContain('written by members/ alone');
  expect(writeViolation('server/src/files/a.test.ts', 'members')).toBeUndefined();
  expect(writeViolation('server/src/files/a.ts', 'of')).toBeUndefined();
});

it('every table of the migrations has one owner', async () => {
  const folder = path.join(ROOT, 'server/src/db/migrations');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')));
  const created = texts
    .join('\n')
    .matchAll(/create (?:unlogged )?table (?:if not exists )?((?:auth\.)?"?\w+"?)(?! partition of)/gi);
  const dropped = new Set([...texts.join('\n').matchAll(/^drop table (\w+)/gim)].map(([, name = '']) => name));
  const tables = new Set(
    [...created].map(([, name = '']) => name.replaceAll('"', '')).filter((name) => !dropped.has(name)),
  );
  const owned = TABLE_OWNERS.flatMap((entry) => entry.tables);
  expect(owned.toSorted()).toEqual([...tables].toSorted());
  expect(new Set(owned).size).toBe(owned.length);
});

it('the linter refuses an import to the right, a cycle of types, a write to a table of another feature, and a loop over dates', async () => {
  const place = await mkdtemp(path.join(tmpdir(), 'lint-'));
  const source = path.join(place, 'server/src');
  await mkdir(path.join(source, 'groups'), { recursive: true });
  await mkdir(path.join(source, 'members'));
  await writeFile(
    path.join(source, 'groups/group.ts'),
    `import type { Member } from '../members/member.ts';
export type Group = { members: Member[] };
export const statement = (id: string) => \`update members set status = 'active' where id = \${id}\`;
export const remove = (tx: { deleteFrom(table: string): void }) => tx.deleteFrom('coverageSpans');
`,
  );
  await writeFile(
    path.join(source, 'members/member.ts'),
    `import type { Group } from '../groups/group.ts';\nexport type Member = { group: Group };\n`,
  );
  await writeFile(
    path.join(source, 'members/months.ts'),
    `export const next = (addMonths: (day: string, months: number) => string, today: string, done: Set<string>) => {
  let day = today;
  while (done.has(day)) day = addMonths(day, 1);
  return day;
};
`,
  );
  const diagnostics = await linted('-c', path.join(ROOT, '.oxlintrc.json'), place);
  await rm(place, { recursive: true });
  const found = diagnostics.map(({ code, filename, message }) => `${path.basename(filename)} ${code}: ${message}`);
  expect(found.toSorted()).toEqual([
    expect.stringContaining('group.ts architecture(feature-order): "groups" is left of "members"'),
    expect.stringContaining('group.ts architecture(own-tables): "coverage_spans" is written by members/'),
    expect.stringContaining('group.ts architecture(own-tables): "members" is written by members/'),
    expect.stringContaining('group.ts import(no-cycle)'),
    expect.stringContaining('member.ts import(no-cycle)'),
    expect.stringContaining('months.ts architecture(bounded-dates): Loop over dates with dateSeries'),
  ]);
});

type Lengths = 'max-lines' | 'max-lines-per-function';
type Rules = { readonly [rule in Lengths]?: 'off' | readonly ['error', { readonly max: number }] };
type Override = { readonly files: readonly string[]; readonly rules: Rules };

it.each<Lengths>(['max-lines', 'max-lines-per-function'])(
  'every file without %s needs to be without it',
  async (rule) => {
    const place = await mkdtemp(path.join(tmpdir(), 'lint-'));
    const text = await readFile(path.join(ROOT, '.oxlintrc.json'), 'utf8');
    const settings = JSON.parse(text.replaceAll(/^\s*\/\/.*$/gm, '')) as { rules: Rules; overrides: Override[] };
    const listed = settings.overrides
      .filter(({ files, rules }) => rules[rule] === 'off' && !files.some((name) => name.includes('*')))
      .flatMap(({ files }) => files);
    const config = path.join(place, 'lengths.json');
    await writeFile(
      config,
      JSON.stringify({ categories: { correctness: 'off' }, rules: { [rule]: settings.rules[rule] } }),
    );
    const diagnostics = await linted('-c', config, ...listed);
    await rm(place, { recursive: true });
    const long = new Set(diagnostics.map(({ filename }) => filename));
    expect(listed.filter((name) => !long.has(name))).toEqual([]);
  },
);
