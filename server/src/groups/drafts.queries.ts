import { Refusal } from '@openbenefits/domain/refusal';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../policy/actor.ts';
import type { Tx } from '../db/connect.ts';
import type { Work } from '../command.ts';
import { openDraft } from '../tax-ids.ts';

type Draft = {
  id: string;
  name: string;
  step: number;
  autosaved: boolean;
  updatedAt: string;
  shared: boolean;
  own: boolean;
  owner: string;
};

/** Returns a user's own drafts and those shared by colleagues. Users limited to assigned groups see only their own. */
export const visibleTo = ({ id, assignedGroupsOnly }: Actor): RawBuilder<boolean> =>
  assignedGroupsOnly ? sql<boolean>`created_by = ${id}` : sql<boolean>`(created_by = ${id} or shared)`;

const columns = ({
  id,
}: Actor) => sql`d.id, d.draft_name as name, d.current_step as step, d.autosaved, d.updated_at, d.shared,
  d.created_by = ${id} as own, coalesce((select u.name from auth."user" u where u.id = d.created_by), 'A former user') as owner`;

/** Saved drafts, newest first. */
export async function listDrafts(tx: Tx, actor: Actor): Promise<Draft[]> {
  const { rows } = await sql<Draft>`
    select ${columns(actor)} from draft_groups d where ${visibleTo(actor)} order by d.updated_at desc limit 100`.execute(
    tx,
  );
  return rows;
}

/** Returns one draft with its form. Throws a Refusal if it does not exist or its owner does not share it. */
export async function getDraft({ tx, actor, services }: Pick<Work, 'tx' | 'actor' | 'services'>, id: string) {
  const { rows } = await sql<Draft & { formData: Record<string, unknown>; version: number }>`
    select ${columns(actor)}, d.form_data, d.version from draft_groups d where d.id = ${id} and ${visibleTo(actor)}`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) throw new Refusal('not_found', 'This draft was deleted, or its owner no longer shares it.');
  const { formData, ...draft } = row;
  return { ...draft, form: openDraft(services.vault, actor.tenantId, id, formData) };
}
