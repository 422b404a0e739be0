import { fileText } from '@openbenefits/domain/files/messages/file-message';
import type { ListPreview, MappingChoice, WordChoice } from '@openbenefits/contract/sender-mapping';
import { matchColumns } from '@openbenefits/domain/files/census/headings/columns';
import {
  isMeaning,
  type MappedColumn,
  headingKey,
  mappingKey,
  type SenderMapping,
  type WordKind,
} from '@openbenefits/domain/files/census/mapping';
import { isWaiverReason } from '@openbenefits/domain/files/census/coverage/waiver-reasons';
import { FILE_FORMAT_LABEL, type FileFormat } from '@openbenefits/domain/files/file-format';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Work } from '../../command.ts';
import { requireAcceptsFiles } from '../../groups/groups.queries.ts';
import { linesOfPlans, plainName } from '../matching/resolve-names.ts';
import { writeEvent } from '../queue/file-events.ts';
import { fileNamePlace } from '../file-jobs.queries.ts';
import { originalGoneText } from '../files.operations.ts';
import { isOwnUnderstanding } from '../readers/xml/person-elements.ts';
import { peekColumns } from '../readers/read-file.ts';
import { planNamesWith, withNames } from './preview-names.ts';
import { mappingBeforeReading, mappingOf } from './sender-mapping.ts';
import { knownPartner, partnerOf } from './trading-partners.ts';
import { editablePartner, rememberPlanCode } from './trading-partners.operations.ts';
import { maskPersonal } from '@openbenefits/domain/files/masked-text';

const FINISHED = ['completed', 'rejected'];
/** Not begun, or stopped: read with the choice when its turn comes, if nothing of it has been applied. */
const WAITING = ['queued', 'paused'];

type Job = {
  id: string;
  status: string;
  changeId: string | null;
  groupId: string | null;
  groupFromFile: boolean;
  partnerId: string | null;
  uploadId: string;
  priority: string;
  format: FileFormat;
  storageKey: string;
  fileName: string;
  isGone: boolean;
};

async function jobOf({ tx, services, actor }: Work, id: string, lock = false): Promise<Job> {
  const row = await tx
    .selectFrom('fileJobs as j')
    .innerJoin('uploads as u', 'u.id', 'j.uploadId')
    .select([
      'j.id',
      'j.status',
      'j.changeId',
      'j.groupId',
      'j.groupFromFile',
      'j.partnerId',
      'j.uploadId',
      'j.priority',
      'u.format',
      'u.storageKey',
      'u.fileNameEncrypted',
      'u.deletedAt',
    ])
    .where('j.id', '=', id)
    .$if(lock, (query) => query.forUpdate('j'))
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found', fileText('file_not_found'));
  const { fileNameEncrypted, deletedAt, ...job } = row;
  return {
    ...job,
    format: job.format as FileFormat,
    fileName: services.vault.open(fileNameEncrypted, fileNamePlace(actor.tenantId, job.uploadId)),
    isGone: deletedAt !== null || job.status === 'removed',
  };
}

/** The choices that differ from what we would make of the headings by ourselves: only those are remembered. */
function remembered(
  columns: MappingChoice['columns'],
  format: FileFormat,
): { all: ReadonlySet<string>; own: MappedColumn[] } {
  const all = new Set(columns.map(({ heading }) => headingKey(heading)));
  if (format === 'xml')
    return {
      all,
      own: columns
        .filter(({ heading, field }) => !isOwnUnderstanding(heading, field))
        .map(({ heading, field, dependent }) => ({ heading, field, dependent })),
    };
  const headings: string[] = [];
  for (const { index, heading } of columns) headings[index] = heading;
  const found = new Map(
    matchColumns(Array.from(headings, (heading) => heading ?? '')).columns.map((column) => [column.index, column]),
  );
  const own = columns.filter(
    ({ index, field, dependent }) =>
      (found.get(index)?.field ?? null) !== field || (field !== null && found.get(index)?.dependent !== dependent),
  );
  return { all, own: own.map(({ heading, field, dependent }) => ({ heading, field, dependent })) };
}

const isOurs = (word: WordChoice): word is WordChoice & { kind: WordKind; meaning: string } =>
  word.kind !== 'plan' && word.meaning !== null;

/** The mapping as it would be with a choice. */
function chosen(
  before: SenderMapping,
  { columns, words, dayFirst, padZeros }: MappingChoice,
  format: FileFormat,
): SenderMapping {
  const { all, own } = remembered(columns, format);
  const said = new Set(words.map(({ kind, word }) => `${kind} ${mappingKey(word)}`));
  return {
    columns: [...before.columns.filter(({ heading }) => !all.has(headingKey(heading))), ...own],
    words: [
      ...before.words.filter(({ kind, word }) => !said.has(`${kind} ${mappingKey(word)}`)),
      ...words.filter(isOurs),
    ],
    dayFirst,
    padZeros,
    familyByPlace: before.familyByPlace,
    endDayNotCovered: before.endDayNotCovered,
    beyondGuide: before.beyondGuide,
  };
}

