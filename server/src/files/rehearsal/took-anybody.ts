import { type RawBuilder, sql } from 'kysely';
import { isUndoneWhole } from '../../undone-changes.ts';

/**
 * Of a file that changed nobody and left nobody unchanged, or whose import was undone, nothing is posted: it may be
 * sent again under the same numbers, mended or not.
 */
export const tookAnybody: RawBuilder<boolean> = sql<boolean>`(p.added + p.changed + p.ended + p.unchanged > 0 and not ${isUndoneWhole(sql.ref('p.change_id'))})`;
