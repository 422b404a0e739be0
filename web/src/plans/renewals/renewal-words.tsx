import type { RenewalFigures } from '@openbenefits/contract/renewals';
import { type Cents, fromCents } from '@openbenefits/domain/money';
import { rateChangeText } from '@openbenefits/domain/plans/rate-change';
import { useLingui } from '@lingui/react/macro';
import { MoneyText } from '../../ui/MoneyText.tsx';
import type { Stat } from '../../ui/StatStrip.tsx';

/** A difference in percent with one decimal; a dash where there was nothing before. */
export const percentText = (before: Cents, after: Cents): string =>
  before === 0 ? '—' : rateChangeText(Math.round(((after - before) * 1000) / before));

/** The five figures over a simulation. `largest` is the last of them, where there is one. */
export function useRenewalStats(
  summary: RenewalFigures,
  renewsOn: string,
  largest: { difference: Cents; name: string } | undefined,
): Stat[] {
  const { t } = useLingui();
  const { before, after, subscribers } = summary;
  const difference = fromCents(after - before);
  const percent = percentText(before, after);
  return [
    {
      label: t`Before the renewal`,
      value: <MoneyText cents={before} />,
      meaning: t`a month, ${subscribers.toLocaleString('en-US')} subscribers`,
      amount: true,
    },
    {
      label: t`From ${renewsOn}`,
      value: <MoneyText cents={after} />,
      meaning: t`same members, new rates`,
      amount: true,
    },
    {
      label: t`Difference a month`,
      value: <MoneyText cents={difference} difference />,
      meaning: percent,
      amount: true,
    },
    {
      label: t`Difference a year`,
      value: <MoneyText cents={fromCents(difference * 12)} difference />,
      meaning: t`12 months, same members`,
      amount: true,
    },
    {
      label: t`Largest increase`,
      value: largest ? <MoneyText cents={largest.difference} difference /> : null,
      unknownReason: t`No premium rises`,
      meaning: largest?.name,
      amount: true,
    },
  ];
}
