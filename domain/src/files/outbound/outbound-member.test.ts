import { describe, expect, it } from 'vitest';
import { calendarDateFrom as date } from '../../calendar-date.ts';
import { fullFile } from './full-file.ts';
import { changeFile, knownAfter } from './outbound-member.ts';
import type { OutboundLine, OutboundPerson, SentLine } from './outbound-person.ts';
import { asciiText } from '../../x12/ascii-text.ts';

const TODAY = date('2026-11-20');
const line = (
  from: string,
  until: string | null = null,
  planId = 'ppo',
  name: OutboundLine['line'] = 'medical',
): OutboundLine => ({
  line: name,
  planId,
  from: date(from),
  until: until === null ? null : date(until),
});
const person = (lines: OutboundLine[], change: Partial<OutboundPerson> = {}): OutboundPerson => ({
  memberId: 'm1',
  isSubscriber: true,
  relationship: 'self',
  familyId: '1',
  memberNumber: '1',
  firstName: 'Ola',
  lastName: 'Oak',
  identity: 'a',
  lines,
  ...change,
});
const sent = (from: string, until: string | null = null, change: Partial<SentLine> = {}): SentLine => ({
  memberId: 'm1',
  line: 'medical',
  planId: 'ppo',
  from: date(from),
  until: until === null ? null : date(until),
  isVoid: false,
  identity: 'a',
  answered: true,
  tier: null,
  tierFrom: null,
  isElsewhere: false,
  timesEnded: 0,
  ...change,
});
const PPO = { planId: 'ppo', from: date('2026-01-01'), until: date('2026-12-01') };
const told = (lines: OutboundLine[], before: SentLine[], change: Partial<OutboundPerson> = {}): string[] =>
  changeFile([person(lines, change)], new Map([['m1', before]]), TODAY).flatMap(({ action, lines: all }) => [
    action,
    ...all.map((one) => `${one.action} ${one.line} ${one.planId} ${one.from}${one.until ? ` ${one.until}` : ''}`),
  ]);

describe('a full file', () => {
  it('holds who is covered or will be, and nobody who is not', () => {
    const all = fullFile(
      [
        person([line('2026-01-01')]),
        person([line('2027-01-01')]),
        person([line('2026-01-01', '2026-11-20')]),
        person([line('2026-01-01', '2026-12-01'), line('2025-01-01', '2025-06-01', 'x', 'dental')]),
      ],
      TODAY,
    );
    expect(all.map(({ action, lines }) => [action, ...lines.map((one) => `${one.action} ${one.line}`)])).toEqual([
      ['compare', 'compare medical'],
      ['compare', 'compare medical'],
      ['compare', 'compare medical'],
    ]);
  });
});

