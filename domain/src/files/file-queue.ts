/** The processing queue's constants and words (specification 2, sections 2, 4 and 9). */
export const JOB_PRIORITIES = ['high', 'medium', 'low'] as const;
export type JobPriority = (typeof JOB_PRIORITIES)[number];

export const JOB_PRIORITY_LABEL: Readonly<Record<JobPriority, string>> = { high: 'High', medium: 'Medium', low: 'Low' };

/** What belongs into which priority, in the words of the specification. */
export const PRIORITY_RULE: Readonly<Record<JobPriority, string>> = {
  high: 'Premium payments, compliance deadlines',
  medium: 'Member enrollments, group changes',
  low: 'Reports, bulk updates',
};

export type QueueSettings = {
  /** Off: every file waits for approval after its rehearsal. */
  readonly autoProcess: boolean;
  /** Files worked on at once, over all servers. */
  readonly maxConcurrent: number;
  /** How often a file is tried again after a fault of ours. */
  readonly retries: number;
  /** Days that originals are kept; null: for good. */
  readonly retentionDays: number | null;
  /** People who lose coverage by one file from whom on two persons approve it; null: one is enough. */
  readonly secondApprovalFrom: number | null;
};

/** Six years: what documents HIPAA asks to be kept (45 CFR 164.316(b)(2)(i)); the rest is the specification's. */
export const QUEUE_DEFAULTS: QueueSettings = {
  autoProcess: true,
  maxConcurrent: 5,
  retries: 3,
  retentionDays: 2190,
  secondApprovalFrom: null,
};
export const QUEUE_BOUNDS = {
  maxConcurrent: { least: 1, most: 10 },
  retries: { least: 0, most: 5 },
  retentionDays: { least: 30, most: 3650 },
  secondApprovalFrom: { least: 1, most: 10_000 },
} as const;

/** Days that the Completed tab goes back. */
export const COMPLETED_DAYS = 30;

/** How long a file waits before it is tried the next time, after that many failed attempts: 10 s, 40 s, 160 s. */
export const secondsBeforeRetry = (tries: number): number => 10 * 4 ** (tries - 1);
