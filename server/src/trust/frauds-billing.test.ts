import { formatMoney, fromCents } from '@openbenefits/domain/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workOnRuns } from '../billing/bill-run-job.ts';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { newGroup } from '../files/corpus-run.ts';
import { approveFor, rejectFor } from '../testing/approving.ts';
import { edi834, type SampleMember } from '../testing/samples.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let dana: Person;
let anselm: Person;

beforeAll(async () => {
  server = await openTestServer({ worker: false });
  dana = await server.as('administrator');
  anselm = await server.as('system_administrator');
});
afterAll(() => server.close());

const work = () => workOnRuns(server.services, DEFAULT_TENANT, async () => {});
const runOf = (id: string) => dana.api.billing.runs.get({ id });

async function drafted(person: Person, groupIds: string[], period = '2026-12-01'): Promise<string> {
  const { id } = await person.api.billing.runs.start({ period, groupIds });
  await work();
  return id;
}
async function post(person: Person, id: string) {
  const { figures } = await runOf(id);
  return person.api.billing.runs.post({ id, total: figures.ready.total });
}
/** Asked for by Anselm, approved by Dana. */
async function limitRuns(runs: number): Promise<void> {
  await anselm.api.refunds.setLimits({
    money: 500_00,
    organization: 5_000_00,
    runs,
    newPayeeDays: 7,
    checkDays: 5,
    mostMonths: 12,
  });
  const { rows } = await dana.api.approvals.list({});
  const change = rows.find(({ kind }) => kind === 'setting');
  await dana.api.approvals.approve({ id: change?.id ?? '', digest: change?.digest ?? '' });
}

/** Active groups whose December bill is ready, and its amount, the largest first. */
async function groupsToBill(): Promise<{ id: string; cents: number }[]> {
  const { id } = await dana.api.billing.runs.start({ period: '2026-12-01', groupIds: null });
  await work();
  const { rows } = await server.owner.query<{ id: string; cents: string }>(
    `select group_id as id, total_cents as cents from bills where run_id = $1 and held = 0 and open_months = 0 and total_cents > 0 order by total_cents desc, id`,
    [id],
  );
  await dana.api.billing.runs.cancel({ id });
  return rows.map((row) => ({ id: row.id, cents: Number(row.cents) }));
}

