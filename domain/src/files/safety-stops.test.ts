import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarDateFrom as d } from '../calendar-date.ts';
import { type FileSituation, isMany, safetyStops, type StopCode } from './safety-stops.ts';

const CLEAN: FileSituation = {
  mode: 'full', activePeople: 451, endedByFile: 3, missing: 0, waivedWithoutDay: 0, records: 448, lastRecords: 447, identityConflicts: 0, otherGroup: null, sameInterchangeAt: null, isTest: false,
  fileDate: d('2026-11-18'), newestFileDate: d('2026-10-18'), modeConflict: null, dateOrder: null, otherSheets: [], approvalWanted: false,
};

describe('safety stops', () => {
  it.each<[string, Partial<FileSituation>, StopCode[]]>([
    ['a clean file', {}, []],
    ['27 of 451 missing', { missing: 27 }, ['missing_people']],
    ['22 missing of 451 are proposed, and hold nothing up', { missing: 22 }, []],
    ['22 ended of 451 are 4.9 %', { endedByFile: 22 }, []],
    ['23 ended of 451 are more than 5 %', { endedByFile: 23 }, ['mass_termination']],
    ['5 of 8 ended are within five people', { activePeople: 8, endedByFile: 5 }, []],
    ['6 of 8 ended', { activePeople: 8, endedByFile: 6 }, ['mass_termination']],
    ['a waiver of what somebody has, without a day', { mode: 'census', waivedWithoutDay: 1 }, ['waived_without_day']],
    ['10 % fewer records', { records: 90, lastRecords: 100 }, []],
    ['11 % fewer records', { records: 89, lastRecords: 100 }, ['fewer_records']],
    ['a short change file after a long one', { mode: 'change', records: 2, lastRecords: 400 }, []],
    ['a short census after a long one', { mode: 'census', records: 2, lastRecords: 400 }, []],
    ['a first file', { records: 1, lastRecords: null }, []],
    ['an SSN that contradicts', { identityConflicts: 1 }, ['identity_conflict']],
    ['another group', { otherGroup: { chosen: 'Kestrel', named: 'Dunmore' } }, ['other_group']],
    ['the same interchange', { sameInterchangeAt: '11/18/2026' }, ['same_interchange']],
    ['a test', { isTest: true }, ['test_file']],
    ['an older file', { fileDate: d('2026-09-01') }, ['older_file']],
    ['a file of the same day', { fileDate: d('2026-10-18') }, []],
    ['a mode that contradicts', { modeConflict: 'The file says changes, the profile full.' }, ['mode_unclear']],
    ['dates that show another order', { dateOrder: { showing: 2, doubtful: 1, readDayFirst: false } }, ['date_order']],
    ['sheets that were not read', { otherSheets: ['COBRA'] }, ['other_sheets']],
    ['a sender whose files wait', { approvalWanted: 'sender' }, ['approval_wanted']],
    ['a sender whose files wait, with another reason', { approvalWanted: 'sender', isTest: true }, ['test_file']],
    ['a queue in which every file waits', { approvalWanted: 'queue' }, ['approval_wanted']],
  ])('%s', (_name, change, codes) => expect(safetyStops({ ...CLEAN, ...change }).map(({ code }) => code)).toEqual(codes));

  it('says the share and the limit', () => {
    expect(safetyStops({ ...CLEAN, missing: 27 })[0]).toMatchObject({ title: '27 of 451 people are missing from this file', text: expect.stringContaining('That is 6.0 %'), people: 27 });
  });

  it('holds exactly above max(people, percent)', () => {
    fc.assert(fc.property(fc.nat(2000), fc.nat(2000), (count, of) => isMany(count, of, 5, 5) === (count > 5 && count > Math.floor(of / 20))));
  });
});
