import { fileText } from '@openbenefits/domain/files/messages/file-message';
import { createHash } from 'node:crypto';
import { NO_MAPPING, type SenderMapping } from '@openbenefits/domain/files/census/mapping';
import type { FileFacts } from '@openbenefits/domain/files/file-facts';
import type { FileFormat } from '@openbenefits/domain/files/file-format';
import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import { familyOfLine } from '@openbenefits/domain/files/family-place';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Work } from '../../command.ts';
import { mappingOf } from '../partners/sender-mapping.ts';
import { FAMILY_KEYS } from '../readers/census/people-of-rows.ts';
import { planBookOf } from '../readers/census/same-person-twice.ts';
import { COLUMNS_OF_JOB, withColumns } from './added-columns.ts';
import { asSent } from './list-encoding.ts';
import { listRows, type RefusedRows } from './refused-grid.ts';
import { listOf, type RefusedListRow } from './refused-list.ts';
import { edi834Of } from './refused-834.ts';
import { xmlOf } from './refused-xml-file.ts';
import { headPlace, rawPlace } from '../staging/staged-record.ts';

/** What the rows of a file hold that is protected. */
export const PROTECTED = ['name', 'ssn', 'date_of_birth', 'contact', 'coverage'];

export type RefusedRowsFile = {
  name: string;
  contentType: string;
  content: Buffer;
  /** What our reader takes it for. */ format: FileFormat;
};
type Row = RefusedListRow & { line: number };
type Kind = {
  extension: string;
  contentType: string;
  bytes: (
    head: string,
    rows: readonly Row[],
    by: { control: string; mapping: SenderMapping },
  ) => Buffer | Promise<Buffer>;
};

/** One character per byte, as the readers hand over what they read. */
const toBytes = (text: string): Buffer => Buffer.from(text, 'latin1');

/** A control number of ours, the same for the same file: nine digits, from 9 on. */
const ownControl = (jobId: string): string =>
  `9${String(Number.parseInt(createHash('sha256').update(jobId).digest('hex').slice(0, 8), 16) % 100_000_000).padStart(8, '0')}`;

const KINDS: Readonly<Record<FileFormat, Kind>> = {
  csv: { extension: 'csv', contentType: 'text/csv', bytes: (head, rows) => listOf('csv', head, rows) },
  xlsx: {
    extension: 'xlsx',
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bytes: (head, rows) => listOf('xlsx', head, rows),
  },
  edi834: {
    extension: 'edi',
    contentType: 'application/edi-x12',
    bytes: (head, rows, { control }) => toBytes(edi834Of(head, rows, control).text),
  },
  xml: {
    extension: 'xml',
    contentType: 'application/xml',
    bytes: async (head, rows, { mapping }) => toBytes(await xmlOf(head, rows, mapping)),
  },
};

/** The refused records of a job (r), each with what somebody has made of it (m). */
export const refusedWithMends = (tx: Work['tx'], jobId: string) =>
  tx
    .selectFrom('fileRefusals as r')
    .leftJoin('fileMends as m', (join) => join.onRef('m.jobId', '=', 'r.jobId').onRef('m.recordNo', '=', 'r.recordNo'))
    .where('r.jobId', '=', jobId);

type Cause = { field: string; reason: string; ofOthers?: true };
/** A refused record as it was kept, opened. */
export type OpenedRefusal = RefusedListRow & Cause & { line: number; person: string; causes: Cause[] };

/**
 * The refused records of a job in file order, and what stands before them in its file. Throws a Refusal where there are
 * none.
 */
