import { type RawBuilder, sql } from 'kysely';
import { tookAnybody } from './took-anybody.ts';

/**
 * Whether a later file of the same sender, that was posted, names again whom a full file has left out (`f`, a row of
 * file_missing), or the line: that is missing no more, though the page of the earlier file still lists it, and whoever
 * decides there on all who are left would end coverage that goes on.
 */
export const namedSince: RawBuilder<boolean> = sql<boolean>`exists (select from file_jobs own join file_jobs p on p.partner_id = own.partner_id and p.id <> own.id and p.status = 'completed' and (p.finished_at, p.id) > (coalesce(own.finished_at, own.stage_started_at), own.id) and ${tookAnybody}
  join file_changes c on c.job_id = p.id and c.member_id = f.member_id and not c.excluded and c.action not in ('ended', 'voided') and (f.line is null or c.lines & line_bit(f.line) > 0) where own.id = f.job_id)`;
