import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import type { Actor } from './access.ts';
import type { AuditEntry } from './audit.ts';
import type { Tx } from './db/connect.ts';

/**
 * What an operation or a query is given: the transaction first, then who, when and the means (`Services`). It opens no
 * transaction of its own.
 */
export type WorkWith<Means> = {
  tx: Tx;
  actor: Actor;
  now: string;
  today: CalendarDate;
  services: Means;
  requestId: string;
  /** Adds to the audit entry of this call: what was touched, never values. */
  note: (note: Pick<AuditEntry, 'targetKind' | 'targetId' | 'reason' | 'fields' | 'itemCount' | 'merkleRoot'>) => void;
  /** Takes back what was done outside the database when the transaction fails. */
  onRollback: (applyUndo: () => Promise<void>) => void;
};
