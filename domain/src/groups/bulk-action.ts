import { counted } from '../counted.ts';

/**
 * What Bulk Actions of the Group Administration Dashboard do to the groups that are chosen (specification 1, sections
 * 2.8 and 2.12).
 */
export const BULK_ACTIONS = ['administrator', 'enrollment_period', 'notification_level'] as const;
export type BulkActionKind = (typeof BULK_ACTIONS)[number];

export const BULK_ACTION_LABEL: Readonly<Record<BulkActionKind, string>> = {
  administrator: 'Assign an administrator',
  enrollment_period: 'Set enrollment period',
  notification_level: 'Set notifications',
};

/** Levels of a group's notifications (specification 1, section 2.8). */
export const NOTIFICATION_LEVELS = ['all', 'critical', 'none'] as const;
export type NotificationLevel = (typeof NOTIFICATION_LEVELS)[number];

/** '14 groups, 3 unchanged'. */
export function bulkEffectWords({ total, already }: { total: number; already: number }): string {
  const groups = counted(total, 'group');
  return already === 0 ? groups : `${groups}, ${already.toLocaleString('en-US')} unchanged`;
}
