import type { RetroactiveAmounts } from '@openbenefits/contract/retroactive-amounts';
import { formatMoney } from '@openbenefits/domain/money';
import { useLingui } from '@lingui/react/macro';

const monthText = (month: string): string => `${month.slice(5, 7)}/${month.slice(0, 4)}`;

/** Lists who is adjusted on the next bills, and by how much, as effects of a confirmation. */
export function useRetroactiveEffects(data: RetroactiveAmounts | undefined): { label: string; value: string }[] {
  const { t } = useLingui();
  if (!data) return [];
  return [
    { label: t`Adjusted on the next bills`, value: formatMoney(data.total) },
    ...data.members.map(({ name, groupName, total, months }) => ({
      label: t`${name}, ${groupName}`,
      value: `${formatMoney(total)} (${months.map(({ month, cents }) => `${monthText(month)} ${formatMoney(cents)}`).join(', ')})`,
    })),
    ...(data.held > 0 ? [{ label: t`Billed months that would have no price`, value: String(data.held) }] : []),
  ];
}
