import { expect, it } from 'vitest';
import { fromCents } from '../money.ts';
import {
  BENEFIT_PATHS,
  type BenefitPath,
  benefitText,
  changedBenefits,
  flatBenefits,
  problemsOfBenefits,
  withBenefits,
} from './benefit-form.ts';
import { NO_BENEFITS } from './plan-benefits.ts';

const cents = (dollars: number) => fromCents(dollars * 100);

it.each<[string, Partial<Record<BenefitPath, number | string | null>>, BenefitPath[]]>([
  ['no benefits at all', {}, []],
  ['zero is an amount', { deductibleIndividual: cents(0), 'memberPays.vision': 0 }, []],
  ['a negative amount', { deductibleIndividual: -1 }, ['deductibleIndividual']],
  ['what is no amount', { 'copays.primaryCare': Number.NaN }, ['copays.primaryCare']],
  ['a share above 100 percent', { 'memberPays.medical': 101 }, ['memberPays.medical']],
  ['a share with a fraction', { 'memberPays.dental': 12.5 }, ['memberPays.dental']],
  ['a long text', { networkName: 'N'.repeat(201) }, ['networkName']],
  [
    'a family deductible below the member’s',
    { deductibleIndividual: cents(750), deductibleFamily: cents(700) },
    ['deductibleFamily'],
  ],
  [
    'a family maximum below the member’s',
    { outOfPocketMaxIndividual: cents(4000), outOfPocketMaxFamily: cents(3999) },
    ['outOfPocketMaxFamily'],
  ],
  [
    'a maximum below the deductible',
    { deductibleIndividual: cents(750), outOfPocketMaxIndividual: cents(700) },
    ['outOfPocketMaxIndividual'],
  ],
])('%s', (_name, values, paths) =>
  expect(problemsOfBenefits(withBenefits(NO_BENEFITS, values)).map(({ path }) => path)).toEqual(paths),
);

it('has every benefit under its path, and puts it back there', () => {
  const values = Object.fromEntries(BENEFIT_PATHS.map((path, index) => [path, index])) as Record<BenefitPath, number>;
  const benefits = withBenefits(NO_BENEFITS, values);
  expect(flatBenefits(benefits)).toEqual(values);
  expect(changedBenefits(NO_BENEFITS, benefits)).toEqual(BENEFIT_PATHS);
  expect(changedBenefits(benefits, { ...benefits })).toEqual([]);
  expect(NO_BENEFITS.copays.primaryCare).toBeNull();
});

it.each([
  ['memberPays.medical', 20, 'Member pays 20%, plan pays 80%'],
  ['memberPays.vision', 0, 'Member pays 0%, plan pays 100%'],
  ['memberPays.dental', null, 'Not covered'],
  ['deductibleIndividual', 75_000, '$750.00'],
  ['deductibleIndividual', null, null],
  ['networkName', 'Open Access', 'Open Access'],
  ['networkName', '', null],
])('%s of %s in words', (path, value, text) => expect(benefitText(path, value)).toBe(text));