describe('a full file for a carrier that wants ends named', () => {
  const ended = (now: OutboundLine[], before: SentLine[], endsInFull = 2): string[] =>
    fullFile([person(now)], TODAY, { sent: new Map([['m1', before]]), endsInFull }).flatMap(
      ({ action, lines: all }) => [
        action,
        ...all.map((one) => `${one.action} ${one.line} ${one.from}${one.until ? ` ${one.until}` : ''}`),
      ],
    );

  it.each<[string, OutboundLine[], SentLine[], string[]]>([
    [
      'an end, also one that a change file has told',
      [line('2026-01-01', '2026-11-01')],
      [sent('2026-01-01', '2026-11-01')],
      ['end', 'end medical 2026-01-01 2026-11-01'],
    ],
    [
      'an end of which the carrier has not heard',
      [line('2026-01-01', '2026-11-01')],
      [sent('2026-01-01')],
      ['end', 'end medical 2026-01-01 2026-11-01'],
    ],
    [
      'an end a second time',
      [line('2026-01-01', '2026-11-01')],
      [sent('2026-01-01', '2026-11-01', { timesEnded: 1 })],
      ['end', 'end medical 2026-01-01 2026-11-01'],
    ],
    [
      'nobody who was named often enough',
      [line('2026-01-01', '2026-11-01')],
      [sent('2026-01-01', '2026-11-01', { timesEnded: 2 })],
      [],
    ],
    [
      'another end than the one that was named often enough',
      [line('2026-01-01', '2026-10-01')],
      [sent('2026-01-01', '2026-11-01', { timesEnded: 2 })],
      ['end', 'end medical 2026-01-01 2026-10-01'],
    ],
    [
      'a later end by itself: the file says what is, not how it came',
      [line('2026-01-01', '2026-11-10')],
      [sent('2026-01-01', '2026-11-01')],
      ['end', 'end medical 2026-01-01 2026-11-10'],
    ],
    [
      'an end beside what goes on',
      [line('2026-01-01'), line('2026-01-01', '2026-11-01', 'den', 'dental')],
      [sent('2026-01-01'), sent('2026-01-01', null, { line: 'dental', planId: 'den' })],
      ['compare', 'compare medical 2026-01-01', 'end dental 2026-01-01 2026-11-01'],
    ],
    [
      'an earlier first day of what has ended, with its end, though that was named often enough',
      [line('2025-12-01', '2026-11-01')],
      [sent('2026-01-01', '2026-11-01', { timesEnded: 2 })],
      ['end', 'change medical 2025-12-01', 'end medical 2025-12-01 2026-11-01'],
    ],
    [
      'a later first day of what has ended: what was told never was',
      [line('2026-02-01', '2026-11-01')],
      [sent('2026-01-01', '2026-11-01', { timesEnded: 2 })],
      ['end', 'void medical 2026-01-01', 'add medical 2026-02-01 2026-11-01'],
    ],
    ['that coverage never was', [], [sent('2026-01-01')], ['end', 'void medical 2026-01-01']],
    ['nobody of whom the carrier was never told', [line('2026-01-01', '2026-06-01')], [], []],
    [
      'whoever is covered again as covered',
      [line('2026-11-15')],
      [sent('2026-01-01', '2026-11-01', { timesEnded: 1 })],
      ['compare', 'compare medical 2026-11-15'],
    ],
  ])('names %s', (_name, now, before, expected) => expect(ended(now, before)).toEqual(expected));

  it('names none where the carrier does not want it', () =>
    expect(ended([line('2026-01-01', '2026-11-01')], [sent('2026-01-01')], 0)).toEqual([]));

  it('counts the files that have named an end; a change file does not', () => {
    const now = [line('2026-01-01', '2026-11-01')];
    const before = [sent('2026-01-01', '2026-11-01', { timesEnded: 1 })];
    const [member] = fullFile([person(now)], TODAY, { sent: new Map([['m1', before]]), endsInFull: 2 });
    if (!member) throw new Error('The end was not named');
    expect(knownAfter(member, before, TODAY, 'full').map(({ timesEnded }) => timesEnded)).toEqual([2]);
    expect(knownAfter(member, before, TODAY, 'change').map(({ timesEnded }) => timesEnded)).toEqual([1]);
    expect(knownAfter(member, [sent('2026-01-01')], TODAY, 'full').map(({ timesEnded }) => timesEnded)).toEqual([1]);
  });
});

