import type { Plan } from '@openbenefits/contract/plans';
import { randomUUID } from 'node:crypto';
import { fromCents } from '@openbenefits/domain/money';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstBrokenLink } from '../audit.ts';
import { setupOf } from '../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let dana: Person;
let plans: Plan[];
const planIds = (...codes: string[]): string[] =>
  codes.map((code) => plans.find((plan) => plan.code === code)?.id ?? '');

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  plans = await dana.api.plans.offered({});
});
afterAll(() => server.close());

const count = async (table: string): Promise<number> =>
  Number((await server.owner.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n);

describe('Dana sets up a group', () => {
  it('keeps everything the wizard collects, in one transaction, with an audit entry and a change', async () => {
    const ids = planIds('MED-HMO', 'DEN-BASIC', 'VIS-BASIC');
    const custom = {
      'Full-Time Employee': {
        'Main Plant': {
          [ids[0] ?? '']: { deductible: fromCents(125_000), coinsurance: 15, ratingMethodology: 'age_rated' as const },
        },
      },
    };
    const { id, cim } = await dana.api.groups.create({
      setup: setupOf('Dubuque Foundry', ids, { planCustomizations: custom, taxId: '84-7000001' }),
    });
    expect(cim).toMatch(/^CIM-2026\d{9}$/);
    const group = await dana.api.groups.get({ id });
    expect(group).toMatchObject({
      companyName: 'Dubuque Foundry',
      cimNumber: cim,
      status: 'active',
      legalName: 'Dubuque Foundry, Inc.',
      taxIdLast4: '0001',
      sicCode: '3599',
      zipPostalCode: '52001',
      contactName: 'Dubuque Foundry',
      employeeCount: 24,
      eligibleEmployeeCount: 20,
      effectiveDate: '2026-01-01',
      renewalDate: '2027-01-01',
      billingMethod: 'list_bill',
      paymentMethod: 'recurring_ach',
      cobraEnabled: true,
      openEnrollmentStart: '2026-11-01',
      subscribers: 0,
      monthlyPremium: null,
    });
    expect(group.locations).toMatchObject([{ code: 'MAIN-PLANT', name: 'Main Plant' }]);
    expect(group.classes).toMatchObject([{ code: 'FT001', name: 'Full-Time Employee' }]);
    expect(group.plans.map((plan) => plan.planCode).toSorted()).toEqual(['DEN-BASIC', 'MED-HMO', 'VIS-BASIC']);
    expect(group.plans.find((plan) => plan.planCode === 'MED-HMO')).toMatchObject({
      deductible: 125_000,
      coinsurancePercent: 15,
      ratingMethodology: 'age_rated',
    });
    expect(group.activity[0]).toMatchObject({ summary: 'Created the group', actor: 'Dana Whitfield' });
    const { rows } = await server.owner.query(
      `select action, outcome, actor_name from audit_log where target_id = $1`,
      [id],
    );
    expect(rows).toContainEqual({ action: 'groups.create', outcome: 'done', actor_name: 'Dana Whitfield' });
  });

  it('creates one group for the same submit sent twice at once, and refuses the key for another request', async () => {
    const before = await count('groups');
    const key = randomUUID();
    const setup = setupOf('Twice Submitted', planIds('MED-PPO'));
    const [first, second] = await Promise.all([
      dana.api.groups.create({ setup, idempotencyKey: key }),
      dana.api.groups.create({ setup, idempotencyKey: key }),
    ]);
    expect(second).toEqual(first);
    expect(await count('groups')).toBe(before + 1);
    await expect(
      dana.api.groups.create({ setup: { ...setup, companyName: 'Another' }, idempotencyKey: key }),
    ).rejects.toMatchObject({ code: 'INVALID' });
  });

  it('gives thirty groups submitted at once thirty CIM numbers', async () => {
    const medical = planIds('MED-HMO');
    const made = await Promise.all(
      Array.from({ length: 30 }, (_, index) => dana.api.groups.create({ setup: setupOf(`Crowd ${index}`, medical) })),
    );
    expect(new Set(made.map((group) => group.cim)).size).toBe(30);
  });

  it('refuses with the problem at each field and writes nothing', async () => {
    const tables = ['groups', 'billing_locations', 'group_classes', 'group_plan_assignments', 'changes'];
    const counts = async (): Promise<number[]> => {
      const found: number[] = [];
      for (const table of tables) found.push(await count(table));
      return found;
    };
    const before = await counts();
    const bad = setupOf('', planIds('MED-PPO'), {
      taxId: '12',
      stateProvince: 'ZZ',
      zipPostalCode: '1',
      contactPhone: '5',
      employeeCount: 0,
      effectiveDate: '2026-02-30',
      gracePeriodDays: 0,
      billingLocations: [{ locationName: '', addressLine1: '', addressLine2: '', city: '', state: 'X', zipCode: '' }],
      classes: [{ className: 'Night', billingLocation: 'Nowhere' }],
      billingMethod: '',
      selectedPlans: {},
    });
    const refused = await dana.api.groups
      .create({ setup: bad })
      .catch((error: { data: { problems: { path: string }[] } }) => error);
    const paths = 'data' in refused ? refused.data.problems.map((problem) => problem.path) : [];
    expect(paths).toEqual(
      expect.arrayContaining([
        'companyName',
        'taxId',
        'stateProvince',
        'zipPostalCode',
        'contactPhone',
        'employeeCount',
        'effectiveDate',
        'billingLocations.0.locationName',
        'billingLocations.0.state',
        'classes.0.billingLocation',
        'billingMethod',
        'gracePeriodDays',
        'selectedPlans',
      ]),
    );
    expect(await counts()).toEqual(before);
  });

  it('refuses a plan that was withdrawn meanwhile, a text that is too long and a value of the wrong kind', async () => {
    const gone = randomUUID();
    await expect(dana.api.groups.create({ setup: setupOf('Late', [gone]) })).rejects.toMatchObject({
      data: { problems: [{ path: 'selectedPlans' }] },
    });
    await expect(dana.api.groups.create({ setup: setupOf('x'.repeat(201), planIds('MED-PPO')) })).rejects.toMatchObject(
      {
        code: 'INVALID',
        data: { problems: expect.arrayContaining([{ path: 'companyName', message: 'Use at most 200 characters.' }]) },
      },
    );
    await expect(
      dana.api.groups.create({
        setup: setupOf('Kind', planIds('MED-PPO'), { employeeCount: 'many' as unknown as number }),
      }),
    ).rejects.toMatchObject({ code: 'INVALID' });
  });

  it('takes a plan that is chosen twice once, and refuses at its field a sign that cannot be stored', async () => {
    const ids = planIds('MED-PPO', 'MED-PPO');
    const { id } = await dana.api.groups.create({ setup: setupOf('Chosen Twice', ids) });
    expect((await dana.api.groups.get({ id })).plans).toHaveLength(1);
    const pasted = setupOf('Pasted Name', ids, { companyName: 'Pasted\0 Name', city: 'Du\uD83Dbuque' });
    await expect(dana.api.groups.create({ setup: pasted })).rejects.toMatchObject({
      code: 'INVALID',
      data: { problems: [{ path: 'companyName' }, { path: 'city' }] },
    });
  });

  it('turns COBRA on by itself from 20 employees', async () => {
    for (const [employees, forced] of [
      [19, false],
      [20, true],
      [21, true],
    ] as const) {
      const { id } = await dana.api.groups.create({
        setup: setupOf(`Cobra ${employees}`, planIds('MED-PPO'), {
          employeeCount: employees,
          eligibleEmployeeCount: 0,
          cobraEnabled: false,
        }),
      });
      expect((await dana.api.groups.get({ id })).cobraEnabled).toBe(forced);
    }
  });
});

describe('two groups with one tax ID', () => {
  it('is refused at the field with the other group, and taken for a reason that the history keeps', async () => {
    const medical = planIds('MED-PPO');
    const first = await dana.api.groups.create({ setup: setupOf('Division One', medical, { taxId: '84-7010001' }) });
    const second = setupOf('Division Two', medical, { taxId: '847010001' });
    expect(await dana.api.groups.withTaxId({ taxId: '84-7010001' })).toEqual([
      { id: first.id, name: 'Division One', cim: first.cim, status: 'active' },
    ]);
    expect(await dana.api.groups.withTaxId({ taxId: '84-7010001', exceptId: first.id })).toEqual([]);
    await expect(dana.api.groups.create({ setup: second })).rejects.toMatchObject({
      data: {
        problems: [
          {
            path: 'taxId',
            message: `Division One (${first.cim}) has this tax ID. Correct the number, or enter a reason for using it twice.`,
          },
        ],
      },
    });
    const { id } = await dana.api.groups.create({ setup: second, sharedTaxIdReason: 'Two divisions, billed apart' });
    expect((await dana.api.changes.list({ groupId: id, limit: 1 })).rows).toMatchObject([
      { reason: 'Tax ID shared with Division One: Two divisions, billed apart' },
    ]);

    const third = await dana.api.groups.create({ setup: setupOf('Division Three', medical) });
    const { version } = await dana.api.groups.get({ id: third.id });
    const edit = { id: third.id, version, changes: { taxId: '84-7010001' }, seen: {} };
    await expect(dana.api.groups.edit(edit)).rejects.toMatchObject({ data: { problems: [{ path: 'taxId' }] } });
    await dana.api.groups.edit({ ...edit, sharedTaxIdReason: 'A third division' });
    // Somebody limited to assigned groups learns that the number is taken, not by whom.
    const hana = await server.as('group_administrator');
    const own = (await hana.api.groups.list({ limit: 1 })).rows[0]?.id ?? '';
    expect(await hana.api.groups.withTaxId({ taxId: '84-7010001', exceptId: own })).toEqual(
      Array.from({ length: 3 }, () => ({ id: null, name: null, cim: null, status: null })),
    );
  });
});

describe('Dana keeps drafts', () => {
  it('saves, updates, lists, loads and deletes one', async () => {
    await expect(dana.api.groups.drafts.save({ form: { companyName: ' ' }, step: 1 })).rejects.toMatchObject({
      message: 'Please enter a company name before saving',
    });
    const { id } = await dana.api.groups.drafts.save({ form: { companyName: 'Halfway Tools' }, step: 2 });
    await dana.api.groups.drafts.save({ id, form: { companyName: 'Halfway Tools', city: 'Erie' }, step: 3 });
    expect(await dana.api.groups.drafts.list()).toContainEqual(
      expect.objectContaining({ id, name: 'Halfway Tools', step: 3, autosaved: false }),
    );
    expect(await dana.api.groups.drafts.get({ id })).toMatchObject({ form: { city: 'Erie' } });
    await dana.api.groups.drafts.save({ id, form: { companyName: 'Halfway Tools' }, step: 4, autosave: true });
    expect(await dana.api.groups.drafts.get({ id })).toMatchObject({ autosaved: false, step: 4 });
    await dana.api.groups.drafts.remove({ id });
    await expect(dana.api.groups.drafts.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('of her own; a colleague sees one that she shares, and the second writer is told', async () => {
    const root = await server.as('system_administrator');
    const { id } = await dana.api.groups.drafts.save({ form: { companyName: 'Quiet Looms' }, step: 2 });
    const missing = { code: 'NOT_FOUND' };
    await expect(root.api.groups.drafts.get({ id })).rejects.toMatchObject(missing);
    await expect(
      root.api.groups.drafts.save({ id, form: { companyName: 'Loud Looms' }, step: 2 }),
    ).rejects.toMatchObject(missing);
    await expect(root.api.groups.drafts.remove({ id })).rejects.toMatchObject(missing);
    await expect(root.api.groups.drafts.share({ id, shared: true })).rejects.toMatchObject(missing);
    expect((await root.api.groups.drafts.list()).map((row) => row.id)).not.toContain(id);

    await dana.api.groups.drafts.share({ id, shared: true });
    const theirs = await root.api.groups.drafts.get({ id });
    expect(theirs).toMatchObject({ own: false, owner: 'Dana Whitfield', shared: true, version: 1 });
    await dana.api.groups.drafts.save({ id, form: { companyName: 'Quiet Looms', city: 'Erie' }, step: 3, version: 1 });
    await expect(
      root.api.groups.drafts.save({
        id,
        form: { companyName: 'Quiet Looms', city: 'Ghent' },
        step: 3,
        version: theirs.version,
      }),
    ).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/^Dana Whitfield saved this draft after you opened it/),
    });
    expect(await dana.api.groups.drafts.get({ id })).toMatchObject({ form: { city: 'Erie' }, version: 2 });
    await expect(root.api.groups.drafts.remove({ id })).rejects.toMatchObject(missing);
    await dana.api.groups.drafts.remove({ id });
  });

  it('that people limited to assigned groups cannot open, shared or not', async () => {
    const priya = await server.as('group_administrator');
    const { id } = await dana.api.groups.drafts.save({ form: { companyName: 'Quiet Looms' }, step: 2 });
    await dana.api.groups.drafts.share({ id, shared: true });
    await expect(priya.api.groups.drafts.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(priya.api.groups.drafts.save({ id, form: { companyName: 'Mine' }, step: 2 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect((await priya.api.groups.drafts.list()).map((row) => row.id)).not.toContain(id);
    await dana.api.groups.drafts.remove({ id });
  });

  it('deletes the draft with the group that came from it', async () => {
    const { id: draftId } = await dana.api.groups.drafts.save({
      form: { companyName: 'From Draft' },
      step: 6,
      autosave: true,
    });
    await dana.api.groups.create({ setup: setupOf('From Draft', planIds('MED-PPO')), draftId });
    await expect(dana.api.groups.drafts.get({ id: draftId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the list of groups', () => {
  it('pages by cursor in every order without losing or repeating a group', async () => {
    const all = await dana.api.groups.list({ limit: 200 });
    for (const sort of ['name', 'employees', 'renewal', 'status'] as const) {
      for (const descending of [false, true]) {
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const page: Awaited<ReturnType<typeof dana.api.groups.list>> = await dana.api.groups.list({
            sort,
            descending,
            limit: 7,
            ...(cursor ? { cursor } : {}),
          });
          seen.push(...page.rows.map((row) => row.id));
          cursor = page.next ?? undefined;
        } while (cursor);
        expect(new Set(seen).size, sort).toBe(all.total);
        expect(seen.length, sort).toBe(all.total);
      }
    }
  });

  it('filters by status, type and text; wildcards and scripts are text', async () => {
    const ichra = await dana.api.groups.list({ type: 'ichra' });
    expect(ichra.rows.every((row) => row.type === 'ichra')).toBe(true);
    const kestrel = await dana.api.groups.list({ search: 'KESTREL' });
    expect(kestrel.rows.map((row) => row.name)).toEqual(['Kestrel Avionics Repair']);
    expect(kestrel.rows[0]?.monthlyPremium).toBeGreaterThan(0);
    for (const search of ['%', '_', '\\', '<script>alert(1)</script>', "'; drop table groups; --"])
      expect((await dana.api.groups.list({ search })).rows, search).toEqual([]);
    await expect(dana.api.groups.list({ cursor: 'nonsense' })).rejects.toMatchObject({ code: 'INVALID' });
  });

  it('counts its cards from rows', async () => {
    const stats = await dana.api.groups.stats();
    expect(stats.totalGroups).toBe(await count('groups'));
    expect(stats.trends.groups).toHaveLength(12);
  });
});

describe('who may not', () => {
  it('lets a read-only user read and refuses writes, with an audit entry', async () => {
    const luis = await server.as('read_only');
    await luis.api.groups.list({});
    await expect(luis.api.groups.create({ setup: setupOf('Not Luis', planIds('MED-PPO')) })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const { rows } = await server.owner.query(
      `select outcome from audit_log where action = 'groups.create' and actor_name = 'Luis Arrington'`,
    );
    expect(rows).toEqual([{ outcome: 'refused' }]);
  });

  it('asks nobody-in-particular to sign in', async () => {
    const nobody = await server.as('nobody');
    await expect(nobody.api.groups.list({})).rejects.toMatchObject({ code: 'SIGNED_OUT' });
  });

  it('hides another tenant’s group as if it never was, even from SQL of the server’s own role', async () => {
    const tenant = randomUUID();
    await server.owner.query(`insert into tenants (id, name) values ($1, 'Elsewhere')`, [tenant]);
    const { rows } = await server.owner.query<{ id: string }>(
      `insert into groups (tenant_id, id, cim_number, company_name, status, address_line1, city, state_province, zip_postal_code, effective_date, billing_method, payment_method, created_at, updated_at)
       values ($1, $2, 'CIM-X', 'Elsewhere Ltd', 'active', 'x', 'x', 'IA', '52001', '2026-01-01', 'list_bill', 'paper_bill', now(), now()) returning id`,
      [tenant, randomUUID()],
    );
    const answerTo = (id: string): Promise<string> =>
      dana.api.groups.get({ id }).then(
        () => 'found',
        (error: unknown) => JSON.stringify(error).replace(/"reference":"[^"]+"/, ''),
      );
    expect(await answerTo(rows[0]?.id ?? '')).toBe(await answerTo(randomUUID()));
    expect(
      await server.read((tx) =>
        sql`select from groups where company_name = 'Elsewhere Ltd'`
          .execute(tx)
          .then(({ rows: found }) => found.length),
      ),
    ).toBe(0);
  });
});

describe('the premium of a group', () => {
  it('is explained by its plans and tiers, which add up to it line by line', async () => {
    const { rows } = await server.owner.query<{ id: string }>(
      `select group_id as id from group_plan_assignments group by 1 order by bool_or(rating_methodology = 'age_rated') desc, group_id limit 6`,
    );
    const seen = { byTier: 0, byHousehold: 0 };
    for (const { id } of rows) {
      const { monthlyPremium, premiumByLine } = await dana.api.groups.get({ id });
      const { parts } = await dana.api.groups.premiumParts({ id });
      for (const { line, monthly, subscribers } of premiumByLine) {
        const ofLine = parts.filter((part) => part.line === line);
        expect(ofLine.reduce((sum, part) => sum + part.sum, 0)).toBe(monthly);
        expect(ofLine.reduce((sum, part) => sum + part.subscribers, 0)).toBe(subscribers);
      }
      expect(parts.reduce((sum, part) => sum + part.sum, 0)).toBe(monthlyPremium ?? 0);
      for (const { tier, price, subscribers, sum } of parts) {
        seen[tier ? 'byTier' : 'byHousehold'] += 1;
        if (price !== null) expect(sum).toBe(subscribers * price);
      }
    }
    expect(seen.byTier).toBeGreaterThan(0);
    expect(seen.byHousehold).toBeGreaterThan(0);
    await expect(dana.api.groups.premiumParts({ id: randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the audit chain', () => {
  it('is whole after all this, and an edit, a deletion or a cut tail is found', async () => {
    expect(await server.read(firstBrokenLink)).toBeNull();
    const attempts = ['update audit_log set actor_name = $$x$$ where seq = 2', 'delete from audit_log where seq = 2'];
    for (const attempt of attempts) await expect(server.owner.query(attempt)).rejects.toThrow(/append-only/);
    const tampered = async (change: string): Promise<number | null> => {
      await server.owner.query('begin');
      await server.owner.query('alter table audit_log disable trigger all');
      await server.owner.query(change);
      await server.owner.query(`select set_config('app.tenant_id', '00000000-0000-0000-0000-000000000000', true)`);
      const { rows } = await server.owner.query<{ broken: number | null }>('select verify_audit() as broken');
      await server.owner.query('rollback');
      return rows[0]?.broken ?? null;
    };
    expect(Number(await tampered('update audit_log set actor_name = $$x$$ where seq = 2'))).toBe(2);
    expect(Number(await tampered('delete from audit_log where seq = 3'))).toBe(4);
    expect(await tampered('delete from audit_log where seq = (select max(seq) from audit_log)')).not.toBeNull();
  });
});
