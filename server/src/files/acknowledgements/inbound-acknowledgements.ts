import { fileText } from '@openbenefits/domain/files/messages/file-message';
import { open, readFile } from 'node:fs/promises';
import type { InboundAcknowledgement } from '@openbenefits/contract/acknowledgements';
import {
  type Answered,
  holdsOtherGroups,
  isAcknowledgement,
  isCutAcknowledgement,
  isMiscounted,
  personAt,
  readAcknowledgement,
  takenSets,
} from '@openbenefits/domain/files/acknowledgements/read-acknowledgement';
import { x12Segments } from '@openbenefits/domain/x12/x12-segments';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { appendAudit } from '../../audit.ts';
import type { Work } from '../../command.ts';
import { inTenant, type Tx } from '../../db/connect.ts';
import { answerRemittance } from '../../payments/carrier-remittances/remittance-answers.ts';
import { notify } from '../../notifications/notifications.operations.ts';
import type { Services } from '../../request-context.ts';
import { assertLease, type Lease } from '../queue/file-lease.ts';
import { remarkOfUpload } from '../files.operations.ts';
import { outboundPlace } from '../outbound/outbound-place.ts';

const HEAD = 4096;
/** A 999 has a few segments for each mistake; one of megabytes is none. */
const LIMIT_BYTES = 20 * 1024 * 1024;
const MOST_ANSWERS = 1000;
const MOST_FINDINGS = 200;

type Answer = InboundAcknowledgement['answers'][number];

/** Whether a file that begins with an ISA is a TA1 or a 999: those answer what we have sent and hold nobody. */
export async function isInboundAcknowledgement(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return isAcknowledgement(buffer.toString('utf8', 0, bytesRead));
  } finally {
    await file.close();
  }
}

/** `taken`: the sets of a file accepted in part whose people the carrier has taken. */
type Matched = { found: Answer; taken: readonly number[] };

/**
 * Finds the 834 or the 820 of ours that is answered: by its control number, among those sent to who answers. Its people are named
 * in the findings. Of an answer that was not counted right (`isUnsure`) only what it says of a set counts.
 */
async function matched(
  tx: Tx,
  services: Pick<Services, 'vault'>,
  tenantId: string,
  { of, sender, findings, sets, accepted, ...answered }: Answered,
  isUnsure: boolean,
  now: string,
): Promise<Matched> {
  const few = findings.slice(0, MOST_FINDINGS);
  const unnamed = few.map(({ set: _, ...one }) => one);
  const control = /^\d{1,9}$/.test(answered.control) ? Number(answered.control) : -1;
  // A number is one of an 834 of ours only where an 834 is answered: a carrier may have had other groups under it, from
  // us or from others.
  const isOfFiles = of === '' || of === 'BE';
  const { rows } = await sql<{
    id: string;
    carrier: string;
    madeAt: string;
    people: number;
    answer: string | null;
    content: string | null;
  }>`
    select o.id, p.name as carrier, o.made_at, o.people, o.answer, o.content_encrypted as content from outbound_interchanges o join carrier_profiles p on p.id = o.profile_id
    where ${isOfFiles}::boolean and o.control_number = ${control} and upper(p.receiver_id) = ${sender.toUpperCase()} order by o.made_at desc, o.id desc limit 1`.execute(
    tx,
  );
  const [sent] = rows;
  if (!sent) {
    const isOfRemittances = of === '' || of === 'RA';
    const remittance = isOfRemittances ? await answerRemittance(tx, { ...answered, control, sender }, now) : null;
    const isReply = remittance === null && (answered.kind === 'TA1' || of === 'FA');
    const reply = isReply ? await repliedWith(tx, control, sender) : null;
    return { found: { ...answered, sent: null, reply, remittance, findings: unnamed }, taken: [] };
  }
  const { content, answer: before, ...about } = sent;
  const isPart = answered.answer === 'P';
  const segments =
    (few.length > 0 || sets.length > 0 || isPart) && content !== null
      ? x12Segments(services.vault.open(content, outboundPlace(tenantId, sent.id)))
      : [];
  const named = [...new Set(sets.map(({ number }) => number))];
  const known = content === null ? named : segments.flatMap(([id, , number = '']) => (id === 'ST' ? [number] : []));
  const strangers = named.filter((number) => !known.includes(number));
  const taken = isPart ? takenSets({ sets, accepted: isUnsure ? null : accepted }, known) : [];
  const found: Answer = {
    ...answered,
    sent: about,
    reply: null,
    remittance: null,
    findings: [
      ...(isLate(answered, before) ? [LATE_REJECTION] : []),
      ...(taken.length > 0 ? [ofPart(taken.length, known.length)] : []),
      ...strangers.map(ofStranger),
      ...few.map(({ set, ...one }) => ({
        ...one,
        person: one.position === null ? null : personAt(segments, set, one.position),
      })),
    ],
  };
  return { found, taken: taken.map(Number) };
}

const ofPart = (taken: number, all: number): Answer['findings'][number] => ({
  person: null,
  segment: 'AK9',
  position: null,
  text: fileText('answer_partly', { count: taken, of: all }),
  mend: fileText('answer_partly_fix'),
});

/**
 * Whether an envelope is rejected of which the content was accepted before: a carrier says so of a copy that came a
 * second time (TA1 025), and it has what the first one said.
 */
const isLate = ({ kind, answer }: Pick<Answer, 'kind' | 'answer'>, before: string | null): boolean =>
  kind === 'TA1' && answer === 'R' && (before === 'A' || before === 'E' || before === 'P');
