import type { Staged } from '../matching/staged-for-matching.ts';
import type { Refused } from '../staging/refused-record.ts';

export type Waiting = { staged: Staged; refused: Refused; isForTheEnd: boolean };
