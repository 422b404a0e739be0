/** Elements that are there together, or not, by the syntax notes of X12 005010. */
type Note = {
  /**
   * P all or none, R at least one, E at most one, C with the first the others, L with the first at least one of the
   * others.
   */
  readonly kind: 'P' | 'R' | 'E' | 'C' | 'L';
  readonly at: readonly number[];
};

const notes = (text: string): readonly Note[] =>
  text
    .split(' ')
    .map((note) => ({ kind: note.charAt(0) as Note['kind'], at: (note.slice(1).match(/../g) ?? []).map(Number) }));

/** As the segment's page of the dictionary writes them: P0809 says of 08 and 09 that they are paired. */
const NOTES: ReadonlyMap<string, readonly Note[]> = new Map([
  ['INS', notes('P1112')],
  ['NM1', notes('P0809 C1110 C1203')],
  ['PER', notes('P0304 P0506 P0708')],
  ['N1', notes('R0203 P0304')],
  ['N4', notes('E0207 C0605 C0704')],
  ['DMG', notes('P0102 P1011 C1105')],
  ['REF', notes('R0203')],
  ['LUI', notes('P0102 L040203')],
]);

/** IK402 of the elements that the notes name, and of those that no other table has. */
export const DATA_ELEMENT: ReadonlyMap<string, string> = new Map(
  Object.entries({
    INS06: 'C052',
    INS11: '1250',
    INS12: '1251',
    NM103: '1035',
    NM108: '66',
    NM109: '67',
    NM110: '706',
    PER03: '365',
    PER04: '364',
    PER05: '365',
    PER06: '364',
    PER07: '365',
    PER08: '364',
    N102: '93',
    N103: '66',
    N104: '67',
    N404: '26',
    N405: '309',
    N407: '1715',
    DMG01: '1250',
    DMG02: '1251',
    DMG05: 'C056',
    DMG10: '1270',
    DMG11: '1271',
    REF02: '127',
    LUI01: '66',
    LUI02: '67',
  }),
);

/** An element that a note asks for (IK403 2) or forbids (10). */
export type ConditionalFault = { element: number; dataElement: string; code: '2' | '10' };

/**
 * What of a segment's elements breaks its syntax notes. `elements[0]` is the segment's name; the others are trimmed.
 */
export function conditionalFaults(elements: readonly string[]): ConditionalFault[] {
  const [id = ''] = elements;
  const isThere = (at: number): boolean => (elements[at] ?? '') !== '';
  const found: ConditionalFault[] = [];
  const fault = (element: number, code: '2' | '10'): void => {
    if (!found.some((one) => one.element === element))
      found.push({ element, dataElement: DATA_ELEMENT.get(`${id}${String(element).padStart(2, '0')}`) ?? '', code });
  };
  for (const { kind, at } of NOTES.get(id) ?? []) {
    const [first = 0, ...others] = at;
    const missing = at.filter((one) => !isThere(one));
    if (kind === 'P' && missing.length < at.length) for (const one of missing) fault(one, '2');
    else if (kind === 'R' && missing.length === at.length) fault(first, '2');
    else if (kind === 'E' && missing.length < at.length - 1) for (const one of others.filter(isThere)) fault(one, '10');
    else if (kind === 'C' && isThere(first))
      for (const one of others.filter((other) => !isThere(other))) fault(one, '2');
    else if (kind === 'L' && isThere(first) && !others.some(isThere)) fault(others[0] ?? first, '2');
  }
  return found;
}
