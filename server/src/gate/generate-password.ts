import { randomInt } from 'node:crypto';

/** None that is taken for another when it is read aloud or typed from paper. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Returns blocks of four letters, about 20 bits each. */
export const generatePassword = (blocks: number): string =>
  Array.from({ length: blocks }, () =>
    Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-');
