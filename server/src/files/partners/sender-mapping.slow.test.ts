import type { ListPreview, MappingChoice } from '@openbenefits/contract/sender-mapping';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { edi834 } from '../../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../../testing/test-server.ts';
import { newGroup } from '../corpus-run.ts';
import { cellOf, workbookOf } from '../readers/samples/workbook-of.ts';

let server: TestServer;
let dana: Person;
let kestrel: { id: string; cim: string };
let alder: { id: string; cim: string };

const groupOf = async (search: string) => {
  const { id = '', cim = '' } = (await dana.api.groups.list({ search })).rows[0] ?? {};
  return { id, cim };
};
beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
  kestrel = await groupOf('Kestrel Avionics');
  alder = await groupOf('Alder & Finch');
});
afterAll(() => server.close());

const send = async (text: string, cim?: string, name = 'people.csv') => {
  const sent = await server.upload(dana, name, Buffer.from(text), cim);
  expect(sent.status, sent.message).toBe(204);
  return server.posted(dana, sent.id);
};
/** The choice that a person makes by naming fields for headings, the others left as they are. */
const choiceOf = (
  list: ListPreview,
  fields: Record<string, string | null>,
  more: Partial<MappingChoice> = {},
): MappingChoice => ({
  columns: list.columns.map(({ index, heading, field, dependent }) => ({
    index,
    heading,
    field: (heading in fields ? fields[heading] : field) as MappingChoice['columns'][number]['field'],
    dependent,
  })),
  words: [],
  dayFirst: list.dayFirst,
  padZeros: list.padZeros,
  ...more,
});
const sheet = (rows: readonly (readonly (string | number)[])[]): Buffer =>
  workbookOf({
    rows: rows
      .map(
        (cells, row) =>
          `<row r="${row + 1}">${cells.map((cell, column) => cellOf(cell, column, row + 1)).join('')}</row>`,
      )
      .join(''),
  });
const fieldsOf = ({ columns }: ListPreview) =>
  Object.fromEntries(columns.map(({ heading, field }) => [heading, field]));

const FOREIGN = [
  'Etunimi;Sukunimi;Steuernummer;Geb.;Rolle;Geschl.;Tarif;Notiz',
  'Anneke;Vos;123-45-4801;25.12.1985;Angestellte;Dame;GOLD;x',
  'Bas;Vos;123-45-4802;03.04.2015;Spross;M;GOLD;y',
].join('\n');

