import type { TradingPartner } from '@openbenefits/contract/trading-partners';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** What a profile says of a sender's files; BGN08 is the element of an 834 that says it of one file. */
export const MODE_LABEL: Readonly<Record<TradingPartner['mode'], MessageDescriptor>> = {
  file: msg`As each file says (BGN08)`,
  full: msg`Always full files`,
  change: msg`Always changes only`,
};

/** The same of its lists, which say nothing themselves. */
export const LIST_MODE_LABEL = {
  file: msg`Some people`,
  full: msg`Everybody, each time`,
} as const satisfies Partial<Readonly<Record<TradingPartner['mode'], MessageDescriptor>>>;

/** What becomes of ends that reach further back than the group allows. */
export const RETRO_ENDS_LABEL: Readonly<Record<TradingPartner['retroEnds'], MessageDescriptor>> = {
  as_sent: msg`Done as sent, with a remark`,
  moved: msg`Moved to the limit`,
  refused: msg`Refused`,
};
