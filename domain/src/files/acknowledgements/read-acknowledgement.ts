import { interchangeWords, type FindingWords, groupWords, setWords } from './acknowledgement-words.ts';
import type { Answer, ElementFinding, ReceivedSet, SegmentFinding } from '../edi-834/received-interchange.ts';

/** What one TA1, or one AK1..AK9 of a 999, says of a file of ours. `control` is the number of ours that it answers: ISA13 for a TA1, GS06 for a 999; `sender` is the ISA06 of who answers. */
export type Answered = { kind: 'TA1' | '999'; sender: string; control: string; answer: Answer; findings: FindingWords[] };

const ISA_ELEMENTS = 16;

/** The segments of X12 text as lists of trimmed elements. The separators come from the ISA, by counting its elements (domain rules 4.1). */
export function x12Segments(text: string): string[][] {
  const start = text.search(/\S/);
  const from = text.startsWith('\ufeff') ? text.indexOf('ISA') : start;
  if (from < 0 || !text.startsWith('ISA', from)) return [];
  const element = text.charAt(from + 3);
  let at = from + 3;
  for (let count = 1; count < ISA_ELEMENTS && at >= 0; count++) at = text.indexOf(element, at + 1);
  const terminator = at < 0 ? '' : text.charAt(at + 2);
  if (!terminator) return [];
  return text.slice(from).split(terminator).map((segment) => segment.trim()).filter(Boolean).map((segment) => segment.split(element).map((value) => value.trim()));
}

/**
 * Whether the text is an acknowledgement and not a file to read: its first group is of kind FA, or it has a TA1 and no group. A TA1 may also stand before
 * the groups of an ordinary file (005010X231A1, interchange acknowledgement).
 */
export function isAcknowledgement(text: string): boolean {
  const segments = x12Segments(text);
  const group = segments.find(([id]) => id === 'GS');
  return group ? group[1] === 'FA' : segments[1]?.[0] === 'TA1';
}

const ANSWERS: ReadonlySet<string> = new Set(['A', 'E', 'P', 'R']);
/** Codes M, W and X mean that security failed: not taken. */
const answerOf = (code: string | undefined): Answer => (code !== undefined && ANSWERS.has(code) ? (code as Answer) : 'R');

/** Reads every TA1 and every 999 of an acknowledgement. What belongs to no set or group is passed over. */
export function readAcknowledgement(text: string): Answered[] {
  const found: Answered[] = [];
  let sender = '';
  let group: { control: string; findings: FindingWords[] } | undefined;
  let set: ReceivedSet | undefined;
  let segment: SegmentFinding | undefined;
  for (const [id, first = '', second = '', third = '', fourth = '', ...rest] of x12Segments(text)) {
    if (id === 'ISA') sender = rest[1] ?? '';
    else if (id === 'TA1' && first !== '') {
      const note = rest[0] || '000';
      found.push({ kind: 'TA1', sender, control: first, answer: answerOf(fourth), findings: interchangeWords({ note } as Parameters<typeof interchangeWords>[0]) });
    } else if (id === 'AK1') group = { control: second, findings: [] };
    else if (id === 'AK2') set = { kind: first, control: second, guide: third, reasons: [], findings: [], more: 0 };
    else if (id === 'IK3' || id === 'AK3') {
      segment = { segment: first, position: Number(second) || 0, loop: third, code: fourth, elements: [] };
      set?.findings.push(segment);
    } else if (id === 'IK4' || id === 'AK4') segment?.elements.push(elementFinding(first, second, third, fourth));
    else if ((id === 'IK5' || id === 'AK5') && set) {
      set.reasons = [second, third, fourth, ...rest].filter(Boolean);
      group?.findings.push(...setWords(set));
      set = undefined;
      segment = undefined;
    } else if (id === 'AK9' && group) {
      // AK9: answer, sets stated, received, accepted, then up to five reasons.
      const findings = [...groupWords({ reasons: rest } as Parameters<typeof groupWords>[0]), ...group.findings];
      found.push({ kind: '999', sender, control: group.control, answer: answerOf(first), findings });
      group = undefined;
    }
  }
  return found;
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

/** Whose record in a file of ours stands at a position of its set (ST being 1): the name of the member's loop, or null in the header. */
export function personAt(segments: readonly (readonly string[])[], position: number): string | null {
  const start = segments.findIndex(([id]) => id === 'ST');
  const at = start + position - 1;
  if (start < 0 || at >= segments.length) return null;
  const opening = segments.findLastIndex(([id], index) => id === 'INS' && index <= at);
  if (opening < start) return null;
  const name = segments.slice(opening, opening + 40).find(([id, code]) => id === 'NM1' && (code === 'IL' || code === '74'));
  return [name?.[4], name?.[3]].filter(Boolean).join(' ') || null;
}