describe('a change file', () => {
  it.each<[string, OutboundLine[], SentLine[], string[]]>([
    ['nothing where nothing has changed', [line('2026-01-01')], [sent('2026-01-01')], []],
    ['a new person', [line('2026-12-01')], [], ['add', 'add medical ppo 2026-12-01']],
    ['nobody who was never told of and is no longer covered', [line('2026-01-01', '2026-06-01')], [], []],
    [
      'a new line of a known person',
      [line('2026-01-01'), line('2026-12-01', null, 'den', 'dental')],
      [sent('2026-01-01')],
      ['change', 'add dental den 2026-12-01'],
    ],
    [
      'another plan',
      [{ ...line('2026-11-01', null, 'hmo'), earlier: [{ ...PPO, until: date('2026-11-01') }] }],
      [sent('2026-01-01')],
      ['change', 'change medical hmo 2026-11-01'],
    ],
    [
      'an end',
      [line('2026-01-01', '2026-11-01')],
      [sent('2026-01-01')],
      ['end', 'end medical ppo 2026-01-01 2026-11-01'],
    ],
    [
      'an end to come',
      [line('2026-01-01', '2027-01-01')],
      [sent('2026-01-01')],
      ['end', 'end medical ppo 2026-01-01 2027-01-01'],
    ],
    [
      'an end that was told and accepted: not again',
      [line('2026-01-01', '2026-11-01')],
      [sent('2026-01-01', '2026-11-01')],
      [],
    ],
    [
      'an end that was told and not answered: again',
      [line('2026-01-01', '2026-11-01')],
      [sent('2026-01-01', '2026-11-01', { answered: false })],
      ['end', 'end medical ppo 2026-01-01 2026-11-01'],
    ],
    [
      'an earlier end',
      [line('2026-01-01', '2026-10-01')],
      [sent('2026-01-01', '2026-11-01')],
      ['end', 'end medical ppo 2026-01-01 2026-10-01'],
    ],
    [
      'a later end, which is a reinstatement and an end',
      [line('2026-01-01', '2026-12-01')],
      [sent('2026-01-01', '2026-11-01')],
      ['end', 'reinstate medical ppo 2026-01-01', 'end medical ppo 2026-01-01 2026-12-01'],
    ],
    [
      'a reinstatement',
      [line('2026-01-01')],
      [sent('2026-01-01', '2026-11-01')],
      ['reinstate', 'reinstate medical ppo 2026-01-01'],
    ],
    [
      'one line of two ends',
      [line('2026-01-01', '2026-11-01'), line('2026-01-01', null, 'den', 'dental')],
      [sent('2026-01-01'), sent('2026-01-01', null, { line: 'dental', planId: 'den' })],
      ['change', 'end medical ppo 2026-01-01 2026-11-01'],
    ],
    ['coverage that never was', [], [sent('2026-01-01')], ['end', 'void medical ppo 2026-01-01']],
    ['coverage that never was, told and accepted', [], [sent('2026-01-01', null, { isVoid: true })], []],
    [
      'a second stretch that never was, after one that had ended',
      [line('2025-01-01', '2025-06-01')],
      [sent('2026-01-01')],
      ['end', 'void medical ppo 2026-01-01'],
    ],
    [
      'a second stretch that never was, told and accepted',
      [line('2025-01-01', '2025-06-01')],
      [sent('2026-01-01', null, { isVoid: true })],
      [],
    ],
    [
      'what still runs before coverage to come that never was',
      [line('2026-11-01', '2026-12-01', 'hmo')],
      [sent('2026-12-01')],
      ['change', 'void medical ppo 2026-12-01', 'add medical hmo 2026-11-01 2026-12-01'],
    ],
    [
      'what still runs, where only that other never was is known',
      [line('2026-11-01', '2026-12-01', 'hmo')],
      [sent('2026-12-01', null, { isVoid: true })],
      ['add', 'add medical hmo 2026-11-01 2026-12-01'],
    ],
    [
      'coverage again after it never was',
      [line('2026-12-01')],
      [sent('2026-01-01', null, { isVoid: true })],
      ['add', 'add medical ppo 2026-12-01'],
    ],
    [
      'a later first day: what was told never was',
      [line('2026-02-01')],
      [sent('2026-01-01')],
      ['change', 'void medical ppo 2026-01-01', 'add medical ppo 2026-02-01'],
    ],
    ['an earlier first day', [line('2025-12-01')], [sent('2026-01-01')], ['change', 'change medical ppo 2025-12-01']],
    [
      'another plan from a later day, of which the one told never was',
      [line('2026-02-01', null, 'hmo')],
      [sent('2026-01-01')],
      ['change', 'void medical ppo 2026-01-01', 'add medical hmo 2026-02-01'],
    ],
    [
      'that a change of plan was taken back',
      [line('2026-01-01')],
      [sent('2026-09-01', null, { planId: 'hmo' })],
      ['change', 'void medical hmo 2026-09-01', 'reinstate medical ppo 2026-01-01'],
    ],
    [
      'a gap that lies in the past',
      [{ ...line('2026-09-01'), earlier: [{ ...PPO, until: date('2026-06-01') }] }],
      [sent('2026-01-01')],
      ['change', 'end medical ppo 2026-01-01 2026-06-01', 'add medical ppo 2026-09-01'],
    ],
    [
      'a gap whose end was told',
      [{ ...line('2026-09-01'), earlier: [{ ...PPO, until: date('2026-06-01') }] }],
      [sent('2026-01-01', '2026-06-01')],
      ['add', 'add medical ppo 2026-09-01'],
    ],
    [
      'a gap that is longer than was told',
      [{ ...line('2026-09-01'), earlier: [{ ...PPO, until: date('2026-05-01') }] }],
      [sent('2026-01-01', '2026-06-01')],
      ['change', 'end medical ppo 2026-01-01 2026-05-01', 'add medical ppo 2026-09-01'],
    ],
    [
      'a gap and an end behind it, both over',
      [{ ...line('2026-09-01', '2026-11-01'), earlier: [{ ...PPO, until: date('2026-06-01') }] }],
      [sent('2026-01-01')],
      ['change', 'end medical ppo 2026-01-01 2026-06-01', 'add medical ppo 2026-09-01 2026-11-01'],
    ],
    [
      'two changes of plan since',
      [
        {
          ...line('2026-09-01'),
          earlier: [
            { ...PPO, until: date('2026-06-01') },
            { planId: 'hmo', from: date('2026-06-01'), until: date('2026-09-01') },
          ],
        },
      ],
      [sent('2026-01-01')],
      ['change', 'change medical hmo 2026-06-01', 'change medical ppo 2026-09-01'],
    ],
    [
      'a change of plan that was told, and nothing before it',
      [{ ...line('2026-06-01', null, 'hmo'), earlier: [{ ...PPO, until: date('2026-06-01') }] }],
      [sent('2026-06-01', null, { planId: 'hmo' })],
      [],
    ],
    [
      'another plan from before an end that was told and does not hold any more',
      [{ ...line('2026-11-01', null, 'hmo'), earlier: [{ ...PPO, until: date('2026-11-01') }] }],
      [sent('2026-01-01', '2027-01-01')],
      ['change', 'change medical hmo 2026-11-01', 'reinstate medical hmo 2026-11-01'],
    ],
    [
      'a plan to come after the one of today',
      [{ ...line('2026-12-01', null, 'hmo'), earlier: [PPO] }],
      [sent('2026-01-01')],
      ['change', 'change medical hmo 2026-12-01'],
    ],
    [
      'coverage to come after a gap',
      [{ ...line('2027-02-01', null, 'hmo'), earlier: [PPO] }],
      [sent('2026-01-01')],
      ['change', 'end medical ppo 2026-01-01 2026-12-01', 'add medical hmo 2027-02-01'],
    ],
    [
      'an end, and not that it never was, of a plan that is another carrier’s by now',
      [],
      [sent('2026-01-01', null, { isElsewhere: true })],
      ['end', 'end medical ppo 2026-01-01 2026-11-20'],
    ],
    [
      'an earlier end of such a plan than the one told',
      [],
      [sent('2026-01-01', '2027-01-01', { isElsewhere: true })],
      ['end', 'end medical ppo 2026-01-01 2026-11-20'],
    ],
    [
      'an end of such a plan that was accepted: not again',
      [],
      [sent('2026-01-01', '2026-11-01', { isElsewhere: true })],
      [],
    ],
    [
      'that coverage to come never was, of such a plan',
      [],
      [sent('2026-12-01', null, { isElsewhere: true })],
      ['end', 'void medical ppo 2026-12-01'],
    ],
    [
      'a new person with a plan of today and one to come',
      [{ ...line('2026-12-01', null, 'hmo'), earlier: [PPO] }],
      [],
      ['add', 'add medical ppo 2026-01-01', 'change medical hmo 2026-12-01'],
    ],
  ])('tells %s', (_name, now, before, expected) => expect(told(now, before)).toEqual(expected));

  it('tells of whoever came and left between two files, and not of who had left before the first', () => {
    const since = (day: string, ...lines: OutboundLine[]): string[] =>
      changeFile([person(lines)], new Map(), TODAY, new Map(), date(day)).flatMap(({ action, lines: all }) => [
        action,
        ...all.map((one) => `${one.action} ${one.planId} ${one.from}${one.until ? ` ${one.until}` : ''}`),
      ]);
    expect(since('2026-09-15', line('2026-09-01', '2026-11-01'))).toEqual(['add', 'add ppo 2026-09-01 2026-11-01']);
    expect(since('2026-11-05', line('2026-09-01', '2026-11-01'))).toEqual([]);
    expect(
      since('2026-09-15', { ...line('2026-11-15', null, 'hmo'), earlier: [{ ...PPO, until: date('2026-11-01') }] }),
    ).toEqual(['add', 'add ppo 2026-01-01 2026-11-01', 'add hmo 2026-11-15']);
    expect(
      since('2026-11-05', { ...line('2026-11-15', null, 'hmo'), earlier: [{ ...PPO, until: date('2026-11-01') }] }),
    ).toEqual(['add', 'add hmo 2026-11-15']);
  });

  it('tells of a family that somebody leaves before the one where the same person is added', () => {
    const of = (
      memberId: string,
      familyId: string,
      firstName: string,
      lines: OutboundLine[],
      ssn?: string,
    ): OutboundPerson => person(lines, { memberId, familyId, firstName, ssn, isSubscriber: memberId !== 'm3' });
    const people = [
      of('m1', '1', 'Ada', [line('2026-12-01')], '7'),
      of('m2', '2', 'Bo', [line('2026-01-01')]),
      of('m3', '2', 'Ada', [line('2026-01-01', '2026-12-01')], '7'),
      of('m4', '3', 'Cy', [line('2026-12-01')]),
    ];
    const before = new Map(['m2', 'm3'].map((memberId) => [memberId, [sent('2026-01-01', null, { memberId })]]));
    expect(
      changeFile(people, before, TODAY).map(({ person: { memberId }, action }) => `${memberId} ${action}`),
    ).toEqual(['m3 end', 'm1 add', 'm4 add']);
  });

  it('tells a new name without a word on coverage', () => {
    expect(told([line('2026-01-01')], [sent('2026-01-01')], { identity: 'b' })).toEqual(['change']);
    expect(told([line('2026-01-01', '2026-02-01')], [sent('2026-01-01', '2026-02-01')], { identity: 'b' })).toEqual([]);
  });
});

describe('the character set', () => {
  it.each([
    ['Zoë O’Brien-Núñez', "Zoe O'Brien-Nunez"],
    ['Łukasz Größe', 'Lukasz Grosse'],
    ['Ærø', 'AEro'],
    ['李', '?'],
  ])('%s is written %s', (from, to) => expect(asciiText(from)).toBe(to));
});
