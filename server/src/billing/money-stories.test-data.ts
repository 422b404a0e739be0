import { approveFor, inForce, rejectFor } from '../testing/approving.ts';
import { randomUUID } from 'node:crypto';
import { ORPCError } from '@orpc/client';
import { workOnRuns } from './bill-run-job.ts';
import { DEFAULT_TENANT } from '../db/connect.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';
import { OUR_BANK, returnsOfBank as returns } from '../payments/ach/ach-bank.test-data.ts';
import { settleDebits } from '../payments/ach/settle-debits-job.ts';
import { workOnCards } from '../payments/card-payments-job.ts';
import { wrongFigures } from './money-invariants.test-data.ts';

/** Numbers that are the same on every run (mulberry32). */
function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

type Row = Record<string, string>;
/** A call of the stories that the API does not have. */
const NO_PROCEDURE = 'This procedure does not exist.';
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** A server whose groups have bills, verified bank accounts and nothing paid. */
export class MoneyWorld {
  readonly server: TestServer;
  readonly dana: Person;
  readonly anselm: Person;
  readonly groups: string[];

  private constructor(server: TestServer, dana: Person, anselm: Person, groups: string[]) {
    this.server = server;
    this.dana = dana;
    this.anselm = anselm;
    this.groups = groups;
  }

  static async open(groups: number): Promise<MoneyWorld> {
    const server = await openTestServer({ worker: false });
    const dana = await server.as('administrator');
    const anselm = await server.as('system_administrator');
    const { rows } = await server.owner.query<{ id: string }>(
      `select g.id from groups g where g.status = 'active' and exists (select from coverage_spans s where s.group_id = g.id) order by g.company_name limit $1`,
      [groups],
    );
    const world = new MoneyWorld(
      server,
      dana,
      anselm,
      rows.map(({ id }) => id),
    );
    for (const period of ['2026-10-01', '2026-11-01']) await world.bill(period, world.groups);
    await world.#openBank();
    return world;
  }

  async bill(period: string, groupIds: string[]): Promise<void> {
    const work = () => workOnRuns(this.server.services, DEFAULT_TENANT, async () => {});
    const { api } = this.dana;
    const { id } = await api.billing.runs.start({ period, groupIds });
    await work();
    const { figures } = await api.billing.runs.get({ id });
    await api.billing.runs.post({ id, total: figures.total });
    await work();
  }

  /** Prenotes to all accounts, which come through. */
  async #verifyAccounts(): Promise<void> {
    const { ach } = this.dana.api;
    for (const groupId of this.groups)
      for (const { id } of await ach.accounts.list({ groupId })) await ach.accounts.verify({ id, by: 'prenote' });
    const { id } = await ach.files.draft({});
    await approveFor(this.anselm, id);
    await fetch(`${this.server.url}/downloads/ach/${id}`, { headers: { cookie: this.anselm.cookie } });
    this.server.clock.set('2026-11-30T18:00:00.000Z');
    await settleDebits(this.server.services, DEFAULT_TENANT);
  }

  async #openBank(): Promise<void> {
    await inForce(this.anselm, this.dana, (api) => api.ach.settings.set({ ...OUR_BANK, isBalanced: true }));
    for (const [place, groupId] of this.groups.entries())
      await this.dana.api.ach.accounts.add({
        groupId,
        holder: 'Story',
        isPerson: false,
        kind: 'checking',
        routing: '231380104',
        account: String(70_000_000 + place),
      });
    await this.#verifyAccounts();
  }
}

/** One history of a group's money: random calls of the API, some of which the rules refuse. */
export class MoneyStory {
  readonly log: string[] = [];
  /** The steps that were possible. */
  readonly taken: Step[] = [];
  refused = 0;
  done = 0;
  readonly #world: MoneyWorld;
  readonly #groupId: string;
  readonly #random: (below: number) => number;

  constructor(world: MoneyWorld, seed: number) {
    this.#world = world;
    this.#random = seeded(seed);
    this.#groupId = world.groups[this.#random(world.groups.length)] ?? '';
  }

  /** Makes so many steps. Throws where a call fails otherwise than by a refusal, or the books are wrong. */
  async tell(steps: number, checkEvery = 1): Promise<void> {
    for (let step = 1; step <= steps; step += 1) {
      await this.#attempt(this.#pick(STEPS));
      if (step % checkEvery === 0) await this.#check();
    }
  }

