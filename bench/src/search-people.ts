import type { BenchDatabase } from './bench-database.ts';

/** Some last names that are common, spread over the alphabet; the others are made of syllables. SMITH comes late and often, as in life. */
const LAST = ['Adams', 'Anderson', 'Baker', 'Brown', 'Carter', 'Clark', 'Davis', 'Diaz', 'Evans', 'Foster', 'Garcia', 'Green', 'Hall', 'Harris', 'Jackson', 'Johnson', 'Jones', 'King', 'Lee', 'Lopez', 'Martin', 'Miller', 'Moore', 'Nelson', 'Ortiz', 'Parker', 'Reed', 'Rivera', 'Smith', 'Smith', 'Smith', 'Taylor', 'Thomas', 'Turner', 'Walker', 'White', 'Williams', 'Wilson', 'Wright', 'Young'];
const FIRST = ['Alice', 'Anna', 'Ben', 'Carla', 'Daniel', 'Elena', 'Frank', 'Greta', 'Hannah', 'Iris', 'James', 'Karen', 'Liam', 'Maria', 'Nora', 'Oscar', 'Paula', 'Quinn', 'Robert', 'Sarah', 'Thomas', 'Uma', 'Victor', 'Wendy', 'Xavier', 'Yara', 'Zoe'];
const TITLES = ['Machinist', 'Accountant', 'Systems Analyst', 'Shift Supervisor', 'Warehouse Lead', 'Registered Nurse', 'Plant Manager', 'Welder', 'Payroll Clerk'];
const HEADS = ['Ab', 'Bel', 'Cor', 'Dra', 'El', 'Fen', 'Gol', 'Hart', 'Ist', 'Jor', 'Kel', 'Lor', 'Mal', 'Nor', 'Ol', 'Pet', 'Quil', 'Ros', 'Sal', 'Tor', 'Ul', 'Ver', 'Wes', 'Yor', 'Zan'];
const MIDDLES = ['an', 'be', 'ca', 'de', 'en', 'fi', 'ga', 'he', 'is', 'ka', 'le', 'mo', 'ne', 'or', 'pi', 'ra', 'se', 'ti', 'va', 'we'];
const TAILS = ['berg', 'dale', 'ford', 'grave', 'ham', 'ley', 'man', 'ner', 'quist', 'rick', 'sen', 'ton', 'ville', 'wood', 'zky'];

/** Fills a database with invented members, set-based: the indexes are made when the rows are there. Every twelfth last name is a common one. */
export async function fillMembers({ owner }: BenchDatabase, count: number): Promise<void> {
  const { rows: indexes } = await owner.query<{ name: string; made: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made from pg_index i
     where i.indrelid = 'members'::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
  );
  await owner.query(`set session_replication_role = replica; set maintenance_work_mem = '512MB'`);
  for (const { name } of indexes) await owner.query(`drop index ${name}`);
  await owner.query(
    `insert into members (id, group_id, relationship, member_number, employee_id, first_name, last_name, email, job_title, status, created_at, updated_at)
     select uuid_v7(), (array(select id from groups))[1 + n % (select count(*) from groups)], 'self', 'B' || n, 'E' || (100000 + n), first, last,
       lower(first) || '.' || lower(last) || n || '@example.com', ($6::text[])[1 + (h >> 9) % cardinality($6::text[])], 'active', now(), now()
     from (select n, h, ($5::text[])[1 + (h >> 3) % cardinality($5::text[])] as first,
       case when h % 12 = 0 then ($1::text[])[1 + (h >> 7) % cardinality($1::text[])]
         else ($2::text[])[1 + (h >> 5) % cardinality($2::text[])] || ($3::text[])[1 + (h >> 11) % cardinality($3::text[])] || ($4::text[])[1 + (h >> 16) % cardinality($4::text[])] end as last
       from (select n, (hashint4(n)::bigint + 2147483648)::bigint as h from generate_series(1, $7::int) n) r) p`,
    [LAST, HEADS, MIDDLES, TAILS, FIRST, TITLES, count],
  );
  for (const { made } of indexes) await owner.query(made);
  await owner.query(`set session_replication_role = origin`);
  await owner.query('vacuum analyze members');
}
