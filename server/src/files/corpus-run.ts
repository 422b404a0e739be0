import type { GroupSetup } from '@openbenefits/contract/groups';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { birthPlace, carrierIdPlace, ssnPlace } from '../protected-fields.ts';
import { setupOf } from '../testing/samples.ts';
import type { Person, TestServer } from '../testing/test-server.ts';
import { corpusBytes, type CorpusCase, type CorpusOutcome, isApprovedInCorpus } from './corpus-cases.ts';
import { SSN_ELSEWHERE } from './matching/ssns-elsewhere.ts';

/** Each case's employer sends under an id of its own, so that no case is told apart as the repetition of another. */
const SENDER = 'CORPUSSENDER';
const sentBy = (bytes: Buffer, index: number): Buffer =>
  Buffer.from(
    bytes.toString('latin1').replaceAll(SENDER, `CORPUS${String(index).padStart(SENDER.length - 6, '0')}`),
    'latin1',
  );

const PEOPLE = `
  select m.id, m.ssn_encrypted as ssn, m.date_of_birth_encrypted as birth, m.carrier_id_encrypted as carrier, concat_ws(' ', nullif(m.first_name, ''), m.middle_name, m.last_name, m.suffix) || ', ' || m.relationship || ', ' || m.status as who,
      coalesce(' [' || nullif(concat_ws(', ', m.gender, m.phone, m.email, m.address_line1, m.address_line2, m.city, m.state, m.zip_code, m.country, m.department, 'hired ' || m.hire_date, 'left ' || m.termination_date, '$' || m.salary_annual_cents / 100, 'status ' || m.benefit_status, 'Medicare ' || m.medicare_plan,
        'COBRA event ' || m.cobra_event, 'on ' || m.cobra_event_date, 'COBRA from ' || m.cobra_begin_date, 'COBRA to ' || m.cobra_end_date, 'disabled ' || m.handicap, 'address ' || m.confidentiality, 'was ' || (select f.relationship || ' of ' || h.first_name from members f join members h on h.id = f.subscriber_id where f.id = m.split_from)), '') || ']', '')
      || coalesce(': ' || (select string_agg(s.line || ' ' || p.plan_code || ' ' || lower(s.covered) || coalesce(' to ' || (upper(s.covered) - 1), ''), '; ' order by s.line, s.covered)
        from coverage_spans s join health_plans p on p.id = s.plan_id where s.member_id = m.id and upper_inf(s.recorded)), '') as what
  from members m where m.group_id = $1 and m.removed_by is null order by coalesce((select h.last_name || h.first_name from members h where h.id = m.subscriber_id), m.last_name || m.first_name), m.subscriber_id nulls first, m.first_name, m.last_name`;

type Row = { id: string; who: string; what: string; ssn: string | null; birth: string | null; carrier: string | null };

/** Everybody of a group in words, with what is protected and the coverage that is believed now. */
export async function peopleOf({ owner, services: { vault } }: TestServer, groupId: string): Promise<string[]> {
  const { rows } = await owner.query<Row>(PEOPLE, [groupId]);
  return rows.map(({ id, who, what, ssn, birth, carrier }) => {
    const number = ssn ? `, ${vault.open(ssn, ssnPlace(DEFAULT_TENANT, id))}` : '';
    return `${who}${number}${birth ? `, born ${vault.open(birth, birthPlace(DEFAULT_TENANT, id))}` : ''}${carrier ? `, number ${vault.open(carrier, carrierIdPlace(DEFAULT_TENANT, id))}` : ''}${what}`;
  });
}

/** All plans, asked once of each server: none is added while its files are read. */
const offeredTo = new WeakMap<Person, Promise<{ id: string; code: string }[]>>();
/** What the employers of the corpus offer. */
const CORPUS_PLANS = ['MED-PPO', 'MED-HMO', 'DEN-BASIC'];

export async function newGroup(
  dana: Person,
  index: number,
  change: Partial<GroupSetup> = {},
  planCodes = CORPUS_PLANS,
): Promise<{ id: string; cim: string }> {
  const plans = offeredTo.get(dana) ?? dana.api.plans.offered({});
  offeredTo.set(dana, plans);
  const offered = (await plans).filter(({ code }) => planCodes.includes(code)).map(({ id }) => id);
  // All cases are files of one employer, by its tax ID.
  return dana.api.groups.create({
    setup: setupOf(`Corpus Employer ${index}`, offered, { taxId: '12-3456789', ...change }),
    sharedTaxIdReason: 'Cases of one employer',
  });
}

