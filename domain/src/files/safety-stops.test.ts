import { fileMessage } from './messages/file-message.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarDateFrom as d } from '../calendar-date.ts';
import { NOTHING_BEFORE } from './edi-834/sets-before.ts';
import { type Absences, type FileSituation, isMany, NO_ABSENCES, safetyStops } from './safety-stops.ts';
import type { StopCode } from './safety-stop.ts';

const CLEAN: FileSituation = {
  mode: 'full',
  activePeople: 451,
  endedByFile: 3,
  missing: NO_ABSENCES,
  waivedWithoutDay: 0,
  rescinded: 0,
  paidEnds: 0,
  otherIdentities: 0,
  uncovered: { people: 0, columns: [] },
  records: 448,
  lastRecords: 447,
  identityConflicts: 0,
  otherReceivers: [],
  otherGroup: null,
  heldGroups: [],
  setsBefore: NOTHING_BEFORE,
  changesOfKnown: 0,
  usedReference: null,
  isTest: false,
  fileDate: d('2026-11-18'),
  newestFileDate: d('2026-10-18'),
  modeConflict: null,
  dateOrder: null,
  otherSheets: [],
  secondApprovalFrom: null,
  approvalWanted: false,
};

const USED = { reference: 'R-2026-11', at: '11/18/2026', file: '01a1fa5f-4eb3-7650-afb7-38f53e9fa26a' };
const EARLIER = { at: '11/18/2026', file: USED.file, isWaiting: false };
const NUMBER_USED = { ...EARLIER, interchange: '000000401', isOriginalGone: false };
const absent = (people: number): Absences => ({ people, absent: people, lines: [] });

