import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, calendarDateFrom, contains, overlaps } from '../calendar-date.ts';
import type { Span } from '../coverage/span.ts';
import { mergeCoverage } from './merge-members.ts';
import { type Identity, isOtherIdentity, pairKind, resemblance } from './same-person.ts';

const named = (name: string) => ({ firstName: name.split(' ')[0] ?? '', lastName: name.split(' ').slice(1).join(' ') });

describe('two names of the same birth date', () => {
  it.each([
    ['Ines Calderwood', 'INES CALDERWOOD', 'same'],
    ['Mateo Núñez', 'Mateo Nunez', 'same'],
    ['Marcus O’Dell', "Marcus O'Dell", 'same'],
    ['Robert Ashby', 'Bob Ashby', 'similar'],
    ['Katherine Ng', 'Cathy Ng', 'similar'],
    ['Jon Lindqvist', 'John Lindqvist', 'similar'],
    ['Ines Calderwood', 'Ines Calderwod', 'similar'],
    ['Calderwood Ines', 'Ines Calderwood', 'similar'],
    ['J Alvarez', 'Juan Alvarez', 'similar'],
    // Twins.
    ['Anna Smith', 'Hannah Smith', 'different'],
    ['Wren Calderwood', 'Otis Calderwood', 'different'],
    ['Ines Calderwood', 'Ines Vasko', 'different'],
    ['李 伟', '李 娜', 'different'],
  ] as const)('%s and %s are %s', (a, b, expected) => {
    expect(resemblance(named(a), named(b))).toBe(expected);
    expect(resemblance(named(b), named(a))).toBe(expected);
  });
});

describe('two records', () => {
  const at = (id: string, groupId: string, subscriberId: string | null) => ({ id, groupId, subscriberId });
  it('can be merged in one place only', () => {
    expect(pairKind(at('1', 'g', null), at('2', 'g', null))).toBe('mergeable');
    expect(pairKind(at('1', 'g', 's'), at('2', 'g', 's'))).toBe('mergeable');
    expect(pairKind(at('1', 'g', null), at('2', 'h', null))).toBe('two_groups');
    expect(pairKind(at('1', 'g', null), at('2', 'g', 's'))).toBe('subscriber_and_dependent');
    expect(pairKind(at('1', 'g', 's'), at('2', 'g', 't'))).toBe('two_families');
  });
});

describe('coverage of merged records', () => {
  const day = calendarDateFrom('2026-01-01');
  const period = fc
    .tuple(fc.integer({ min: 0, max: 60 }), fc.option(fc.integer({ min: 1, max: 40 })))
    .map(([start, length]) => ({
      from: addDays(day, start),
      until: length === null ? null : addDays(day, start + length),
    }));
  const spans = (plan: string) =>
    fc
      .array(period, { maxLength: 4 })
      .map((list) =>
        list.reduce<Span[]>(
          (kept, one) => (kept.some((other) => overlaps(other, one)) ? kept : [...kept, { planId: plan, ...one }]),
          [],
        ),
      );

  it('never overlaps, loses nothing of the record that stays, and every day of the other is moved or dropped', () => {
    fc.assert(
      fc.property(spans('kept'), spans('other'), (keep, other) => {
        const merged = mergeCoverage({ medical: keep }, { medical: other });
        const result = merged.spans.medical ?? [];
        for (const [index, span] of result.entries())
          for (const later of result.slice(index + 1)) expect(overlaps(span, later)).toBe(false);
        for (const span of keep) expect(result).toContainEqual(span);
        for (let offset = 0; offset < 110; offset += 1) {
          const on = addDays(day, offset);
          const had = other.some((span) => contains(span, on));
          const moved = merged.moved.some((span) => contains(span, on));
          const dropped = merged.dropped.some((span) => contains(span, on));
          expect([moved, dropped].filter(Boolean)).toHaveLength(had ? 1 : 0);
          expect(dropped).toBe(had && keep.some((span) => contains(span, on)));
        }
      }),
    );
  });
});

describe('whether a change makes the record one of somebody else', () => {
  const of = (name: string, employeeId: string | null = null): Identity => {
    const [firstName = '', lastName = ''] = name.split(' ');
    return { firstName, lastName, employeeId };
  };
  it.each<[string, Identity, Identity, boolean]>([
    ['a marriage', of('Ada Abbott', 'E1'), of('Ada Cole', 'E1'), false],
    ['a marriage and a new employee ID', of('Ada Abbott', 'E1'), of('Ada Cole', 'E2'), true],
    ['a first employee ID', of('Ada Abbott'), of('Ada Cole', 'E2'), false],
    ['a new employee ID alone', of('Ada Abbott', 'E1'), of('Ada Abbott', 'E2'), false],
    ['another first name alone', of('Ada Abbott', 'E1'), of('Bea Abbott', 'E1'), false],
    ['another first name and employee ID', of('Ada Abbott', 'E1'), of('Bea Abbott', 'E2'), true],
    ['both names', of('Ada Abbott', 'E1'), of('Bo Cole', 'E1'), true],
    ['a short form and a slip', of('William Abbott', 'E1'), of('Bill Abott', 'E2'), false],
    ['names in each other’s place', of('Abbott Ada', 'E1'), of('Ada Abbott', 'E2'), false],
    ['one name only before', of(' Abbott'), of('Bo Cole'), false],
  ])('%s', (_name, before, after, expected) => expect(isOtherIdentity(before, after)).toBe(expected));
});
