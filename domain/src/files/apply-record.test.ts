import { describe, expect, it } from 'vitest';
import { type CalendarDate, calendarDateFrom as d } from '../calendar-date.ts';
import type { Span } from '../coverage/span.ts';
import type { PersonDraft } from '../members/person-draft.ts';
import type { RecordResult, ResolvedRecord } from './resolved-record.ts';
import { applyRecord } from './apply-record.ts';

const TODAY = d('2026-11-20');
const span = (planId: string, from: string, until?: string): Span => ({
  planId,
  from: d(from),
  until: until ? d(until) : null,
});

const person = (spans: PersonDraft['spans'], change: Partial<PersonDraft> = {}): PersonDraft => ({
  id: 'ada',
  isNew: false,
  groupId: 'g',
  subscriberId: null,
  memberNumber: null,
  relationship: 'self',
  status: 'active',
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
  ...change,
});
const record = (action: ResolvedRecord['action'], change: Partial<ResolvedRecord> = {}): ResolvedRecord => ({
  recordNo: 1,
  line: 1,
  action,
  isSubscriber: true,
  relationship: 'self',
  values: {},
  coverages: [],
  ...change,
});
const apply = (
  one: ResolvedRecord,
  to: PersonDraft,
  dependents: readonly PersonDraft[] = [],
  today: CalendarDate = TODAY,
) => applyRecord(one, to, { dependents, created: false }, today);