describe('safety stops', () => {
  it.each<[string, Partial<FileSituation>, StopCode[]]>([
    ['a clean file', {}, []],
    ['27 of 451 missing', { missing: absent(27) }, ['missing_people']],
    ['22 missing of 451 are proposed, and hold nothing up', { missing: absent(22) }, []],
    [
      'somebody missing whom the file covers in another family',
      { missing: { ...absent(1), elsewhere: 1 } },
      ['missing_people'],
    ],
    [
      '27 of 451 without dental',
      { missing: { people: 27, absent: 0, lines: [{ line: 'dental', people: 27 }] } },
      ['missing_people'],
    ],
    [
      '27 missing of 451, of whom some by a line only',
      {
        missing: {
          people: 27,
          absent: 5,
          lines: [
            { line: 'dental', people: 20 },
            { line: 'vision', people: 9 },
          ],
        },
      },
      ['missing_people'],
    ],
    [
      '3 new members without the coverage that their rows state',
      { uncovered: { people: 3, columns: ['Tier'] } },
      ['uncovered_members'],
    ],
    ['22 ended of 451 are 4.9 %', { endedByFile: 22 }, []],
    ['23 ended of 451 are more than 5 %', { endedByFile: 23 }, ['mass_termination']],
    ['5 of 8 ended are within five people', { activePeople: 8, endedByFile: 5 }, []],
    ['6 of 8 ended', { activePeople: 8, endedByFile: 6 }, ['mass_termination']],
    ['a waiver of what somebody has, without a day', { mode: 'census', waivedWithoutDay: 1 }, ['waived_without_day']],
    ['a member on record becomes somebody else', { mode: 'change', otherIdentities: 1 }, ['other_identity']],
    ['coverage that has begun and never was', { mode: 'change', rescinded: 1 }, ['rescission']],
    ['coverage that was paid for', { mode: 'change', paidEnds: 1 }, ['paid_coverage']],
    ['10 % fewer records', { records: 90, lastRecords: 100 }, []],
    ['11 % fewer records', { records: 89, lastRecords: 100 }, ['fewer_records']],
    ['a short change file after a long one', { mode: 'change', records: 2, lastRecords: 400 }, []],
    ['a short census after a long one', { mode: 'census', records: 2, lastRecords: 400 }, []],
    ['a first file', { records: 1, lastRecords: null }, []],
    ['an SSN that contradicts', { identityConflicts: 1 }, ['identity_conflict']],
    [
      'another receiver',
      {
        otherReceivers: [{ sender: 'Northwind Payroll', receivers: ['133052274'], known: ['OPENBENEFITS', 'OBTEST'] }],
      },
      ['other_receiver'],
    ],
    ['another group', { otherGroup: { chosen: 'Kestrel', named: 'Dunmore' } }, ['other_group']],
    ['a group that is terminated by now', { heldGroups: [{ name: 'Kestrel', status: 'terminated' }] }, ['group_held']],
    [
      'the same sets with the same content',
      { setsBefore: { ...NOTHING_BEFORE, sets: 2, known: ['0001', '0002'], latest: EARLIER } },
      ['already_processed'],
    ],
    [
      'one of two sets with the same content, the other new',
      { setsBefore: { ...NOTHING_BEFORE, sets: 2, known: ['0001'], latest: EARLIER } },
      ['sets_processed'],
    ],
    [
      'one of two sets with the same content, the other with another',
      { setsBefore: { sets: 2, known: ['0001'], latest: EARLIER, numberUsed: NUMBER_USED } },
      ['sets_processed', 'same_interchange'],
    ],
    [
      'the same interchange with other content',
      { setsBefore: { ...NOTHING_BEFORE, sets: 1, numberUsed: NUMBER_USED } },
      ['same_interchange'],
    ],
    ['the same reference', { usedReference: USED }, ['same_reference']],
    [
      'the same reference in the same interchange',
      { usedReference: USED, setsBefore: { ...NOTHING_BEFORE, sets: 1, numberUsed: NUMBER_USED } },
      ['same_interchange'],
    ],
    ['a test', { isTest: true }, ['test_file']],
    ['an older file', { fileDate: d('2026-09-01') }, ['older_file']],
    ['a file of the same day', { fileDate: d('2026-10-18') }, []],
    ['a mode that contradicts', { modeConflict: fileMessage('mode_parts_differ') }, ['mode_unclear']],
    ['dates that show another order', { dateOrder: { showing: 2, doubtful: 1, readDayFirst: false } }, ['date_order']],
    ['sheets that were not read', { otherSheets: ['COBRA'] }, ['other_sheets']],
    ['an end where two persons approve from one on', { secondApprovalFrom: 1, endedByFile: 1 }, ['second_approval']],
    ['fewer ends than take two persons', { secondApprovalFrom: 3, endedByFile: 2 }, []],
    [
      'ends that take two persons, with another reason',
      { secondApprovalFrom: 1, endedByFile: 1, isTest: true },
      ['test_file'],
    ],
    ['a sender whose files wait', { approvalWanted: 'sender' }, ['approval_wanted']],
    ['a sender whose files wait, with another reason', { approvalWanted: 'sender', isTest: true }, ['test_file']],
    ['a queue in which every file waits', { approvalWanted: 'queue' }, ['approval_wanted']],
    ['a file into which mended records were put', { approvalWanted: 'mended' }, ['approval_wanted']],
    [
      'a file of which somebody has chosen before it was worked out again',
      { approvalWanted: 'chosen' },
      ['approval_wanted'],
    ],
  ])('%s', (_name, change, codes) =>
    expect(safetyStops({ ...CLEAN, ...change }).map(({ code }) => code)).toEqual(codes),
  );

  it('says the share and the limit', () => {
    expect(safetyStops({ ...CLEAN, missing: absent(27) })[0]).toMatchObject({
      title: '27 of 451 people are missing from this file',
      text: expect.stringContaining(
        'That is 6.0%. Files from this sender are held when more than 5 people and more than 5% are missing.',
      ),
      people: 27,
    });
    const dental = { line: 'dental', people: 20 } as const;
    expect(
      safetyStops({ ...CLEAN, missing: { people: 27, absent: 0, lines: [{ ...dental, people: 27 }] } })[0],
    ).toMatchObject({
      title: 'Dental is not listed for 27 of 451 people in this file',
      text: expect.stringMatching(/^27 people are listed without Dental\. That is 6\.0%/),
      people: 27,
    });
    expect(
      safetyStops({ ...CLEAN, missing: { people: 27, absent: 5, lines: [dental, { line: 'vision', people: 9 }] } })[0],
    ).toMatchObject({
      title: '27 of 451 people are missing from this file, or their coverage line is',
      text: expect.stringMatching(
        /^5 people are not listed. 20 people are listed without Dental. 9 people are listed without Vision\./,
      ),
    });
  });

  it('says which sets came before, where, and what becomes of them', () => {
    const [some, other] = safetyStops({
      ...CLEAN,
      setsBefore: {
        sets: 3,
        known: ['0001', '0003'],
        latest: EARLIER,
        numberUsed: { ...NUMBER_USED, isOriginalGone: true },
      },
      changesOfKnown: 4,
    });
    expect(some).toMatchObject({
      title: '2 of 3 transaction sets of this file were already processed',
      file: USED.file,
      text: expect.stringMatching(
        /^Sets 0001, 0003 arrived on 11\/18\/2026 .* in a file that was applied\. Their changes are left out/,
      ),
    });
    expect(other).toMatchObject({
      file: USED.file,
      text: expect.stringContaining('000000401 (ISA13) on 11/18/2026. That file was removed, so we can’t tell'),
    });
    const [waiting] = safetyStops({
      ...CLEAN,
      setsBefore: { ...NOTHING_BEFORE, sets: 1, known: ['0001'], latest: { ...EARLIER, isWaiting: true } },
    });
    expect(waiting).toMatchObject({
      title: 'This file is already waiting',
      text: expect.stringContaining('Only one of the two is needed'),
    });
  });

  it.each([
    [0, 1, /was applied\. It would change no one now\.$/],
    [2, 1, /Members this file would change were changed since then, or rejected at that time\.$/],
    [0, 3, /They would change no one now\.$/],
  ])(
    'says what a file that came before would still change: %i records, of one of whose %i sets more are new',
    (changesOfKnown, sets, text) => {
      const known = sets === 1 ? ['0001'] : ['0001', '0002'];
      expect(
        safetyStops({ ...CLEAN, setsBefore: { ...NOTHING_BEFORE, sets, known, latest: EARLIER }, changesOfKnown })[0]
          ?.text,
      ).toMatch(text);
    },
  );

  it('holds exactly above max(people, percent)', () => {
    fc.assert(
      fc.property(
        fc.nat(2000),
        fc.nat(2000),
        (count, of) => isMany(count, of, 5, 5) === (count > 5 && count > Math.floor(of / 20)),
      ),
    );
  });
});