describe('a bill run', () => {
  let groups: { id: string; cents: number }[];
  let waiting: string;

  it('a run of $5 million split into one-group runs below the limit', async () => {
    groups = await groupsToBill();
    const some = groups.slice(0, 5);
    expect(some).toHaveLength(5);
    const limit = some.slice(0, 2).reduce((sum, { cents }) => sum + cents, 1);
    expect(some.every(({ cents }) => cents < limit)).toBe(true);
    await limitRuns(limit);
    let alone = 0;
    const waits: string[] = [];
    for (const [place, { id: groupId, cents }] of some.entries()) {
      // Two who take turns get no further than one.
      const person = place % 2 === 0 ? dana : anselm;
      const id = await drafted(person, [groupId]);
      const { waitsBecause } = await post(person, id);
      if (waitsBecause === null) alone += cents;
      else waits.push(id);
      await work();
      expect((await runOf(id)).run.status).toBe(waitsBecause === null ? 'posted' : 'review');
    }
    expect(alone).toBeLessThan(limit);
    expect(waits).toHaveLength(3);
    [waiting] = waits as [string];
  });

  it('approved by one who started it', async () => {
    // The third, which Dana started and asked for.
    await expect(approveFor(dana, waiting)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(rejectFor(dana, waiting)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await approveFor(anselm, waiting);
    await work();
    expect((await runOf(waiting)).run.status).toBe('posted');
  });

  it('whose drafts are calculated again after approval was asked for', async () => {
    const { id: groupId = '' } = groups[5] ?? {};
    const id = await drafted(dana, [groupId]);
    expect((await post(dana, id)).waitsBecause).not.toBeNull();
    const { approval } = (await runOf(id)).run;
    await anselm.api.billing.runs.refresh({ id });
    await work();
    expect((await runOf(id)).run.approval).toBeNull();
    const { id: approvalId = '', digest = '' } = approval ?? {};
    await expect(anselm.api.approvals.approve({ id: approvalId, digest })).rejects.toMatchObject({
      message: 'Nothing of it waits for approval any more.',
    });
    // Whoever calculated drafts again is an author of the run.
    await post(dana, id);
    await expect(approveFor(anselm, id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await dana.api.billing.runs.cancel({ id });
  });

  it('that somebody changes in the database between approval and posting', async () => {
    const { id: groupId = '' } = groups[6] ?? {};
    const id = await drafted(dana, [groupId]);
    await post(dana, id);
    await approveFor(anselm, id);
    await server.owner.query(`update bills set due_date = due_date + 90 where run_id = $1`, [id]);
    await work();
    const { run, figures } = await runOf(id);
    expect(run).toMatchObject({
      status: 'review',
      trouble: 'It is not what was approved any more. The approval is void. Ask for it again.',
    });
    expect(figures.posted).toBe(0);
  });
});

describe('a bill', () => {
  it('a run started, posted and voided by one person', async () => {
    await limitRuns(1_000_000_00);
    const groups = await groupsToBill();
    const id = await drafted(dana, [groups.at(-1)?.id ?? '']);
    expect((await post(dana, id)).waitsBecause).toBeNull();
    await work();
    const [bill] = (await dana.api.billing.runs.bills({ id, limit: 1 })).rows;
    const billId = bill?.id ?? '';
    expect((await dana.api.billing.void({ id: billId, reason: 'Wrong month' })).waitsBecause).toBe(
      'You made or posted this bill, so another person approves that it is voided.',
    );
    expect(await dana.api.billing.bill({ id: billId })).toMatchObject({ status: 'outstanding' });
    await expect(approveFor(dana, billId)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await approveFor(anselm, billId);
    expect(await dana.api.billing.bill({ id: billId })).toMatchObject({
      status: 'void',
      voidedBy: 'Dana Whitfield',
      voidReason: 'Wrong month',
    });
  });

  it('credits through back-dated terminations, netted against the premium of a run below the runs limit', async () => {
    const groups = await groupsToBill();
    const groupId = groups.at(-2)?.id ?? '';
    await post(dana, await drafted(dana, [groupId], '2026-11-01'));
    await work();
    const { rows } = await dana.api.members.ofGroup({ groupId, limit: 100 });
    const left = rows.filter(({ status, monthlyCost }) => status === 'active' && (monthlyCost ?? 0) > 0).slice(0, 3);
    for (const { id: memberId } of left)
      await dana.api.terminations.end({
        groupId,
        memberIds: [memberId],
        lastDay: '2026-10-31',
        reason: 'employment_ended',
        rescission: { basis: 'non_payment', confirmed: true },
      });
    const id = await drafted(dana, [groupId]);
    const { rows: lines } = await server.owner.query<{ gross: string; credits: string; total: string }>(
      `select sum(abs(l.cents)) as gross, -sum(l.cents) filter (where l.cents < 0) as credits, sum(l.cents) as total
       from bill_lines l join bills b on b.id = l.bill_id where b.run_id = $1`,
      [id],
    );
    expect(Number(lines[0]?.credits)).toBeGreaterThan(500_00);
    expect(Number(lines[0]?.total)).toBeLessThan(Number(lines[0]?.gross));
    expect((await post(dana, id)).waitsBecause).toBe('Another person approves runs that credit $500.00 or more.');
    const { id: approvalId = '' } = (await runOf(id)).run.approval ?? {};
    expect((await anselm.api.approvals.get({ id: approvalId })).cents).toBe(Number(lines[0]?.gross));
    await expect(approveFor(dana, id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await approveFor(anselm, id);
    await work();
    expect((await runOf(id)).run.status).toBe('posted');
  });

  it('a rerun whose new version credits other months than its own', async () => {
    const groups = await groupsToBill();
    const groupId = groups[0]?.id ?? '';
    await post(dana, await drafted(dana, [groupId], '2026-10-01'));
    await work();
    await post(dana, await drafted(dana, [groupId], '2026-11-01'));
    await work();
    const { rows: bills } = await dana.api.billing.invoices({ groupId, limit: 10 });
    const bill = bills.find(({ period }) => period === '2026-11-01');
    const id = bill?.id ?? '';
    const active = async () =>
      (await dana.api.members.ofGroup({ groupId, limit: 100 })).rows.filter(
        ({ status, monthlyCost }) => status === 'active' && (monthlyCost ?? 0) > 0,
      );
    const end = async (memberId: string, lastDay: string) =>
      dana.api.terminations.end({
        groupId,
        memberIds: [memberId],
        lastDay,
        reason: 'employment_ended',
        rescission: { basis: 'non_payment', confirmed: true },
      });
    const [first, second] = await active();
    await end(first?.id ?? '', '2026-09-30');
    const ask = async () => {
      const { sight } = await dana.api.billing.rerunPreview({ id });
      return dana.api.billing.rerun({ id, sight });
    };
    expect((await ask()).waitsBecause).not.toBeNull();
    const { rows } = await anselm.api.approvals.list({});
    const {
      id: approvalId = '',
      digest = '',
      facts = [],
      cents,
    } = rows.find(({ subjectId }) => subjectId === id) ?? {};
    const factOf = (name: string) => facts.find(({ label }) => label === name)?.value;
    expect(factOf('Months of the new bill')).toBe('October 2026, November 2026');
    expect(factOf('Adjustments of the new bill')).toMatch(/^[−-]\$/);
    // A month after the one that was shown to the requester changes nothing of it; an earlier one does.
    await end(second?.id ?? '', '2026-09-30');
    await expect(anselm.api.approvals.approve({ id: approvalId, digest })).rejects.toMatchObject({
      message: 'It has changed since approval was asked for. The approval is void. Ask for it again.',
    });
    expect((await dana.api.billing.bill({ id })).approval).toBeNull();
    await ask();
    const shown = (await anselm.api.approvals.list({})).rows.find(({ subjectId }) => subjectId === id);
    expect(shown?.cents).toBeGreaterThan(cents ?? 0);
    await approveFor(anselm, id);
    const after = (await dana.api.billing.invoices({ groupId, limit: 10 })).rows.find(
      ({ period, status }) => period === '2026-11-01' && status !== 'replaced',
    );
    const { total, premium, retro } = await dana.api.billing.bill({ id: after?.id ?? '' });
    const factOfShown = (name: string) => shown?.facts.find(({ label }) => label === name)?.value;
    expect(factOfShown('Total of the new bill')).toBe(formatMoney(total));
    expect(factOfShown('Premium of the new bill')).toBe(formatMoney(premium));
    expect(factOfShown('Adjustments of the new bill')).toBe(formatMoney(retro));
    expect(factOfShown('Difference')).toBe(formatMoney(fromCents(total - (bill?.total ?? 0))));
  });
});

describe('rates', () => {
  it('in force, undone by one person alone', async () => {
    const planId = (
      await server.owner.query<{ id: string }>(
        `insert into health_plans (tenant_id, id, plan_code, plan_name, line, carrier_name, status, effective_date)
         select id, gen_random_uuid(), 'FRAUD-UNDO', 'Fraud Undo', 'medical', 'Northfold Health', 'active', '2026-01-01' from tenants limit 1 returning id`,
      )
    ).rows[0]?.id as string;
    const rates = anselm.api.plans.rates;
    const activated = async (from: string, amount: string) => {
      const content = `Tier,Monthly rate\nEmployee only,${amount}\nEmployee and spouse,1290.00\nEmployee and children,1100.00\nFamily,1800.00\n`;
      const { id } = await dana.api.plans.rates.create({
        planId,
        from,
        until: null,
        content: { kind: 'file', file: { name: 'rates.csv', base64: Buffer.from(content).toString('base64') } },
      });
      const { version } = await rates.get({ id });
      const { changeId } = await rates.activate({ id, version });
      return { id, changeId };
    };
    const first = await activated('2027-01-01', '645.00');
    const second = await activated('2027-02-01', '745.00');
    const status = async () => (await rates.get({ id: second.id })).status;
    const undo = await anselm.api.changes.undo({ id: second.changeId });
    expect(undo.waitsBecause).toBe('Another person approves that earlier rates are in force again.');
    expect(await status()).toBe('active');
    await expect(approveFor(anselm, second.changeId)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await rejectFor(dana, second.changeId);
    expect(await status()).toBe('active');

    // What was asked for is void once the earlier rates are others than those that were shown.
    await anselm.api.changes.undo({ id: second.changeId });
    await server.owner.query(`update rate_cells set amount = amount + 1 where table_id = $1`, [first.id]);
    await expect(approveFor(dana, second.changeId)).rejects.toMatchObject({
      message: 'It has changed since approval was asked for. The approval is void. Ask for it again.',
    });
    await anselm.api.changes.undo({ id: second.changeId });
    await approveFor(dana, second.changeId);
    expect(await status()).toBe('draft');
  });
});

describe('an enrollment file by which many lose coverage', () => {
  it('approved second by the person who uploaded it', async () => {
    const files = await openTestServer();
    try {
      const [uploader, other] = [await files.as('administrator'), await files.as('system_administrator')];
      const { cim } = await newGroup(uploader, 1);
      const people = ['A', 'B', 'C'].map((letter, index): SampleMember => ({
        first: `Person${letter}`,
        last: 'Twoeyes',
        ssn: `12345${3000 + index}`,
        birth: '19800101',
        family: `12345${3000 + index}`,
        plans: [['HLT', 'MED-PPO', '20260101']],
      }));
      const send = async (members: readonly SampleMember[], control: string) => {
        const content = edi834(members, { control, bgn08: '2', group: cim });
        const { id } = await files.upload(uploader, `changes-${control}.edi`, content, cim);
        return files.finished(uploader, id);
      };
      await send(people, '000000801');
      const settings = { autoProcess: true, maxConcurrent: 5, retries: 3, retentionDays: 2190 };
      await uploader.api.files.queue.saveSettings({ ...settings, secondApprovalFrom: 2 });
      const left = people.map((one): SampleMember => ({
        ...one,
        action: '024',
        plans: [['HLT', 'MED-PPO', '20260101', '20261130']],
      }));
      const { id } = await send(left, '000000802');
      expect(await other.api.files.approve({ id })).toMatchObject({ waitsForSecond: true });
      await expect(approveFor(uploader, id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
      // Who uploaded it is the first; the second is somebody else.
      const { rows } = await other.api.approvals.list({});
      await other.api.approvals.withdraw({ id: rows.find(({ subjectId }) => subjectId === id)?.id ?? '' });
      expect(await uploader.api.files.approve({ id })).toMatchObject({ waitsForSecond: true });
      await approveFor(other, id);
      expect(await files.finished(uploader, id)).toMatchObject({ status: 'completed', ended: 3 });
    } finally {
      await files.close();
    }
  });
});
