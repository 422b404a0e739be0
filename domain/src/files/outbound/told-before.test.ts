import { describe, expect, it } from 'vitest';
import { calendarDateFrom as date } from '../../calendar-date.ts';
import { changeFile, knownAfter } from './outbound-member.ts';
import type { OutboundLine, OutboundPerson, SentLine } from './outbound-person.ts';
import { joinedLine } from './told-before.ts';

const TODAY = date('2026-11-20');
type Ended = NonNullable<OutboundLine['earlier']>[number];
const stretch = (text: string): Ended => {
  const [planId = '', from = '', until] = text.split(' ');
  return { planId, from: date(from), until: (until ? date(until) : null) as Ended['until'] };
};
const lineOf = (...texts: string[]): OutboundLine => {
  const all = texts.map(stretch);
  return { line: 'medical', ...(all.at(-1) as Ended), ...(all.length > 1 && { earlier: all.slice(0, -1) }) };
};
const words = ({ planId, from, until }: { planId: string; from: string; until: string | null }): string =>
  [planId, from, until].filter(Boolean).join(' ');
const person = (lines: OutboundLine[]): OutboundPerson => ({
  memberId: 'm1',
  isSubscriber: true,
  relationship: 'self',
  familyId: '1',
  memberNumber: '1',
  firstName: 'Ola',
  lastName: 'Oak',
  identity: 'a',
  lines,
});
const sent = (text: string, ...before: string[]): SentLine => ({
  memberId: 'm1',
  line: 'medical',
  ...stretch(text),
  isVoid: false,
  identity: 'a',
  answered: true,
  tier: null,
  tierFrom: null,
  isElsewhere: false,
  timesEnded: 0,
  before: before.map(stretch),
});

describe('periods of one plan that follow each other', () => {
  const joined = (status: 'C' | undefined, ...texts: string[]): string[] => {
    const line = joinedLine(lineOf(...texts), status);
    return [...(line.earlier ?? []), line].map(words);
  };
  it.each<[string, string[], string[]]>([
    ['are one without a day between', ['ppo 2026-01-01 2026-06-01', 'ppo 2026-06-01'], ['ppo 2026-01-01']],
    [
      'are two with a gap',
      ['ppo 2026-01-01 2026-05-01', 'ppo 2026-06-01'],
      ['ppo 2026-01-01 2026-05-01', 'ppo 2026-06-01'],
    ],
    [
      'stay two of two plans',
      ['ppo 2026-01-01 2026-06-01', 'hmo 2026-06-01'],
      ['ppo 2026-01-01 2026-06-01', 'hmo 2026-06-01'],
    ],
    [
      'are one behind another plan',
      ['hmo 2025-01-01 2026-01-01', 'ppo 2026-01-01 2026-06-01', 'ppo 2026-06-01 2026-09-01'],
      ['hmo 2025-01-01 2026-01-01', 'ppo 2026-01-01 2026-09-01'],
    ],
  ])('%s', (_what, texts, expected) => expect(joined(undefined, ...texts)).toEqual(expected));
  it('go on from the first day that the carrier knows, where COBRA had stood between and a new job follows', () => {
    const line = joinedLine(
      lineOf('ppo 2026-01-01 2026-06-01', 'ppo 2026-06-01 2026-10-01', 'ppo 2026-10-01'),
      undefined,
      sent('ppo 2026-06-01', 'ppo 2026-01-01 2026-06-01', 'ppo 2026-06-01'),
    );
    expect([...(line.earlier ?? []), line].map(words)).toEqual(['ppo 2026-01-01 2026-06-01', 'ppo 2026-06-01']);
  });
  it('are two where COBRA follows the employment', () =>
    expect(joined('C', 'ppo 2026-01-01 2026-06-01', 'ppo 2026-06-01')).toEqual([
      'ppo 2026-01-01 2026-06-01',
      'ppo 2026-06-01',
    ]));
});

