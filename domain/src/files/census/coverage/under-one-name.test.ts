import { expect, it } from 'vitest';
import { calendarDateFrom as d } from '../../../calendar-date.ts';
import { type SaidOfOne, saysOtherwise, toldApartBy } from './under-one-name.ts';

const PPO = { line: 'medical', action: 'compare', planKey: 'MED-PPO' } as const;
const said = (part: Partial<SaidOfOne>): SaidOfOne => ({ action: 'compare', coverages: [], ...part });
const OAK = { addressLine1: '1 Oak St' };
const ELM = { addressLine1: '9 Elm St' };

it.each<[string, Partial<SaidOfOne>, Partial<SaidOfOne>, string | undefined, boolean]>([
  ['nothing', {}, {}, undefined, false],
  ['gender', { gender: 'female' }, { gender: 'male' }, 'gender', true],
  ['a gender that one row leaves open', { gender: 'female' }, { gender: 'unknown' }, undefined, true],
  ['middle initial', { middleName: 'A' }, { middleName: 'Beatrice' }, 'middle initial', false],
  ['a middle name and its initial', { middleName: 'B.' }, { middleName: 'Beatrice' }, undefined, false],
  ['a middle name that one row leaves out', { middleName: 'B.' }, {}, undefined, false],
  ['suffix', { suffix: 'Jr' }, { suffix: 'Sr.' }, 'suffix', false],
  ['address', OAK, ELM, undefined, true],
  ['how an address is written', OAK, { addressLine1: '1 OAK ST.' }, undefined, false],
  [
    'address and coverage',
    { ...OAK, coverages: [PPO] },
    { ...ELM, coverages: [{ line: 'medical', action: 'waive' }] },
    'address and coverage',
    true,
  ],
  [
    'coverage',
    { ...OAK, coverages: [PPO] },
    { ...OAK, coverages: [{ line: 'medical', action: 'waive' }] },
    undefined,
    false,
  ],
  [
    'address, and another line',
    { ...OAK, coverages: [PPO] },
    { ...ELM, coverages: [{ line: 'dental', action: 'compare' }] },
    undefined,
    true,
  ],
  [
    'address and hire date',
    { ...OAK, hireDate: d('2019-03-01') },
    { ...ELM, hireDate: d('2026-03-01') },
    'address and hire date',
    true,
  ],
  [
    'the same of who came back',
    { ...OAK, hireDate: d('2019-03-01'), terminationDate: d('2020-03-01') },
    { ...ELM, hireDate: d('2026-03-01') },
    undefined,
    true,
  ],
  [
    'hire date of who came back',
    { hireDate: d('2019-03-01'), terminationDate: d('2020-03-01') },
    { hireDate: d('2026-03-01') },
    undefined,
    false,
  ],
  [
    'the same under two SSNs',
    { ...OAK, ssn: '412550001', hireDate: d('2019-03-01') },
    { ...ELM, ssn: '412550002', hireDate: d('2026-03-01') },
    undefined,
    true,
  ],
  ['salary', { salary: 5200000 as SaidOfOne['salary'] }, { salary: 4800000 as SaidOfOne['salary'] }, undefined, true],
])('two rows of one name and birth date, apart by %s', (_by, first, second, by, otherwise) => {
  expect(toldApartBy(said(first), said(second))).toBe(by);
  expect(saysOtherwise(said(first), said(second))).toBe(otherwise);
});
