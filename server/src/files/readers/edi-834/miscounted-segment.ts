/** The segments that can be mended where their elements were miscounted. */
export type Miscounted = 'INS' | 'REF' | 'DTP' | 'NM1' | 'N4' | 'DMG' | 'HD';
