import { addDays, calendarDateFrom, formatDate } from '../calendar-date.ts';
import type { CoverageLine } from '../coverage-line.ts';
import { type Cents, formatMoney } from '../money.ts';
import { contributionRows } from './contribution-words.ts';
import { type ExplainedPrice, factorText, type PriceRow } from './explained-price.ts';
import { type HeldWords, heldWords } from './held-words.ts';
import { type PriceMessage, priceMessage } from './price-message.ts';
import { chargeRows } from './price-rows.ts';
import type { TraceStep } from './price-trace.ts';
import { isByPerson as isMethodByPerson } from './rate-table.ts';

/** An explained price in words, in the order in which it is read. */
export type PriceWords = {
  readonly planId: string;
  readonly heading: string;
  readonly line: CoverageLine;
  /** Where the figures come from: label and text. */
  readonly facts: readonly { readonly label: PriceMessage; readonly text: PriceMessage; readonly isTable?: true }[];
  /** Whether the rows have ages and factors. */
  readonly isByPerson: boolean;
  readonly rows: readonly PriceRow[];
  readonly held: HeldWords | null;
  readonly notes: readonly PriceMessage[];
};

/** Puts a price into words: the one derivation that Explain, the calculator and its PDF show. */
export function priceWords(price: ExplainedPrice): PriceWords {
  const { planId, planCode, planName, line, table, steps } = price;
  const isByPerson = table !== null && isMethodByPerson(table.method);
  const base = { planId, heading: `${planName} (${planCode})`, line, facts: factsOf(price), isByPerson };
  if (price.held) return { ...base, rows: [], held: heldWords(price, price.held), notes: [] };
  return {
    ...base,
    rows: [...chargeRows(price), ...contributionRows(price)],
    held: null,
    notes: [
      ...(isByPerson ? [priceMessage('rounded_per_person')] : []),
      ...(steps.filter(({ kind }) => kind === 'tier' || kind === 'band').length > 1
        ? [priceMessage('rounded_once')]
        : []),
      ...(steps.some(({ kind }) => kind === 'not_charged' || kind === 'charged_child')
        ? [priceMessage('three_oldest')]
        : []),
      ...(steps.some(({ kind }) => kind === 'contribution') ? [] : [priceMessage('contribution_none')]),
    ],
  };
}

function factsOf(price: ExplainedPrice): PriceWords['facts'] {
  const { table, planName: plan, people, steps } = price;
  if (!table) return [];
  const facts: PriceWords['facts'][number][] = [];
  const from = formatDate(table.from);
  const version = table.versionNo;
  facts.push({
    label: priceMessage('rate_table'),
    text: table.until
      ? priceMessage('rate_table_until', { version, plan, from, until: formatDate(addDays(table.until, -1)) })
      : priceMessage('rate_table_open', { version, plan, from }),
    isTable: true,
  });
  const entered = { by: table.enteredBy, date: formatDate(calendarDateFrom(table.enteredAt.slice(0, 10))) };
  facts.push({
    label: priceMessage('entered_label'),
    text: table.activatedBy
      ? priceMessage('entered_and_activated', { ...entered, activator: table.activatedBy })
      : priceMessage('entered', entered),
  });
  const base = steps.find((step) => step.kind === 'base');
  if (base) facts.push({ label: priceMessage('base_rate'), text: baseText(base) });
  const isByAge = steps.some(
    ({ kind }) => kind === 'age' || kind === 'age_rate' || kind === 'band' || kind === 'salary',
  );
  const days = new Set(people.flatMap(({ ratedOn }) => (ratedOn ? [ratedOn] : [])));
  const [day] = days;
  if (isByAge && day)
    facts.push({
      label: priceMessage('ages'),
      text: days.size === 1 ? priceMessage('age_rated_on', { date: formatDate(day) }) : priceMessage('age_rated_each'),
    });
  const part = steps.find((step) => step.kind === 'part_of_month');
  if (part) facts.push({ label: priceMessage('proration'), text: priceMessage(`method_${part.method}`) });
  return facts;
}

/** Cents times thousandths as dollars, exactly: it is rounded only once a person's factor is applied. */
function exactDollars(cents: Cents, factor: number): string {
  const product = BigInt(cents) * BigInt(factor);
  const whole = product / 100_000n;
  const rest = String(product % 100_000n).padStart(5, '0');
  const decimals = rest.replace(/0{1,3}$/, '');
  return `$${whole.toLocaleString('en-US')}.${decimals}`;
}

function baseText({ base, per, area, areaFactor }: Extract<TraceStep, { kind: 'base' }>): PriceMessage {
  const amount = formatMoney(base);
  const from = per === 1000 ? amount : priceMessage('base_per', { base: amount, per: factorText(per) });
  if (area === null) return priceMessage('base_alone', { base: from });
  const result = exactDollars(base, areaFactor);
  return priceMessage('base_area', { base: from, factor: factorText(areaFactor), area, result });
}

const textOf = (words: PriceMessage | string): string => (typeof words === 'string' ? words : words.text);

function rowText({ kind, label, notes, age, factor, cents }: PriceRow): string {
  const parts = [
    [textOf(label), ...notes.map(textOf)].join(', '),
    age === null ? undefined : `age ${age}`,
    factor === null ? undefined : `× ${factor}`,
  ].filter(Boolean);
  const amount = cents === null ? '' : `: ${kind === 'less' && cents > 0 ? '+' : ''}${formatMoney(cents)}`;
  return `${parts.join(', ')}${amount}`;
}

/** The derivation as plain text, for "Copy". `total` heads several plans. */
export function explanationText(prices: readonly ExplainedPrice[], total: Cents | null = null): string {
  const blocks = prices.map((price) => {
    const { heading, facts, rows, held, notes } = priceWords(price);
    return [
      heading,
      ...facts.map(({ label, text }) => `${label.text}: ${text.text}`),
      ...rows.map(rowText),
      ...(held ? [held.problem.text, held.fix.text] : []),
      ...(notes.length > 0 ? [notes.map(({ text }) => text).join(' ')] : []),
    ].join('\n');
  });
  const title = total === null ? [] : [priceMessage('why', { amount: formatMoney(total) }).text];
  return [...title, ...blocks].join('\n\n');
}
