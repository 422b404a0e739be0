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

const ENTRY = sql<string>`concat_ws('|', i.item_no, i.entity_id, i.action, i.before, i.after)`;

/**
 * One entry in the audit chain stands for every item of the file: its root changes with any of them. Items are never
 * altered, so that those which stand may be digested while the next are written.
 */
export class ItemsRoot {
  readonly #services: Services;
  readonly #lease: Lease;
  readonly #tree = new MerkleTree();
  #after = 0;

  constructor(services: Services, lease: Lease) {
    this.#services = services;
    this.#lease = lease;
  }

  /** Digests the items up to a number, beyond which nothing else may have been digested yet. */
  async digest(last: number, readers = ROOT_READERS): Promise<void> {
    const pages: Promise<Buffer>[] = [];
    while (this.#after < last || pages.length > 0) {
      if (this.#after < last) {
        const upTo = Math.min(last, this.#after + ROOT_PAGE);
        pages.push(handled(this.#leavesOf(this.#after, upTo)));
        this.#after = upTo;
        if (pages.length < readers) continue;
      }
      const leaves = (await pages.shift()) as Buffer;
      for (let at = 0; at < leaves.length; at += DIGEST_BYTES) this.#tree.add(leaves.subarray(at, at + DIGEST_BYTES));
    }
  }

  /** The root, once every item is written. */
  async finish(): Promise<Buffer> {
    const last = await inTenant(this.#services.db, this.#lease.tenantId, async (tx) => {
      const { rows } = await sql<{
        last: number;
      }>`select coalesce((select max(item_no) from change_items where change_id = j.change_id), 0) as last from file_jobs j where id = ${this.#lease.jobId}`.execute(
        tx,
      );
      return rows[0]?.last ?? 0;
    });
    await this.digest(last);
    return this.#tree.root();
  }

  async #leavesOf(after: number, upTo: number): Promise<Buffer> {
    return inTenant(this.#services.db, this.#lease.tenantId, async (tx) => {
      const { rows } = await sql<{
        leaves: Buffer;
      }>`select coalesce(string_agg(${leafOf(ENTRY)}, ''::bytea order by i.item_no), '') as leaves
        from file_jobs j join change_items i on i.change_id = j.change_id where j.id = ${this.#lease.jobId} and i.item_no > ${after} and i.item_no <= ${upTo}`.execute(
        tx,
      );
      return rows[0]?.leaves ?? Buffer.alloc(0);
    });
  }
}
