import { createHash } from 'node:crypto';
import type { FileFormat } from '@openbenefits/domain/files/file-format';
import { Refusal } from '@openbenefits/domain/refusal';
import type { Work } from '../command.ts';
import { listOf, type RefusedListRow } from './refused-list.ts';
import { headPlace, rawPlace } from './staged-record.ts';

export type RefusedRowsFile = { name: string; contentType: string; content: Buffer; /** What our reader takes it for. */ format: FileFormat };
type Row = RefusedListRow;
type Kind = { extension: string; contentType: string; bytes: (head: string, rows: readonly Row[], control: string) => Buffer | Promise<Buffer> };

/** One character per byte, as the readers hand over what they read. */
const toBytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const asBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

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
  // Who belongs to the subscriber before by the place alone says so here: that one may be missing, or be another.
  const familyOf = ({ family, familyByPlace }: Row, member: string[]): string[] => {
    if (!familyByPlace || family === null) return member;
    const own = member.filter((segment) => !segment.startsWith(`REF${element}0F${element}`));
    return [...own.slice(0, 1), ['REF', '0F', family].join(element), ...own.slice(1)];
  };
  const members = rows.flatMap((row) => familyOf(row, segments(row.raw)));
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

const KINDS: Readonly<Record<FileFormat, Kind>> = {
  csv: { extension: 'csv', contentType: 'text/csv', bytes: (head, rows) => listOf('csv', head, rows) },
  xlsx: { extension: 'xlsx', contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', bytes: (head, rows) => listOf('xlsx', head, rows) },
  edi834: { extension: 'edi', contentType: 'application/edi-x12', bytes: (head, rows, control) => toBytes(edi834Text(head, rows, control)) },
  xml: { extension: 'xml', contentType: 'application/xml', bytes: (_head, rows) => toBytes(xmlText(rows)) },
};

/**
 * The refused records of a job as a file of its format, as far as they were mended, to be sent again. A row of a list that holds several people stands in it
 * once. Holds SSNs: every download is audited. An 834's control number follows from `fileId`: the job's own for a download.
 */
export async function refusedRowsOf({ tx, services, actor, note }: Work, jobId: string, fileId: string = jobId): Promise<RefusedRowsFile> {
  const job = /^[0-9a-f-]{36}$/.test(jobId)
    ? await tx.selectFrom('fileJobs as j').innerJoin('uploads as u', 'u.id', 'j.uploadId').select(['j.headEncrypted', 'u.format']).where('j.id', '=', jobId).executeTakeFirst()
    : undefined;
  if (!job) throw new Refusal('not_found', 'This file does not exist, or you may not see it.');
  const format = job.format as FileFormat;
  const found = await tx.selectFrom('fileRefusals').select(['line', 'rawEncrypted', 'mendedEncrypted', 'familyEncrypted', 'familyByPlace', 'reason']).where('jobId', '=', jobId).orderBy('recordNo').execute();
  if (found.length === 0) throw new Refusal('not_found', 'No row of this file was refused.');
  const place = rawPlace(actor.tenantId, jobId);
  const isList = format === 'csv' || format === 'xlsx';
  const rows = new Map<number, Row>();
  for (const [index, { line, rawEncrypted, mendedEncrypted, familyEncrypted, familyByPlace, reason }] of found.entries()) {
    const known = isList ? rows.get(line) : undefined;
    if (known) known.reason = `${known.reason} ${reason}`;
    else rows.set(isList ? line : index, { raw: services.vault.open(mendedEncrypted ?? rawEncrypted, place), reason, family: familyEncrypted && services.vault.open(familyEncrypted, place), familyByPlace });
  }
  const head = job.headEncrypted ? services.vault.open(job.headEncrypted, headPlace(actor.tenantId, jobId)) : '';
  const kind = KINDS[format];
  note({ targetKind: 'file_job', targetId: jobId, fields: ['name', 'ssn', 'date_of_birth', 'contact', 'coverage'], itemCount: found.length });
  return { name: `refused-rows.${kind.extension}`, contentType: kind.contentType, content: await kind.bytes(head, [...rows.values()], ownControl(fileId)), format };
}