describe('what has changed in front of what a carrier was told', () => {
  it.each<[string, OutboundLine[], SentLine, string[]]>([
    [
      'months that were added before a gap',
      [lineOf('ppo 2026-01-01 2026-03-01', 'ppo 2026-06-01')],
      sent('ppo 2026-06-01'),
      ['change', 'add ppo 2026-01-01 2026-03-01'],
    ],
    [
      'another plan that was added before',
      [lineOf('hmo 2026-01-01 2026-06-01', 'ppo 2026-06-01')],
      sent('ppo 2026-06-01'),
      ['change', 'add hmo 2026-01-01 2026-06-01'],
    ],
    [
      'months, and an end behind them',
      [lineOf('ppo 2026-01-01 2026-03-01', 'ppo 2026-06-01 2026-11-01')],
      sent('ppo 2026-06-01'),
      ['end', 'add ppo 2026-01-01 2026-03-01', 'end ppo 2026-06-01 2026-11-01'],
    ],
    [
      'months that are fewer by now: not by an end, which could be taken for that of the plan that goes on',
      [lineOf('ppo 2026-01-01 2026-02-01', 'ppo 2026-06-01')],
      sent('ppo 2026-06-01', 'ppo 2026-01-01 2026-03-01'),
      ['change', 'void ppo 2026-01-01', 'add ppo 2026-01-01 2026-02-01'],
    ],
    [
      'months that are more by now',
      [lineOf('ppo 2026-01-01 2026-04-01', 'ppo 2026-06-01')],
      sent('ppo 2026-06-01', 'ppo 2026-01-01 2026-03-01'),
      ['change', 'add ppo 2026-01-01 2026-04-01'],
    ],
    [
      'months that never were',
      [lineOf('ppo 2026-06-01')],
      sent('ppo 2026-06-01', 'hmo 2026-01-01 2026-06-01'),
      ['change', 'void hmo 2026-01-01'],
    ],
    [
      'that all of it never was',
      [],
      sent('ppo 2026-06-01', 'hmo 2026-01-01 2026-06-01'),
      ['end', 'void hmo 2026-01-01', 'void ppo 2026-06-01'],
    ],
    [
      'an earlier first day once, where the months join',
      [joinedLine(lineOf('ppo 2026-01-01 2026-06-01', 'ppo 2026-06-01'), undefined)],
      sent('ppo 2026-06-01'),
      ['change', 'change ppo 2026-01-01'],
    ],
    [
      'a plan that has taken the place of the one told, in part',
      [lineOf('ppo 2026-06-01 2026-07-01', 'hmo 2026-07-01')],
      sent('hmo 2026-06-01', 'hmo 2026-06-01'),
      ['change', 'void hmo 2026-06-01', 'add ppo 2026-06-01', 'change hmo 2026-07-01'],
    ],
    [
      'a plan that ended later than was told, and what came after',
      [lineOf('ppo 2026-01-01 2026-06-01', 'ppo 2026-09-01')],
      { ...sent('ppo 2026-01-01 2026-03-01', 'ppo 2026-01-01 2026-03-01') },
      ['change', 'reinstate ppo 2026-01-01', 'end ppo 2026-01-01 2026-06-01', 'add ppo 2026-09-01'],
    ],
    [
      'a gap that is none any more',
      [lineOf('ppo 2026-01-01')],
      sent('ppo 2026-09-01', 'ppo 2026-01-01 2026-06-01', 'ppo 2026-09-01'),
      ['change', 'void ppo 2026-09-01', 'reinstate ppo 2026-01-01'],
    ],
    [
      'a period that has come and gone since an end that was told',
      [lineOf('ppo 2026-01-01 2026-03-01', 'hmo 2026-04-01 2026-06-01')],
      sent('ppo 2026-01-01 2026-03-01', 'ppo 2026-01-01 2026-03-01'),
      ['add', 'add hmo 2026-04-01 2026-06-01'],
    ],
    [
      'another plan in the place of the one told, which has ended',
      [lineOf('hmo 2026-01-01 2026-03-01')],
      sent('ppo 2026-01-01'),
      ['change', 'void ppo 2026-01-01', 'add hmo 2026-01-01 2026-03-01'],
    ],
    [
      'what is left before coverage that never was, and is shorter by now',
      [lineOf('hmo 2026-01-01 2026-03-01')],
      sent('ppo 2026-12-01', 'hmo 2026-01-01 2026-06-01', 'ppo 2026-12-01'),
      ['end', 'void hmo 2026-01-01', 'void ppo 2026-12-01', 'add hmo 2026-01-01 2026-03-01'],
    ],
    [
      'what is added, or gone, behind coverage that never was',
      [lineOf('hmo 2026-01-01 2026-03-01')],
      { ...sent('ppo 2026-06-01', 'ppo 2026-04-01 2026-05-01'), isVoid: true },
      ['change', 'void ppo 2026-04-01', 'add hmo 2026-01-01 2026-03-01'],
    ],
    [
      'nothing where it is as it was',
      [lineOf('hmo 2026-01-01 2026-06-01', 'ppo 2026-06-01')],
      sent('ppo 2026-06-01', 'hmo 2026-01-01 2026-06-01'),
      [],
    ],
    [
      'nothing of what was recorded in two pieces and is one',
      [lineOf('hmo 2026-01-01 2026-06-01', 'ppo 2026-06-01')],
      sent('ppo 2026-06-01', 'hmo 2026-01-01 2026-02-01', 'hmo 2026-02-01 2026-06-01'),
      [],
    ],
    [
      'the months that close a gap of which the carrier knows, and no other first day',
      [lineOf('ppo 2026-01-01 2026-06-01', 'ppo 2026-06-01 2026-09-01', 'ppo 2026-09-01')],
      sent('ppo 2026-09-01', 'ppo 2026-01-01 2026-06-01'),
      ['change', 'add ppo 2026-01-01 2026-09-01'],
    ],
    [
      'nothing where the end and the new beginning join, and none of the two was told',
      [lineOf('ppo 2026-01-01 2026-06-01', 'ppo 2026-06-01')],
      sent('ppo 2026-01-01'),
      [],
    ],
    [
      'a reinstatement where the end was told',
      [lineOf('ppo 2026-01-01 2026-06-01', 'ppo 2026-06-01')],
      sent('ppo 2026-01-01 2026-06-01'),
      ['reinstate', 'reinstate ppo 2026-01-01'],
    ],
    [
      'nothing where a carrier keeps a first day that it knows',
      [lineOf('ppo 2026-01-01 2026-06-01', 'ppo 2026-06-01 2026-09-01', 'ppo 2026-09-01')],
      { ...sent('ppo 2026-09-01'), before: undefined },
      [],
    ],
    [
      'the first day, where it was told wrongly at first',
      [lineOf('ppo 2026-01-01 2026-06-01', 'ppo 2026-06-01')],
      { ...sent('ppo 2026-06-01'), before: undefined, isLate: true },
      ['change', 'change ppo 2026-01-01'],
    ],
    [
      'the first day, and the plan that follows',
      [lineOf('ppo 2026-01-01 2026-06-01', 'ppo 2026-06-01 2026-09-01', 'hmo 2026-09-01')],
      { ...sent('ppo 2026-06-01'), before: undefined, isLate: true },
      ['change', 'change ppo 2026-01-01', 'change hmo 2026-09-01'],
    ],
    [
      'the first day, a gap, and the plan that follows',
      [lineOf('ppo 2026-01-01 2026-06-01', 'ppo 2026-06-01 2026-09-01', 'hmo 2026-10-01')],
      { ...sent('ppo 2026-06-01'), before: undefined },
      ['change', 'change ppo 2026-01-01', 'end ppo 2026-01-01 2026-09-01', 'add hmo 2026-10-01'],
    ],
    [
      'nothing of a coverage that carries on from the end that was told',
      [lineOf('ppo 2026-06-01 2026-11-01')],
      sent('ppo 2026-06-01 2026-11-01'),
      [],
    ],
  ])('is told: %s', (_what, now, before, expected) =>
    expect(
      changeFile([person(now)], new Map([['m1', [before]]]), TODAY).flatMap(({ action, lines }) => [
        action,
        ...lines.map((one) => `${one.action} ${words(one)}`),
      ]),
    ).toEqual(expected),
  );

  it.each([['ppo 2026-06-01'], ['ppo 2026-06-01 2026-11-01']])('leaves as last known what was: %s', (last) => {
    const before = [sent(last)];
    const [member] = changeFile(
      [person([lineOf('ppo 2026-01-01 2026-03-01', last)])],
      new Map([['m1', before]]),
      TODAY,
    );
    expect(member && knownAfter(member, before, TODAY, 'change').map((one) => [words(one), one.isVoid])).toEqual([
      [last, false],
    ]);
  });
});
