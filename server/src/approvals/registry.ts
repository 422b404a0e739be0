import { APPROVAL_SUBJECTS, type SubjectKind } from '@openbenefits/domain/approvals/subjects';
import type { SubjectWith } from './subject-with.ts';

/** What a second person approves, by kind. */
export type ApprovalRegistry<Means> = {
  /** Throws for a kind that no feature has told. */
  subjectOf(kind: SubjectKind): SubjectWith<Means>;
};

/** Makes the registry of what the features tell. Throws where two claim one kind. */
export function openApprovalRegistry<Means>(subjects: readonly SubjectWith<Means>[]): ApprovalRegistry<Means> {
  const byKind = new Map(subjects.map((subject) => [subject.kind, subject]));
  if (byKind.size < subjects.length) throw new Error('Two features claim one kind of approval');
  return {
    subjectOf(kind) {
      const subject = byKind.get(kind);
      if (!subject) throw new Error(`No feature tells what ${APPROVAL_SUBJECTS[kind].label} is`);
      return subject;
    },
  };
}
