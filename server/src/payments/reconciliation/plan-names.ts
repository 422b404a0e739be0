import type { CoverageLine } from '@openbenefits/domain/coverage-line';
import { lineOfText } from '@openbenefits/domain/payments/reconciliation/read-invoice';
import { ownValue } from '@openbenefits/domain/own-value';
import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';
import { type InvoiceSource, planKey } from './invoice-file.ts';

export type KnownPlan = { id: string; code: string; name: string; line: CoverageLine; carrier: string };

/** The plans that a source can bill: those of the carrier, or those of the group. */
export async function plansOf(tx: Tx, { source, groupId, carrier }: InvoiceSource): Promise<KnownPlan[]> {
  const { rows } = await sql<KnownPlan>`
    select p.id, p.plan_code as code, p.plan_name as name, p.line, p.carrier_name as carrier from health_plans p
    where ${
      source === 'carrier_invoice'
        ? sql`p.carrier_name = ${carrier}`
        : sql`(p.id in (select a.plan_id from group_plan_assignments a where a.group_id = ${groupId})
            or p.id in (select s.plan_id from coverage_spans s where s.group_id = ${groupId} and upper_inf(s.recorded)))`
    } order by p.line, p.plan_name, p.id`.execute(tx);
  return rows;
}

/** Finds plans by code, name, or the words that were chosen for them before. */
export class PlanFinder {
  readonly #byWords = new Map<string, KnownPlan | null>();
  readonly #byId: ReadonlyMap<string, KnownPlan>;
  readonly #byLine = new Map<CoverageLine, KnownPlan | null>();
  readonly #chosen: Readonly<Record<string, string>>;

  constructor(plans: readonly KnownPlan[], chosen: Readonly<Record<string, string>>) {
    this.#byId = new Map(plans.map((plan) => [plan.id, plan]));
    this.#chosen = chosen;
    for (const plan of plans) {
      for (const words of new Set([planKey(plan.code), planKey(plan.name)]))
        this.#byWords.set(words, this.#byWords.has(words) ? null : plan);
      this.#byLine.set(plan.line, this.#byLine.has(plan.line) ? null : plan);
    }
  }

  /** Undefined where no plan, or more than one, has the text. */
  find(text: string): KnownPlan | undefined {
    const words = planKey(text);
    const chosen = this.#byId.get(ownValue(this.#chosen, words) ?? '');
    if (chosen) return chosen;
    const named = this.#byWords.get(words);
    if (named) return named;
    const line = lineOfText(text);
    return (line && this.#byLine.get(line)) || undefined;
  }

  get names(): Map<string, string> {
    return new Map([...this.#byId].map(([id, { name }]) => [id, name]));
  }
}
