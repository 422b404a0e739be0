import { fileText } from '@openbenefits/domain/files/messages/file-message';
import type { CarrierProfileInput, OutboundFile } from '@openbenefits/contract/outbound';
import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import type { Tier } from '@openbenefits/domain/coverage/tier';
import { fullFile } from '@openbenefits/domain/files/outbound/full-file';
import { changeFile } from '@openbenefits/domain/files/outbound/outbound-member';
import { carrierFileName, DEFAULT_FILE_NAME } from '@openbenefits/domain/files/outbound/carrier-file-name';
import {
  employerSet,
  interchange834,
  type OutboundFormat,
  type OutboundGroup,
} from '@openbenefits/domain/files/outbound/write-834';
import { Refusal } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';
import { breathe } from '../queue/breathe.ts';
import { takeControlNumbers } from '../../control-numbers.ts';
import { outboundPlace } from './outbound-place.ts';
import { outboundFileOf } from './outbound.queries.ts';
import { peopleForCarrier } from './outbound-people.ts';
import {
  addBefore,
  firstTold,
  markLate,
  noteSent,
  sentLines,
  tellAnewAfterMerge,
  toldIdentities,
} from './outbound-sent.ts';
import { ownValue } from '@openbenefits/domain/own-value';

const sameName = (): Refusal =>
  new Refusal('conflict', fileText('carrier_name_taken'), [{ path: 'name', message: fileText('carrier_name_taken') }]);