/**
 * Looks at the columns of a list, as they are understood now or as a choice would have it. Throws a Refusal for what
 * has none, or is gone.
 */
export async function previewColumns(
  work: Work,
  input: { id: string; choice?: MappingChoice | undefined },
): Promise<ListPreview> {
  const { tx, services, note } = work;
  const job = await jobOf(work, input.id);
  if (job.isGone) throw new Refusal('not_found', originalGoneText);
  const file = await services.storage.open(job.storageKey);
  try {
    const { path } = file;
    const before = job.partnerId
      ? { partnerId: job.partnerId, mapping: await mappingOf(tx, job.partnerId) }
      : await mappingBeforeReading(tx, { path, format: job.format, groupId: job.groupId });
    const mapping = input.choice ? chosen(before.mapping, input.choice, job.format) : before.mapping;
    const said = new Map(
      input.choice?.words.flatMap(({ kind, word, meaning }) => (kind === 'plan' ? [[word, meaning] as const] : [])),
    );
    const plans = await planNamesWith(tx, before.partnerId, said);
    const peeked = await peekColumns({
      path,
      fileName: job.fileName,
      format: job.format,
      today: work.today,
      mapping,
      planLines: linesOfPlans(plans),
    });
    const list = await withNames(tx, peeked, plans, job.groupId);
    note({
      targetKind: 'file_job',
      targetId: input.id,
      fields: ['name', 'ssn', 'date_of_birth', 'contact', 'coverage'],
      itemCount: list.looked,
    });
    const planOf = (word: string): string | null =>
      plans.get(plainName(word))?.name ?? (isWaiverReason(word) ? 'none' : null);
    const sender = before.partnerId
      ? await tx
          .selectFrom('tradingPartners')
          .select(['id', 'name'])
          .where('id', '=', before.partnerId)
          .executeTakeFirst()
      : undefined;
    const columns = list.columns.map((column) =>
      column.kind === 'plan'
        ? { ...column, words: column.words.map((word) => ({ ...word, meaning: word.meaning ?? planOf(word.text) })) }
        : column,
    );
    return { ...list, columns, sender: sender ?? null, dayFirst: mapping.dayFirst, padZeros: mapping.padZeros };
  } finally {
    await file.close();
  }
}

/** Writes what a choice remembers of the sender. */
async function remember(work: Work, partnerId: string, choice: MappingChoice, format: FileFormat): Promise<void> {
  const { tx, actor, now } = work;
  const { all, own } = remembered(choice.columns, format);
  const by = { partnerId, mappedByName: actor.name, mappedAt: now };
  if (all.size > 0)
    await tx
      .deleteFrom('tradingPartnerColumns')
      .where('partnerId', '=', partnerId)
      .where('heading', 'in', [...all])
      .execute();
  const unique = new Map(own.map((column) => [headingKey(column.heading), column]));
  if (unique.size > 0)
    await tx
      .insertInto('tradingPartnerColumns')
      .values(
        [...unique].map(([heading, column]) => ({
          ...by,
          heading,
          shownHeading: maskPersonal(column.heading),
          field: column.field,
          dependent: column.dependent,
        })),
      )
      .execute();
  for (const { kind, word, meaning } of choice.words) {
    if (meaning === null)
      await tx
        .deleteFrom('tradingPartnerCodes')
        .where('partnerId', '=', partnerId)
        .where('kind', '=', kind)
        .where('code', '=', kind === 'plan' ? plainName(word) : mappingKey(word))
        .execute();
    else if (kind === 'plan') await rememberPlanCode(work, partnerId, word, meaning);
    else await rememberWord(work, partnerId, { kind, word, meaning });
  }
  await tx
    .updateTable('tradingPartners')
    .set({ dayFirst: choice.dayFirst, padZeros: choice.padZeros, updatedAt: now, updatedByName: actor.name })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', partnerId)
    .execute();
}

async function rememberWord(
  { tx, actor, now }: Work,
  partnerId: string,
  { kind, word, meaning }: { kind: WordKind; word: string; meaning: string },
): Promise<void> {
  if (!isMeaning(kind, meaning))
    throw new Refusal('invalid', fileText('word_meaning_unknown'), [
      { path: 'meaning', message: fileText('choose_meaning') },
    ]);
  await sql`insert into trading_partner_codes (partner_id, kind, code, shown_code, meaning, mapped_by_name, mapped_at) values (${partnerId}, ${kind}, ${mappingKey(word)}, ${word}, ${meaning}, ${actor.name}, ${now})
    on conflict (tenant_id, partner_id, kind, code) do update set meaning = excluded.meaning, mapped_by_name = excluded.mapped_by_name, mapped_at = excluded.mapped_at`.execute(
    tx,
  );
}

/** Puts a file that is held or has failed back to its beginning. */
async function readAgain({ tx, actor, now, services }: Work, job: Job, why: string): Promise<void> {
  await tx.deleteFrom('importPacks').where('jobId', '=', job.id).execute();
  await tx
    .updateTable('fileJobs')
    .set({
      status: 'queued',
      stage: 'waiting',
      errorCode: null,
      errorMessage: null,
      finishedAt: null,
      leaseOwner: null,
      leasedUntil: null,
      tries: 0,
      nextTryAt: null,
      approvedAt: null,
      approvedBy: null,
      approvedByName: null,
    })
    .where('id', '=', job.id)
    .execute();
  await writeEvent(tx, job.id, now, 'retried', why, actor.name);
  await services.queue.add(tx, { tenantId: actor.tenantId, jobId: job.id }, 'high');
}

