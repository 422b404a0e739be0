import type { AloneLimits } from '@openbenefits/domain/approvals/limits';
import { counted } from '@openbenefits/domain/counted';
import { formatMoney } from '@openbenefits/domain/money';
import type { Work } from '../command.ts';
import { approvalLimits, putLimitsInForce } from './approval-limits.ts';
import { type ApprovedSetting, changeSetting } from './setting-changes.ts';

/** The limits below which one person decides alone. They change with a second person, whatever the amounts. */
export const LIMITS: ApprovedSetting = {
  setting: 'approval_limits',
  asks: 'admin.settings',
  label: 'Limits of what one person decides alone',
  link: '/billing/refunds',
  read: async ({ tx }) => approvalLimits(tx),
  facts(value) {
    const { money, organization, runs, newPayeeDays, checkDays, mostMonths } = value as AloneLimits;
    return [
      { label: 'Second person from, per person and group', value: formatMoney(money) },
      { label: 'Second person from, whole organization', value: formatMoney(organization) },
      { label: 'Second person from, bill runs', value: formatMoney(runs) },
      { label: 'A bank account counts as new for', value: counted(newPayeeDays, 'day') },
      { label: 'A deposited check clears after', value: counted(checkDays, 'day') },
      { label: 'Refunds reach back', value: counted(mostMonths, 'month') },
    ];
  },
  apply: (work, _, value, askedByName) => putLimitsInForce(work, value as AloneLimits, askedByName),
};

export const changeLimits = (work: Work, limits: AloneLimits) => changeSetting(work, LIMITS, '', { ...limits });
