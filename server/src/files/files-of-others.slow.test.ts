import { randomUUID } from 'node:crypto';
import { contract } from '@openbenefits/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { type Operation, POLICY } from '../policy/policy.ts';
import { edi834 } from '../testing/samples.ts';
import { corpusBytes } from './corpus-cases.ts';
import { newGroup } from './corpus-run.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';

/**
 * A file of another organisation, or of a group that somebody may not see, is as one that never was, whatever is asked
 * of it.
 */
let server: TestServer;
let dana: Person;
let priya: Person;
/** Of a group that Priya does not work on: held, with people missing, refused rows, a 999 and a log. */
let hidden: string;
let elsewhere: string;

const isForAllGroups = (name: string): boolean => POLICY[`files.${name}` as Operation].scope === 'organization';

/** What each operation on one file is asked with, beside its id. */
const ASKED: Readonly<Record<string, object>> = {
  job: {},
  watch: {},
  refusals: {},
  outcomes: {},
  changes: {},
  explainChange: { recordNo: 1 },
  premiums: {},
  missing: {},
  causes: {},
  acknowledgement: {},
  answers: {},
  refusedRows: {},
  columns: {},
  'queue.events': {},
  choose: { excluded: true },
  approve: {},
  reject: { reason: 'Not mine' },
  remove: {},
  removeOriginal: {},
  decideMissing: { decision: 'end' },
  resend: {},
  stopUndo: {},
  retry: {},
  acceptReference: {},
  acceptPart: {},
  acceptReceiver: {},
  rehearse: {},
  takeNamedGroup: {},
  mapPlanCode: { code: 'X', planId: randomUUID() },
  mapWord: { kind: 'relationship', word: 'x', meaning: 'self' },
  mapColumns: { columns: [], words: [], dayFirst: false, padZeros: false },
  mendRow: { recordNo: 1, column: 0, text: 'x' },
  columnsToAdd: {},
  addColumn: { heading: 'Gender' },
  findSubscribers: {},
  'queue.pauseFile': {},
  'queue.resumeFile': {},
  'queue.setPriority': { priority: 'high' },
};
const DOWNLOADS = ['original', 'refused', 'refused-reasons', 'ta1', '999', 'report.pdf', 'report.csv'];

type Procedure = { '~orpc': { route: { path?: string } } };
/** Every operation of the contract that names one file. */
function operations(part: object, before = ''): string[] {
  return Object.entries(part).flatMap(([name, one]: [string, object]) => {
    if (!('~orpc' in one)) return operations(one, `${before}${name}.`);
    return (one as Procedure)['~orpc'].route.path?.startsWith('/files/jobs/{id}') ? [`${before}${name}`] : [];
  });
}