  /** Makes these steps in their order, and looks at the books after each. */
  async tellInOrder(steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      await this.#attempt(step);
      await this.#check();
    }
  }

  async #check(): Promise<void> {
    const wrong = await wrongFigures(this.#world.server.owner);
    if (wrong.length > 0) throw new Error(`${wrong.join('\n')}\nafter\n${this.log.join('\n')}`);
  }

  async #attempt(name: Step): Promise<void> {
    this.log.push(name);
    try {
      const said = await this[name]();
      this.log.push(`  ${said.replaceAll(ID, (id) => id.slice(-4))}`);
      this.done += 1;
      this.taken.push(name);
    } catch (error) {
      if (!(error instanceof ORPCError) || error.status >= 500 || error.message === NO_PROCEDURE)
        throw new Error(`${String(error)}\nafter\n${this.log.join('\n')}`, { cause: error });
      this.log.push(`  refused: ${error.message}`);
      this.refused += 1;
    }
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.#random(from.length)] as T;
  }

  /** One of the rows of the group, or an ID that nothing has. */
  async #some(query: string): Promise<Row & { id: string }> {
    const { rows } = await this.#world.server.owner.query<Row & { id: string }>(query, [this.#groupId]);
    return this.#pick(rows) ?? { id: randomUUID() };
  }

  #cents(): number {
    return this.#pick([1, 40_00, 250_00, 499_99, 500_00, 1000_00, 25_000_00, 1 + this.#random(90_000)]);
  }

  get #api() {
    return this.#pick([this.#world.dana, this.#world.anselm]).api;
  }

  #payment = () => this.#some('select id from payments where group_id = $1 order by id');
  #bill = () => this.#some('select id from bills where group_id = $1 order by id');

  async pay(method: 'wire' | 'check' | 'ach' | 'credit_card' = this.#pick(['wire', 'check'])): Promise<string> {
    const bill = await this.#bill();
    const cents = this.#cents();
    const { id, status } = await this.#api.payments.process({
      groupId: this.#groupId,
      method,
      kind: 'monthly_premium',
      cents: cents,
      receivedOn: this.#world.server.clock.today(),
      billId: this.#random(3) === 0 ? bill.id : null,
      reference: method === 'ach' || method === 'credit_card' ? '' : randomUUID().slice(0, 8),
      isDebit: method === 'ach',
      cardToken:
        method === 'credit_card' ? this.#pick(['sandbox-approved', 'sandbox-declined', 'sandbox-returned']) : null,
      override: this.#random(2) === 0,
    });
    return `${id} ${method} ${cents} ${status}`;
  }
  debit = (): Promise<string> => this.pay('ach');
  async card(): Promise<string> {
    const said = await this.pay('credit_card');
    await workOnCards(this.#world.server.services, DEFAULT_TENANT);
    return said;
  }
  async apply(): Promise<string> {
    const { id } = await this.#payment();
    const bill = await this.#bill();
    const { applied } = await this.#api.payments.apply({ id, billId: this.#pick([bill.id, null]) });
    return `${id} ${applied}`;
  }
  async undoApplication(): Promise<string> {
    const { id } = await this.#some('select id from payment_applications where group_id = $1 order by id');
    await this.#api.payments.undoApplication({ id });
    return id;
  }
  async void(): Promise<string> {
    const { id } = await this.#payment();
    await this.#api.payments.void({ id, reason: 'Story' });
    return id;
  }
  async deposit(): Promise<string> {
    const { id } = await this.#payment();
    return JSON.stringify(await this.#api.payments.deposit({ ids: [id] }));
  }
  async requestRefund(): Promise<string> {
    const payment = await this.#some(
      `select y.id from payments y join payment_balances b on b.payment_id = y.id where y.group_id = $1 order by 1`,
    );
    const cents = this.#cents();
    const { id, status } = await this.#api.refunds.request({
      groupId: this.#groupId,
      paymentId: this.#random(4) === 0 ? null : payment.id,
      cents: cents,
      reason: 'overpaid',
      note: '',
      method: this.#pick(['check', 'ach', 'credit_card']),
    });
    return `${id} of ${payment.id} ${cents} ${status}`;
  }
  async moveRefund(): Promise<string> {
    const { id } = await this.#some('select id from refunds where group_id = $1 order by id');
    const { refunds } = this.#api;
    const today = this.#world.server.clock.today();
    const [name, move] = this.#pick<readonly [string, () => Promise<unknown>]>([
      ['approve', () => approveFor({ api: this.#api }, id)],
      ['approve', () => approveFor({ api: this.#api }, id)],
      ['reject', () => rejectFor({ api: this.#api }, id)],
      ['withdraw', () => refunds.withdraw({ id })],
      ['check', () => refunds.payByCheck({ id, number: '1', paidOn: today })],
      ['card', () => refunds.reverseCard({ id })],
      ['fail', () => refunds.fail({ id, reason: 'Story' })],
      ['resend', () => refunds.resend({ id, method: this.#pick(['check', 'ach']) })],
      ['unclaimed', () => refunds.unclaimed({ id })],
    ]);
    this.log.push(`  ${name} ${id.slice(-4)}`);
    await move();
    return 'done';
  }
  async credit(): Promise<string> {
    const cents = this.#cents();
    const { status } = await this.#api.refunds.adjustments.credit({
      groupId: this.#groupId,
      cents: cents,
      reason: 'Story',
    });
    return `${cents} ${status}`;
  }
  async writeOff(): Promise<string> {
    const { id: billId } = await this.#bill();
    const cents = this.#cents();
    const { status } = await this.#api.refunds.adjustments.writeOff({ billId, cents: cents, reason: 'Story' });
    return `${billId} ${cents} ${status}`;
  }
  async decideAdjustment(): Promise<string> {
    const { id } = await this.#some('select id from balance_adjustments where group_id = $1 order by id');
    await (this.#random(3) === 0 ? rejectFor({ api: this.#api }, id) : approveFor({ api: this.#api }, id));
    return id;
  }
  /** Bills a month again whose bill is void. */
  async bill(): Promise<string> {
    const { rows } = await this.#world.server.owner.query<{ id: string }>(
      `select b.id from bills b where b.group_id = $1 and b.period = '2026-11-01' and b.state = 'void'
         and not exists (select from bills o where o.group_id = b.group_id and o.period = b.period and o.state = 'posted')`,
      [this.#groupId],
    );
    if (rows.length === 0) return 'no void bill';
    await this.#world.bill('2026-11-01', [this.#groupId]);
    return 'the month again';
  }
  async voidBill(): Promise<string> {
    const { id } = await this.#bill();
    await this.#api.billing.void({ id, reason: 'Story' });
    const { rows } = await this.#world.server.owner.query(
      `select from approvals where subject_kind = 'bill_void' and subject_id = $1 and status = 'waiting'`,
      [id],
    );
    if (rows.length === 0) return id;
    await (this.#random(4) === 0 ? rejectFor({ api: this.#api }, id) : approveFor({ api: this.#api }, id));
    return id;
  }
  async draftFile(): Promise<string> {
    return (await this.#api.ach.files.draft({})).id;
  }
  async moveFile(): Promise<string> {
    const { id } = await this.#some('select id from ach_files where $1::uuid is not null order by id desc limit 2');
    const { files } = this.#api.ach;
    const entry = await this.#some(`select id from ach_entries where group_id = $1 order by id desc limit 5`);
    const [name, move] = this.#pick<readonly [string, () => Promise<unknown>]>([
      ['approve', () => approveFor({ api: this.#api }, id)],
      ['approve', () => approveFor({ api: this.#api }, id)],
      ['send', () => this.#download(id)],
      ['send', () => this.#download(id)],
      ['cancel', () => files.cancel({ id })],
      ['leave out', () => files.include({ id, entryId: entry.id, isIncluded: this.#random(2) === 0 })],
    ]);
    this.log.push(`  ${name} ${id.slice(-4)}`);
    await move();
    return 'done';
  }
  async #download(id: string): Promise<void> {
    const { url } = this.#world.server;
    const answer = await fetch(`${url}/downloads/ach/${id}`, { headers: { cookie: this.#world.anselm.cookie } });
    const text = await answer.text();
    if (answer.status >= 500) throw new Error(text);
    if (!answer.ok) this.log.push(`  refused: ${text}`);
  }
  async bankReturns(): Promise<string> {
    const {
      trace = '',
      cents = '0',
      id,
    } = await this.#some(
      `select e.id, e.trace, e.cents::text from ach_entries e join ach_files f on f.id = e.file_id where e.group_id = $1 and f.status = 'sent' and e.is_included order by e.trace`,
    );
    const code = this.#pick(['R01', 'R09']);
    const text = returns(
      [{ trace: trace || '121042880000000', rdfi: '23138010', cents: Number(cents), code }],
      this.#world.server.clock.today(),
    );
    const { matched } = await this.#api.ach.returns.import({ name: 'returns.ach', text });
    return `${id} ${code} ${matched}`;
  }
  async retry(): Promise<string> {
    const { id } = await this.#payment();
    await (this.#random(2) === 0 ? this.#api.ach.returns.retry({ id }) : this.#api.ach.returns.fee({ id }));
    return id;
  }
  /** Days pass: debits settle, cardholders take money back. */
  async daysPass(): Promise<string> {
    const { clock, services } = this.#world.server;
    clock.set(new Date(Date.parse(clock.now()) + (1 + this.#random(3)) * 86_400_000).toISOString());
    await workOnCards(services, DEFAULT_TENANT);
    return settleDebits(services, DEFAULT_TENANT);
  }
}

const STEPS = [
  'pay',
  'pay',
  'debit',
  'debit',
  'card',
  'apply',
  'apply',
  'undoApplication',
  'undoApplication',
  'void',
  'deposit',
  'requestRefund',
  'requestRefund',
  'requestRefund',
  'moveRefund',
  'moveRefund',
  'moveRefund',
  'credit',
  'writeOff',
  'decideAdjustment',
  'voidBill',
  'bill',
  'draftFile',
  'moveFile',
  'moveFile',
  'bankReturns',
  'retry',
  'daysPass',
] as const;
export type Step = (typeof STEPS)[number];
