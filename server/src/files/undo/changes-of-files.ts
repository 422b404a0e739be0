import { sql } from 'kysely';
import type { ChangeFeature } from '../../change-registry.ts';
import { undoOfPeople } from '../../members/undo/changes-of-members.ts';
import type { Services } from '../../request-context.ts';
import { queueUndoOfImport, undoImport } from './undo-import.operations.ts';

/** What files write to the history: imports, undone as their file. */
export const CHANGES_OF_FILES: ChangeFeature<Services> = {
  kinds: { import: { ...undoOfPeople, undo: undoImport, queue: queueUndoOfImport } },
  async onRestored({ tx }, { id }, members) {
    // What a sender calls their families was learned with them.
    await sql`delete from family_numbers where ctid in (select own.ctid from unnest(${members}) as p(id), lateral (select f.ctid from family_numbers f where f.member_id = p.id and f.change_id is not distinct from ${id}::uuid offset 0) own)`.execute(
      tx,
    );
    // Whoever was terminated for missing from a file is undecided again.
    await sql`update file_missing set decision = null, decided_by_name = null, change_id = null where change_id = ${id} and member_id = any (${members})`.execute(
      tx,
    );
  },
};
