import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { Actor } from './policy/actor.ts';
import type { AuditEntry } from './audit.ts';
import type { Tx } from './db/connect.ts';

/** The context of an operation or query: transaction, actor, time and `Services`. It opens no transaction. */
export type WorkWith<Means> = {
  tx: Tx;
  actor: Actor;
  now: string;
  today: CalendarDate;
  services: Means;
  requestId: string;
  /** Adds to the audit entry of this call: what was touched, never values. */
  note: (note: Pick<AuditEntry, 'targetKind' | 'targetId' | 'reason' | 'fields' | 'itemCount' | 'merkleRoot'>) => void;
  /** Reverts effects outside the database if the transaction fails. */
  onRollback: (applyUndo: () => Promise<void>) => void;
};
