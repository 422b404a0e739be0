/** Sort orders and filters of the member directory. */
export const DIRECTORY_SORTS = ['name', 'group', 'added'] as const;
export type DirectorySort = (typeof DIRECTORY_SORTS)[number];

export const MEMBER_KINDS = ['all', 'subscriber', 'dependent'] as const;
export type MemberKind = (typeof MEMBER_KINDS)[number];

/** A member counts as new this many days (specification 1, section 2.13). */
export const NEW_DAYS = 30;
/** A member pending longer than this is probably forgotten. */
export const PENDING_DAYS = 30;
/** Coverage that starts or ends this soon shows in the enrollment list. */
export const ENROLMENT_DAYS = 60;
/** A child who turns 26 this soon needs a notice (domain rules 4.11: at 90, 60 and 30 days). */
export const AGE_OUT_DAYS = 90;
/** Larger exports need a reason (experience 7A). */
export const REASON_FROM = 500;
