import { APPROVAL_SUBJECTS, type SubjectKind } from '@openbenefits/domain/approvals/subjects';
import type { Tx } from '../db/connect.ts';
import { POLICY, type Action } from '../policy/policy.ts';

const consulted = new WeakMap<Tx, Set<SubjectKind>>();
const replayed = new WeakSet<Tx>();

/** Remembers that the transaction has asked the approvals about a kind of subject. */
export function markConsulted(tx: Tx, kind: SubjectKind): void {
  const kinds = consulted.get(tx) ?? new Set();
  consulted.set(tx, kinds.add(kind));
}

/** Remembers that the transaction gives an answer again, and does nothing. */
export const markReplayed = (tx: Tx): void => void replayed.add(tx);

/** Throws where the policy says that an action takes an approval and the transaction has not asked for one. */
export function requireConsulted(tx: Tx, action: string): void {
  const row = Object.hasOwn(POLICY, action) ? POLICY[action as Action] : undefined;
  if (row === undefined || replayed.has(tx) || !(row.approval in APPROVAL_SUBJECTS)) return;
  if (!consulted.get(tx)?.has(row.approval as SubjectKind))
    throw new Error(`The policy says that ${action} takes an approval, and it asked for none`);
}
