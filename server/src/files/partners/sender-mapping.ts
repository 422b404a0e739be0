import type { CensusField } from '@openbenefits/domain/files/census/headings/fields';
import { NO_MAPPING, type SenderMapping, type WordKind } from '@openbenefits/domain/files/census/mapping';
import { isBeyondGuide } from '@openbenefits/domain/files/edi-834/edi-834';
import type { FileFormat } from '@openbenefits/domain/files/file-format';
import { open } from 'node:fs/promises';
import type { Tx } from '../../db/connect.ts';
import { readInterchangeHeader } from '../readers/edi-834/interchange.ts';
import { interchangeIn } from '../readers/edi-834/start.ts';
import { knownPartner } from './trading-partners.ts';

const HEAD = 4096;

/** What is remembered of a sender's headings and words, without its plan codes (resolve-names.ts). */
export async function mappingOf(tx: Tx, partnerId: string): Promise<SenderMapping> {
  const { beyondGuide, ...said } = await tx
    .selectFrom('tradingPartners')
    .select(['dayFirst', 'padZeros', 'familyByPlace', 'endDayNotCovered', 'beyondGuide'])
    .where('id', '=', partnerId)
    .executeTakeFirstOrThrow();
  const columns = await tx
    .selectFrom('tradingPartnerColumns')
    .select(['heading', 'field', 'dependent'])
    .where('partnerId', '=', partnerId)
    .execute();
  const words = await tx
    .selectFrom('tradingPartnerCodes')
    .select(['kind', 'code as word', 'meaning'])
    .where('partnerId', '=', partnerId)
    .where('kind', '<>', 'plan')
    .execute();
  return {
    columns: columns.map((column) => ({ ...column, field: column.field as CensusField | null })),
    words: words.map(({ kind, word, meaning }) => ({ kind: kind as WordKind, word, meaning: meaning ?? '' })),
    ...said,
    beyondGuide: beyondGuide.filter(isBeyondGuide),
  };
}

/** ISA06 of a file that begins with a header that can be read. */
async function senderIn(path: string): Promise<string | null> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    const text = buffer.toString('latin1', 0, bytesRead);
    const found = interchangeIn(text);
    const header = Buffer.from(found?.isSmall ? text.toUpperCase() : text, 'latin1');
    const start = found ? header.indexOf('ISA', found.at) : -1;
    return start < 0 ? null : (readInterchangeHeader(header, start, bytesRead).elements[6] ?? null) || null;
  } catch {
    // A header that cannot be read is refused by its reader, in words.
    return null;
  } finally {
    await file.close();
  }
}

/**
 * What to read a file with: the mapping of its sender, or for a list of the group it was chosen for, as far as they are
 * known before it is read.
 */
export async function mappingBeforeReading(
  tx: Tx,
  file: { path: string; format: FileFormat; groupId: string | null },
): Promise<{ partnerId: string | null; mapping: SenderMapping }> {
  const senderId = file.format === 'edi834' ? await senderIn(file.path) : null;
  const partner = await knownPartner(tx, { senderId, groupId: senderId === null ? file.groupId : null });
  return partner
    ? { partnerId: partner.id, mapping: await mappingOf(tx, partner.id) }
    : { partnerId: null, mapping: NO_MAPPING };
}
