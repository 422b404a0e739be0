import type { FileFacts } from '@openbenefits/domain/files/file-facts';
import { DEFAULT_TOLERANCES, type Tolerances } from '@openbenefits/domain/files/safety-stops';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../db/connect.ts';

/** A sender as its files are judged: what decides the mode, what stops a file, whether clean ones post by themselves. */
export type Partner = { id: string; name: string; mode: 'file' | 'full' | 'change'; absenceProposesEnd: boolean; autoProcess: boolean; tolerances: Tolerances };

/** For files without a sender and with several groups: the specified defaults, auto-process on. */
export const NO_PARTNER = { id: null, name: '', mode: 'file', absenceProposesEnd: false, autoProcess: true, tolerances: DEFAULT_TOLERANCES } as const;

type Origin = { name: string; senderId: string | null; receiverId: string | null; groupId: string | null };

/** Who sends: the interchange's sender; for a census, which names none, the group it is for. */
async function originOf(tx: Tx, facts: FileFacts, groupId: string | null): Promise<Origin | undefined> {
  const [envelope] = facts.envelopes;
  const senderId = envelope?.senderId.trim();
  if (envelope && senderId) return { name: facts.sponsors.find((one) => one.name)?.name ?? senderId, senderId, receiverId: envelope.receiverId.trim(), groupId: null };
  const group = groupId ? await tx.selectFrom('groups').select('companyName as name').where('id', '=', groupId).executeTakeFirst() : undefined;
  return group && { name: group.name, senderId: null, receiverId: null, groupId };
}

/** The profile of the file's sender, made from the first file that it sends. */
export async function partnerOf(tx: Tx, facts: FileFacts, groupId: string | null, now: string): Promise<Partner | typeof NO_PARTNER> {
  const origin = await originOf(tx, facts, groupId);
  if (!origin) return NO_PARTNER;
  const { name, senderId, receiverId } = origin;
  await sql`insert into trading_partners (id, name, sender_id, receiver_id, group_id, created_at, updated_at) values (${uuidv7()}, ${name.slice(0, 200)}, ${senderId}, ${receiverId}, ${origin.groupId}, ${now}, ${now})
    on conflict do nothing`.execute(tx);
  const row = await tx
    .selectFrom('tradingPartners')
    .selectAll()
    .where((eb) => (senderId === null ? eb('groupId', '=', origin.groupId) : eb('senderId', '=', senderId)))
    .executeTakeFirstOrThrow();
  return {
    id: row.id,
    name: row.name,
    mode: row.mode as Partner['mode'],
    absenceProposesEnd: row.absenceProposesEnd,
    autoProcess: row.autoProcess,
    tolerances: { missingPeople: row.missingLimitPeople, missingPercent: row.missingLimitPercent, dropPercent: row.dropLimitPercent },
  };
}

/** Full or changes: the sender's profile decides; a file that says the contrary in so many words raises a question (domain rules 4.1, BGN). */
export function modeOf(facts: FileFacts, partner: { mode: Partner['mode']; name: string }): { mode: FileFacts['mode']; conflict: string | null } {
  if (facts.mode === 'census' || partner.mode === 'file') return { mode: facts.mode, conflict: null };
  const codes = new Set(facts.transactionSets.map(({ actionCode }) => actionCode));
  const said = codes.has('4') || codes.has('RX') ? 'full' : codes.has('2') ? 'change' : null;
  if (said === null || said === partner.mode) return { mode: partner.mode, conflict: null };
  const words = { full: 'a full file', change: 'changes only' } as const;
  return { mode: partner.mode, conflict: `The file says that it holds ${words[said]} (BGN08), but the profile of ${partner.name} says ${words[partner.mode]}. It was rehearsed as ${words[partner.mode]}.` };
}