const LATE_REJECTION: Answer['findings'][number] = {
  person: null,
  segment: 'TA1',
  position: null,
  text: fileText('answer_late'),
  mend: fileText('answer_late_fix'),
};

const ofStranger = (set: string): Answer['findings'][number] => ({
  person: null,
  segment: 'AK2',
  position: null,
  text: set === '' ? fileText('answer_set_unnamed') : fileText('answer_set_unknown', { set }),
  mend: fileText('answer_set_fix'),
});

/**
 * An answer that was not counted right is taken, since what it says of the whole stands at its end; whoever reads it is
 * told.
 */
const MISCOUNTED: Answer['findings'][number] = {
  person: null,
  segment: 'SE',
  position: null,
  text: fileText('answer_miscounted'),
  mend: fileText('answer_miscounted_fix'),
};

/** The 999 of ours that has this number, among those to who answers now. */
async function repliedWith(tx: Tx, control: number, sender: string): Promise<Answer['reply']> {
  const { rows } = await sql<{
    jobId: string;
    madeAt: string;
  }>`select a.job_id, a.made_at from file_acknowledgements a where a.ack999_controls @> array[${control}]::bigint[]
    and exists (select from jsonb_array_elements(a.report) i where upper(i ->> 'senderId') = ${sender.toUpperCase()}) order by a.made_at desc, a.job_id desc limit 1`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/**
 * A TA1 that accepts says only that the envelope was in order; whether the people were taken is said by the 999, of
 * several by the last.
 */
async function writeAnswer(tx: Tx, { found: { kind, answer, sent }, taken }: Matched, now: string): Promise<void> {
  if (!sent || (kind === 'TA1' && answer !== 'R')) return;
  await sql`update outbound_interchanges set answer = ${answer}, accepted_sets = ${taken}::integer[], answered_at = ${now}
    where id = ${sent.id} and not (${kind === 'TA1'} and coalesce(answer, '') in ('A', 'E', 'P'))`.execute(tx);
}

/**
 * Takes an acknowledgement that came in: each answer is matched to what we have sent. The job is then done; nothing is
 * ever answered to it.
 */
export async function takeAcknowledgement(
  services: Services,
  lease: Lease,
  job: { submittedBy: string; submittedByName: string },
  path: string,
): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length > LIMIT_BYTES) throw new Refusal('limit', fileText('answer_too_long'));
  const text = bytes.toString('utf8');
  if (isCutAcknowledgement(text)) throw new Refusal('invalid', fileText('answer_cut'));
  if (holdsOtherGroups(text)) throw new Refusal('invalid', fileText('answer_mixed'));
  const answered = readAcknowledgement(text).slice(0, MOST_ANSWERS);
  if (answered.length === 0) throw new Refusal('invalid', fileText('answer_empty'));
  const isUnsure = isMiscounted(text);
  await inTenant(services.db, lease.tenantId, async (tx) => {
    const now = services.clock.now();
    const answers: Answer[] = [];
    for (const one of answered) {
      const answer = await matched(tx, services, lease.tenantId, one, isUnsure, now);
      const { found } = answer;
      answers.push(isUnsure && one.kind === '999' ? { ...found, findings: [MISCOUNTED, ...found.findings] } : found);
      await writeAnswer(tx, answer, now);
    }
    await sql`insert into inbound_acknowledgements (job_id, report) values (${lease.jobId}, ${JSON.stringify(answers)}::jsonb) on conflict (tenant_id, job_id) do update set report = excluded.report`.execute(
      tx,
    );
    const rejected = answers.filter(({ answer }) => answer === 'R' || answer === 'P').length;
    const unknown = answers.filter(({ sent, reply, remittance }) => (sent ?? reply ?? remittance) === null).length;
    await notify(tx, now, {
      severity: rejected > 0 ? 'error' : unknown > 0 ? 'warning' : 'success',
      title: 'Acknowledgement Received',
      body: fileText('log_answers_read', { count: answers.length, rejected, unknown }),
      link: `/files/jobs/${lease.jobId}`,
      userId: job.submittedBy,
    });
    await assertLease(tx, lease);
    await sql`update file_jobs set mode = 'acknowledgement', status = 'completed', stage = 'done', remarks = ${remarkOfUpload('acknowledgement')}, finished_at = ${now}, bytes_read = ${bytes.length}, lease_owner = null, leased_until = null where id = ${lease.jobId}`.execute(
      tx,
    );
    await appendAudit(tx, {
      at: now,
      actorId: job.submittedBy,
      actorName: job.submittedByName,
      action: 'files.takeAcknowledgement',
      outcome: 'done',
      targetKind: 'file_job',
      targetId: lease.jobId,
      itemCount: answers.length,
    });
  });
}

/** What an acknowledgement that came in says, in words; null for any other file. */
export async function inboundAnswers(
  { tx, note }: Work,
  { id }: { id: string },
): Promise<InboundAcknowledgement | null> {
  const row = await tx
    .selectFrom('inboundAcknowledgements')
    .select('report')
    .where('jobId', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  // Reports from before 999s and 820s of ours were told apart have no `reply` and no `remittance`.
  const reports = row.report as unknown as (Omit<Answer, 'reply' | 'remittance'> & Partial<Answer>)[];
  const answers = reports.map((answer): Answer => ({
    reply: null,
    remittance: null,
    ...answer,
  }));
  if (answers.some(({ findings }) => findings.some(({ person }) => person !== null)))
    note({ targetKind: 'file_job', targetId: id, fields: ['name'], itemCount: answers.length });
  return { answers };
}
