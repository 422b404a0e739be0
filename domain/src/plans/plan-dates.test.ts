import { expect, it } from 'vitest';
import { planDate } from './plan-dates.ts';

it.each([
  ['1990-01-01', true],
  ['2199-12-31', true],
  ['1989-12-31', false],
  ['2200-01-01', false],
  ['0001-01-01', false],
  ['9999-12-31', false],
  ['2026-02-30', false],
  ['', false],
])('%s is a day of a plan: %s', (text, isOne) => expect(planDate(text) !== undefined).toBe(isOne));
