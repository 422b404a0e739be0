import type { Services } from '../request-context.ts';
import type { SubjectWith } from './subject-with.ts';

export type { ApprovalFact, Described } from './subject-with.ts';

/** A kind of thing that a second person approves, as its feature knows it. */
export type ApprovalSubject = SubjectWith<Services>;
