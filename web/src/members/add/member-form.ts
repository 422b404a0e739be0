import type { AddForm } from '@openbenefits/contract/member-changes';
import type { CalendarDate } from '@openbenefits/domain/calendar-date';
import {
  DEFAULT_MEDICAL_PLAN,
  type DependentForm,
  type EnrolledLine,
  ENROLLED_LINES,
  MOST_DEPENDENTS,
  type NewMemberForm,
  plansFor,
  proposedStart,
} from '@openbenefits/domain/members/new-member';

export type MemberState = {
  readonly form: NewMemberForm;
  /** Coverage lines with a chosen enrollment date, which a later hire date does not change. */
  readonly ownDates: ReadonlySet<EnrolledLine>;
};

type Text =
  | { [Name in keyof NewMemberForm]-?: NewMemberForm[Name] extends string ? Name : never }[keyof NewMemberForm]
  | 'usesTobacco';
type DependentText = 'name' | 'dateOfBirth' | 'relationship' | 'usesTobacco';
type DependentPlanField = 'selected' | 'startDate' | 'endDate';
export type MemberAction =
  | { type: 'text'; name: Text; value: string }
  | { type: 'plan'; line: EnrolledLine; planId: string }
  | { type: 'enrollmentDate'; line: EnrolledLine; value: string }
  | { type: 'count'; count: number }
  | { type: 'remove'; index: number }
  | { type: 'dependent'; index: number; name: DependentText; value: string }
  | { type: 'dependentPlan'; index: number; line: EnrolledLine; name: DependentPlanField; value: string };

export type Ground = AddForm & { readonly today: CalendarDate };

const NONE = { selected: '', startDate: '', endDate: '' };
export const BLANK_DEPENDENT: DependentForm = {
  name: '',
  dateOfBirth: '',
  relationship: '',
  plans: { medical: NONE, dental: NONE, vision: NONE },
};

/**
 * Defaults of specification 1, section 9: Premium PPO Plus (or the first medical plan the group offers) and enrollment
 * dates of today.
 */
export function firstState(ground: Ground): MemberState {
  const medical = plansFor(ground, 'medical', '', '');
  const plan = medical.find(({ name }) => name === DEFAULT_MEDICAL_PLAN) ?? medical[0];
  const date = { selected: '', enrollmentDate: ground.today };
  return {
    form: {
      firstName: '',
      lastName: '',
      email: '',
      phone: '',
      dateOfBirth: '',
      ssn: '',
      class: '',
      billingLocation: '',
      hireDate: '',
      plans: { medical: { selected: plan?.id ?? '', enrollmentDate: ground.today }, dental: date, vision: date },
      dependentDetails: [],
      overrideReason: '',
    },
    ownDates: new Set(),
  };
}

export const isFilled = ({ name, dateOfBirth, relationship, plans }: DependentForm): boolean =>
  name.trim() !== '' ||
  dateOfBirth !== '' ||
  relationship !== '' ||
  ENROLLED_LINES.some((line) => plans[line].selected !== '');

/** Parses the number of dependents: 0 to 10; anything but a number is 0 (specification 1, section 5). */
export function dependentsCount(text: string): number {
  const count = Number.parseInt(text, 10);
  return Number.isNaN(count) ? 0 : Math.min(Math.max(count, 0), MOST_DEPENDENTS);
}

/**
 * Dependents go with the plan of their subscriber: they change with it and lose it with it; an allowance covers none.
 */
function followPlan(dependent: DependentForm, line: EnrolledLine, planId: string): DependentForm {
  if (dependent.plans[line].selected === '') return dependent;
  return {
    ...dependent,
    plans: { ...dependent.plans, [line]: planId === '' ? NONE : { ...dependent.plans[line], selected: planId } },
  };
}

function withDates({ form, ownDates }: MemberState, ground: Ground): NewMemberForm {
  const enrollmentDate = proposedStart(form.hireDate, ground.terms, ground.today);
  const plans = { ...form.plans };
  for (const line of ENROLLED_LINES) if (!ownDates.has(line)) plans[line] = { ...plans[line], enrollmentDate };
  return { ...form, plans };
}

const replaced = <T>(list: readonly T[], index: number, change: (item: T) => T): T[] =>
  list.map((item, at) => (at === index ? change(item) : item));

export const reducerFor =
  (ground: Ground) =>
  (state: MemberState, action: MemberAction): MemberState => {
    const { form, ownDates } = state;
    switch (action.type) {
      case 'text': {
        const next = { ...state, form: { ...form, [action.name]: action.value } };
        return action.name === 'hireDate' ? { ...next, form: withDates(next, ground) } : next;
      }
      case 'plan': {
        const { line, planId } = action;
        const isAllowance = ground.plans.find(({ id }) => id === planId)?.networkType === 'ICHRA';
        const dependentDetails = form.dependentDetails.map((one) => followPlan(one, line, isAllowance ? '' : planId));
        return {
          ...state,
          form: {
            ...form,
            plans: { ...form.plans, [line]: { ...form.plans[line], selected: planId } },
            dependentDetails,
          },
        };
      }
      case 'enrollmentDate':
        return {
          form: {
            ...form,
            plans: { ...form.plans, [action.line]: { ...form.plans[action.line], enrollmentDate: action.value } },
          },
          ownDates: new Set([...ownDates, action.line]),
        };
      case 'count': {
        const blanks = Array.from(
          { length: Math.max(0, action.count - form.dependentDetails.length) },
          () => BLANK_DEPENDENT,
        );
        return {
          ...state,
          form: { ...form, dependentDetails: [...form.dependentDetails.slice(0, action.count), ...blanks] },
        };
      }
      case 'remove':
        return {
          ...state,
          form: { ...form, dependentDetails: form.dependentDetails.filter((_, index) => index !== action.index) },
        };
      case 'dependent':
        return {
          ...state,
          form: {
            ...form,
            dependentDetails: replaced(form.dependentDetails, action.index, (one) => ({
              ...one,
              [action.name]: action.value,
            })),
          },
        };
      case 'dependentPlan': {
        const { index, line, name, value } = action;
        const change = (one: DependentForm): DependentForm => {
          const own = { ...one.plans[line], [name]: value };
          // A plan that was just chosen starts with the subscriber's.
          if (name === 'selected' && value !== '' && own.startDate === '')
            own.startDate = form.plans[line].enrollmentDate;
          return { ...one, plans: { ...one.plans, [line]: name === 'selected' && value === '' ? NONE : own } };
        };
        return { ...state, form: { ...form, dependentDetails: replaced(form.dependentDetails, index, change) } };
      }
    }
  };
