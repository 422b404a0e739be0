import { expect, it } from 'vitest';
import { type PlanForm, problemsOfPlan, tidyPlan } from './plan-form.ts';

const PLAN: PlanForm = {
  code: 'MED-PPO',
  name: 'Premium PPO Plus',
  line: 'medical',
  networkType: 'PPO',
  carrierName: 'Northfold Health',
  effectiveDate: '2027-01-01',
};

it.each<[string, Partial<PlanForm>, string[]]>([
  ['a complete plan', {}, []],
  ['a name of blanks', { name: '  ' }, ['name']],
  ['no code', { code: ' ' }, ['code']],
  ['a code in small letters', { code: 'med-ppo' }, []],
  ['a code with a blank inside', { code: 'MED PPO' }, ['code']],
  ['a code that starts with a hyphen', { code: '-PPO' }, ['code']],
  ['a code of 31 signs', { code: 'A'.repeat(31) }, ['code']],
  ['a medical plan without a type', { networkType: null }, ['networkType']],
  ['a dental plan without a type', { line: 'dental', networkType: null }, []],
  ['no carrier', { carrierName: '' }, ['carrierName']],
  ['an ICHRA without a carrier', { networkType: 'ICHRA', carrierName: '' }, []],
  ['no effective date', { effectiveDate: '' }, ['effectiveDate']],
  ['a day that does not exist', { effectiveDate: '2027-02-30' }, ['effectiveDate']],
  ['a year of another century', { effectiveDate: '0027-01-01' }, ['effectiveDate']],
])('%s', (_name, change, paths) =>
  expect(problemsOfPlan({ ...PLAN, ...change }).map(({ path }) => path)).toEqual(paths),
);

it('is stored trimmed, with its code in capitals, and with a type only where the line has one', () => {
  expect(tidyPlan({ ...PLAN, code: ' den-1 ', name: ' Dental ', line: 'dental' })).toMatchObject({
    code: 'DEN-1',
    name: 'Dental',
    networkType: null,
  });
});
