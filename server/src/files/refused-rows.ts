import { createHash } from 'node:crypto';
import type { FileFormat } from '@openbenefits/domain/files/file-format';
import { Refusal } from '@openbenefits/domain/refusal';
import type { Work } from '../command.ts';
import { headPlace, rawPlace } from './staged-record.ts';

export type RefusedRowsFile = { name: string; contentType: string; content: Buffer; /** What our reader takes it for. */ format: FileFormat };
type Row = { raw: string; reason: string };

/** One character per byte, as the readers hand over what they read. */
const toBytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const asBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** The separators of a header line: the one that occurs most. */
function delimiterOf(head: string): string {
  return [',', ';', '\t', '|'].reduce((best, one) => (head.split(one).length > head.split(best).length ? one : best), ',');
}

const quoted = (text: string): string => `"${asBytes(text).replaceAll('"', '""')}"`;
const chomp = (line: string): string => line.replace(/[\r\n]+$/, '');

/** The rows as they came, under their header, with one more column that says why; a reader passes that column over when they are sent again. */
function censusText(head: string, rows: readonly Row[]): string {
  const lines = chomp(head).split(/\r\n|\n|\r/);
  const header = lines.pop() ?? '';
  const delimiter = delimiterOf(header);
  return [...lines, `${header}${delimiter}Refusal reason`, ...rows.map((row) => `${chomp(row.raw)}${delimiter}${quoted(row.reason)}`), ''].join('\r\n');
}

/**
 * The refused members in an envelope of their own: the sender's header with another control number, since the sender's was received already, the
 * members' loops, and totals that are true again.
 */
function edi834Text(head: string, rows: readonly Row[], control: string): string {
  const element = head[3] ?? '*';
  let at = -1;
  for (let count = 0; count < 16; count += 1) at = head.indexOf(element, at + 1);
  const terminator = head[at + 2] ?? '~';
  const segments = (text: string): string[] => text.split(terminator).map((segment) => segment.replace(/^[\s]+/, '')).filter(Boolean);
  const before = segments(head);
  const members = rows.flatMap((row) => segments(row.raw));
  const find = (id: string): string[] => before.findLast((segment) => segment.startsWith(`${id}${element}`))?.split(element) ?? [];
  const set = before.findLastIndex((segment) => segment.startsWith(`ST${element}`));
  const count = before.length - set + members.length + 1;
  const trailer = [['SE', String(count), find('ST')[2] ?? '0001'], ['GE', '1', find('GS')[6] ?? '1'], ['IEA', '1', control]].map((parts) => parts.join(element));
  const end = terminator === '\n' ? terminator : `${terminator}\n`;
  const isa = find('ISA');
  isa[13] = control;
  return [isa.join(element), ...before.slice(1), ...members, ...trailer].map((segment) => `${segment}${end}`).join('');
}

function xmlText(rows: readonly Row[]): string {
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<Census>', ...rows.map((row) => `<!-- ${asBytes(row.reason.replaceAll('--', '- -'))} -->\n${row.raw}`), '</Census>', ''].join('\n');
}

/** A control number of ours, the same for the same file: nine digits, from 9 on. */
const ownControl = (jobId: string): string => `9${String(Number.parseInt(createHash('sha256').update(jobId).digest('hex').slice(0, 8), 16) % 100_000_000).padStart(8, '0')}`;

const KINDS: Readonly<Record<FileFormat, { extension: string; contentType: string; text: (head: string, rows: readonly Row[], control: string) => string }>> = {
  csv: { extension: 'csv', contentType: 'text/csv', text: censusText },
  xlsx: { extension: 'csv', contentType: 'text/csv', text: censusText },
  edi834: { extension: 'edi', contentType: 'application/edi-x12', text: edi834Text },
  xml: { extension: 'xml', contentType: 'application/xml', text: (_head, rows) => xmlText(rows) },
};

/**
 * The refused records of a job as a file of its kind (a workbook as CSV), to be mended and sent again. Holds SSNs: every download is audited.
 * An 834's control number follows from `fileId`: the job's own for a download.
 */
export async function refusedRowsOf({ tx, services, actor, note }: Work, jobId: string, fileId: string = jobId): Promise<RefusedRowsFile> {
  const job = /^[0-9a-f-]{36}$/.test(jobId)
    ? await tx.selectFrom('fileJobs as j').innerJoin('uploads as u', 'u.id', 'j.uploadId').select(['j.headEncrypted', 'u.format']).where('j.id', '=', jobId).executeTakeFirst()
    : undefined;
  if (!job) throw new Refusal('not_found', 'This file does not exist, or you may not see it.');
  const found = await tx.selectFrom('fileRefusals').select(['rawEncrypted', 'reason']).where('jobId', '=', jobId).orderBy('recordNo').execute();
  if (found.length === 0) throw new Refusal('not_found', 'No row of this file was refused.');
  const place = rawPlace(actor.tenantId, jobId);
  const rows = found.map((row) => ({ raw: services.vault.open(row.rawEncrypted, place), reason: row.reason }));
  const head = job.headEncrypted ? services.vault.open(job.headEncrypted, headPlace(actor.tenantId, jobId)) : '';
  const kind = KINDS[job.format as FileFormat];
  note({ targetKind: 'file_job', targetId: jobId, fields: ['name', 'ssn', 'date_of_birth', 'contact', 'coverage'], itemCount: rows.length });
  return { name: `refused-rows.${kind.extension}`, contentType: kind.contentType, content: toBytes(kind.text(head, rows, ownControl(fileId))), format: job.format === 'xlsx' ? 'csv' : (job.format as FileFormat) };
}
