import type { Calculated, ChoosablePlan } from '@openbenefits/contract/rate-calculator';
import { firstOfNextMonth, parseCalendarDate } from '@openbenefits/domain/calendar-date';
import {
  type CalculatedPerson,
  type Calculation,
  missingBirthDates,
  problemsOfCalculation,
} from '@openbenefits/domain/plans/rate-calculation';
import type { RatingMethod } from '@openbenefits/domain/plans/rate-table';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api.ts';
import { type Problem, problemOf } from '../../errors.ts';
import { today } from '../../today.ts';
import type { FieldBinding } from '../../ui/form/field.ts';
import { useForm } from '../../ui/form/use-form.ts';

/** Long enough that typing a date or a percentage asks once. */
const CALCULATE_AFTER_MS = 250;

export type CalculatorForm = Calculation & { readonly groupName: string };

export const newPerson = (relationship: CalculatedPerson['relationship'] = 'child'): CalculatedPerson => ({
  relationship,
  dateOfBirth: '',
  usesTobacco: false,
});

const initial = (): CalculatorForm => ({
  planIds: [''],
  coverageDate: firstOfNextMonth(today()),
  zipCode: '',
  ratingArea: '',
  methodology: null,
  groupId: null,
  groupName: '',
  classId: null,
  locationId: null,
  employeePercent: null,
  dependentsPercent: null,
  salary: null,
  people: [newPerson('self')],
});

/** What is sent: without the plans that are not chosen yet, and without the name of the group. */
export function calculationOf({ groupName: _, ...form }: CalculatorForm): Calculation {
  return { ...form, planIds: form.planIds.filter((id) => id !== '') };
}

/** The rates that each chosen plan is calculated by; a group's offering decides on the server. */
function ratedBy(form: Calculation, plans: readonly ChoosablePlan[]): { name: string; method: RatingMethod }[] {
  if (form.methodology === null && form.groupId !== null) return [];
  return plans.flatMap(({ id, name, methods, methodologies }) => {
    if (!form.planIds.includes(id)) return [];
    const method = methods[form.methodology === null ? 0 : methodologies.indexOf(form.methodology)];
    return method ? [{ name, method }] : [];
  });
}

const problemsOf = (form: Calculation, plans: readonly ChoosablePlan[]) => [
  ...problemsOfCalculation(form, today()),
  ...missingBirthDates(form.people, ratedBy(form, plans)),
];

export type Calculator = {
  readonly form: ReturnType<typeof useForm<CalculatorForm>>;
  readonly plans: readonly ChoosablePlan[];
  readonly isLoadingPlans: boolean;
  /** The last result; it stays while a new one is calculated, and goes while the entries have a problem. */
  readonly result: Calculated | undefined;
  readonly isCalculating: boolean;
  /** A message of the server that belongs to no field. */
  readonly problem: Problem | undefined;
  readonly bind: <Value>(path: string, value: Value, onChange: (value: Value) => void) => FieldBinding<Value>;
  readonly setPerson: (index: number, change: Partial<CalculatedPerson>) => void;
};

/** The form of the Rate Calculator, and its result: calculated again a moment after each change. Nothing is stored. */
export function useCalculator(): Calculator {
  const [on, setOn] = useState<string>(firstOfNextMonth(today()));
  const day = parseCalendarDate(on);
  const choices = useQuery(
    orpc.plans.calculatorPlans.queryOptions({ input: day ? { on: day } : {}, placeholderData: keepPreviousData }),
  );
  const plans = choices.data ?? [];
  const form = useForm<CalculatorForm>({
    initial: initial(),
    problemsOf: (values) => problemsOf(calculationOf(values), plans),
    send: async () => undefined,
    // A wrong person shows at once, everything else once it was left.
    isSeen: (path, _values, wasLeft) => wasLeft || path === 'people' || path.endsWith('.relationship'),
  });
  const { values } = form;
  if (on !== values.coverageDate) setOn(values.coverageDate);
  const [asked] = useDebouncedValue(JSON.stringify(calculationOf(values)), CALCULATE_AFTER_MS);
  const input = JSON.parse(asked) as Calculation;
  const isReady = problemsOf(input, plans).length === 0;
  const calculating = useQuery(
    orpc.plans.calculate.queryOptions({
      input: { ...input, planIds: [...input.planIds], people: [...input.people] },
      enabled: isReady,
      placeholderData: keepPreviousData,
      refetchOnWindowFocus: false,
      retry: false,
      // Birth dates are not kept.
      gcTime: 0,
    }),
  );
  const refused = isReady && calculating.error ? problemOf(calculating.error) : undefined;
  return {
    form,
    plans,
    isLoadingPlans: choices.isPending,
    result: isReady && !calculating.error ? calculating.data : undefined,
    isCalculating: isReady && calculating.isFetching,
    problem: refused && refused.fields.size === 0 ? refused : undefined,
    bind: (path, value, onChange) => {
      const binding = form.bind(path, value, onChange);
      return { ...binding, error: binding.error ?? refused?.fields.get(path) };
    },
    setPerson: (index, change) =>
      form.set(
        'people',
        values.people.map((person, place) => (place === index ? { ...person, ...change } : person)),
      ),
  };
}
