import type { GroupSetup } from '@openbenefits/contract/groups';
import { formatDate, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import { groupField, type SetupField, type SetupPart, setupFieldsOf } from '@openbenefits/domain/groups/group-fields';
import { t } from '@lingui/core/macro';
import { WAITING_PERIOD_START_LABEL } from '../../domain-labels.ts';
import { words } from '../../words.ts';
import { groupFieldTitle } from '../fields/GroupFieldInput.tsx';

export type TextFact = readonly [label: string, value: string];

const dateText = (text: string): string => {
  const date = parseCalendarDate(text);
  return date ? formatDate(date) : '';
};

/** Fields that share a line of the review. */
const JOINED: readonly SetupField[] = [
  'waitingPeriodDays',
  'waitingPeriodStart',
  'openEnrollmentStart',
  'openEnrollmentEnd',
];

function valueOf(name: SetupField, setup: GroupSetup): string {
  const spec = groupField(name);
  const value = setup[name];
  switch (spec.kind) {
    case 'choice': {
      const chosen = value === '' ? spec.fallback : String(value);
      return chosen === undefined ? '' : words(spec.options[chosen] ?? chosen);
    }
    case 'date':
      return dateText(String(value)) || (name === 'renewalDate' ? t`A year after the effective date` : '');
    case 'whole': {
      const number = Number(value);
      if (spec.unit === 'weekly') return t`${number} weekly`;
      return number === 0 && spec.unit === undefined ? '' : number.toLocaleString('en-US');
    }
    case 'toggle':
      return value === true ? t`Yes` : t`No`;
    default:
      return String(value);
  }
}

/** Returns the form's values of a part of the group, in table order. */
export const factsOf = (part: SetupPart, setup: GroupSetup): TextFact[] =>
  setupFieldsOf(part)
    .filter((name) => !JOINED.includes(name))
    .map((name) => [groupFieldTitle(name, 'setup'), valueOf(name, setup)]);

export const waitingPeriodFact = ({ waitingPeriodDays, waitingPeriodStart }: GroupSetup): TextFact => [
  t`Waiting Period`,
  t`${waitingPeriodDays} days, ${WAITING_PERIOD_START_LABEL[waitingPeriodStart]}`,
];

export const openEnrollmentFact = ({ openEnrollmentStart: start, openEnrollmentEnd: end }: GroupSetup): TextFact => [
  t`Open Enrollment`,
  start || end ? t`${dateText(start) || '—'} to ${dateText(end) || '—'}` : '',
];
