import { DEFAULT_TENANT } from '../db/connect.ts';
import type { TestServer } from './test-server.ts';

/** Writes entries of reads until the audit log of the default tenant holds `count`, chained as the product chains them. */
export async function fillAuditLog(owner: TestServer['owner'], count: number): Promise<void> {
  await owner.query(`do $$
    declare entry audit_log; head audit_heads;
    begin
      select * into head from audit_heads where tenant_id = '${DEFAULT_TENANT}';
      for number in head.seq + 1 .. ${count} loop
        entry := row('${DEFAULT_TENANT}', number, timestamptz '2026-01-01' + number * interval '1 second', gen_random_uuid()::text, 'Dana Whitfield', 'members.get', 'read',
          'member', gen_random_uuid()::text, null, '{name,dateOfBirth}', null, null, gen_random_uuid()::text, head.hash, ''::bytea);
        entry.hash := audit_hash(entry);
        insert into audit_log values (entry.*);
        head.hash := entry.hash;
      end loop;
      update audit_heads set seq = ${count}, hash = head.hash where tenant_id = head.tenant_id;
    end $$`);
  await owner.query('vacuum analyze audit_log');
}
