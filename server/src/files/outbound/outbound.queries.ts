import { fileText } from '@openbenefits/domain/files/messages/file-message';
import type { CarrierProfile, OutboundFile } from '@openbenefits/contract/outbound';
import { controlText } from '@openbenefits/domain/x12/x12-writer';
import { Refusal } from '@openbenefits/domain/refusal';
import { type RawBuilder, sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Work } from '../../command.ts';
import { decodeCursor, encodeCursor } from '../../cursor.ts';
import type { Tx } from '../../db/connect.ts';
import { outboundPlace } from './outbound-place.ts';

/** Carrier profiles by name, and the carriers of our plans. */
export async function listCarrierProfiles({ tx }: Work): Promise<{ profiles: CarrierProfile[]; carriers: string[] }> {
  const rows = await tx
    .selectFrom('carrierProfiles')
    .select([
      'id',
      'version',
      'name',
      'carrierName',
      'senderQualifier',
      'senderId',
      'receiverQualifier',
      'receiverId',
      'mode',
      'familyId',
      'lineCodes',
      'planCodes',
      'tierCodes',
      'separators',
      'uppercase',
      'usage',
      'voids',
      'endsInFull',
      'fileName',
    ])
    .orderBy('name')
    .execute();
  const carriers = await tx.selectFrom('healthPlans').select('carrierName').distinct().orderBy('carrierName').execute();
  return { profiles: rows as unknown as CarrierProfile[], carriers: carriers.map(({ carrierName }) => carrierName) };
}

type Row = Omit<OutboundFile, 'profile' | 'controlNumber'> & {
  profileId: string;
  profileName: string;
  controlNumber: number;
};

const toFile = ({ profileId, profileName, controlNumber, ...row }: Row): OutboundFile => ({
  ...row,
  controlNumber: controlText(controlNumber),
  profile: { id: profileId, name: profileName },
});

const select = (where: RawBuilder<boolean>, limit: number): RawBuilder<Row> => sql<Row>`
  select o.id, p.id as profile_id, p.name as profile_name, o.control_number, o.file_name, o.mode, o.usage, o.people, o.segments, o.made_by_name as made_by, o.made_at, o.answer, o.answered_at
  from outbound_interchanges o join carrier_profiles p on p.id = o.profile_id where ${where} order by o.made_at desc, o.id desc limit ${limit}`;

export async function outboundFileOf(tx: Tx, id: string): Promise<OutboundFile> {
  const { rows } = await select(sql<boolean>`o.id = ${id}`, 1).execute(tx);
  if (!rows[0]) throw new Refusal('not_found', fileText('carrier_file_not_found'));
  return toFile(rows[0]);
}

/** Files that were made for carriers, newest first. */
export async function listOutboundFiles(
  { tx }: Work,
  input: { profileId?: string | undefined; cursor?: string | undefined; limit: number },
) {
  const of = input.profileId ? sql<boolean>`o.profile_id = ${input.profileId}` : sql<boolean>`true`;
  const after = input.cursor ? decodeCursor(input.cursor, ['instant', 'id']) : undefined;
  const { rows } = await select(
    after ? sql<boolean>`${of} and (o.made_at, o.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : of,
    input.limit + 1,
  ).execute(tx);
  const counted = await sql<{
    total: number;
  }>`select count(*) as total from outbound_interchanges o where ${of}`.execute(tx);
  const page = rows.slice(0, input.limit);
  const last = page.at(-1);
  return {
    rows: page.map(toFile),
    next: rows.length > input.limit && last ? encodeCursor([last.madeAt, last.id]) : null,
    total: counted.rows[0]?.total ?? 0,
  };
}

/** The bytes of a carrier file. It holds SSNs: every download is audited. */
export async function outboundContent(
  { tx, services, actor, note }: Work,
  id: string,
): Promise<{ name: string; contentType: string; content: string }> {
  const row = isUuid(id)
    ? await tx
        .selectFrom('outboundInterchanges')
        .select(['contentEncrypted', 'fileName', 'people'])
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined;
  if (!row) throw new Refusal('not_found', fileText('carrier_file_not_found'));
  if (row.contentEncrypted === null) throw new Refusal('not_found', fileText('carrier_file_deleted'));
  note({
    targetKind: 'outbound_file',
    targetId: id,
    fields: ['name', 'ssn', 'date_of_birth', 'contact', 'coverage'],
    itemCount: row.people,
  });
  return {
    name: row.fileName,
    contentType: 'application/edi-x12',
    content: services.vault.open(row.contentEncrypted, outboundPlace(actor.tenantId, id)),
  };
}
