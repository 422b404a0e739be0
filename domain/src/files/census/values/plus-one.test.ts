import { describe, expect, it } from 'vitest';
import type { EnrollmentCoverage, EnrollmentRecord } from '../../enrollment-record.ts';
import { isPlusOne, plusOneTier } from './plus-one.ts';

const plan = (
  planKey: string | undefined,
  line: EnrollmentCoverage['line'] = 'medical',
  action: EnrollmentCoverage['action'] = 'compare',
) => ({ line, action, planKey, tierKey: 'EE+1' }) as EnrollmentCoverage;
const dependent = (relationship: string, ...coverages: EnrollmentCoverage[]) =>
  ({ relationship, action: 'compare', coverages }) as unknown as EnrollmentRecord;

describe('a level of the employee and one more', () => {
  it.each(['EE+1', 'EE + One', 'Employee + 1', 'Employee plus one dependent', 'employee & 1 dep', 'Emp and one'])(
    '%s is one',
    (level) => expect(isPlusOne(level)).toBe(true),
  );
  it.each(['EE', 'EE1', 'EE+10', 'EE + spouse', 'Employee plus children', '1', 'EE+1+1'])('%s is none', (level) =>
    expect(isPlusOne(level)).toBe(false),
  );

  it.each([
    ['the spouse whose row names the plan', [dependent('spouse', plan('MED-PPO'))], 'ESP'],
    ['a partner', [dependent('domestic_partner', plan('med ppo'))], 'ESP'],
    [
      'a child beside a spouse who declines',
      [dependent('spouse', plan(undefined, 'medical', 'waive')), dependent('child', plan('MED-PPO'))],
      'ECH',
    ],
    [
      'a child beside a spouse under another plan',
      [dependent('spouse', plan('MED-HMO')), dependent('child', plan('MED-PPO'))],
      'ECH',
    ],
    ['the only dependent, whose row names no plan', [dependent('child')], 'ECH'],
    [
      'nobody, where two share the plan',
      [dependent('spouse', plan('MED-PPO')), dependent('child', plan('MED-PPO'))],
      undefined,
    ],
    ['nobody, where two name none', [dependent('child'), dependent('child')], undefined],
    ['nobody, where there is none', [], undefined],
  ])('is by the list %s', (_, dependents, tier) => expect(plusOneTier(plan('MED-PPO'), dependents)).toBe(tier));
});