const ask = async ({ cookie }: Person, name: string, id: string): Promise<{ status: number; text: string }> => {
  const answer = await fetch(`${server.url}/rpc/files/${name.replace('.', '/')}`, {
    method: 'POST',
    headers: { cookie, origin: server.url, 'content-type': 'application/json' },
    body: JSON.stringify({ json: { id, ...ASKED[name] } }),
  });
  return { status: answer.status, text: (await answer.text()).replace(/"reference":"[^"]+"/, '') };
};
const download = async ({ cookie }: Person, name: string, id: string): Promise<{ status: number; text: string }> => {
  const answer = await fetch(`${server.url}/downloads/files/${id}/${name}`, { headers: { cookie } });
  return { status: answer.status, text: (await answer.text()).replace(/"reference":"[^"]+"/, '') };
};

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  [dana, priya] = [await server.as('administrator'), await server.as('group_administrator')];
  const group = await newGroup(dana, 1);
  for (const file of ['crew-full.edi', 'crew-seven-missing.edi']) {
    hidden = (await server.upload(dana, file, corpusBytes(file), group.cim)).id;
    await server.workOnNext();
  }
  expect(await dana.api.files.job({ id: hidden })).toMatchObject({ status: 'held', missing: 7 });
  const tenant = randomUUID();
  elsewhere = randomUUID();
  await server.owner.query(`insert into tenants (id, name) values ($1, 'Elsewhere')`, [tenant]);
  await server.owner.query(
    `insert into uploads (tenant_id, id, storage_key, file_name_encrypted, size_bytes, sha256, format, uploaded_by, uploaded_by_name, created_at) select $1, $2, storage_key, file_name_encrypted, size_bytes, sha256, format, uploaded_by, 'Somebody Elsewhere', created_at from uploads where id = $3`,
    [tenant, elsewhere, hidden],
  );
  await server.owner.query(
    `insert into file_jobs (tenant_id, id, upload_id, status, stage, submitted_by, submitted_by_name, created_at) values ($1, $2, $2, 'held', 'reviewing', 'x', 'Somebody Elsewhere', now())`,
    [tenant, elsewhere],
  );
  await server.owner.query(
    `insert into file_refusals (tenant_id, job_id, record_no, line, person_label, field, code, reason, raw_encrypted) values ($1, $2, 1, 2, 'Somebody Elsewhere', 'ssn', 'x', 'Elsewhere', 'x')`,
    [tenant, elsewhere],
  );
});
afterAll(() => server.close());

it('every operation on one file is asked here', () => {
  expect(operations(contract.files).toSorted()).toEqual(Object.keys(ASKED).toSorted());
});

describe.each([
  ['of another organisation', () => dana, () => elsewhere],
  ['of another organisation, to somebody who sees some groups', () => priya, () => elsewhere],
  ['of a group that somebody does not work on', () => priya, () => hidden],
])('a file %s', (_of, who, which) => {
  const state = async () =>
    (
      await server.owner.query(
        `select j.*, (select count(*) from file_job_events e where e.job_id = j.id) as lines, (select string_agg(coalesce(decision, ''), ',') from file_missing m where m.job_id = j.id) as decided from file_jobs j where id = $1`,
        [which()],
      )
    ).rows;

  it('is not found, and stays as it is', async () => {
    const before = await state();
    const told: string[] = [];
    for (const [names, get] of [
      [Object.keys(ASKED), ask],
      [DOWNLOADS, download],
    ] as const) {
      for (const name of names) {
        const [answer, never] = [await get(who(), name, which()), await get(who(), name, randomUUID())];
        // What concerns all groups is refused to somebody limited to some before any file is looked for.
        const status = who() === priya && names !== DOWNLOADS && isForAllGroups(name) ? 403 : 404;
        if (answer.status !== status || answer.text !== never.text || /Elsewhere|CREW|crew/.test(answer.text))
          told.push(`${name}: ${answer.status} ${answer.text.slice(0, 200)}`);
      }
    }
    expect(told).toEqual([]);
    expect(await state()).toEqual(before);
  });
});

