import type { TradingPartner } from '@openbenefits/contract/trading-partners';
import type { useLingui } from '@lingui/react/macro';

/** What a profile says of a sender's files; BGN08 is the element of an 834 that says it of one file. */
export const modeLabels = (t: ReturnType<typeof useLingui>['t']): Readonly<Record<TradingPartner['mode'], string>> => ({
  file: t`As each file says (BGN08)`,
  full: t`Always full files`,
  change: t`Always changes only`,
});
