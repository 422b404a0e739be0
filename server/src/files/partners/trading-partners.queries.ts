import type { TradingPartner } from '@openbenefits/contract/trading-partners';
import { sql } from 'kysely';
import { decodeCursor, encodeCursor } from '../../cursor.ts';
import type { Work } from '../../command.ts';

type Row = Omit<TradingPartner, 'group' | 'codes' | 'columns'> & {
  groupId: string | null;
  groupName: string | null;
  codes: TradingPartner['codes'] | null;
  columns: TradingPartner['columns'] | null;
};

/**
 * Senders by name, each with the files of it that the reader may see. Whoever works on assigned groups sees only the
 * senders of those: a sender's name often is its employer's.
 */
export async function listPartners({ tx, actor }: Work, input: { cursor?: string | undefined; limit: number }) {
  const after = input.cursor ? decodeCursor(input.cursor, ['text', 'id']) : undefined;
  const visible = sql`trading_partners t left join groups g on g.id = t.group_id
      cross join lateral (select count(*) as files, max(j.created_at) as last_file_at from file_jobs j where j.partner_id = t.id) f
    where (t.group_id is null or g.id is not null) and (not ${actor.assignedGroupsOnly}::boolean or f.files > 0)`;
  const { rows } = await sql<Row>`
    select t.id, t.version, t.name, t.sender_id, t.receiver_ids, t.beyond_guide, t.contact_name, t.contact_email, t.contact_phone, t.mode, t.absence_proposes_end, t.auto_process, t.missing_limit_people, t.missing_limit_percent, t.drop_limit_percent, t.retro_ends, t.day_first, t.pad_zeros, t.family_by_place, t.end_day_not_covered, t.reference_repeats, t.holds_part,
      t.updated_by_name as updated_by, g.id as group_id, g.company_name as group_name, f.files, f.last_file_at,
      (select jsonb_agg(jsonb_build_object('kind', c.kind, 'code', c.code, 'shown', c.shown_code, 'plan', case when p.id is not null then jsonb_build_object('id', p.id, 'name', p.plan_name) end, 'meaning', c.meaning,
          'mappedBy', c.mapped_by_name, 'mappedAt', c.mapped_at) order by c.kind, c.shown_code)
        from trading_partner_codes c left join health_plans p on p.id = c.plan_id where c.partner_id = t.id) as codes,
      (select jsonb_agg(jsonb_build_object('heading', k.heading, 'shown', k.shown_heading, 'field', k.field, 'dependent', k.dependent, 'mappedBy', k.mapped_by_name, 'mappedAt', k.mapped_at) order by k.shown_heading)
        from trading_partner_columns k where k.partner_id = t.id) as columns
    from ${visible} and ${after ? sql`(lower(t.name), t.id) > (${after[0]}, ${after[1]}::uuid)` : sql`true`}
    order by lower(t.name), t.id limit ${input.limit + 1}`.execute(tx);
  const counted = await sql<{ total: number }>`select count(*) as total from ${visible}`.execute(tx);
  const page = rows.slice(0, input.limit);
  const last = page.at(-1);
  return {
    rows: page.map(({ groupId, groupName, codes, columns, ...row }): TradingPartner => ({
      ...row,
      group: groupId && groupName ? { id: groupId, name: groupName } : null,
      codes: codes ?? [],
      columns: columns ?? [],
    })),
    next: rows.length > input.limit && last ? encodeCursor([last.name.toLowerCase(), last.id]) : null,
    total: counted.rows[0]?.total ?? 0,
  };
}