export async function saveCarrierProfile(
  { tx, now, note }: Work,
  input: CarrierProfileInput & { id?: string | undefined; version?: number | undefined },
): Promise<{ id: string }> {
  const {
    id: given,
    version,
    lineCodes = {},
    planCodes = {},
    tierCodes = {},
    voids = 'delete',
    endsInFull = 0,
    fileName = DEFAULT_FILE_NAME,
  } = input;
  const {
    name,
    carrierName,
    senderQualifier,
    senderId,
    receiverQualifier,
    receiverId,
    mode,
    familyId,
    separators,
    uppercase,
    usage,
  } = input;
  const id = given ?? uuidv7();
  const same = await tx
    .selectFrom('carrierProfiles')
    .select('id')
    .where('name', '=', name)
    .where('id', '<>', id)
    .executeTakeFirst();
  if (same) throw sameName();
  const row = {
    name,
    carrierName,
    senderQualifier,
    senderId,
    receiverQualifier,
    receiverId,
    mode,
    familyId,
    separators,
    uppercase,
    usage,
    voids,
    endsInFull,
    fileName,
    lineCodes: JSON.stringify(lineCodes),
    planCodes: JSON.stringify(planCodes),
    tierCodes: JSON.stringify(tierCodes),
    updatedAt: now,
  };
  if (given) {
    const { numUpdatedRows } = await tx
      .updateTable('carrierProfiles')
      .set({ ...row, version: sql`version + 1` })
      .where('id', '=', given)
      .where('version', '=', version ?? -1)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Refusal('stale', fileText('carrier_profile_changed'));
  } else {
    // Two at the same moment: the second waits for the first, and finds the name.
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('carrierProfiles')
      .values({ id, ...row, createdAt: now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (!numInsertedOrUpdatedRows) throw sameName();
  }
  note({ targetKind: 'carrier_profile', targetId: id });
  return { id };
}

async function lockedProfile(tx: Tx, id: string) {
  const profile = await tx
    .selectFrom('carrierProfiles')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!profile) throw new Refusal('not_found', fileText('carrier_profile_not_found'));
  return profile;
}
type Profile = Awaited<ReturnType<typeof lockedProfile>>;

async function formatOf(tx: Tx, profile: Profile, mode: OutboundFormat['mode']): Promise<OutboundFormat> {
  const plans = await tx.selectFrom('healthPlans').select(['id', 'planCode']).execute();
  const own = profile.planCodes as Record<string, string>;
  const [element = '*', component = ':', repetition = '^', segment = '~'] = profile.separators;
  return {
    separators: { element, component, repetition, segment },
    uppercase: profile.uppercase,
    mode,
    voids: profile.voids as OutboundFormat['voids'],
    lineCodes: profile.lineCodes as Partial<Record<CoverageLine, string>>,
    planCodes: new Map(plans.map(({ id, planCode }) => [id, ownValue(own, id) ?? planCode])),
    tierCodes: profile.tierCodes as Partial<Record<Tier, string>>,
    payer: { name: profile.carrierName ?? profile.name, id: profile.receiverId },
  };
}

/**
 * Makes the 834 for a carrier and notes what it says; one at a time per profile. Refuses where there is nothing to
 * tell. The file is kept sealed; its download is audited.
 */
export async function createOutboundFile(
  work: Work,
  input: { profileId: string; mode?: 'full' | 'change' | undefined },
): Promise<OutboundFile> {
  const { tx, actor, now, today, services, note } = work;
  const profile = await lockedProfile(tx, input.profileId);
  const mode = input.mode ?? (profile.mode as OutboundFormat['mode']);
  const sent = await sentLines(tx, profile);
  const namesEnds = mode === 'change' || profile.endsInFull > 0;
  const known = namesEnds ? [...sent.keys()] : [];
  if (namesEnds) await tellAnewAfterMerge(tx, sent);
  await addBefore(tx, profile, sent);
  await markLate(tx, profile, sent);
  const since = (mode === 'full' ? undefined : await firstTold(tx, profile.id)) ?? { day: today, at: null };
  const found = await peopleForCarrier(tx, services.vault, actor.tenantId, profile, known, since);
  const identities = await toldIdentities(
    work,
    profile.id,
    found
      .flatMap(({ people }) => people)
      .filter(({ memberId, identity }) => sent.get(memberId)?.some((line) => line.identity !== identity))
      .map(({ memberId }) => memberId),
  );
  const groups = found
    .map(({ people, ...group }): OutboundGroup => ({
      ...group,
      members:
        mode === 'full'
          ? fullFile(people, today, { identities, sent, endsInFull: profile.endsInFull })
          : changeFile(people, sent, today, identities, since.day),
    }))
    .filter(({ members }) => members.length > 0);
  if (groups.length === 0)
    throw new Refusal('state', mode === 'full' ? fileText('carrier_no_members') : fileText('carrier_no_changes'));
  const control = await takeControlNumbers(tx, 1);
  const header = {
    senderQualifier: profile.senderQualifier,
    senderId: profile.senderId,
    receiverQualifier: profile.receiverQualifier,
    receiverId: profile.receiverId,
    groupSender: profile.senderId,
    groupReceiver: profile.receiverId,
    control,
    usage: profile.usage,
    now,
  };
  const format = await formatOf(tx, profile, mode);
  const sets: string[][] = [];
  for (const [index, group] of groups.entries()) {
    sets.push(employerSet(group, index + 1, groups.length, format, header));
    await breathe();
  }
  const { text, segments } = interchange834(sets, format, header);
  const people = groups.reduce((sum, { members }) => sum + members.length, 0);
  const id = uuidv7();
  await tx
    .insertInto('outboundInterchanges')
    .values({
      id,
      profileId: profile.id,
      controlNumber: control,
      mode,
      usage: profile.usage,
      people,
      segments,
      fileName: carrierFileName(profile.fileName, header, mode),
      contentEncrypted: services.vault.seal(text, outboundPlace(actor.tenantId, id)),
      madeByName: actor.name,
      madeAt: now,
    })
    .execute();
  await noteSent(
    work,
    { id, mode },
    groups.map(({ members }) => members),
    sent,
  );
  note({
    targetKind: 'outbound_file',
    targetId: id,
    fields: ['name', 'ssn', 'date_of_birth', 'contact', 'coverage'],
    itemCount: people,
  });
  return outboundFileOf(tx, id);
}
