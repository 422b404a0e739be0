import { describe, expect, it } from 'vitest';
import { calendarDateFrom as d } from '../calendar-date.ts';
import type { PersonDraft } from '../members/person-draft.ts';
import type { MemberStatus } from '../members/member-status.ts';
import type { ResolvedCoverage, ResolvedRecord } from './resolved-record.ts';
import { applyRecord } from './apply-record.ts';

const TODAY = d('2026-11-20');
const span = (planId: string, from: string, until?: string) => ({
  planId,
  from: d(from),
  until: until ? d(until) : null,
});
const person = (status: MemberStatus, spans: PersonDraft['spans'], id = 'ada'): PersonDraft => ({
  id,
  isNew: false,
  groupId: 'g',
  subscriberId: id === 'ada' ? null : 'ada',
  memberNumber: null,
  relationship: id === 'ada' ? 'self' : 'spouse',
  status,
  values: {},
  ssnKey: null,
  last4Key: null,
  birthKey: null,
  carrierKey: null,
  splitFrom: null,
  spans,
  before: {},
  after: {},
  revision: 0,
  secretsFrom: [],
});
const PPO = { medical: [span('ppo', '2026-10-01')] };
const NEXT = { medical: [span('ppo', '2027-01-01')] };
const DROPPED = { medical: [span('ppo', '2026-10-01')], dental: [span('den', '2026-01-01', '2026-07-01')] };
const dental = (from: string, until?: string): ResolvedCoverage => ({
  line: 'dental',
  action: 'add',
  planId: 'den',
  from: d(from),
  ...(until && { until: d(until) }),
});
const never = (line: 'medical' | 'dental'): ResolvedCoverage => ({
  line,
  action: 'void',
  planId: line === 'medical' ? 'ppo' : 'den',
});

/** INS03 001 all of them: what becomes of the status of somebody who is here. */
const CASES: [string, MemberStatus, PersonDraft['spans'], ResolvedCoverage[], MemberStatus][] = [
  ['the only line never was', 'active', PPO, [never('medical')], 'terminated'],
  ['the only line, which was to begin, never will', 'pending', NEXT, [never('medical')], 'terminated'],
  [
    'one of two lines never was',
    'active',
    { ...PPO, dental: [span('den', '2026-10-01')] },
    [never('dental')],
    'active',
  ],
  ['the line never was, and the other had ended', 'active', DROPPED, [never('medical')], 'terminated'],
  [
    'the line never was, and the other is still to end',
    'active',
    { ...PPO, dental: [span('den', '2026-01-01', '2027-01-01')] },
    [never('medical')],
    'pending_termination',
  ],
  [
    'another plan in the place of one that never was',
    'active',
    PPO,
    [never('medical'), { line: 'medical', action: 'add', planId: 'hmo', from: d('2026-10-01') }],
    'active',
  ],
  [
    'coverage that is over comes in for somebody without any',
    'active',
    {},
    [dental('2026-01-01', '2026-07-01')],
    'terminated',
  ],
  [
    'coverage with a last day to come, for somebody without any',
    'active',
    {},
    [dental('2026-01-01', '2027-01-01')],
    'pending_termination',
  ],
  ['coverage that is over comes in beside what goes on', 'active', PPO, [dental('2026-01-01', '2026-07-01')], 'active'],
  [
    'coverage that is over of somebody who has left',
    'terminated',
    {},
    [dental('2026-01-01', '2026-07-01')],
    'terminated',
  ],
  [
    'coverage that is over of somebody who is inactive',
    'inactive',
    {},
    [dental('2026-01-01', '2026-07-01')],
    'inactive',
  ],
  [
    'coverage that is over of somebody on leave',
    'leave_of_absence',
    {},
    [dental('2026-01-01', '2026-07-01')],
    'leave_of_absence',
  ],
  [
    'what is over already is repeated',
    'active',
    { dental: [span('den', '2026-01-01', '2026-07-01')] },
    [dental('2026-01-01', '2026-07-01')],
    'active',
  ],
];

describe('the status behind a change', () => {
  it.each(CASES)('%s', (_name, status, spans, coverages, expected) => {
    const ada = person(status, { ...spans });
    const one: ResolvedRecord = {
      recordNo: 1,
      line: 1,
      action: 'change',
      isSubscriber: true,
      relationship: 'self',
      values: {},
      coverages,
    };
    expect(applyRecord(one, ada, { dependents: [], created: false }, TODAY)).toMatchObject({
      touched: expect.anything(),
    });
    expect(ada.status).toBe(expected);
  });

  it('is that of the subscriber for dependents whose only line never was, and is active again when they are covered again', () => {
    const [ada, ben] = [person('active', { ...PPO }), person('active', { ...PPO }, 'ben')];
    const change = (coverages: ResolvedCoverage[]): ResolvedRecord => ({
      recordNo: 1,
      line: 1,
      action: 'change',
      isSubscriber: true,
      relationship: 'self',
      values: {},
      coverages,
    });
    applyRecord(change([never('medical')]), ada, { dependents: [ben], created: false }, TODAY);
    expect([ada.status, ben.status]).toEqual(['terminated', 'terminated']);
    applyRecord(
      change([{ line: 'medical', action: 'add', planId: 'ppo', from: d('2026-11-01') }]),
      ada,
      { dependents: [ben], created: false },
      TODAY,
    );
    expect([ada.status, ben.status]).toEqual(['active', 'terminated']);
  });
});
