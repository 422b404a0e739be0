import { x12Segments } from '../../x12/x12-segments.ts';
import { interchangeWords, type FindingWords, groupWords, setWords } from './acknowledgement-words.ts';
import type { Answer, ElementFinding, ReceivedSet, SegmentFinding } from '../edi-834/received-interchange.ts';

/**
 * What one TA1, or one AK1..AK9 of a 999, says of a file of ours. `of` is the kind of group that a 999 answers (AK101):
 * BE of an 834, FA of a 999; empty for a TA1. `control` is the number of ours that it answers: ISA13 for a TA1, GS06
 * for a 999; `sender` is the ISA06 of who answers.
 */
export type Answered = {
  kind: 'TA1' | '999';
  of: string;
  sender: string;
  control: string;
  answer: Answer;
  findings: AnsweredFinding[];
  sets: AnsweredSet[];
  /** AK904, how many sets of the group were accepted; null where it does not say. */
  accepted: number | null;
};
/** A set that an answer speaks of (AK202), and whether its people were taken (IK5). */
type AnsweredSet = { number: string; isTaken: boolean };
/** `set` is the ST02 of ours in which its position counts, null where it belongs to no set. */
type AnsweredFinding = FindingWords & { set: string | null };

const ofNoSet = (words: readonly FindingWords[]): AnsweredFinding[] => words.map((one) => ({ ...one, set: null }));

/**
 * Whether the text is an acknowledgement and not a file to read: its first group is of kind FA, or it has a TA1 and no
 * group. A TA1 may also stand before the groups of an ordinary file (005010X231A1, interchange acknowledgement).
 */
export function isAcknowledgement(text: string): boolean {
  const segments = x12Segments(text);
  const group = segments.find(([id]) => id === 'GS');
  return group ? group[1] === 'FA' : segments[1]?.[0] === 'TA1';
}

/** Whether functional groups of another kind stand beside those of answers: they would be taken for none. */
export const holdsOtherGroups = (text: string): boolean =>
  x12Segments(text).some(([id, kind]) => id === 'GS' && kind !== 'FA');

const ANSWERS: ReadonlySet<string> = new Set(['A', 'E', 'P', 'R']);
/** Codes M, W and X mean that security failed: not taken. */
const answerOf = (code: string | undefined): Answer =>
  code !== undefined && ANSWERS.has(code) ? (code as Answer) : 'R';

/** Reads every TA1 and every 999 of an acknowledgement. What belongs to no set or group is passed over. */
export function readAcknowledgement(text: string): Answered[] {
  const found: Answered[] = [];
  let sender = '';
  let group: { of: string; control: string; findings: AnsweredFinding[]; sets: AnsweredSet[] } | undefined;
  let set: ReceivedSet | undefined;
  let segment: SegmentFinding | undefined;
  for (const [id, first = '', second = '', third = '', fourth = '', ...rest] of x12Segments(text)) {
    if (id === 'ISA') sender = rest[1] ?? '';
    else if (id === 'TA1' && first !== '') {
      const note = rest[0] || '000';
      found.push({
        kind: 'TA1',
        of: '',
        sender,
        control: first,
        answer: answerOf(fourth),
        findings: ofNoSet(interchangeWords({ note } as Parameters<typeof interchangeWords>[0])),
        sets: [],
        accepted: null,
      });
    } else if (id === 'AK1') group = { of: first, control: second, findings: [], sets: [] };
    else if (id === 'AK2') set = { kind: first, control: second, guide: third, reasons: [], findings: [], more: 0 };
    else if (id === 'IK3' || id === 'AK3') {
      segment = { segment: first, position: Number(second) || 0, loop: third, code: fourth, elements: [] };
      set?.findings.push(segment);
    } else if (id === 'IK4' || id === 'AK4') segment?.elements.push(elementFinding(first, second, third, fourth));
    else if ((id === 'IK5' || id === 'AK5') && set) {
      set.reasons = [second, third, fourth, ...rest].filter(Boolean);
      group?.sets.push({ number: set.control, isTaken: answerOf(first) !== 'R' });
      group?.findings.push(...wordsOfSet(set, answerOf(first)));
      set = undefined;
      segment = undefined;
    } else if (id === 'AK9' && group) {
      // AK9: answer, sets stated, received, accepted, then up to five reasons.
      const { of, control, sets } = group;
      const isPart = sets.some(({ isTaken }) => !isTaken);
      const findings = [
        ...ofNoSet(groupWords({ reasons: rest } as Parameters<typeof groupWords>[0])),
        ...group.findings,
      ];
      const said = answerOf(first);
      // Where AK9 accepts and an IK5 does not, the people of that set were not taken.
      found.push({
        kind: '999',
        of,
        sender,
        control,
        answer: isPart && said !== 'R' ? 'P' : said,
        findings,
        sets,
        accepted: /^\d+$/.test(fourth) ? Number(fourth) : null,
      });
      group = undefined;
    }
  }
  return found;
}

