import { APPROVAL_SUBJECTS, type SubjectKind } from '@openbenefits/domain/approvals/subjects';
import type { ApprovalSubject } from './subject.ts';

/** What a second person approves, by kind. */
export type ApprovalRegistry = {
  /** Throws for a kind that no feature has told. */
  subjectOf(kind: SubjectKind): ApprovalSubject;
};

/** Makes the registry of what the features tell. Throws where two claim one kind. */
export function openApprovalRegistry(subjects: readonly ApprovalSubject[]): ApprovalRegistry {
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
