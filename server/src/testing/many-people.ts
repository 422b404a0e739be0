import type pg from 'pg';

/** A connection as the owner, with `app.tenant_id` set. */
type Owned = { owner: Pick<pg.ClientBase, 'query'> };

/**
 * Some last names that are common, spread over the alphabet; the others are made of syllables. SMITH comes late and
 * often, as in life.
 */
const LAST = [
  'Adams',
  'Anderson',
  'Baker',
  'Brown',
  'Carter',
  'Clark',
  'Davis',
  'Diaz',
  'Evans',
  'Foster',
  'Garcia',
  'Green',
  'Hall',
  'Harris',
  'Jackson',
  'Johnson',
  'Jones',
  'King',
  'Lee',
  'Lopez',
  'Martin',
  'Miller',
  'Moore',
  'Nelson',
  'Ortiz',
  'Parker',
  'Reed',
  'Rivera',
  'Smith',
  'Smith',
  'Smith',
  'Taylor',
  'Thomas',
  'Turner',
  'Walker',
  'White',
  'Williams',
  'Wilson',
  'Wright',
  'Young',
];
const FIRST = [
  'Alice',
  'Anna',
  'Ben',
  'Carla',
  'Daniel',
  'Elena',
  'Frank',
  'Greta',
  'Hannah',
  'Iris',
  'James',
  'Karen',
  'Liam',
  'Maria',
  'Nora',
  'Oscar',
  'Paula',
  'Quinn',
  'Robert',
  'Sarah',
  'Thomas',
  'Uma',
  'Victor',
  'Wendy',
  'Xavier',
  'Yara',
  'Zoe',
];
const TITLES = [
  'Machinist',
  'Accountant',
  'Systems Analyst',
  'Shift Supervisor',
  'Warehouse Lead',
  'Registered Nurse',
  'Plant Manager',
  'Welder',
  'Payroll Clerk',
];
const HEADS = [
  'Ab',
  'Bel',
  'Cor',
  'Dra',
  'El',
  'Fen',
  'Gol',
  'Hart',
  'Ist',
  'Jor',
  'Kel',
  'Lor',
  'Mal',
  'Nor',
  'Ol',
  'Pet',
  'Quil',
  'Ros',
  'Sal',
  'Tor',
  'Ul',
  'Ver',
  'Wes',
  'Yor',
  'Zan',
];
const MIDDLES = [
  'an',
  'be',
  'ca',
  'de',
  'en',
  'fi',
  'ga',
  'he',
  'is',
  'ka',
  'le',
  'mo',
  'ne',
  'or',
  'pi',
  'ra',
  'se',
  'ti',
  'va',
  'we',
];
const TAILS = [
  'berg',
  'dale',
  'ford',
  'grave',
  'ham',
  'ley',
  'man',
  'ner',
  'quist',
  'rick',
  'sen',
  'ton',
  'ville',
  'wood',
  'zky',
];

/** Groups of 400 people, as many as the people need. */
async function addGroups({ owner }: Owned, count: number): Promise<void> {
  await owner.query(
    `insert into groups (id, cim_number, company_name, status, address_line1, city, state_province, zip_postal_code, effective_date, billing_method, payment_method, created_at, updated_at)
     select uuid_v7(), 'CIM-B' || n, ($1::text[])[1 + n % cardinality($1::text[])] || ' ' || n || ' Works', 'active', '1 Bench Street', 'Dubuque', 'IA', '52001', '2026-01-01', 'list_bill', 'recurring_ach', now(), now()
     from generate_series(1, $2::int) n`,
    [LAST, Math.ceil(count / 400)],
  );
}

/**
 * Fills a database with invented members, set-based: the indexes are made when the rows are there. Every twelfth last
 * name is a common one, every second person a dependent of the one before, and a few are pending or have left.
 */
export async function fillMembers(database: Owned, count: number): Promise<void> {
  const { owner } = database;
  await addGroups(database, count);
  const { rows: indexes } = await owner.query<{ name: string; made: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made from pg_index i
     where i.indrelid = 'members'::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
  );
  await owner.query(`set session_replication_role = replica; set maintenance_work_mem = '512MB'`);
  for (const { name } of indexes) await owner.query(`drop index ${name}`);
  await owner.query(
    `insert into members (id, group_id, subscriber_id, relationship, member_number, employee_id, first_name, last_name, email, job_title, status, ssn_index, date_of_birth_index, created_at, updated_at)
     select person(n), g.ids[1 + (n - 1) / 400], case when n % 2 = 0 then person(n - 1) end, case when n % 2 = 0 then 'child' else 'self' end, 'B' || n, 'E' || (100000 + n), first, last,
       lower(first) || '.' || lower(last) || n || '@example.com', ($6::text[])[1 + (h >> 9) % cardinality($6::text[])],
       case when h % 200 = 0 then 'pending' when h % 40 = 1 then 'terminated' else 'active' end,
       case when h % 50 > 0 then decode(md5('ssn' || n - case when n % 5000 = 3003 then 1000 else 0 end), 'hex') end, decode(md5('birth' || h % 18000), 'hex'), now() - (($7::int - n)::float8 / $7::int) * interval '1800 days', now()
     from (select n, h, ($5::text[])[1 + (h >> 3) % cardinality($5::text[])] as first,
       case when h % 12 = 0 then ($1::text[])[1 + (h >> 7) % cardinality($1::text[])]
         else ($2::text[])[1 + (h >> 5) % cardinality($2::text[])] || ($3::text[])[1 + (h >> 11) % cardinality($3::text[])] || ($4::text[])[1 + (h >> 16) % cardinality($4::text[])] end as last
       from (select n, (hashint4(n)::bigint + 2147483648)::bigint as h from generate_series(1, $7::int) n) r) p, (select array_agg(id) as ids from groups where cim_number like 'CIM-B%') g`.replaceAll(
      /person\(([^)]*)\)/g,
      `('01890000-0000-7000-8000-' || lpad(to_hex($1), 12, '0'))::uuid`,
    ),
    [LAST, HEADS, MIDDLES, TAILS, FIRST, TITLES, count],
  );
  for (const { made } of indexes) await owner.query(made);
  await owner.query(`set session_replication_role = origin`);
  await owner.query('vacuum analyze members');
}

/** Medical coverage for all members; the last thousandth leaves within the coming weeks. */
export async function fillCoverage({ owner }: Owned): Promise<void> {
  const { rows } = await owner.query<{ made: string }>(
    `select pg_get_constraintdef(oid) as made from pg_constraint where conname = 'one_current_span'`,
  );
  await owner.query(`set session_replication_role = replica; set maintenance_work_mem = '512MB'`);
  await owner.query(`alter table coverage_spans drop constraint one_current_span`);
  await owner.query(
    `insert into coverage_spans (id, group_id, member_id, subscriber_id, line, plan_id, covered, recorded, change_id)
     select uuid_v7(), m.group_id, m.id, coalesce(m.subscriber_id, m.id), 'medical', (select id from health_plans where line = 'medical' limit 1),
       daterange('2026-01-01', case when m.status = 'terminated' then date '2026-07-01' when hashint4(right(m.member_number, -1)::int) % 1000 = 0 then date '2027-01-01' end),
       tstzrange(now(), null), (select id from changes limit 1) from members m where m.member_number like 'B%'`,
  );
  await owner.query(`alter table coverage_spans add constraint one_current_span ${rows[0]?.made ?? ''}`);
  await owner.query(`set session_replication_role = origin`);
  await owner.query('vacuum analyze coverage_spans');
}
