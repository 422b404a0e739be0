import type { Remittance } from '../remittance/read-820.ts';

const money = (cents: number): string => (cents / 100).toFixed(2);

/**
 * Returns the payments of an 820 as a table with headings, so that it is compared like a self bill: a row per amount of
 * a member, a row per adjustment of the whole payment, and the sum of the payment as the stated total.
 */
export function remittanceTable(remittances: readonly Remittance[]): string[][] {
  const rows = remittances.flatMap(({ lines, adjustments }) => [
    ...lines.map(({ memberId, name, paid }) => [memberId ?? '', name, money(paid)]),
    ...adjustments.map(({ reason, cents }) => ['', `Adjustment ${reason}`.trim(), money(cents)]),
  ]);
  const total = remittances.reduce((sum, { cents }) => sum + cents, 0);
  return [['Member ID', 'Member name', 'Amount'], ...rows, ['Total', '', money(total)]];
}
