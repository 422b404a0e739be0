import { type FileMessage, fileMessage } from '@openbenefits/domain/files/messages/file-message';
import type { FileFacts } from '@openbenefits/domain/files/file-facts';
import type { Tolerances } from '@openbenefits/domain/files/safety-stops';
import { type ExpressionBuilder, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../db/connect.ts';
import type { DB } from '../../db/schema.generated.ts';
import { learnReceivers } from './receivers.ts';

/**
 * A sender as its files are judged: what decides the mode, what stops a file, whether clean ones post by themselves.
 * `isNew`: this very file made it known.
 */
export type Partner = {
  id: string;
  isNew: boolean;
  name: string;
  groupId: string | null;
  mode: 'file' | 'full' | 'change';
  absenceProposesEnd: boolean;
  autoProcess: boolean;
  referenceRepeats: boolean;
  holdsPart: boolean;
  tolerances: Tolerances;
};

/** What the lists that name no group, or several, are called: they share one profile. */
const OTHER_LISTS = 'Lists of several groups';

type Origin = { name: string; senderId: string | null; groupId: string | null };

/** Who sends: the interchange's sender; for a list, which names none, the group it is for. */
async function originOf(
  tx: Tx,
  facts: Pick<FileFacts, 'envelopes' | 'sponsors'>,
  groupId: string | null,
): Promise<Origin> {
  const [envelope] = facts.envelopes;
  const senderId = envelope?.senderId.trim();
  if (envelope && senderId)
    return { name: facts.sponsors.find((one) => one.name)?.name ?? senderId, senderId, groupId: null };
  const group = groupId
    ? await tx.selectFrom('groups').select('companyName as name').where('id', '=', groupId).executeTakeFirst()
    : undefined;
  return { name: group?.name ?? OTHER_LISTS, senderId: null, groupId: group ? groupId : null };
}

const isOf = (
  eb: ExpressionBuilder<DB, 'tradingPartners'>,
  { senderId, groupId }: Pick<Origin, 'senderId' | 'groupId'>,
) =>
  senderId === null
    ? eb.and([eb('senderId', 'is', null), groupId === null ? eb('groupId', 'is', null) : eb('groupId', '=', groupId)])
    : eb('senderId', '=', senderId);

/** The profile of the file's sender, made from the first file that it sends. */
export async function partnerOf(
  tx: Tx,
  facts: Pick<FileFacts, 'envelopes' | 'sponsors'>,
  groupId: string | null,
  now: string,
): Promise<Partner> {
  const origin = await originOf(tx, facts, groupId);
  const { name, senderId } = origin;
  const { numAffectedRows: made } =
    await sql`insert into trading_partners (id, name, sender_id, group_id, created_at, updated_at) values (${uuidv7()}, ${name.slice(0, 200)}, ${senderId}, ${origin.groupId}, ${now}, ${now})
    on conflict do nothing`.execute(tx);
  const row = await tx
    .selectFrom('tradingPartners')
    .selectAll()
    .where((eb) => isOf(eb, origin))
    .executeTakeFirstOrThrow();
  if (senderId !== null && row.receiverIds.length === 0) await learnReceivers(tx, row.id, senderId, facts.envelopes);
  return {
    id: row.id,
    isNew: made === 1n,
    name: row.name,
    groupId: row.groupId,
    mode: row.mode as Partner['mode'],
    absenceProposesEnd: row.absenceProposesEnd,
    autoProcess: row.autoProcess,
    referenceRepeats: row.referenceRepeats,
    holdsPart: row.holdsPart,
    tolerances: {
      missingPeople: row.missingLimitPeople,
      missingPercent: row.missingLimitPercent,
      dropPercent: row.dropLimitPercent,
    },
  };
}

/** The profile that a sender's or a group's files already have. */
export async function knownPartner(
  tx: Tx,
  origin: { senderId: string | null; groupId: string | null },
): Promise<{ id: string; name: string } | undefined> {
  return tx
    .selectFrom('tradingPartners')
    .select(['id', 'name'])
    .where((eb) => isOf(eb, origin))
    .executeTakeFirst();
}

/**
 * Full or changes: a list is a list of some people unless its profile says that it always holds everybody; of an 834
 * the sender's profile decides; a file that says the contrary in so many words raises a question (domain rules 4.1,
 * BGN).
 */
export function modeOf(
  facts: FileFacts,
  partner: { mode: Partner['mode']; name: string },
): { mode: FileFacts['mode']; conflict: FileMessage | null } {
  if (facts.mode === 'census')
    return { mode: partner.mode === 'full' && !facts.ofRefused ? 'full' : facts.mode, conflict: null };
  const codes = new Set(facts.transactionSets.map(({ actionCode }) => actionCode));
  if (partner.mode === 'file') {
    const isMixed = codes.has('2') && (codes.has('4') || codes.has('RX'));
    return {
      mode: facts.mode,
      conflict: isMixed ? fileMessage('mode_parts_differ') : null,
    };
  }
  const said = codes.has('4') || codes.has('RX') ? 'full' : codes.has('2') ? 'change' : null;
  if (said === null || said === partner.mode) return { mode: partner.mode, conflict: null };
  const words = { full: 'a full file', change: 'changes only' } as const;
  return {
    mode: partner.mode,
    conflict: fileMessage('mode_differs_from_profile', {
      file: words[said],
      sender: partner.name,
      profile: words[partner.mode],
    }),
  };
}
