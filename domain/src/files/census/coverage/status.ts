import { wordsOf } from '../../../plain-words.ts';
import type { CellValue } from '../values/cell-value.ts';

/**
 * What a column for the status of an employee, or of an election, says: works here, has left, goes on as COBRA or as a
 * retiree, or takes no coverage.
 */
export type CensusStatus = 'active' | 'left' | 'cobra' | 'retired' | 'waived';

const STATUS = new Map<string, CensusStatus>();
const put = (status: CensusStatus, words: string): void => words.split(' ').forEach((word) => STATUS.set(word, status));
put(
  'active',
  'active a act leave loa onleave leaveofabsence fmla medicalleave paidleave unpaidleave fulltime ft parttime pt regular employed enrolled enroll elected elect covered approved yes y newhire new activeemployee rehired rehire current',
);
put(
  'left',
  'terminated term t termed inactive i inactiveemployee separated resigned deceased dismissed laidoff exemployee formeremployee former left ended cancelled canceled expired lapsed quit voluntarytermination involuntarytermination',
);
put('cobra', 'cobra cobraparticipant oncobra cobraactive continuation');
put('retired', 'retired retiree ret');
put(
  'waived',
  'waived w wv waive waiver declined decline optout optedout notenrolled nocoverage refused ineligible noteligible',
);

/** No status is longer. */
const LONGEST = 60;
/** Terminated - Voluntary, Active (Full Time), TERMINATED 10/31/2026: what follows says more of it. */
const MORE = /[-\u2013\u2014/(,:;]|\d/;

const ENDING = /term|separ|resign|retir|cobra|waiv|declin|cancel/i;

/** Medical LOA, Unpaid Leave, Leave With Benefits: whoever is on leave works here. */
const ON_LEAVE = /\b(?:leave|loa|fmla|sabbatical)\b/i;
const NOT_ON_LEAVE =
  /\d|until|since|return|back|term|inactiv|separ|resign|retir|cobra|waiv|declin|cancel|\b(?:not?|ended|exhausted|left)\b/i;

/**
 * The status that a word means, alone or before what says more of it; undefined for one we do not know, and where the
 * two contradict.
 */
export function readStatus(cell: CellValue): CensusStatus | undefined {
  const text = String(cell);
  const known = STATUS.get(wordsOf(text));
  if (known !== undefined || text.length > LONGEST) return known;
  const at = text.search(MORE);
  const first = at > 0 ? STATUS.get(wordsOf(text.slice(0, at))) : undefined;
  const more = first && STATUS.get(wordsOf(text.slice(at)));
  if (more !== undefined) return more === first ? first : undefined;
  if (first === undefined && more === undefined && ON_LEAVE.test(text) && !NOT_ON_LEAVE.test(text)) return 'active';
  // A letter alone is a code of anything; Active - to be terminated has not been read to its end.
  return at < 2 || (first === 'active' && ENDING.test(text.slice(at))) ? undefined : first;
}

/** Dropped, No longer employed, Future term, COBRA Pending. */
const SOUNDS_LIKE_END =
  /term|drop|cancel|remov|delet|stop|resign|separat|withdr|\bend(?:ed|ing)?\b|no longer|\bnot\b.*(?:elig|employ|active|enroll|cover)|inelig|inactiv|\bleft\b|former|laid|deceas|expir|lapse|cobra/i;
/** Whether a status says that somebody has left or coverage has ended, or is not known and sounds so. */
export const soundsLikeEnd = (cell: CellValue): boolean =>
  readStatus(cell) === 'left' || (readStatus(cell) === undefined && SOUNDS_LIKE_END.test(String(cell)));

/** Pending, Pending EOI, Enrolled - in review, Denied: coverage is opened once it is approved (domain rules 4.6). */
const UNDECIDED =
  /\bpend(?:ing|ed)?\b|\bpnd\b|\bawait|\b(?:in|under) (?:review|progress)\b|\bnot (?:yet )?approved\b|\bunapproved\b|\bincomplete\b|\bnot (?:yet )?(?:started|submitted)\b|\b(?:notice|offer|packet) (?:sent|mailed|issued)\b|\b(?:denied|rejected)\b|\beoi (?:required|needed|outstanding)\b/i;

/**
 * Whether a status says that nobody has decided yet on the coverage, or has decided against it. COBRA Pending says so,
 * a pending termination does not.
 */
export const isUndecided = (cell: CellValue): boolean =>
  UNDECIDED.test(String(cell)) && !SOUNDS_LIKE_END.test(String(cell).replace(/cobra/gi, ''));
