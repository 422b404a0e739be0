import type { Separators } from '../../x12/separators.ts';

/** IK4: an element that breaks the guide. `copy` is what stood there, never an SSN or a birth date. */
export type ElementFinding = { element: number; dataElement: string; code: string; copy?: string };

/**
 * IK3: a segment that breaks the guide. `position` is counted from ST, which is 1; a missing segment has the place
 * where it should have stood.
 */
export type SegmentFinding = {
  segment: string;
  position: number;
  loop: string;
  code: string;
  elements: ElementFinding[];
  /** Whose record it is, as people read it; absent in the header. */
  person?: string;
  /** REF*0F of that record, where it cannot be an SSN. */
  subscriber?: string;
};

/** One ST..SE as a 999 speaks of it. `reasons` are codes of IK502 (element 618). */
export type ReceivedSet = {
  kind: string;
  control: string;
  guide: string;
  reasons: string[];
  findings: SegmentFinding[];
  /** Findings beyond those kept. */
  more: number;
};

/** One GS..GE. `reasons` are codes of AK905 (element 716); `stated` is GE01, null while GE has not been seen. */
export type ReceivedGroup = {
  code: string;
  sender: string;
  receiver: string;
  control: string;
  guide: string;
  stated: number | null;
  received: number;
  rejected: number;
  reasons: string[];
  sets: ReceivedSet[];
};

/** One ISA..IEA, as far as it was understood. `note` is a code of TA105 (element I18), '000' while nothing is wrong. */
export type ReceivedInterchange = {
  separators: Separators;
  senderQualifier: string;
  senderId: string;
  receiverQualifier: string;
  receiverId: string;
  /** ISA09, ISA10, ISA13 as sent. */
  date: string;
  time: string;
  control: string;
  usage: string;
  note: string;
  /** The whole file was refused, so nothing of it was posted. */
  refused: boolean;
  groups: ReceivedGroup[];
};

export type Answer = 'A' | 'E' | 'P' | 'R';

/**
 * Notes with which an interchange is not taken at all: its end or its separators are missing, or its content is none.
 * The others are noted and it is taken.
 */
const REJECTING_NOTES: ReadonlySet<string> = new Set(['003', '004', '022', '023', '024', '026', '027']);
/** Set not supported, trailer missing, duplicate number, or another guide: none of its people are taken. */
const REJECTING_SET_REASONS: ReadonlySet<string> = new Set(['1', '2', '23', 'I6']);
/** Group or version not supported, trailer missing. */
const REJECTING_GROUP_REASONS: ReadonlySet<string> = new Set(['1', '2', '3']);

/** TA104. A component separator that cannot be one costs nothing where no element has components. */
export function interchangeAnswer({ note, refused }: ReceivedInterchange): 'A' | 'E' | 'R' {
  return note === '000' ? 'A' : REJECTING_NOTES.has(note) && (note !== '027' || refused) ? 'R' : 'E';
}

/** IK501: one bad member does not cost the set, which is then accepted with errors noted. */
export function setAnswer({ reasons, findings }: ReceivedSet): 'A' | 'E' | 'R' {
  if (reasons.some((reason) => REJECTING_SET_REASONS.has(reason))) return 'R';
  return reasons.length + findings.length > 0 ? 'E' : 'A';
}

/** AK901. Where the whole file was refused nothing of the group was taken, whatever was right in it. */
export function groupAnswer(interchange: ReceivedInterchange, group: ReceivedGroup): Answer {
  const { received, rejected, reasons, sets } = group;
  if (
    interchange.refused ||
    reasons.some((reason) => REJECTING_GROUP_REASONS.has(reason)) ||
    (received > 0 && rejected === received)
  )
    return 'R';
  if (rejected > 0) return 'P';
  return reasons.length > 0 || sets.some((set) => setAnswer(set) !== 'A') ? 'E' : 'A';
}

/** AK904: how many sets were taken. */
export const acceptedSets = (interchange: ReceivedInterchange, group: ReceivedGroup): number =>
  groupAnswer(interchange, group) === 'R' ? 0 : group.received - group.rejected;

const WORST: readonly Answer[] = ['A', 'E', 'P', 'R'];

/** The worst answer to anything in the file. */
export function fileAnswer(interchanges: readonly ReceivedInterchange[]): Answer {
  const answers = interchanges.flatMap((one): Answer[] => [
    interchangeAnswer(one),
    ...one.groups.map((group) => groupAnswer(one, group)),
  ]);
  return answers.reduce((worst, answer) => (WORST.indexOf(answer) > WORST.indexOf(worst) ? answer : worst), 'A');
}
