import { describe, expect, it } from 'vitest';
import { areLevels, levelHeading } from './level-heading.ts';

const lineOfPlan = (plan: string) =>
  ({ 'MED-PPO': 'medical', 'DEN-BASIC': 'dental', 'PPO Family': 'medical' } as const)[plan];

describe('a heading that names a coverage level', () => {
  it.each<[string, unknown]>([
    ['Medical EE', { line: 'medical', level: 'EE' }],
    ['Medical EE+SP', { line: 'medical', level: 'EE+SP' }],
    ['Medical  FAM', { line: 'medical', level: 'FAM' }],
    ['Medical - Employee + Child(ren)', { line: 'medical', level: 'Employee + Child(ren)' }],
    ['Dental (Family)', { line: 'dental', level: 'Family' }],
    ['Vision Coverage: Employee Only', { line: 'vision', level: 'Employee Only' }],
    ['Medical EE+1', { line: 'medical', level: 'EE+1' }],
    ['MED-PPO EE+SP', { line: 'medical', planKey: 'MED-PPO', level: 'EE+SP' }],
    ['DEN-BASIC - Family', { line: 'dental', planKey: 'DEN-BASIC', level: 'Family' }],
    ['EE + Spouse', { level: 'EE + Spouse' }],
    // A plan, a price, a part of the premium, and who is covered.
    ['PPO Family', undefined],
    ['Medical EE Cost', undefined],
    ['Medical ER', undefined],
    ['Medical Spouse', undefined],
    ['Medical', undefined],
    ['Medical E', undefined],
  ])('%s', (heading, expected) => expect(levelHeading(heading, lineOfPlan)).toEqual(expected));

  it.each<[string[], boolean]>([
    [['Medical EE', 'Medical FAM'], true],
    [['Medical EE+SP', 'Medical FAM'], true],
    // Medical EE and Medical ER are what employee and employer pay.
    [['Medical EE'], false],
    [['Medical EE', 'Medical EE Only'], false],
    [['EE', 'Family'], false],
    [['EE', 'EE+SP', 'Family'], true],
  ])('%j are columns for levels: %s', (headings, expected) =>
    expect(areLevels(headings.flatMap((heading) => levelHeading(heading) ?? []))).toBe(expected),
  );
});