describe('a list whose headings nobody knows', () => {
  let failed: string;

  it('says what is missing, and shows its columns with their first values, SSNs but for their ends', async () => {
    const job = await send(FOREIGN, kestrel.cim);
    expect(job).toMatchObject({
      status: 'error',
      errorCode: 'refused',
      errorMessage: expect.stringContaining(
        'We couldn’t find a header row. The census needs a row that names its columns, including First Name and Last Name.',
      ),
    });
    failed = job.id;
    const list = await dana.api.files.columns({ id: job.id });
    expect(list).toMatchObject({ headingLine: 1, missing: ['First Name', 'Last Name'], looked: 0, people: [] });
    expect(list.columns.map(({ heading, how, samples }) => [heading, how, samples[0]])).toEqual([
      ['Etunimi', 'unknown', 'Anneke'],
      ['Sukunimi', 'unknown', 'Vos'],
      ['Steuernummer', 'unknown', '•••-••-4801'],
      ['Geb.', 'unknown', '25.12.1985'],
      ['Rolle', 'unknown', 'Angestellte'],
      ['Geschl.', 'unknown', 'Dame'],
      ['Tarif', 'unknown', 'GOLD'],
      ['Notiz', 'unknown', 'x'],
    ]);
    expect(list.dates).toEqual({ dayFirst: 1, monthFirst: 0 });
  });

  it('is previewed with a choice before anything is remembered: fields, words, days first', async () => {
    const list = await dana.api.files.columns({ id: failed });
    const fields = {
      Etunimi: 'firstName',
      Sukunimi: 'lastName',
      Steuernummer: 'ssn',
      'Geb.': 'dateOfBirth',
      Rolle: 'relationship',
      'Geschl.': 'gender',
      Tarif: 'plan.medical',
      Notiz: null,
    };
    const first = await dana.api.files.columns({ id: failed, choice: choiceOf(list, fields) });
    expect(first).toMatchObject({ missing: [], looked: 2, refused: 2 });
    expect(first.columns.find(({ heading }) => heading === 'Rolle')).toMatchObject({
      how: 'remembered',
      kind: 'relationship',
      words: [
        { text: 'Angestellte', rows: 1, meaning: null },
        { text: 'Spross', rows: 1, meaning: null },
      ],
    });
    expect(first.columns.find(({ heading }) => heading === 'Tarif')).toMatchObject({
      kind: 'plan',
      words: [{ text: 'GOLD', rows: 2, meaning: null }],
    });
    expect(first.reasons.map(({ reason }) => reason)).toContain(
      'Relationship "Angestellte" is not recognized. Correct it, or match the word.',
    );

    const hmo = (await dana.api.plans.offered({})).find(({ code }) => code === 'MED-HMO')?.id ?? '';
    const words: MappingChoice['words'] = [
      { kind: 'relationship', word: 'Angestellte', meaning: 'self' },
      { kind: 'relationship', word: 'Spross', meaning: 'child' },
      { kind: 'gender', word: 'Dame', meaning: 'female' },
      { kind: 'plan', word: 'GOLD', meaning: hmo },
    ];
    const choice = choiceOf(list, fields, { words, dayFirst: true });
    const second = await dana.api.files.columns({ id: failed, choice });
    expect(second).toMatchObject({ looked: 2, refused: 0, reasons: [] });
    expect(second.people[0]).toMatchObject({
      name: 'Anneke Vos',
      facts: expect.arrayContaining([
        { label: 'SSN', value: '•••-••-4801' },
        { label: 'Date of birth', value: '12/25/1985' },
        { label: 'Gender', value: 'Female' },
      ]),
    });
    expect(second.columns.find(({ heading }) => heading === 'Tarif')?.words).toEqual([
      { text: 'GOLD', rows: 2, meaning: 'Standard HMO' },
    ]);
    expect((await dana.api.tradingPartners.list({})).rows.flatMap(({ columns }) => columns)).toEqual([]);

    const { id } = await dana.api.files.mapColumns({ id: failed, ...choice });
    expect(id).toBe(failed);
    expect(await server.posted(dana, id)).toMatchObject({
      status: 'completed',
      added: 2,
      refused: 0,
      sender: { name: 'Kestrel Avionics Repair' },
    });
    const partner = (await dana.api.tradingPartners.list({})).rows.find(({ group }) => group?.id === kestrel.id);
    expect(partner).toMatchObject({ dayFirst: true, padZeros: false });
    expect(partner?.columns.map(({ shown, field, mappedBy }) => [shown, field, mappedBy])).toContainEqual([
      'Etunimi',
      'firstName',
      'Dana Whitfield',
    ]);
    expect(partner?.codes.map(({ kind, shown, meaning, plan }) => [kind, shown, meaning, plan?.name])).toEqual([
      ['gender', 'Dame', 'female', undefined],
      ['plan', 'GOLD', null, 'Standard HMO'],
      ['relationship', 'Angestellte', 'self', undefined],
      ['relationship', 'Spross', 'child', undefined],
    ]);
  });

  it('is understood at once the next time, with its columns in another order', async () => {
    const again = await send(
      [
        'Tarif;Geschl.;Sukunimi;Etunimi;Rolle;Steuernummer;Geb.',
        'Gold;m;Tam;Cai;Angestellte;123454803;01.02.1990',
      ].join('\n'),
      kestrel.cim,
    );
    expect(again).toMatchObject({ status: 'completed', added: 1, refused: 0 });
    expect((await dana.api.files.columns({ id: again.id })).columns.every(({ how }) => how === 'remembered')).toBe(
      true,
    );
  });

  it('is read with that too when it names the group itself, and stays unknown to other groups', async () => {
    const head = 'CIM;First Name;Last Name;Steuernummer;Geb.';
    const named = await send([head, `${kestrel.cim};Dirk;Roos;123454804;22.03.1991`].join('\n'));
    expect(named).toMatchObject({ status: 'completed', added: 1, refused: 0, group: { id: kestrel.id } });
    const other = await send([head, `${alder.cim};Dirk;Roos;123454805;22.03.1991`].join('\n'));
    expect(other).toMatchObject({ status: 'completed', group: { id: alder.id } });
    expect(fieldsOf(await dana.api.files.columns({ id: other.id }))).toMatchObject({
      Steuernummer: null,
      'Geb.': null,
    });
  });

  it('forgets a heading and a word when the profile says so', async () => {
    const partner = (await dana.api.tradingPartners.list({})).rows.find(({ group }) => group?.id === kestrel.id);
    await dana.api.tradingPartners.forgetColumn({ id: partner?.id ?? '', heading: 'geschl' });
    await expect(
      dana.api.tradingPartners.forgetColumn({ id: partner?.id ?? '', heading: 'geschl' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await dana.api.tradingPartners.forgetCode({ id: partner?.id ?? '', kind: 'gender', code: 'dame' });
    expect(fieldsOf(await dana.api.files.columns({ id: failed }))).toMatchObject({
      'Geschl.': null,
      Etunimi: 'firstName',
    });
  });
});

describe('choices about a list', () => {
  it('read a finished file anew as a file of its own, and remember only what differs from our own understanding', async () => {
    const first = await send(
      [
        'First Name,Last Name,SSN,Date of Birth,Cell,Cost Unit',
        'Ea,Lund,123454811,01/02/1980,555-0100,Night shift',
      ].join('\n'),
      alder.cim,
    );
    expect(first).toMatchObject({ status: 'completed', added: 1 });
    const list = await dana.api.files.columns({ id: first.id });
    expect(fieldsOf(list)).toMatchObject({ Cell: 'phone', 'Cost Unit': null });
    const { id } = await dana.api.files.mapColumns({
      id: first.id,
      ...choiceOf(list, { 'Cost Unit': 'department', Cell: null }),
    });
    expect(id).not.toBe(first.id);
    expect(await server.posted(dana, id)).toMatchObject({
      status: 'completed',
      added: 0,
      changed: 1,
      group: { id: alder.id },
    });
    expect(
      (await dana.api.tradingPartners.list({})).rows
        .find(({ group }) => group?.id === alder.id)
        ?.columns.map(({ shown, field }) => [shown, field]),
    ).toEqual([
      ['Cell', null],
      ['Cost Unit', 'department'],
    ]);
    const back = await dana.api.files.columns({ id });
    expect(back.columns.map(({ heading, how }) => [heading, how])).toEqual([
      ['First Name', 'sure'],
      ['Last Name', 'sure'],
      ['SSN', 'sure'],
      ['Date of Birth', 'sure'],
      ['Cell', 'left_out'],
      ['Cost Unit', 'remembered'],
    ]);
  });

  it('put lost zeros back for a sender that drops them, and say how often', async () => {
    const lost = [
      'First Name,Last Name,SSN,Date of Birth,State,ZIP',
      'Fritz,Lund,1234812,01/02/1980,NY,501',
      'Gesa,Lund,12348131,01/02/1981,MA,2139',
    ].join('\n');
    const first = await send(lost, alder.cim);
    expect(first).toMatchObject({ refused: 2 });
    const list = await dana.api.files.columns({ id: first.id });
    const { id } = await dana.api.files.mapColumns({ id: first.id, ...choiceOf(list, {}, { padZeros: true }) });
    const again = await server.posted(dana, id);
    expect(again).toMatchObject({ added: 2, refused: 0 });
    expect(again.remarks).toContainEqual(
      expect.objectContaining({ code: 'ssn_zeros_restored', severity: 'info', params: {}, count: 2 }),
    );
    await dana.api.files.mapColumns({ id, ...choiceOf(await dana.api.files.columns({ id }), {}, { padZeros: false }) });
  });

  it('say that the day comes first, for a list that was held because its dates show it', async () => {
    const held = await send(
      [
        'First Name,Last Name,SSN,Date of Birth',
        'Anouk,Lund,123454821,25/12/1985',
        'Bart,Lund,123454822,04/05/1991',
      ].join('\n'),
      alder.cim,
    );
    expect(held).toMatchObject({ status: 'held', stops: [{ code: 'uncovered_members' }, { code: 'date_order' }] });
    const list = await dana.api.files.columns({ id: held.id });
    expect(list).toMatchObject({
      dayFirst: null,
      readDayFirst: false,
      doubtfulDates: 1,
      dates: { dayFirst: 1, monthFirst: 0 },
    });
    const { id } = await dana.api.files.mapColumns({ id: held.id, ...choiceOf(list, {}, { dayFirst: true }) });
    expect(id).toBe(held.id);
    expect(await server.posted(dana, id)).toMatchObject({
      status: 'completed',
      added: 2,
      refused: 0,
      stops: [{ code: 'uncovered_members' }],
    });
    const { rows } = await server.owner.query(
      `select first_name, date_of_birth_encrypted is not null as born from members where first_name in ('Anouk', 'Bart') order by 1`,
    );
    expect(rows).toEqual([
      { first_name: 'Anouk', born: true },
      { first_name: 'Bart', born: true },
    ]);
    const american = await send(
      'First Name,Last Name,SSN,Date of Birth\nCoen,Lund,123454823,12/25/1985\nDaan,Lund,123454824,04/05/1991',
      alder.cim,
    );
    expect(american).toMatchObject({
      status: 'held',
      stops: [{ code: 'uncovered_members' }, { code: 'date_order', title: 'Does the month come first in the dates?' }],
    });
    await dana.api.files.mapColumns({
      id: american.id,
      ...choiceOf(await dana.api.files.columns({ id: american.id }), {}, { dayFirst: false }),
    });
    expect(await server.posted(dana, american.id)).toMatchObject({ status: 'completed', added: 2 });
  });

  it('take the headings of a workbook under titles', async () => {
    const bytes = sheet([
      ['Night shift'],
      [],
      ['Voornaam', 'Achternaam', 'Geboren', 'Sofi'],
      ['Hanne', 'Lund', 32874, 12348141],
    ]);
    const sent = await server.upload(dana, 'nachtploeg.xlsx', bytes, alder.cim);
    const job = await server.posted(dana, sent.id);
    expect(job).toMatchObject({ status: 'error' });
    const list = await dana.api.files.columns({ id: job.id });
    expect(list.headingLine).toBe(3);
    const { id } = await dana.api.files.mapColumns({
      id: job.id,
      ...choiceOf(list, { Voornaam: 'firstName', Achternaam: 'lastName', Geboren: 'dateOfBirth', Sofi: 'ssn' }),
    });
    expect(await server.posted(dana, id)).toMatchObject({ status: 'completed', added: 1, refused: 0 });
  });

  it('are for lists, for people with the right, and for files that are not under way', async () => {
    const edi = await server.upload(
      dana,
      'one.edi',
      edi834([
        {
          first: 'Ilja',
          last: 'Lund',
          ssn: '123454831',
          birth: '19800102',
          family: '123454831',
          plans: [['HLT', 'MED-PPO', '20260101']],
        },
      ]),
    );
    const job = await server.posted(dana, edi.id);
    await expect(dana.api.files.columns({ id: job.id })).rejects.toMatchObject({
      message: expect.stringContaining('Only CSV, Excel, and XML files have columns to match.'),
    });
    await expect(
      dana.api.files.mapColumns({ id: job.id, columns: [], words: [], dayFirst: false, padZeros: false }),
    ).rejects.toMatchObject({
      message: expect.stringContaining('have no columns'),
    });
    const list = await send('First Name,Last Name,SSN,Date of Birth\nJoris,Lund,123454832,01/02/1980', alder.cim);
    for (const role of ['read_only', 'compliance_officer'] as const) {
      const other = await server.as(role);
      await expect(other.api.files.columns({ id: list.id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    const before = await dana.api.files.columns({ id: list.id });
    await expect(
      dana.api.files.mapColumns({
        id: list.id,
        ...choiceOf(before, {}, { words: [{ kind: 'gender', word: 'Dame', meaning: 'tall' }] }),
      }),
    ).rejects.toMatchObject({ code: 'INVALID' });
    const { rows } = await server.owner.query(
      `select count(*)::int as count from audit_log where action = 'files.columns' and target_id = $1 and 'ssn' = any (fields)`,
      [list.id],
    );
    expect(rows[0].count).toBe(1);
  });
});

describe('a list in XML', () => {
  const person = (vorname: string, nummer: string, inside = '') =>
    `<Mitarbeiter><Etunimi>${vorname}</Etunimi><Sukunimi>Prins</Sukunimi><Syntyma>02.02.1980</Syntyma><Nummer art="voll">${nummer}</Nummer><Tarif>MED-HMO</Tarif>${inside}</Mitarbeiter>`;
  const xml = (...people: string[]) => `<?xml version="1.0"?><Liste>${people.join('')}</Liste>`;
  const CHILD =
    '<Familie><Angehoerige><Etunimi>Pim</Etunimi><Sukunimi>Prins</Sukunimi><Syntyma>04.04.2015</Syntyma><Rolle>Spross</Rolle></Angehoerige></Familie>';
  const FIELDS = {
    Etunimi: 'firstName',
    Sukunimi: 'lastName',
    Syntyma: 'dateOfBirth',
    Nummer: 'ssn',
    Tarif: 'plan.medical',
    Rolle: 'relationship',
    art: null,
  };

  it('is matched by the names of its elements, and understood at once the next time', async () => {
    const group = await newGroup(dana, 900);
    const failed = await send(
      xml(person('Otto', '123454601', CHILD), person('Pia', '123454602')),
      group.cim,
      'people.xml',
    );
    expect(failed).toMatchObject({ status: 'error', errorMessage: expect.stringContaining('No people were found') });
    const list = await dana.api.files.columns({ id: failed.id });
    expect(list).toMatchObject({ missing: ['First Name', 'Last Name'], looked: 0, people: [] });
    expect(list.columns.map(({ heading, how, samples }) => [heading, how, samples[0]])).toEqual([
      ['Etunimi', 'unknown', 'Otto'],
      ['Sukunimi', 'unknown', 'Prins'],
      ['Syntyma', 'unknown', '02.02.1980'],
      ['art', 'unknown', 'voll'],
      ['Nummer', 'unknown', '•••-••-4601'],
      ['Tarif', 'unknown', 'MED-HMO'],
      ['Rolle', 'unknown', 'Spross'],
    ]);
    const words: MappingChoice['words'] = [{ kind: 'relationship', word: 'Spross', meaning: 'child' }];
    const choice = choiceOf(list, FIELDS, { words, dayFirst: false });
    const seen = await dana.api.files.columns({ id: failed.id, choice });
    expect(seen).toMatchObject({ missing: [], looked: 3, refused: 0 });
    expect(
      seen.people.map(({ name, facts }) => [name, facts.find(({ label }) => label === 'Relationship')?.value]),
    ).toEqual([
      ['Otto Prins', 'Subscriber'],
      ['Pim Prins', 'Child'],
      ['Pia Prins', 'Subscriber'],
    ]);
    await dana.api.files.mapColumns({ id: failed.id, ...choice });
    expect(await server.posted(dana, failed.id)).toMatchObject({
      status: 'completed',
      added: 3,
      refused: 0,
      columns: { read: 6, ignored: 1 },
    });
    expect(await send(xml(person('Quinten', '123454603')), group.cim, 'more.xml')).toMatchObject({
      status: 'completed',
      added: 1,
    });
  });

  it('shows what was not read of one that posts, and reads it anew with more', async () => {
    const first = await send(
      '<?xml version="1.0"?><Staff><Employee id="7"><Name><First>Roos</First><Last>Prins</Last></Name><SSN>123454604</SSN><Nascita>1980-01-02</Nascita><Address><Line1>1 Elm St</Line1></Address></Employee></Staff>',
      alder.cim,
      'staff.xml',
    );
    expect(first).toMatchObject({ status: 'completed', added: 1, columns: { ignored: 1 } });
    const list = await dana.api.files.columns({ id: first.id });
    expect(fieldsOf(list)).toMatchObject({
      First: 'firstName',
      Last: 'lastName',
      SSN: 'ssn',
      Nascita: null,
      Line1: 'addressLine1',
    });
    const { id } = await dana.api.files.mapColumns({ id: first.id, ...choiceOf(list, { Nascita: 'dateOfBirth' }) });
    expect(await server.posted(dana, id)).toMatchObject({ status: 'completed', changed: 1 });
    const partner = (await dana.api.tradingPartners.list({})).rows.find(({ group }) => group?.id === alder.id);
    expect(partner?.columns.map(({ shown }) => shown)).toContain('Nascita');
    expect(partner?.columns.map(({ shown }) => shown)).not.toContain('Line1');
  });

  it('that is hostile or no list is refused as ever', async () => {
    const job = await send('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><Liste/>', alder.cim, 'bad.xml');
    expect(job.status).toBe('error');
    await expect(dana.api.files.columns({ id: job.id })).rejects.toMatchObject({
      message: expect.stringContaining('DOCTYPE'),
    });
  });
});

describe('a file that waits for its turn', () => {
  const rows = ['Nombre propio,Last Name,SSN,Date of Birth', 'Sara,Prins,123454611,01/02/1980'].join('\n');
  const matched = async (id: string) =>
    dana.api.files.mapColumns({
      id,
      ...choiceOf(await dana.api.files.columns({ id }), { 'Nombre propio': 'firstName' }),
    });

  it('is matched before it is read, queued or paused, and stays where it is', async () => {
    await dana.api.files.queue.pause({});
    const [queued, paused] = await Promise.all([
      server.upload(dana, 'queued.csv', rows, alder.cim),
      server.upload(dana, 'paused.csv', rows.replace('Sara', 'Teun').replace('4611', '4612'), alder.cim),
    ]);
    await dana.api.files.queue.pauseFile({ id: paused.id });
    expect(await matched(queued.id)).toEqual({ id: queued.id });
    expect(await matched(paused.id)).toEqual({ id: paused.id });
    expect([
      (await dana.api.files.job({ id: queued.id })).status,
      (await dana.api.files.job({ id: paused.id })).status,
    ]).toEqual(['queued', 'paused']);
    await dana.api.files.queue.resume({});
    expect(await server.posted(dana, queued.id)).toMatchObject({ status: 'completed', added: 1 });
    await dana.api.files.queue.resumeFile({ id: paused.id });
    expect(await server.posted(dana, paused.id)).toMatchObject({ status: 'completed', added: 1 });
  });

  it('is not matched while it is worked on, or where part of it has been applied: each says what to do', async () => {
    const done = await send(rows.replace('Sara', 'Ugo').replace('4611', '4613'), alder.cim);
    for (const [status, words] of [
      ['processing', 'Pause it'],
      ['queued', 'Part of this file'],
      ['paused', 'Part of this file'],
    ] as const) {
      await server.owner.query(`update file_jobs set status = $2, lease_owner = null where id = $1`, [
        done.id,
        'paused',
      ]);
      await server.owner.query(
        `update file_jobs set status = $2, leased_until = case when $2 = 'processing' then now() + interval '1 day' end, next_try_at = '2999-01-01' where id = $1`,
        [done.id, status],
      );
      await expect(matched(done.id)).rejects.toMatchObject({ message: expect.stringContaining(words) });
    }
    await server.owner.query(
      `update file_jobs set status = 'completed', leased_until = null, next_try_at = null where id = $1`,
      [done.id],
    );
  });
});

describe('a reading that begins anew', () => {
  it('leaves the finished file as it is, also where another group is chosen, and is refused for a group that takes no files', async () => {
    const first = await send('First Name,Last Name,SSN,Date of Birth\nWytse,Lund,123454838,01/02/1980', alder.cim);
    const choice = choiceOf(await dana.api.files.columns({ id: first.id }), {});
    const { id } = await dana.api.files.mapColumns({ id: first.id, ...choice, groupId: kestrel.id });
    expect(await server.posted(dana, id)).toMatchObject({ added: 1, group: { id: kestrel.id } });
    expect(await dana.api.files.job({ id: first.id })).toMatchObject({
      status: 'completed',
      added: 1,
      group: { id: alder.id },
    });
    await server.owner.query(`update groups set status = 'suspended' where id = $1`, [alder.id]);
    await expect(dana.api.files.mapColumns({ id: first.id, ...choice })).rejects.toMatchObject({
      message: expect.stringContaining('its files are held'),
    });
    await server.owner.query(`update groups set status = 'active' where id = $1`, [alder.id]);
  });
});
