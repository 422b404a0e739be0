import type { DelinquencyRuleRow } from '@openbenefits/contract/arrears';
import {
  type DatedRule,
  type EnteredRule,
  FIRST_RULE,
  problemsOfRule,
  RULE_SCOPES,
} from '@openbenefits/domain/billing/delinquency-rule';
import { type CalendarDate, calendarDateFrom } from '@openbenefits/domain/calendar-date';
import { fromCents } from '@openbenefits/domain/money';
import { refuseIfAny } from '@openbenefits/domain/refusal';
import { sql } from 'kysely';
import type { Work } from '../../command.ts';
import type { Tx } from '../../db/connect.ts';

type Stored = Omit<DelinquencyRuleRow, 'tolerance'> & { tolerance: number };

async function storedRules(tx: Tx): Promise<DelinquencyRuleRow[]> {
  const { rows } = await sql<Stored>`
    select scope, scope_value, effective_on, first_grace_day, grace_days, reminder_days, letter_days, copies_broker, end_rule, end_after_days,
      tolerance_cents as tolerance, tolerance_percent, is_first_payment_strict, reinstatements, set_by_name as set_by
    from delinquency_rules order by scope, scope_value, effective_on desc`.execute(tx);
  return rows.map((row) => ({ ...row, tolerance: fromCents(row.tolerance) }));
}

export const datedRules = (tx: Tx): Promise<DatedRule[]> => storedRules(tx);

const FIRST: DelinquencyRuleRow = {
  ...FIRST_RULE,
  tolerancePercent: 0,
  isFirstPaymentStrict: false,
  reminderDays: [...FIRST_RULE.reminderDays],
  letterDays: [...FIRST_RULE.letterDays],
  scope: 'default',
  scopeValue: '',
  effectiveOn: calendarDateFrom('2020-01-01'),
  setBy: null,
};

/** Every rule, that of all groups first and the newest of each first; the terms of domain end the list of all groups. */
export async function listRules({ tx }: Work): Promise<DelinquencyRuleRow[]> {
  const rules = await storedRules(tx);
  return RULE_SCOPES.flatMap((scope) => [
    ...rules.filter((rule) => rule.scope === scope),
    ...(scope === 'default' ? [FIRST] : []),
  ]);
}

/** Sets the rule of a scope from a day on. Bills that were due before keep theirs. */
export async function setRule(
  { tx, actor, now, today, note }: Work,
  input: EnteredRule,
): Promise<{ effectiveOn: CalendarDate }> {
  refuseIfAny(problemsOfRule(input, today));
  const effectiveOn = calendarDateFrom(input.effectiveOn);
  const scopeValue =
    input.scope === 'default' ? '' : input.scope === 'state' ? input.scopeValue.toUpperCase() : input.scopeValue;
  const terms = {
    firstGraceDay: input.firstGraceDay,
    graceDays: input.graceDays,
    reminderDays: [...input.reminderDays],
    letterDays: [...input.letterDays],
    copiesBroker: input.copiesBroker,
    endRule: input.endRule,
    endAfterDays: input.endAfterDays,
    toleranceCents: input.tolerance,
    tolerancePercent: input.tolerancePercent ?? 0,
    isFirstPaymentStrict: input.isFirstPaymentStrict ?? false,
    reinstatements: input.reinstatements,
    setBy: actor.id,
    setByName: actor.name,
    setAt: now,
  };
  await tx
    .insertInto('delinquencyRules')
    .values({ scope: input.scope, scopeValue, effectiveOn, ...terms })
    .onConflict((row) => row.columns(['tenantId', 'scope', 'scopeValue', 'effectiveOn']).doUpdateSet(terms))
    .execute();
  note({ targetKind: 'delinquency_rule', fields: Object.keys(terms).filter((name) => !name.startsWith('set')) });
  return { effectiveOn };
}
