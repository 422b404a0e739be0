import type { PartnerProfile, TradingPartner } from '@openbenefits/contract/trading-partners';
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
  refused: msg`Rejected`,
};

/** What each field of a profile is called, in its form and where two people have changed it. */
export const FIELD_LABEL: Readonly<Record<keyof PartnerProfile, MessageDescriptor>> = {
  name: msg`Name`,
  contactName: msg`Contact`,
  contactEmail: msg`Email`,
  contactPhone: msg`Phone`,
  mode: msg`Files are`,
  absenceProposesEnd: msg`Propose a termination for members missing from a full file`,
  autoProcess: msg`Auto-process`,
  missingLimitPeople: msg`Missing or terminated`,
  missingLimitPercent: msg`and of the group`,
  dropLimitPercent: msg`Fewer records`,
  retroEnds: msg`Terminations beyond the group’s retro window`,
  dayFirst: msg`What comes first in dates`,
  padZeros: msg`SSNs and ZIP codes have lost their leading zeros`,
  endDayNotCovered: msg`An end date is the first day without coverage`,
  familyByPlace: msg`Dependents have no family number, or a different one (REF*0F)`,
  referenceRepeats: msg`Many files have the same reference (BGN02)`,
  holdsPart: msg`Each full file covers only part of the group`,
  receiverIds: msg`Addressed to (ISA08)`,
  beyondGuide: msg`Codes beyond the guide`,
};
export const FIELDS = Object.keys(FIELD_LABEL) as (keyof PartnerProfile)[];