describe('somebody who works on assigned groups', () => {
  it('says for which a file is before a byte is sent', async () => {
    expect(await server.upload(priya, 'crew.edi', corpusBytes('crew-full.edi'))).toMatchObject({
      status: 422,
      message: expect.stringContaining('Choose the employer group for this file'),
    });
  });

  it('sees a file that was sent without a group once it is read that it is for theirs, and whatever leads to it', async () => {
    const own = await newGroup(dana, 4);
    await server.owner.query(
      `insert into group_admins (tenant_id, group_id, user_id, assigned_by, assigned_at) values ($1, $2, 'demo-north', 'Dana Whitfield', now())`,
      [DEFAULT_TENANT, own.id],
    );
    const { id } = await server.upload(
      dana,
      'ours.edi',
      edi834(
        [
          {
            first: 'Ida',
            last: 'Elder',
            ssn: '123459911',
            birth: '19850101',
            family: '123459911',
            plans: [['HLT', 'MED-PPO', '20260101']],
          },
        ],
        {
          group: own.cim,
          control: '000000911',
        },
      ),
    );
    await expect(priya.api.files.job({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { completed } = (await priya.api.files.queue.state()).counts;
    while ((await dana.api.files.job({ id })).status !== 'completed') await server.workOnNext();
    expect(await priya.api.files.job({ id })).toMatchObject({
      status: 'completed',
      added: 1,
      stops: [],
      group: { id: own.id },
    });
    expect((await priya.api.files.queue.state()).counts.completed).toBe(completed + 1);
    expect((await priya.api.files.jobs({ limit: 5 })).rows.map((job) => job.id)).toContain(id);
    expect((await download(priya, 'original', id)).status).toBe(200);
  });

  it('learns that a file is for another group, not which, neither on its page nor in the notification', async () => {
    const [own, other] = [await newGroup(dana, 2), await newGroup(dana, 3)];
    await server.owner.query(
      `insert into group_admins (tenant_id, group_id, user_id, assigned_by, assigned_at) values ($1, $2, 'demo-north', 'Dana Whitfield', now())`,
      [DEFAULT_TENANT, own.id],
    );
    const { id } = await server.upload(
      priya,
      'theirs.edi',
      edi834(
        [
          {
            first: 'Ada',
            last: 'Elder',
            ssn: '123459901',
            birth: '19850101',
            family: '123459901',
            plans: [['HLT', 'MED-PPO', '20260101']],
          },
        ],
        {
          group: other.cim,
        },
      ),
      own.cim,
    );
    while ((await dana.api.files.job({ id })).status !== 'held') await server.workOnNext();
    expect((await dana.api.files.job({ id })).stops).toMatchObject([
      { code: 'other_group', title: 'This file is for Corpus Employer 3' },
    ]);
    const seen = await priya.api.files.job({ id });
    expect(seen.stops).toMatchObject([{ code: 'other_group', title: 'This file is for another group' }]);
    const told = [
      seen,
      await priya.api.files.queue.state(),
      await priya.api.files.jobs({ limit: 5 }),
      await priya.api.notifications.list({}),
    ];
    expect(JSON.stringify(told)).toContain('This file is for another group. Nothing has been posted.');
    expect(JSON.stringify(told)).not.toContain('Corpus Employer 3');
    await expect(priya.api.files.takeNamedGroup({ id })).rejects.toMatchObject({
      message: expect.stringContaining('This concerns all groups'),
    });
    expect(await priya.api.files.job({ id })).toMatchObject({ status: 'held', group: { id: own.id } });
  });
});

it('a page link that nobody was given is refused in words', async () => {
  const told: string[] = [];
  const id = hidden;
  for (const key of [
    ['a', 'b'],
    ['2026-01-01T00:00:00.000Z', 'b'],
    ['2026-01-01T00:00:00.000Z', 7],
    [1.5],
    [1e12],
    ['x'],
    ['\0'],
    ['a', 'b', 'c'],
    [null],
    {},
  ]) {
    const cursor = Buffer.from(JSON.stringify(key)).toString('base64url');
    const asked = [
      dana.api.files.jobs({ cursor }),
      dana.api.files.refusals({ id, cursor }),
      dana.api.files.changes({ id, cursor }),
      dana.api.files.outcomes({ id, cursor }),
      dana.api.files.missing({ id, cursor }),
      dana.api.changes.list({ cursor }),
      dana.api.tradingPartners.list({ cursor }),
      dana.api.files.outbound.files({ cursor }),
      dana.api.groups.list({ cursor }),
      dana.api.directory.list({ cursor }),
    ];
    for (const one of await Promise.allSettled<unknown>(asked))
      if (one.status === 'fulfilled' || (one.reason as { code: string }).code !== 'INVALID')
        told.push(`${JSON.stringify(key)}: ${one.status === 'fulfilled' ? 'answered' : String(one.reason)}`);
  }
  expect(told).toEqual([]);
});
