/** Two or three letters of a segment id as one integer, so that a switch can tell them apart. */
export const idOf = (name: string): number =>
  (name.charCodeAt(0) << 16) | (name.charCodeAt(1) << 8) | (name.length > 2 ? name.charCodeAt(2) : 0);

export const INS = idOf('INS');
export const NM1 = idOf('NM1');
export const REF = idOf('REF');
export const DTP = idOf('DTP');
export const HD_SEGMENT = idOf('HD');
export const PER = idOf('PER');
export const N3 = idOf('N3');
export const N4 = idOf('N4');
export const DMG = idOf('DMG');
export const ICM = idOf('ICM');
export const LS = idOf('LS');
export const LE = idOf('LE');
export const LX = idOf('LX');
export const COB = idOf('COB');
export const DSB = idOf('DSB');

/** The shortest limit of a segment's texts: whatever is longer is looked at closely. Asked for each segment: a switch is quicker than a map. */
export function longestOf(id: number): number {
  switch (id) {
    case NM1:
      return 25;
    case N4:
      return 15;
    case REF:
    case HD_SEGMENT:
      return 50;
    case N3:
      return 55;
    case PER:
      return 256;
    default:
      return 80;
  }
}