export async function openRefused(
  { tx, services, actor }: Work,
  jobId: string,
): Promise<{
  format: FileFormat;
  encoding: FileFacts['encoding'] | null;
  head: string;
  partnerId: string | null;
  refused: OpenedRefusal[];
}> {
  const job = isUuid(jobId)
    ? await tx
        .selectFrom('fileJobs as j')
        .innerJoin('uploads as u', 'u.id', 'j.uploadId')
        .select([
          'j.headEncrypted',
          'j.partnerId',
          'u.format',
          sql<FileFacts['encoding'] | null>`j.facts ->> 'encoding'`.as('encoding'),
          ...COLUMNS_OF_JOB,
        ])
        .where('j.id', '=', jobId)
        .executeTakeFirst()
    : undefined;
  if (!job) throw new Refusal('not_found', fileText('file_not_found'));
  const found = await refusedWithMends(tx, jobId)
    .select([
      'r.line',
      'r.personLabel as person',
      'r.field',
      'r.causes',
      'r.rawEncrypted',
      'm.mendedEncrypted',
      'r.familyEncrypted',
      'r.familyByPlace',
      'r.reason',
    ])
    .orderBy('r.recordNo')
    .execute();
  if (found.length === 0) throw new Refusal('not_found', fileText('no_rejected_rows'));
  const place = rawPlace(actor.tenantId, jobId);
  const { head, opened } = withColumns(
    job.format,
    job.headEncrypted ? services.vault.open(job.headEncrypted, headPlace(actor.tenantId, jobId)) : '',
    job,
  );
  const refused = found.map(({ rawEncrypted, mendedEncrypted, familyEncrypted, causes, ...row }): OpenedRefusal => {
    const sent = opened(services.vault.open(rawEncrypted, place));
    return {
      ...row,
      causes: causes as Cause[],
      isOpen: !mendedEncrypted && (causes as Cause[]).some(({ ofOthers }) => ofOthers),
      sent,
      raw: mendedEncrypted ? services.vault.open(mendedEncrypted, place) : sent,
      family: familyEncrypted && services.vault.open(familyEncrypted, place),
    };
  });
  return { format: job.format as FileFormat, encoding: job.encoding, head, partnerId: job.partnerId, refused };
}

/** A row of a list that holds several refused people stands in it once. */
function byLine(refused: readonly OpenedRefusal[]): Row[] {
  const rows = new Map<number, Row>();
  for (const { line, reason, raw, sent, family, familyByPlace, isOpen } of refused) {
    const known = rows.get(line);
    if (known) Object.assign(known, { reason: `${known.reason} ${reason}`, isOpen: known.isOpen || isOpen });
    else rows.set(line, { line, raw, sent, reason, family, familyByPlace, isOpen });
  }
  return [...rows.values()];
}

const OF_FAMILIES: ReadonlySet<CensusField | null> = new Set<CensusField>(['relationship', ...FAMILY_KEYS]);

/**
 * The rows with the families that they are of by now. Where somebody has written a relationship or a family's number
 * since, it is no more the one that was read; who names none then has stood below somebody in the file that it comes
 * from, and would come below somebody else here: it is of a family of its own, so that it is asked for.
 */
function withFamilies(rows: readonly Row[], list: RefusedRows): Promise<Row[]> {
  const columns = list.columns.flatMap(({ field }, index) => (OF_FAMILIES.has(field) ? [index] : []));
  const isChanged = ({ sent, raw }: Row): boolean => {
    if (sent === raw || columns.length === 0) return false;
    const [before, after] = [list.cells(sent), list.cells(raw)];
    return columns.some((index) => (before[index] ?? null) !== (after[index] ?? null));
  };
  return Promise.all(
    rows.map(async (row) => {
      if (!isChanged(row)) return row;
      const people = await list.people(row.raw, null);
      const isOpen = people.some(({ problems }) => problems.some(({ code }) => code === 'family_key_missing'));
      if (!isOpen) return { ...row, family: null, familyByPlace: false };
      return row.familyByPlace ? row : { ...row, family: familyOfLine(row.line), familyByPlace: true };
    }),
  );
}

/**
 * The refused records of a job as a file of its format, as far as they were mended, to be sent again. Holds SSNs: every
 * download is audited. An 834's control number follows from `fileId`: the job's own for a download.
 */
export async function refusedRowsOf(work: Work, jobId: string, fileId: string = jobId): Promise<RefusedRowsFile> {
  const { format, encoding, head, partnerId, refused } = await openRefused(work, jobId);
  const kind = KINDS[format];
  const mapping = partnerId ? await mappingOf(work.tx, partnerId) : NO_MAPPING;
  work.note({ targetKind: 'file_job', targetId: jobId, fields: PROTECTED, itemCount: refused.length });
  const rows =
    format === 'csv' || format === 'xlsx'
      ? await withFamilies(byLine(refused), listRows(format, head, mapping, work.today, planBookOf([])))
      : refused;
  const content = await kind.bytes(head, rows, { control: ownControl(fileId), mapping });
  return {
    name: `refused-rows.${kind.extension}`,
    contentType: kind.contentType,
    // What is sent again goes to our own reader alone.
    content: format === 'csv' && fileId === jobId ? asSent(content, encoding) : content,
    format,
  };
}
