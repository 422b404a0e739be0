import { useLingui } from '@lingui/react/macro';
import type { Plan } from '@openbenefits/contract/plans';
import { addMonths, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import type { RatingMethodology } from '@openbenefits/domain/groups/group-terms';
import { fromCents } from '@openbenefits/domain/money';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api.ts';
import { ExplainPrice } from '../../plans/explain/ExplainPrice.tsx';
import { MoneyText } from '../../ui/MoneyText.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { today } from '../today.ts';
import { useWizard } from './wizard-context.ts';

const SAMPLE_AGE = 40;
const SAMPLE_SALARY = fromCents(5_000_000);

/** What an employee of 40 alone costs by the plan from the group's effective date on, as the bill will show it. */
export function SamplePrice({
  plan,
  methodology,
  zipCode,
}: {
  plan: Plan;
  methodology: RatingMethodology | null;
  zipCode: string;
}) {
  const { t } = useLingui();
  const { wizard } = useWizard();
  const { effectiveDate, employerContributionPercent: percent } = wizard.form.fields;
  const on = parseCalendarDate(effectiveDate) ?? today();
  const { data, isPending, isError } = useQuery(
    orpc.plans.calculate.queryOptions({
      input: {
        planIds: [plan.id],
        coverageDate: on,
        zipCode: /^\d{5}(-\d{4})?$/.test(zipCode) ? zipCode : '',
        ratingArea: '',
        methodology,
        groupId: null,
        classId: null,
        locationId: null,
        employeePercent: Number.isInteger(percent) ? percent : null,
        dependentsPercent: Number.isInteger(percent) ? percent : null,
        salary: SAMPLE_SALARY,
        people: [{ relationship: 'self', dateOfBirth: addMonths(on, -12 * SAMPLE_AGE), usesTobacco: false }],
      },
      retry: false,
      staleTime: 5 * 60_000,
    }),
  );
  const price = data?.plans[0]?.price;
  if (isPending) return <Skeleton width={72} />;
  if (isError || !price) return <MoneyText cents={null} unknownReason={t`The price could not be calculated`} />;
  return (
    <>
      <ExplainPrice prices={[price]} of={plan.name} />
      <MoneyText cents={price.monthly} unknownReason={t`This price is held`} />
    </>
  );
}
