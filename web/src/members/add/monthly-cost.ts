import type { EnrollmentToPrice } from '@openbenefits/contract/member-changes';
import type { Plan } from '@openbenefits/contract/plans';
import { ENROLLED_LINES, type NewMemberForm } from '@openbenefits/domain/members/new-member';
import type { Relationship } from '@openbenefits/domain/relationship';
import { type Cents, moneyParts } from '@openbenefits/domain/money';

/** The form's family as it is priced: the plans that are chosen, and who is covered by each. */
export function familyToPrice(
  form: NewMemberForm,
): Pick<EnrollmentToPrice, 'classCode' | 'locationCode' | 'plans' | 'people'> {
  const dependents = form.dependentDetails.flatMap(({ name, relationship, dateOfBirth, usesTobacco, plans }) =>
    relationship === ''
      ? []
      : [
          {
            name,
            relationship: relationship as Relationship,
            dateOfBirth: dateOfBirth === '' ? null : dateOfBirth,
            usesTobacco: usesTobacco === 'yes',
            lines: ENROLLED_LINES.filter((line) => plans[line].selected !== ''),
          },
        ],
  );
  return {
    classCode: form.class,
    locationCode: form.billingLocation,
    plans: ENROLLED_LINES.flatMap((line) =>
      form.plans[line].selected === '' ? [] : [{ line, planId: form.plans[line].selected }],
    ),
    people: [
      {
        name: `${form.firstName} ${form.lastName}`.trim(),
        relationship: 'self',
        dateOfBirth: form.dateOfBirth === '' ? null : form.dateOfBirth,
        usesTobacco: form.usesTobacco === 'yes',
        lines: [],
      },
      ...dependents,
    ],
  };
}

/** '$645' where there are no cents, else '$645.50'. */
export function shortMoney(amount: Cents): string {
  const { sign, dollars, cents } = moneyParts(amount);
  return `${sign}${dollars}${cents === '00' ? '' : `.${cents}`}`;
}

export const employeeRate = (plan: Plan): Cents | undefined => plan.rates.find(({ tier }) => tier === 'EMP')?.monthly;
