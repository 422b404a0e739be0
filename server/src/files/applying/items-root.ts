import { sql } from 'kysely';
import { leafOf, MerkleTree } from '../../audit.ts';
import { inTenant } from '../../db/connect.ts';
import type { Services } from '../../request-context.ts';
import { handled } from '../queue/breathe.ts';
import type { Lease } from '../queue/file-lease.ts';

/** Items digested at once while their root is built, and by how many connections at a time. */
const ROOT_PAGE = 10_000;
const ROOT_READERS = 2;
const DIGEST_BYTES = 32;

/** One entry in the audit chain stands for every item of the file: its root changes with any of them. */
export async function rootOfItems(services: Services, lease: Lease): Promise<Buffer> {
  const tree = new MerkleTree();
  const entry = sql<string>`concat_ws('|', i.item_no, i.entity_id, i.action, i.before, i.after)`;
  const last = await inTenant(services.db, lease.tenantId, async (tx) => {
    const { rows } = await sql<{
      last: number;
    }>`select coalesce((select max(item_no) from change_items where change_id = j.change_id), 0) as last from file_jobs j where id = ${lease.jobId}`.execute(
      tx,
    );
    return rows[0]?.last ?? 0;
  });
  const leavesAfter = (after: number): Promise<Buffer> =>
    inTenant(services.db, lease.tenantId, async (tx) => {
      const { rows } = await sql<{ leaves: Buffer }>`select coalesce(string_agg(${leafOf(entry)}, ''::bytea order by i.item_no), '') as leaves
        from file_jobs j join change_items i on i.change_id = j.change_id where j.id = ${lease.jobId} and i.item_no > ${after} and i.item_no <= ${after + ROOT_PAGE}`.execute(
        tx,
      );
      return rows[0]?.leaves ?? Buffer.alloc(0);
    });
  const pages: Promise<Buffer>[] = [];
  for (let after = 0; after < last || pages.length > 0; after += ROOT_PAGE) {
    if (after < last) pages.push(handled(leavesAfter(after)));
    if (after < last && pages.length < ROOT_READERS) continue;
    const leaves = (await pages.shift()) as Buffer;
    for (let at = 0; at < leaves.length; at += DIGEST_BYTES) tree.add(leaves.subarray(at, at + DIGEST_BYTES));
  }
  return tree.root();
}
