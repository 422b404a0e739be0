import { describe, expect, it } from 'vitest';
import type { CensusField } from '../headings/fields.ts';
import { splitAddress } from './one-cell-address.ts';

const FIELDS = ['addressLine1', 'addressLine2', 'city', 'state', 'zip'] as const satisfies readonly CensusField[];
type Told = Partial<Record<CensusField, string | number>>;

const split = (told: Told): string | undefined => {
  const cells = splitAddress(new Map(Object.entries(told) as [CensusField, string | number][]));
  return cells && FIELDS.map((field) => cells.get(field) ?? '').join(' | ');
};
const ofOne = (addressLine1: string): string | undefined => split({ addressLine1 });

describe('an address in one cell', () => {
  it.each([
    ['12 Elm St, Apt 4, Boston, MA 02139', '12 Elm St | Apt 4 | Boston | MA | 02139'],
    ['12 Elm St, Boston MA 02139-1234', '12 Elm St |  | Boston | MA | 02139-1234'],
    ['12 Elm St\nBoston, MA 02139', '12 Elm St |  | Boston | MA | 02139'],
    ['12 Elm St\r\nApt 4\r\nBoston, MA  02139', '12 Elm St | Apt 4 | Boston | MA | 02139'],
    ['12 Elm St, Boston, MA, 02139', '12 Elm St |  | Boston | MA | 02139'],
    ['12 Elm St, Boston, Massachusetts, 02139, USA', '12 Elm St |  | Boston | MA | 02139'],
    ['12 Elm St, Boston, ma 02139 United States', '12 Elm St |  | Boston | MA | 02139'],
    ['12 Elm St., Boston, MA. 021391234', '12 Elm St. |  | Boston | MA | 021391234'],
    ['12 Elm St; Boston; MA 2139', '12 Elm St |  | Boston | MA | 2139'],
    ['PO Box 12, St. Louis MO 63101', 'PO Box 12 |  | St. Louis | MO | 63101'],
    ['5 Oak Rd, Charleston West Virginia 25301', '5 Oak Rd |  | Charleston | WV | 25301'],
    ['5 Oak Rd, Kansas City, MO 64101', '5 Oak Rd |  | Kansas City | MO | 64101'],
    ['5 K St NW, Washington, D.C. 20001', '5 K St NW |  | Washington | DC | 20001'],
    ['c/o Ann Burns, 5 Oak Rd, Denver, CO 80202', 'c/o Ann Burns | 5 Oak Rd | Denver | CO | 80202'],
    ['12 Elm St, Bldg 4, Apt 4, Boston, MA 02139', '12 Elm St | Bldg 4, Apt 4 | Boston | MA | 02139'],
  ])('%j', (text, parts) => expect(ofOne(text)).toBe(parts));

  it.each([
    '12 Elm St',
    '12 Elm St Boston MA 02139',
    '12 Elm St Boston, MA 02139',
    'Suite 200, Elm Street Boston, MA 02139',
    '12 Elm St, Apt 4, MA 02139',
    '12 Elm St, New York 10001',
    '12 Elm St, Boston, MA',
    '12 Elm St, Boston 02139',
    '12 Elm St, Boston, MA 1234567',
    '5 Oak Rd, Denver, CO 8020',
    'Boston, MA 02139',
    '1 Rue Foch, 75001 Paris, France',
    '1 King St W, Toronto, ON M5H 1A1',
    '',
  ])('%j stays as it is', (text) => expect(ofOne(text)).toBeUndefined());

  it('stays as it is beside a city, a state or a ZIP', () => {
    const addressLine1 = '12 Elm St, Boston, MA 02139';
    for (const told of [{ city: 'Boston' }, { state: 'MA' }, { zip: '02139' }])
      expect(split({ addressLine1, ...told })).toBeUndefined();
    expect(split({ addressLine1, city: 'N/A', state: '' })).toBe('12 Elm St |  | Boston | MA | 02139');
  });

  it('goes on in the second line, or in the column of the city', () => {
    expect(split({ addressLine1: '12 Elm St', addressLine2: 'Boston, MA 02139' })).toBe(
      '12 Elm St |  | Boston | MA | 02139',
    );
    expect(split({ addressLine1: '12 Elm St', addressLine2: 'Apt 4, Boston, MA 02139' })).toBe(
      '12 Elm St | Apt 4 | Boston | MA | 02139',
    );
    expect(split({ addressLine1: '12 Elm St, Boston, MA 02139', addressLine2: 'Apt 4' })).toBe(
      '12 Elm St | Apt 4 | Boston | MA | 02139',
    );
    expect(split({ addressLine1: '12 Elm St, Unit 2, Boston, MA 02139', addressLine2: 'Apt 4' })).toBeUndefined();
    expect(split({ addressLine1: '12 Elm St', city: 'Boston, MA 02139' })).toBe('12 Elm St |  | Boston | MA | 02139');
    expect(split({ addressLine1: '12 Elm St', city: 'Boston, MA', zip: 2139 })).toBe(
      '12 Elm St |  | Boston | MA | 2139',
    );
    expect(split({ addressLine1: '12 Elm St', city: 'Boston', zip: 2139 })).toBeUndefined();
  });
});
