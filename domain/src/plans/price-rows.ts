import { type Cents, formatMoney, fromCents, subtract, ZERO } from '../money.ts';
import { ageGroupText } from './age-group.ts';
import { ratio } from './exact-cents.ts';
import { type PriceMessage, priceMessage } from './price-message.ts';
import type { TraceStep } from './price-trace.ts';
import { type ExplainedPerson, type ExplainedPrice, factorText, type PriceRow, roleNote } from './explained-price.ts';
import { PLAN_TIER_LABEL } from './tier-set.ts';
import { volumePercentText } from './volume-step-text.ts';

type Step<Kind extends TraceStep['kind']> = Extract<TraceStep, { kind: Kind }>;

type Note = PriceMessage | string;

const stepsOf = <Kind extends TraceStep['kind']>(price: ExplainedPrice, kind: Kind): Step<Kind>[] =>
  price.steps.filter((step): step is Step<Kind> => step.kind === kind);

const row = (label: PriceRow['label'], cents: Cents | null, more: Partial<PriceRow> = {}): PriceRow => ({
  kind: 'charge',
  label,
  notes: [],
  age: null,
  factor: null,
  cents,
  ...more,
});

/** The rows down to the total premium, by the method of the rates. */
export function chargeRows(price: ExplainedPrice): PriceRow[] {
  const rows = [
    ...tierRows(price),
    ...price.steps.flatMap((step) => (step.kind === 'age' || step.kind === 'age_rate' ? [personRow(price, step)] : [])),
    ...volumeRows(price),
    ...newbornRows(price),
  ];
  const total = row(priceMessage('total_premium'), price.monthly, { kind: 'total' });
  return [...rows, total, ...splitRows(price)];
}

/** Which part of the month is charged, in the words of the proration method. */
function partWords(price: ExplainedPrice, units: number, whole: number): PriceMessage {
  const part = stepsOf(price, 'part_of_month')[0];
  const days = part?.days ?? 30;
  const isHalf = units * 2 === whole;
  if (part?.method === 'half_month' && isHalf) return priceMessage('part_half');
  const inDays = (units * days) / whole;
  const inThirtieths = (units * 30) / whole;
  if (part?.method === 'daily_30' && Number.isInteger(inThirtieths))
    return priceMessage('part_thirty', { count: inThirtieths });
  if (Number.isInteger(inDays)) return priceMessage('part_days', { count: inDays, days });
  if (Number.isInteger(inThirtieths)) return priceMessage('part_thirty', { count: inThirtieths });
  return priceMessage('part_percent', { percent: ((units * 100) / whole).toFixed(1) });
}

/** Who makes the tier; in a part of the month when not everybody is covered, how many they are. */
function madeBy(price: ExplainedPrice, { spouses, children }: { spouses: number; children: number }): Note[] {
  if (spouses + children === 0) return [];
  if (price.people.length - 1 === spouses + children) return [price.people.map(({ name }) => name).join(', ')];
  return [priceMessage('tier_people', { spouses, children })];
}

function tierRows(price: ExplainedPrice): PriceRow[] {
  const steps = price.steps.filter((step): step is Step<'tier'> | Step<'band'> => ['tier', 'band'].includes(step.kind));
  return steps.map((step) => {
    const tier = PLAN_TIER_LABEL[step.tier];
    const isPart = step.units !== step.whole;
    const cents = steps.length === 1 ? ratio(step.rate, step.units, step.whole) : isPart ? null : step.rate;
    const part = isPart
      ? [
          priceMessage('part_of', {
            part: partWords(price, step.units, step.whole),
            amount: formatMoney(step.rate),
          }),
        ]
      : [];
    if (step.kind === 'tier')
      return row(priceMessage('tier_label', { tier }), cents, { notes: [...madeBy(price, step), ...part] });
    const band = ageGroupText(step);
    const notes = [priceMessage('at_age', { age: step.age }), ...madeBy(price, step), ...part];
    return row(priceMessage('band_label', { tier, band }), cents, { notes });
  });
}

function ruleNote(price: ExplainedPrice, memberId: string): PriceMessage[] {
  for (const step of price.steps) {
    if (!('memberId' in step) || step.memberId !== memberId) continue;
    if (step.kind === 'always_charged') return [priceMessage('always_charged')];
    if (step.kind === 'charged_child') return [priceMessage('charged_child', { place: step.place, most: step.most })];
    if (step.kind === 'not_charged') return [priceMessage('not_charged', { most: step.most })];
  }
  return [];
}

/** What a person's tobacco use adds: a factor, or the rate of its own. */
function tobaccoNote(step: Step<'age'> | Step<'age_rate'>): PriceMessage[] {
  if (step.kind === 'age_rate')
    return step.isTobacco ? [priceMessage('tobacco_rate', { amount: formatMoney(step.monthly) })] : [];
  return step.tobacco === 1000 ? [] : [priceMessage('tobacco', { factor: factorText(step.tobacco) })];
}