describe('a record of a file', () => {
  it('changes somebody who is here, and adds nobody, when it brings one more line', () => {
    const ada = person({ medical: [span('ppo', '2026-01-01')] });
    expect(
      apply(
        record('change', { coverages: [{ line: 'dental', action: 'add', planId: 'den', from: d('2026-04-01') }] }),
        ada,
      ),
    ).toMatchObject({
      effect: 'changed',
    });
  });

  it('reopens without a gap what ended last, when 025 names no line', () => {
    const ada = person(
      {
        medical: [span('ppo', '2026-01-01', '2026-07-01')],
        dental: [span('den', '2026-01-01', '2026-07-01')],
        vision: [span('vis', '2026-01-01', '2026-03-01')],
      },
      { status: 'terminated' },
    );
    expect(apply(record('reinstate'), ada)).toMatchObject({ effect: 'reinstated' });
    expect(ada).toMatchObject({
      status: 'active',
      spans: {
        medical: [span('ppo', '2026-01-01')],
        dental: [span('den', '2026-01-01')],
        vision: [span('vis', '2026-01-01', '2026-03-01')],
      },
    });
    expect(apply(record('reinstate'), ada)).toMatchObject({ effect: 'unchanged' });
    expect(apply(record('reinstate'), person({}))).toMatchObject({
      refused: { message: { text: 'There is no earlier coverage to reinstate. Send an addition instead.' } },
    });
  });

  it.each<[string, Span[], string, string, Span[]]>([
    [
      'that has taken the place of another',
      [span('hmo', '2026-01-01')],
      '2026-12-01',
      '2027-03-16',
      [span('hmo', '2026-01-01', '2026-12-01'), span('ppo', '2026-12-01', '2027-03-16')],
    ],
    [
      'that another was to follow',
      [span('ppo', '2026-01-01', '2027-01-01'), span('hmo', '2027-01-01')],
      '2026-01-01',
      '2026-12-16',
      [span('ppo', '2026-01-01', '2026-12-16')],
    ],
    ['of somebody who had nothing', [], '2026-12-01', '2027-03-16', [span('ppo', '2026-12-01', '2027-03-16')]],
  ])('of who leaves with a plan %s nothing goes on behind the last day', (_which, held, from, until, left) => {
    const ada = person({ medical: held });
    const coverages = [{ line: 'medical', action: 'compare', planId: 'ppo', from: d(from), until: d(until) } as const];
    apply(record('compare', { othersUntil: d(until), coverages }), ada);
    expect(ada.spans.medical).toEqual(left);
  });

  it('brings a dependent back as far as the subscriber is covered', () => {
    const ada = person({ medical: [span('ppo', '2026-01-01', '2026-10-01')] });
    const cal = person(
      { medical: [span('ppo', '2026-01-01', '2026-07-01')] },
      { id: 'cal', subscriberId: 'ada', status: 'terminated' },
    );
    expect(
      applyRecord(
        record('reinstate', { isSubscriber: false, relationship: 'child' }),
        cal,
        { subscriber: ada, dependents: [], created: false },
        TODAY,
      ),
    ).toMatchObject({ effect: 'reinstated' });
    expect(cal.spans.medical).toEqual([span('ppo', '2026-01-01', '2026-10-01')]);
  });

  it.each<[string, string, string | undefined, boolean, Span]>([
    ['begins before the subscriber', '2026-01-01', '2026-10-01', true, span('ppo', '2026-04-01', '2026-10-01')],
    ['ends after the subscriber', '2026-05-01', '2027-01-01', true, span('ppo', '2026-05-01', '2026-12-01')],
    ['has no end and the subscriber has one', '2026-05-01', undefined, true, span('ppo', '2026-05-01', '2026-12-01')],
    ['lies inside, to both days', '2026-04-01', '2026-12-01', false, span('ppo', '2026-04-01', '2026-12-01')],
  ])(
    'cuts the coverage of a dependent that %s, and says so again when it is repeated',
    (_name, from, until, isCut, held) => {
      const ada = person({ medical: [span('ppo', '2026-04-01', '2026-12-01')] });
      const cal = person({}, { id: 'cal', subscriberId: 'ada', isNew: true });
      const send = (): RecordResult =>
        applyRecord(
          record('compare', {
            isSubscriber: false,
            relationship: 'child',
            coverages: [
              {
                line: 'medical',
                action: 'compare',
                planId: 'ppo',
                from: d(from),
                ...(until ? { until: d(until) } : {}),
              },
            ],
          }),
          cal,
          { subscriber: ada, dependents: [], created: false },
          TODAY,
        );
      expect(send()).toMatchObject({ effect: 'changed', cut: isCut ? [0] : [] });
      expect(cal.spans.medical).toEqual([held]);
      expect(send()).toMatchObject({ effect: 'unchanged', cut: isCut && until !== undefined ? [0] : [] });
    },
  );

  it('ends with the employment what the row of a list does not name, and leaves what ended before', () => {
    const ada = person({
      medical: [span('ppo', '2026-01-01')],
      dental: [span('den', '2026-01-01')],
      vision: [span('vis', '2026-01-01', '2026-04-01')],
    });
    const left = record('compare', {
      othersUntil: d('2026-11-01'),
      coverages: [{ line: 'medical', action: 'compare', planId: 'ppo', from: d('2026-01-01'), until: d('2026-11-01') }],
    });
    expect(apply(left, ada)).toMatchObject({
      effect: 'ended',
      touched: [{ summary: 'Medical ends 10/31/2026, Dental ends 10/31/2026 with the employment' }],
    });
    expect(ada).toMatchObject({
      status: 'terminated',
      spans: { dental: [span('den', '2026-01-01', '2026-11-01')], vision: [span('vis', '2026-01-01', '2026-04-01')] },
    });
    expect(apply(left, ada)).toMatchObject({ effect: 'unchanged' });
  });

  it('is known where an end of everything comes again, though another line had ended before it', () => {
    const ada = (): PersonDraft =>
      person(
        { medical: [span('ppo', '2026-01-01', '2026-12-01')], dental: [span('den', '2026-01-01', '2026-11-01')] },
        { status: 'pending_termination' },
      );
    expect(apply(record('end', { endsUntil: d('2026-12-01') }), ada())).toMatchObject({ effect: 'unchanged' });
    expect(apply(record('end', { endsUntil: d('2026-12-15') }), ada())).toMatchObject({
      refused: { message: { text: expect.stringContaining('already ended on an earlier day') } },
    });
    expect(apply(record('end', { endsUntil: d('2026-11-01') }), ada())).toMatchObject({ effect: 'ended' });
  });

  const END = { line: 'medical', action: 'end', planId: 'ppo', until: d('2026-03-01') } as const;
  const AGAIN = { line: 'medical', action: 'add', planId: 'ppo', from: d('2027-01-01') } as const;
  it.each([
    ['the end first', [END, AGAIN]],
    ['the addition first', [AGAIN, END]],
  ])(
    'that ends the subscriber and covers it again after a gap ends a dependent, who is not covered again without being named: %s',
    (_, coverages) => {
      const ada = person({ medical: [span('ppo', '2026-01-01')] });
      const ben = person(
        { medical: [span('ppo', '2026-01-01')] },
        { id: 'ben', subscriberId: 'ada', relationship: 'spouse' },
      );
      apply(record('change', { coverages }), ada, [ben]);
      expect(ada.spans.medical).toMatchObject([span('ppo', '2026-01-01', '2026-03-01'), span('ppo', '2027-01-01')]);
      expect([ben.spans.medical, ben.status]).toMatchObject([[span('ppo', '2026-01-01', '2026-03-01')], 'terminated']);
    },
  );

  it.each([
    [
      'goes on where the same plan begins on the next day, with a new level',
      'ppo',
      'unchanged',
      [span('ppo', '2026-01-01')],
    ],
    [
      'ends where another plan begins then',
      'hmo',
      'changed',
      [span('ppo', '2026-01-01', '2026-12-01'), span('hmo', '2026-12-01')],
    ],
  ])('that ends a plan %s, for the dependents too', (_, planId, effect, spans) => {
    const ada = person({ medical: [span('ppo', '2026-01-01')] });
    const ben = person(
      { medical: [span('ppo', '2026-01-01')] },
      { id: 'ben', subscriberId: 'ada', relationship: 'spouse' },
    );
    const coverages = [
      { ...END, until: d('2026-12-01') },
      { ...AGAIN, planId, from: d('2026-12-01') },
    ];
    expect(apply(record('change', { coverages }), ada, [ben])).toMatchObject({ effect });
    expect([ada.spans.medical, ben.spans.medical]).toMatchObject([spans, spans]);
  });

  it('parts the coverage of the employment from COBRA, which begins on the next day', () => {
    const ada = person({ medical: [span('ppo', '2026-01-01')] });
    const coverages = [
      { ...END, until: d('2026-12-01') },
      { ...AGAIN, from: d('2026-12-01') },
    ];
    apply(record('change', { benefitStatus: 'C', coverages }), ada);
    expect(ada.spans.medical).toMatchObject([span('ppo', '2026-01-01', '2026-12-01'), span('ppo', '2026-12-01')]);
  });

  it('takes back what it adds where the end names the first day of that', () => {
    const ada = person({ medical: [span('ppo', '2026-01-01', '2026-03-01')] });
    apply(record('change', { coverages: [AGAIN, { ...END, from: AGAIN.from, until: AGAIN.from }] }), ada);
    expect(ada.spans.medical).toMatchObject([span('ppo', '2026-01-01', '2026-03-01')]);
  });

  it('names the coverage that is wrong by its place in the file, in whatever order they are taken', () => {
    const ada = person({ medical: [span('ppo', '2026-01-01')] });
    expect(apply(record('change', { coverages: [{ ...AGAIN, until: AGAIN.from }, END] }), ada)).toMatchObject({
      refused: { field: 'coverages.0' },
    });
  });

  it('names the plan and the day of what is reinstated where they are others than had ended', () => {
    const ended = (): PersonDraft =>
      person({ medical: [span('ppo', '2026-01-01', '2026-11-01')] }, { status: 'terminated' });
    const again = (change: { planId: string; from?: CalendarDate }) =>
      apply(
        record('reinstate', {
          coverages: [{ line: 'medical', action: 'reinstate', planName: change.planId.toUpperCase(), ...change }],
        }),
        ended(),
      );
    expect(again({ planId: 'ppo' })).toMatchObject({ touched: [{ summary: 'Medical reinstated' }] });
    expect(again({ planId: 'hmo', from: d('2026-11-01') })).toMatchObject({
      touched: [{ summary: 'HMO reinstated from 11/01/2026' }],
    });
    expect(again({ planId: 'ppo', from: d('2026-12-01') })).toMatchObject({
      touched: [{ summary: 'PPO reinstated from 12/01/2026' }],
    });
  });

  it('leaves somebody to end whose coverage is another now and ends on a known day all the same, and so with the subscriber’s change', () => {
    const ends = { medical: [span('ppo', '2026-01-01', '2027-01-01')] };
    const change = record('change', {
      coverages: [{ line: 'medical', action: 'change', planId: 'hmo', from: d('2026-11-01') }],
    });
    const ada = person({ medical: [span('ppo', '2026-01-01')] });
    const ben = person(
      { ...ends },
      { id: 'ben', subscriberId: 'ada', relationship: 'spouse', status: 'pending_termination' },
    );
    expect(apply(change, ada, [ben])).toMatchObject({ effect: 'changed', touched: [{}, { effect: 'changed' }] });
    expect([ada.status, ben.status, ben.spans.medical?.at(-1)?.until]).toEqual([
      'active',
      'pending_termination',
      '2027-01-01',
    ]);
    const back = person({ medical: [span('ppo', '2026-01-01', '2026-11-01')] }, { status: 'terminated' });
    apply(
      record('reinstate', {
        coverages: [{ line: 'medical', action: 'reinstate', planId: 'ppo', until: d('2027-01-01') }],
      }),
      back,
    );
    expect(back.status).toBe('pending_termination');
  });

  it('says what goes on where the row of a list only ends what it names', () => {
    const ada = person({ medical: [span('ppo', '2026-01-01')], dental: [span('den', '2026-01-01')] });
    expect(
      apply(
        record('end', { othersUntil: null, coverages: [{ line: 'medical', action: 'end', until: d('2026-11-01') }] }),
        ada,
      ),
    ).toMatchObject({
      touched: [{ summary: 'Medical ends 10/31/2026, Dental not terminated by this row' }],
    });
    expect(ada.spans.dental).toEqual([span('den', '2026-01-01')]);
  });

  it('leaves whoever keeps an open line active, though INS says 024', () => {
    const ada = person({ medical: [span('ppo', '2026-01-01')], dental: [span('den', '2026-01-01')] });
    apply(record('end', { coverages: [{ line: 'dental', action: 'end', until: d('2026-07-01') }] }), ada);
    expect(ada).toMatchObject({ status: 'active', spans: { dental: [span('den', '2026-01-01', '2026-07-01')] } });
  });

  it('makes the whole family pending until a last day that is still to come', () => {
    const ada = person({ medical: [span('ppo', '2026-01-01')] });
    const cal = person({ medical: [span('ppo', '2026-01-01')] }, { id: 'cal', subscriberId: 'ada' });
    apply(record('end', { endsUntil: d('2027-01-01') }), ada, [cal]);
    expect([ada.status, cal.status]).toEqual(['pending_termination', 'pending_termination']);
    expect(cal.spans.medical).toEqual([span('ppo', '2026-01-01', '2027-01-01')]);
  });

  it.each([
    ['Ada', 'ADA', 'Ada', 'unchanged'],
    ['ADA', 'Ada', 'Ada', 'changed'],
    ['McAda', 'MCADA', 'McAda', 'unchanged'],
    ['José', 'JOSÉ', 'José', 'unchanged'],
    ['José', 'JOSE', 'JOSE', 'changed'],
    ['Ada', 'ADA MARIE', 'ADA MARIE', 'changed'],
  ])('of %s here and %s in the file, %s is kept', (here, sent, kept, effect) => {
    const ada = person({ medical: [span('ppo', '2026-01-01')] }, { values: { firstName: here } });
    expect(apply(record('change', { values: { firstName: sent } }), ada)).toMatchObject({ effect });
    expect(ada.values.firstName).toBe(kept);
  });

  it('ends with everything somebody who has dropped a line before; who has nothing left that reaches the day is told', () => {
    const ada = person({ medical: [span('ppo', '2026-01-01')], dental: [span('den', '2026-01-01', '2026-03-01')] });
    expect(apply(record('end', { endsUntil: d('2026-10-01') }), ada)).toMatchObject({
      effect: 'ended',
      touched: [{ summary: 'Medical ends 09/30/2026' }],
    });
    expect(ada).toMatchObject({
      status: 'terminated',
      spans: { medical: [span('ppo', '2026-01-01', '2026-10-01')], dental: [span('den', '2026-01-01', '2026-03-01')] },
    });
    expect(apply(record('end', { endsUntil: d('2026-11-01') }), ada)).toMatchObject({
      refused: { field: 'endsUntil', message: { text: expect.stringContaining('already ended on an earlier day') } },
    });
  });

  it('moves an end beyond the retro window for the whole family, says from which day, or refuses all of it', () => {
    const family = () =>
      [
        person({ medical: [span('ppo', '2026-01-01')], dental: [span('den', '2026-01-01')] }),
        person({ medical: [span('ppo', '2026-01-01')] }, { id: 'cal', subscriberId: 'ada' }),
      ] as const;
    const leave = record('end', { endsUntil: d('2026-08-01') });
    const [ada, cal] = family();
    expect(
      applyRecord(leave, ada, { dependents: [cal], created: false }, TODAY, { rule: 'moved', days: 60, today: TODAY }),
    ).toMatchObject({
      effect: 'ended',
      touched: [
        { summary: 'Medical ends 09/30/2026, moved from 07/31/2026, Dental ends 09/30/2026, moved from 07/31/2026' },
        { summary: 'With the subscriber: Medical ends 09/30/2026' },
      ],
    });
    expect([ada.spans.dental, cal.spans.medical]).toEqual([
      [span('den', '2026-01-01', '2026-10-01')],
      [span('ppo', '2026-01-01', '2026-10-01')],
    ]);
    const [eve, fay] = family();
    expect(
      applyRecord(leave, eve, { dependents: [fay], created: false }, TODAY, {
        rule: 'refused',
        days: 60,
        today: TODAY,
      }),
    ).toMatchObject({
      refused: { field: 'endsUntil' },
    });
    expect(fay.spans.medical).toEqual([span('ppo', '2026-01-01')]);
  });

  describe('a dependent who leaves on the day on which the subscriber changes plan', () => {
    const dependent = (action: ResolvedRecord['action'], coverages: ResolvedRecord['coverages']): ResolvedRecord =>
      record(action, { isSubscriber: false, relationship: 'spouse', coverages });
    const oldEnds = { line: 'medical', action: 'end', planId: 'ppo', until: d('2026-12-01') } as const;
    const newBegins = { line: 'medical', action: 'add', planId: 'hmo', from: d('2026-12-01') } as const;
    const switched = (): { ben: PersonDraft; send: (one: ResolvedRecord) => ReturnType<typeof applyRecord> } => {
      const ada = person({ medical: [span('ppo', '2026-01-01')] });
      const ben = person(
        { medical: [span('ppo', '2026-01-01')] },
        { id: 'ben', subscriberId: 'ada', relationship: 'spouse' },
      );
      apply(record('change', { coverages: [oldEnds, newBegins] }), ada, [ben]);
      return { ben, send: (one) => applyRecord(one, ben, { subscriber: ada, dependents: [], created: false }, TODAY) };
    };

    it('does not keep the new plan, which only followed', () => {
      const { ben, send } = switched();
      expect(ben.spans.medical).toMatchObject([span('ppo', '2026-01-01', '2026-12-01'), span('hmo', '2026-12-01')]);
      expect(send(dependent('end', [oldEnds]))).toMatchObject({ effect: 'ended' });
      expect(ben.spans.medical).toEqual([span('ppo', '2026-01-01', '2026-12-01')]);
    });

    it.each([
      ['old plan first', [oldEnds, newBegins]],
      ['new plan first', [newBegins, oldEnds]],
    ])('keeps it where the file names it for the dependent, too: %s', (_name, coverages) => {
      const { ben, send } = switched();
      expect(send(dependent('change', coverages))).toMatchObject({ effect: 'unchanged' });
      expect(ben.spans.medical).toMatchObject([span('ppo', '2026-01-01', '2026-12-01'), span('hmo', '2026-12-01')]);
      const again = switched();
      for (const one of coverages) again.send(dependent('change', [one]));
      expect(again.ben.spans.medical).toMatchObject([
        span('ppo', '2026-01-01', '2026-12-01'),
        span('hmo', '2026-12-01'),
      ]);
    });
  });
});