/** Uploads the case's files to a group of its own and tells what came of the last. */
export async function runCase(
  server: TestServer,
  dana: Person,
  one: Omit<CorpusCase, 'expected'>,
  index: number,
): Promise<CorpusOutcome> {
  const chosen = one.group === 'none' ? undefined : await newGroup(dana, index);
  for (const file of one.before ?? []) {
    const sent = await server.upload(dana, file, sentBy(corpusBytes(file), index), chosen?.cim);
    const held = await server.finished(dana, sent.id);
    const isApproved = isApprovedInCorpus(held.stops.map(({ code }) => code));
    if (isApproved) await dana.api.files.approve({ id: sent.id });
    const { status } = isApproved ? await server.finished(dana, sent.id) : held;
    if (status !== 'completed') throw new Error(`${file}, which comes before ${one.file}, is ${status}`);
  }
  const sent = await server.upload(dana, one.name ?? one.file, sentBy(corpusBytes(one.file), index), chosen?.cim);
  const outcome = await outcomeOf(server, dana, sent);
  if (chosen && isApprovedInCorpus(outcome.stops)) {
    await dana.api.files.approve({ id: sent.id });
    await server.finished(dana, sent.id);
    outcome.people = await peopleOf(server, chosen.id);
  }
  return one.answer ? { ...outcome, answered: await answeredTo(server, dana, sent.id) } : outcome;
}

/** The segments of TA1 and 999 that speak of the file. */
async function answeredTo(server: TestServer, dana: Person, id: string): Promise<string[]> {
  const texts = await Promise.all(
    (['ta1', '999'] as const).map(async (kind) =>
      (await fetch(`${server.url}/downloads/files/${id}/${kind}`, { headers: { cookie: dana.cookie } })).text(),
    ),
  );
  return texts.flatMap((text) => text.split('~\n')).filter((segment) => /^(TA1|AK|IK|CTX)/.test(segment));
}

/** Whose coverage would end for being left out. */
async function proposedBy(dana: Person, id: string): Promise<string[]> {
  const { rows } = await dana.api.files.missing({ id, limit: 100 });
  return rows.map(({ name, line, proposedLastDay }) => `${name}: ${line ?? 'everything'} to ${proposedLastDay}`);
}

/**
 * What came of an upload, in the words a person sees: waits until it has ended or is held. People are those of the
 * group that was chosen for it.
 */
export async function outcomeOf(
  server: TestServer,
  dana: Person,
  sent: Awaited<ReturnType<TestServer['upload']>>,
): Promise<CorpusOutcome> {
  if (sent.status !== 204) return { notTaken: (JSON.parse(sent.message) as { message: string }).message };
  const job = await server.finished(dana, sent.id);
  const refused =
    job.refused > 0 || job.status === 'error' ? (await dana.api.files.refusals({ id: sent.id, limit: 200 })).rows : [];
  const {
    rows: [chosen],
  } = await server.owner.query<{ id: string | null }>(
    'select case when group_from_file then null else group_id end as id from file_jobs where id = $1',
    [sent.id],
  );
  // The same invented people come in many files, each for a group of its own.
  const remarks = job.remarks.filter(({ text }) => text !== SSN_ELSEWHERE.text);
  const people = chosen?.id ? await peopleOf(server, chosen.id) : [];
  const counts = (['added', 'changed', 'ended', 'unchanged', 'refused'] as const)
    .flatMap((name) => (job[name] > 0 ? [`${job[name]} ${name}`] : []))
    .join(', ');
  return {
    status: job.status,
    ...(job.mode && job.status !== 'error' ? { mode: job.mode } : {}),
    ...(counts ? { counts } : {}),
    ...(job.missing > 0 ? { missing: job.missing, proposed: await proposedBy(dana, sent.id) } : {}),
    ...(job.stops.length > 0 ? { stops: job.stops.map(({ code }) => code) } : {}),
    ...(job.errorMessage ? { error: job.errorMessage } : {}),
    ...(refused.length > 0
      ? { refused: refused.map(({ person, field, reason }) => `${person}: ${field}: ${reason}`) }
      : {}),
    ...(remarks.length > 0
      ? { remarks: remarks.map(({ text, count }) => (count > 1 ? `${text} (${count})` : text)).toSorted() }
      : {}),
    ...(people.length > 0 ? { people } : {}),
  };
}
