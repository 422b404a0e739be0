import { formatDate, parseCalendarDate } from '../calendar-date.ts';
import { ownValue } from '../own-value.ts';
import { shownPhone } from '../phone.ts';
import { groupField, isGroupField } from './group-fields.ts';
import { GROUP_STATUS_LABEL } from './group-status.ts';

/** What the history tells of a group besides its fields. */
const OTHER_LABEL: Readonly<Record<string, string>> = {
  cimNumber: 'CIM number',
  cim_number: 'CIM number',
  status: 'Group status',
  administrators: 'Administrators',
};

export const groupFieldLabel = (field: string): string =>
  isGroupField(field) ? groupField(field).label : (ownValue(OTHER_LABEL, field) ?? field);

/** Returns a group field's stored value as text; null if empty. Of the tax ID, only the last four digits. */
export function groupFieldText(field: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (typeof value !== 'string' && typeof value !== 'number') return JSON.stringify(value);
  const text = String(value);
  if (field === 'status') return ownValue(GROUP_STATUS_LABEL, text) ?? text;
  const spec = isGroupField(field) ? groupField(field) : undefined;
  switch (spec?.kind) {
    case 'phone':
      return shownPhone(text);
    case 'taxId':
      return `••-•••${text.slice(-4)}`;
    case 'percent':
      return `${text} %`;
    case 'choice':
      return ownValue(spec.options, text) ?? text;
    default: {
      const date = parseCalendarDate(text);
      return date ? formatDate(date) : text;
    }
  }
}
