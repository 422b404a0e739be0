import { type CalendarDate, calendarDateFrom } from '@openbenefits/domain/calendar-date';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { families } from '../testing/generated-people.ts';
import { openTestServer, type Person, type TestServer } from '../testing/test-server.ts';
import {
  csvOf,
  interchangeOf,
  loopOf,
  loopsOf,
  PLAIN,
  type WrittenCoverage,
  type WrittenFamily,
  type WrittenPerson,
  xlsxOf,
  xmlOf,
} from '../testing/written-people.ts';
import { newGroup, peopleOf } from './corpus-run.ts';

/** What must hold of files whoever is in them, through the whole server. Few runs: each is many uploads. */
let server: TestServer;
let dana: Person;
let groups = 0;
let controls = 0;

beforeAll(async () => {
  server = await openTestServer();
  dana = await server.as('administrator');
});
afterAll(() => server.close());

type Group = Awaited<ReturnType<typeof newGroup>>;
/** Effective before the first day that generated people are covered. */
const group = (): Promise<Group> => newGroup(dana, ++groups, { effectiveDate: '2025-01-01' });
const state = ({ id }: Group): Promise<string[]> => peopleOf(server, id);

async function load({ cim }: Group, name: string, bytes: string | Buffer) {
  const sent = await server.upload(dana, name, bytes, cim);
  expect(sent.status, sent.message).toBe(204);
  // People without coverage hold a file until somebody says that it is meant.
  const job = await server.posted(dana, sent.id);
  expect(job, JSON.stringify(job.stops)).toMatchObject({ status: 'completed', refused: 0 });
  return job;
}
/** Every group has a sender of its own: what one received says nothing about another. */
const edi = ({ cim }: Group, loops: readonly string[][], full: boolean, dialect = PLAIN): string =>
  interchangeOf(loops, { full, control: ++controls, sender: cim.slice(-10), dialect });

describe('any set of people', () => {
  it('comes to the same whether it is sent as a full or a change 834, CSV, workbook or XML, a second time it changes nothing, and it can be taken back', async () => {
    await fc.assert(
      fc.asyncProperty(families, async (people) => {
        const count = people.reduce((sum, { dependents }) => sum + 1 + dependents.length, 0);
        const ways: [string, (to: Group) => string | Buffer][] = [
          ['full.edi', (to) => edi(to, loopsOf(people, '030'), true)],
          [
            'change.edi',
            (to) =>
              edi(to, loopsOf(people.toReversed(), '021'), false, {
                ...PLAIN,
                element: '|',
                terminator: '\x1e',
                between: '',
              }),
          ],
          [
            'census.csv',
            () => csvOf(people, { separator: ';', lineEnd: '\r\n', mark: true, quoted: false, iso: false }),
          ],
          ['census.xlsx', () => xlsxOf(people)],
          ['people.xml', () => xmlOf(people)],
        ];
        const states = await Promise.all(
          ways.map(async ([name, write]) => {
            const to = await group();
            const sent = await load(to, name, write(to));
            expect(sent, name).toMatchObject({ added: count, changed: 0, ended: 0 });
            const first = await state(to);
            expect(await load(to, name, write(to)), `${name} again`).toMatchObject({
              added: 0,
              changed: 0,
              ended: 0,
              unchanged: count,
              missing: 0,
            });
            expect(await state(to), name).toEqual(first);
            await dana.api.changes.undo({ id: sent.changeId ?? '', idempotencyKey: crypto.randomUUID() });
            expect(await state(to), `${name} undone`).toEqual([]);
            return first;
          }),
        );
        for (const other of states.slice(1)) expect(other).toEqual(states[0]);
      }),
      { numRuns: 2 },
    );
  });
});