/**
 * A file that waits is read from its beginning when its turn comes; what an earlier try has read of it is forgotten.
 */
async function readLater({ tx, actor, now }: Work, job: Job): Promise<void> {
  await tx.deleteFrom('importPacks').where('jobId', '=', job.id).execute();
  await tx
    .updateTable('fileJobs')
    .set({ stage: 'waiting', approvedAt: null, approvedBy: null, approvedByName: null })
    .where('id', '=', job.id)
    .execute();
  await writeEvent(tx, job.id, now, 'retried', fileText('log_columns_matched'), actor.name);
}

/** Throws a Refusal, in words, for a file whose columns cannot be matched now. */
function requireCanBeMatched({ format, status, changeId, isGone }: Job): void {
  if (format === 'edi834')
    throw new Refusal('state', fileText('format_without_columns', { format: FILE_FORMAT_LABEL.edi834 }));
  if (status === 'processing') throw new Refusal('state', fileText('columns_file_running'));
  if (WAITING.includes(status) && changeId !== null) throw new Refusal('state', fileText('columns_file_half_applied'));
  if (isGone) throw new Refusal('state', originalGoneText);
}

/** A new reading of a file that is finished: the same bytes, a job of its own. */
async function readAnew({ tx, actor, now, services }: Work, job: Job): Promise<string> {
  const id = uuidv7();
  await tx
    .insertInto('fileJobs')
    .values({
      id,
      uploadId: job.uploadId,
      groupId: job.groupFromFile ? null : job.groupId,
      status: 'queued',
      stage: 'waiting',
      priority: job.priority,
      remarks: '[]',
      submittedBy: actor.id,
      submittedByName: actor.name,
      createdAt: now,
    })
    .execute();
  await writeEvent(tx, id, now, 'received', fileText('columns_file_read_again'), actor.name);
  await services.queue.add(tx, { tenantId: actor.tenantId, jobId: id }, 'medium');
  return id;
}

/**
 * Remembers how the lists of a sender are understood, and reads the file with that: again, for the first time when its
 * turn comes, or as a file of its own where it is finished. Throws a Refusal while it is worked on.
 */
export async function mapColumns(
  work: Work,
  input: MappingChoice & { id: string; groupId?: string | undefined },
): Promise<{ id: string }> {
  const { tx, now, note } = work;
  const job = await jobOf(work, input.id, true);
  requireCanBeMatched(job);
  if (input.groupId) {
    const group = await tx.selectFrom('groups').select('id').where('id', '=', input.groupId).executeTakeFirst();
    if (!group)
      throw new Refusal('not_found', fileText('group_not_found'), [
        { path: 'groupId', message: fileText('choose_existing_group') },
      ]);
    // What is finished keeps its history: there only the new reading is for the group that is chosen now.
    if (!FINISHED.includes(job.status))
      await tx
        .updateTable('fileJobs')
        .set({ groupId: input.groupId, groupFromFile: false })
        .where('id', '=', job.id)
        .execute();
  }
  const groupId = input.groupId ?? job.groupId;
  const group = groupId
    ? await tx.selectFrom('groups').select('cimNumber').where('id', '=', groupId).executeTakeFirst()
    : undefined;
  if (group) await requireAcceptsFiles(tx, group.cimNumber);
  const partner =
    (await knownPartner(tx, { senderId: null, groupId })) ??
    (await partnerOf(tx, { envelopes: [], sponsors: [] }, groupId, now));
  await editablePartner(work, partner.id);
  await remember(work, partner.id, input, job.format);
  note({
    targetKind: 'trading_partner',
    targetId: partner.id,
    fields: ['columns', ...new Set(input.words.map(({ kind }) => (kind === 'plan' ? 'plan_code' : 'words')))],
  });
  if (FINISHED.includes(job.status))
    return { id: await readAnew(work, { ...job, groupId, groupFromFile: input.groupId ? false : job.groupFromFile }) };
  if (WAITING.includes(job.status)) await readLater(work, job);
  else await readAgain(work, job, fileText('log_columns_read_again'));
  return { id: job.id };
}

/** Says what a word of the sender means, for this file and the later ones; a held file is read again with it. */
export async function mapWord(
  work: Work,
  input: { id: string; kind: WordKind; word: string; meaning: string },
): Promise<{ id: string }> {
  const job = await jobOf(work, input.id, true);
  if (!job.partnerId) throw new Refusal('state', fileText('file_not_read'));
  await editablePartner(work, job.partnerId);
  await rememberWord(work, job.partnerId, input);
  work.note({ targetKind: 'trading_partner', targetId: job.partnerId, fields: ['words'] });
  if (job.status === 'held' && !job.isGone) await readAgain(work, job, fileText('log_word_mapped'));
  return { id: job.id };
}