function personRow(price: ExplainedPrice, step: Step<'age'> | Step<'age_rate'>): PriceRow {
  const { memberId, age } = step;
  const person: ExplainedPerson | undefined = price.people.find(({ id }) => id === memberId);
  const isFree = price.steps.some((one) => one.kind === 'not_charged' && one.memberId === memberId);
  const part = stepsOf(price, 'prorated').find((one) => one.memberId === memberId);
  const line = price.lines.find((one) => one.memberId === memberId && one.kind === 'premium');
  const notes = [
    ...(person ? roleNote(person) : []),
    ...ruleNote(price, memberId),
    ...(isFree ? [] : tobaccoNote(step)),
    ...(part
      ? [
          priceMessage('part_of', {
            part: partWords(price, part.units, part.whole),
            amount: formatMoney(part.monthly),
          }),
        ]
      : []),
  ];
  return row(person?.name ?? '', line?.cents ?? fromCents(0), {
    notes,
    age,
    factor: isFree || step.kind === 'age_rate' ? null : factorText(step.factor),
    ...(isFree ? { isMuted: true as const } : {}),
  });
}

function volumeLabel({ step }: Step<'volume'>, age: number): PriceMessage {
  switch (step.step) {
    case 'multiply':
      return priceMessage('volume_multiply', { percent: volumePercentText(step) });
    case 'divide':
      return priceMessage('volume_divide', { by: step.by });
    case 'round_up':
      return priceMessage('volume_round_up', { amount: formatMoney(step.to) });
    case 'round_down':
      return priceMessage('volume_round_down', { amount: formatMoney(step.to) });
    case 'round_nearest':
      return priceMessage('volume_round_nearest', { amount: formatMoney(step.to) });
    case 'cap':
      return priceMessage('volume_cap', { amount: formatMoney(step.at) });
    case 'minimum':
      return priceMessage('volume_minimum', { amount: formatMoney(step.at) });
    case 'reduce_by_age':
      return priceMessage('volume_reduce', { age });
  }
}

/** Ten-thousandths of a dollar as a rate: 800 is $0.080. */
const perUnitText = (perUnit: number): string => {
  const text = (perUnit / 10_000).toFixed(4);
  return `$${text.replace(/0$/, '')}`;
};

function volumeRows(price: ExplainedPrice): PriceRow[] {
  const [salary] = stepsOf(price, 'salary');
  const [rate] = stepsOf(price, 'volume_rate');
  if (!salary || !rate) return [];
  const name = price.people.find(({ relationship }) => relationship === 'self')?.name;
  const part = stepsOf(price, 'prorated')[0];
  return [
    row(priceMessage('annual_salary'), salary.salary, { notes: name ? [name] : [] }),
    ...stepsOf(price, 'volume').map((step) => row(volumeLabel(step, salary.age), step.volume)),
    row(
      priceMessage('volume_rate', { rate: perUnitText(rate.perUnit), unit: `$${rate.unit.toLocaleString('en-US')}` }),
      rate.monthly,
      { notes: [priceMessage('at_age', { age: salary.age })] },
    ),
    ...(part
      ? [
          row(
            priceMessage('part_of', {
              part: partWords(price, part.units, part.whole),
              amount: formatMoney(part.monthly),
            }),
            part.charged,
          ),
        ]
      : []),
  ];
}

function newbornRows(price: ExplainedPrice): PriceRow[] {
  return stepsOf(price, 'newborn').map(({ memberId, freeDays: count, daysInMonth: days, waived }) => {
    const name = price.people.find(({ id }) => id === memberId)?.name ?? '';
    return row(priceMessage('newborn_days', { name }), subtract(ZERO, waived), {
      notes: [priceMessage('newborn_days_text', { count, days })],
      kind: 'less',
    });
  });
}

/** What of a price by tier is for the employee, and for the dependents: contributions may differ. */
function splitRows(price: ExplainedPrice): PriceRow[] {
  if (stepsOf(price, 'tier').length + stepsOf(price, 'band').length === 0) return [];
  const isEmployee = (memberId: string): boolean =>
    price.people.find(({ id }) => id === memberId)?.relationship === 'self';
  const sum = (of: (memberId: string) => boolean): Cents =>
    price.lines.reduce<number>((all, line) => (of(line.memberId) ? all + line.cents : all), 0) as Cents;
  const dependents = sum((memberId) => !isEmployee(memberId));
  if (dependents === 0) return [];
  return [
    row(priceMessage('of_employee'), sum(isEmployee), { isMuted: true }),
    row(priceMessage('of_dependents'), dependents, { isMuted: true }),
  ];
}