/**
 * Which sets of a file were taken that is accepted in part: those of which the answer says so, and those it does not
 * name where its count of them is right (AK904); many name only what they reject. None where the answer contradicts
 * itself: what is told twice does less harm than what is not told.
 */
export function takenSets(
  { sets, accepted }: Pick<Answered, 'sets' | 'accepted'>,
  ofFile: readonly string[],
): string[] {
  const rejected = new Set(sets.flatMap(({ number, isTaken }) => (isTaken ? [] : [number])));
  const named = new Set(sets.map(({ number }) => number));
  const taken = ofFile.filter((number) => named.has(number) && !rejected.has(number));
  const unnamed = ofFile.filter((number) => !named.has(number));
  const all = taken.length + unnamed.length === accepted ? [...taken, ...unnamed] : taken;
  return all.length === ofFile.length || all.length > (accepted ?? all.length) ? [] : all;
}

/** A set that is rejected without a reason that has words is said all the same. */
function wordsOfSet(set: ReceivedSet, answer: Answer): AnsweredFinding[] {
  const words = setWords(set);
  const bare: FindingWords[] = [
    {
      person: null,
      segment: 'ST',
      position: null,
      text: `The set ${set.control} was rejected${set.reasons[0] ? ` (code ${set.reasons[0]})` : ''}, without the reason`,
      mend: 'Ask the receiver.',
    },
  ];
  return (words.length === 0 && answer === 'R' ? bare : words).map((one) => ({ ...one, set: set.control }));
}

/** Whether an SE01 is not the number of segments that came: one may be lost, though every end is there. */
export function isMiscounted(text: string): boolean {
  const segments = x12Segments(text);
  return segments.some(
    ([id, stated], end) =>
      id === 'SE' &&
      Number(stated) !== end - segments.findLastIndex(([other], index) => other === 'ST' && index < end) + 1,
  );
}

/** Whether an end is missing: what came behind it may have said otherwise. */
export function isCutAcknowledgement(text: string): boolean {
  const ids = x12Segments(text).map(([id]) => id);
  const count = (wanted: string): number => ids.filter((id) => id === wanted).length;
  return count('ISA') !== count('IEA') || count('GS') !== count('GE') || count('ST') !== count('SE');
}

function elementFinding(place: string, dataElement: string, code: string, copy: string): ElementFinding {
  // The place is a composite: element, component, repetition.
  const element = Number.parseInt(place, 10) || 0;
  return { element, dataElement, code, ...(copy && copy.replace(/\D/g, '').length < 8 ? { copy } : {}) };
}

/**
 * Whose record in a file of ours stands at a position of a set (ST being 1): the name of the member's loop, or null in
 * the header.
 */
export function personAt(
  segments: readonly (readonly string[])[],
  set: string | null,
  position: number,
): string | null {
  const start = segments.findIndex(([id, , control]) => id === 'ST' && control === set);
  const end = segments.findIndex(([id], index) => id === 'SE' && index > start);
  const at = start + position - 1;
  if (start < 0 || at >= end) return null;
  const opening = segments.findLastIndex(([id], index) => id === 'INS' && index <= at);
  if (opening < start) return null;
  const name = segments
    .slice(opening, Math.min(opening + 40, end))
    .find(([id, code]) => id === 'NM1' && (code === 'IL' || code === '74'));
  return [name?.[4], name?.[3]].filter(Boolean).join(' ') || null;
}
