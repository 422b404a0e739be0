import { ownValue } from '../own-value.ts';
import { parseCalendarDate } from '../calendar-date.ts';
import { storedPhone } from '../phone.ts';
import { isUsState } from '../us-states.ts';
import type { Findings } from './findings.ts';
import { type GroupField, groupField, type GroupForm } from './group-fields.ts';
import { isCobraForced } from './group-terms.ts';

type TextRule = { readonly holds: (text: string) => boolean; readonly message: string };

/** Rules for text of each kind, also for the address of a billing location. */
const TEXT_RULES: Readonly<Record<string, TextRule>> = {
  taxId: { holds: (text) => /^\d{2}-?\d{7}$/.test(text), message: 'Enter nine digits, such as 12-3456789.' },
  sic: { holds: (text) => /^\d{4}$/.test(text), message: 'Enter the four digits of the SIC code.' },
  state: { holds: isUsState, message: 'Enter a two-letter state, such as IL.' },
  zip: {
    holds: (text) => /^\d{5}(-?\d{4})?$/.test(text),
    message: 'Enter five digits, or nine such as 62701-1234.',
  },
  phone: {
    holds: (text) => storedPhone(text) !== undefined,
    message: 'Enter a US phone number with its area code, such as (316) 555-0142.',
  },
  email: {
    holds: (text) => /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text),
    message: 'Enter an email address, such as name@company.com.',
  },
  website: {
    holds: (text) => /^(https?:\/\/)?[^\s/.]+(\.[^\s/.]+)+(\/\S*)?$/.test(text),
    message: 'Enter a web address, such as www.company.com.',
  },
};

export function checkText(
  found: Findings,
  path: string,
  value: string,
  rule: { kind: string; noun: string; required: boolean },
): void {
  const format = ownValue(TEXT_RULES, rule.kind);
  if (found.text(path, value, rule.noun, rule.required) && format && !format.holds(value.trim()))
    found.add(path, format.message);
}

/** Returns the rules of one field by its kind. `door`: the wizard requires more than an edit of an older group. */
export function checkGroupField(
  found: Findings,
  name: GroupField,
  form: Partial<GroupForm>,
  door: 'setup' | 'edit',
): void {
  const spec = groupField(name);
  const value = form[name];
  switch (spec.kind) {
    case 'whole':
    case 'percent':
      found.whole(name, Number(value), spec.limits.min, spec.limits.max, spec.limits.message);
      return;
    case 'choice': {
      const isOpen = door === 'setup' && value === '' && spec.fallback !== undefined;
      if (!isOpen && !Object.hasOwn(spec.options, String(value)))
        found.add(name, spec.message ?? `Choose one of the options for ${spec.label}.`);
      return;
    }
    case 'date':
      if (spec.required && value === '') found.add(name, `Enter ${spec.noun ?? 'the date'}.`);
      found.date(name, String(value));
      return;
    case 'toggle':
      return;
    default: {
      const required = spec.required === 'always' || (spec.required === 'setup' && door === 'setup');
      checkText(found, name, String(value), { kind: spec.kind, noun: spec.noun ?? spec.label.toLowerCase(), required });
    }
  }
}

/** Rules between fields; each checks only fields that the form has. */
export function checkAcrossFields(found: Findings, form: Partial<GroupForm>, step: 1 | 4): void {
  const employees = form.employeeCount ?? 0;
  if (step === 1) {
    if (employees > 0 && (form.eligibleEmployeeCount ?? 0) > employees)
      found.add('eligibleEmployeeCount', 'Enter a number no higher than the number of employees.');
    const effective = parseCalendarDate(form.effectiveDate ?? '');
    const renewal = parseCalendarDate(form.renewalDate ?? '');
    if (effective && renewal && renewal <= effective)
      found.add('renewalDate', 'Enter a renewal date after the effective date.');
    return;
  }
  const start = parseCalendarDate(form.openEnrollmentStart ?? '');
  const end = parseCalendarDate(form.openEnrollmentEnd ?? '');
  if (start && end && end < start) found.add('openEnrollmentEnd', 'Enter an end date on or after the start date.');
  if (isCobraForced(employees) && !form.cobraEnabled)
    found.add('cobraEnabled', 'COBRA applies to groups with 20+ employees.');
}
