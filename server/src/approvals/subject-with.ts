import { createHash } from 'node:crypto';
import type { SubjectKind } from '@openbenefits/domain/approvals/subjects';
import type { Permission } from '@openbenefits/domain/permissions';
import type { Cents } from '@openbenefits/domain/money';
import type { WorkWith } from '../work.ts';

/** A line of what the approver is shown. Never protected data, and of a bank account only the last four digits. */
export type ApprovalFact = { readonly label: string; readonly value: string };

/** A subject as it is now. */
export type Described = {
  /** Null where it concerns the whole organization. */
  readonly groupId: string | null;
  readonly title: string;
  /** The page that shows it. */
  readonly link: string;
  /** How much moves, without a sign; null where no amount does. */
  readonly cents: Cents | null;
  /** Everyone who made or changed any part of it. */
  readonly authors: readonly string[];
  /** Everything that takes effect. The digest is over it, so nothing of it changes between approval and execution. */
  readonly content: unknown;
  readonly facts: readonly ApprovalFact[];
  /** What the requester holds, where the kind of subject does not say it. */
  readonly asks?: Permission;
  /** Why a second person is asked whatever the amount; null where the limits decide. */
  readonly always?: string | null;
};

/** A kind of thing that a second person approves, as its feature knows it. */
export type SubjectWith<Means> = {
  readonly kind: SubjectKind;
  /** Reads the subject and locks it to the end of the transaction. Rejects 'not_found'. */
  describe(work: WorkWith<Means>, id: string): Promise<Described>;
  /** What takes effect with the approval, in its transaction. `reason` is the approver's, empty where none was given. */
  carryOut(work: WorkWith<Means>, id: string, reason: string): Promise<void>;
  /** What becomes of the subject when its approval is rejected. */
  giveUp(work: WorkWith<Means>, id: string, reason: string): Promise<void>;
};

/** Returns the SHA-256 of a value as JSON with sorted names. */
export function digestOf(content: unknown): string {
  const sorted = (_: string, value: unknown): unknown =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return createHash('sha256').update(JSON.stringify(content, sorted)).digest('hex');
}