/** What happens in the life of a family; each is one change file, on the first of the next month. */
const EVENTS = [
  'hire',
  'plan',
  'dental',
  'birth',
  'move',
  'leave',
  'dependent leaves',
  'return',
  'correction',
  'cobra',
  'divorce',
] as const;
const story = fc.array(fc.record({ event: fc.constantFrom(...EVENTS), whom: fc.nat(2) }), {
  minLength: 4,
  maxLength: 8,
});
const FIRST_MONTH = 1;
const firstOf = (month: number): CalendarDate => calendarDateFrom(`2026-${String(month).padStart(2, '0')}-01`);
const dayBefore = (date: CalendarDate): CalendarDate =>
  calendarDateFrom(new Date(Date.parse(`${date}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10));

const isOpen = (person: WrittenPerson): boolean => person.coverages.some(({ until }) => until === undefined);
const open = (person: WrittenPerson, line: WrittenCoverage['line']): WrittenCoverage | undefined =>
  person.coverages.find((one) => one.line === line && one.until === undefined);
const everybody = ({ subscriber, dependents }: WrittenFamily): WrittenPerson[] => [subscriber, ...dependents];

/** Tells an event to the model and returns the loops of the change file that says it; none where it cannot happen. */
function happen(
  world: WrittenFamily[],
  { event, whom }: { event: (typeof EVENTS)[number]; whom: number },
  on: CalendarDate,
): string[][] {
  if (event === 'hire' || world.length === 0) {
    const place = world.length + 1;
    const subscriber: WrittenPerson = {
      first: 'Hanna',
      last: `Hired ${'ABCDEFGHI'[place]}`,
      ssn: `2197700${String(place).padStart(2, '0')}`,
      birth: calendarDateFrom('1988-02-29'),
      gender: 'F',
      relationship: 'self',
      coverages: [{ line: 'medical', plan: 'MED-PPO', from: on }],
    };
    const spouse: WrittenPerson = {
      first: 'Sam',
      last: subscriber.last,
      birth: calendarDateFrom('1987-05-05'),
      gender: 'M',
      relationship: 'spouse',
      coverages: [{ line: 'medical', plan: 'MED-PPO', from: on }],
    };
    const family = { key: subscriber.ssn ?? '', subscriber, dependents: [spouse] };
    world.push(family);
    return loopsOf([family], '021');
  }
  const family = world[whom % world.length] as WrittenFamily;
  const { key, subscriber, dependents } = family;
  const medical = open(subscriber, 'medical');
  switch (event) {
    case 'plan': {
      if (!medical || medical.from >= on) return [];
      const plan = medical.plan === 'MED-PPO' ? 'MED-HMO' : 'MED-PPO';
      for (const person of everybody(family)) {
        const held = open(person, 'medical');
        if (!held) continue;
        held.until = on;
        person.coverages.push({ line: 'medical', plan, from: on });
      }
      return loopOf(subscriber, key, '001', { coverages: [{ line: 'medical', plan, from: on }] });
    }
    case 'dental':
      if (!medical || subscriber.coverages.some(({ line }) => line === 'dental')) return [];
      subscriber.coverages.push({ line: 'dental', plan: 'DEN-BASIC', from: on });
      return loopOf(subscriber, key, '001', {
        hd: '021',
        coverages: [{ line: 'dental', plan: 'DEN-BASIC', from: on }],
      });
    case 'birth': {
      if (!medical) return [];
      const child: WrittenPerson = {
        first: `Kim ${'ABCDEFGHI'[dependents.length]}`,
        last: subscriber.last,
        birth: on,
        gender: 'F',
        relationship: 'child',
        coverages: [{ line: 'medical', plan: medical.plan, from: on }],
      };
      dependents.push(child);
      return loopOf(child, key, '021');
    }
    case 'move':
      subscriber.city = `Town ${on.slice(5, 7) === '01' ? 'A' : 'BCDEFGHIJKLM'[Number(on.slice(5, 7))]}`;
      return loopOf(subscriber, key, '001', { coverages: [] });
    case 'correction': {
      // The family keeps the number that it had: it is no SSN of anybody any more.
      const old = subscriber.ssn ?? '';
      if (old !== key) return [];
      subscriber.ssn = old.replace('21977', '21978');
      return loopOf(subscriber, key, '001', { coverages: [] }).flatMap((segment) => {
        if (segment[0] === 'NM1') return [['NM1', '74', ...segment.slice(2)]];
        return segment[0] === 'DMG' ? [segment, ['NM1', '70', '1', '', '', '', '', '', '34', old]] : [segment];
      });
    }
    case 'leave':
      if (!isOpen(subscriber)) return [];
      for (const person of everybody(family))
        for (const one of person.coverages) if (one.until === undefined) one.until = on;
      return loopOf(subscriber, key, '024', { coverages: [], dates: [['357', dayBefore(on)]] });
    case 'dependent leaves': {
      const leaver = dependents.find((one) => isOpen(one));
      if (!leaver) return [];
      for (const one of leaver.coverages) if (one.until === undefined) one.until = on;
      return loopOf(leaver, key, '024', { coverages: [], dates: [['357', dayBefore(on)]] });
    }
    case 'cobra': {
      if (!medical || subscriber.cobra) return [];
      const loops = loopOf(subscriber, key, '024', { coverages: [], dates: [['357', dayBefore(on)]] });
      for (const person of everybody(family)) {
        const plan = open(person, 'medical')?.plan;
        for (const one of person.coverages) if (one.until === undefined) one.until = on;
        if (plan === undefined) continue;
        person.cobra = true;
        const coverage: WrittenCoverage = { line: 'medical', plan, from: on };
        person.coverages.push(coverage);
        loops.push(...loopOf(person, key, '021', { coverages: [coverage] }));
      }
      return loops;
    }
    case 'divorce': {
      const spouse = dependents.find((one) => one.relationship === 'spouse');
      const held = spouse && open(spouse, 'medical');
      if (!spouse || !held) return [];
      for (const one of spouse.coverages) if (one.until === undefined) one.until = on;
      const { cobra: _, ...own } = spouse;
      const alone: WrittenPerson = {
        ...own,
        relationship: 'self',
        coverages: [{ line: 'medical', plan: held.plan, from: on }],
      };
      const split = { key: `X${key}`, subscriber: alone, dependents: [] };
      world.push(split);
      return [
        ...loopOf(spouse, key, '024', { coverages: [], dates: [['357', dayBefore(on)]] }),
        ...loopsOf([split], '021'),
      ];
    }
    case 'return': {
      if (isOpen(subscriber)) return [];
      const ends = subscriber.coverages.map(({ until }) => until ?? '').toSorted();
      for (const one of subscriber.coverages) if (one.until === ends.at(-1)) delete one.until;
      return loopOf(subscriber, key, '025', { coverages: [] });
    }
  }
}

describe('a story told in change files', () => {
  it('leads to what one full file says, and every file can be taken back, the last first, to the state before it', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (events) => {
        const told = await group();
        const world: WrittenFamily[] = [];
        const before: string[][] = [];
        const changes: string[] = [];
        for (const [month, event] of events.entries()) {
          const loops = happen(world, event, firstOf(FIRST_MONTH + month));
          if (loops.length === 0) continue;
          before.push(await state(told));
          const { changeId } = await load(told, `month-${month}.edi`, edi(told, loops, false));
          changes.push(changeId ?? '');
        }
        const full = await group();
        await load(full, 'full.edi', edi(full, loopsOf(world, '030'), true));
        const end = await state(told);
        expect(end).toEqual(await state(full));
        expect(await load(told, 'full.edi', edi(told, loopsOf(world, '030'), true))).toMatchObject({
          added: 0,
          changed: 0,
          ended: 0,
          missing: 0,
        });
        expect(await state(told)).toEqual(end);
        for (const id of changes.toReversed()) {
          await dana.api.changes.undo({ id, idempotencyKey: crypto.randomUUID() });
          expect(await state(told)).toEqual(before.pop());
        }
      }),
      { numRuns: 4 },
    );
  });
});
