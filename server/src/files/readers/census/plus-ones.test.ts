import { calendarDateFrom } from '@openbenefits/domain/calendar-date';
import type { EnrollmentRecord } from '@openbenefits/domain/files/enrollment-record';
import { expect, it } from 'vitest';
import { RecordSink } from '../record-sink.ts';

let no = 0;
const record = (familyKey: string, relationship: 'self' | 'spouse' | 'child', tierKey?: string): EnrollmentRecord => {
  no += 1;
  const coverages = tierKey === undefined ? [] : [{ line: 'medical', action: 'compare', planKey: 'MED-PPO', tierKey }];
  return {
    recordNo: no,
    line: no,
    raw: 'row',
    source: 'census',
    action: 'compare',
    isSubscriber: relationship === 'self',
    relationship,
    familyKey,
    firstName: `Name${no}`,
    lastName: 'Oak',
    dateOfBirth: '2008-01-02',
    coverages,
    problems: [],
    warnings: [],
  } as unknown as EnrollmentRecord;
};

async function read(records: readonly EnrollmentRecord[], batchSize: number) {
  const batches: { family: string | undefined; tier: string | undefined }[][] = [];
  const sink = new RecordSink(
    'csv',
    calendarDateFrom('2026-11-20'),
    async (batch) =>
      void batches.push(batch.map(({ familyKey, coverages }) => ({ family: familyKey, tier: coverages[0]?.tier }))),
    batchSize,
  );
  for (const one of records) {
    sink.add(one);
    if (sink.full) await sink.flush();
  }
  await sink.flush(true);
  return { batches, remarks: sink.facts.remarks.map(({ code, count }) => [code, count]) };
}

it('a family is not handed over before it is known who the one is, wherever a batch ends', async () => {
  const list = () => [
    record('A', 'self', 'EE+1'),
    record('A', 'spouse'),
    record('B', 'self', 'EE+1'),
    record('B', 'child', 'EE+1'),
    record('C', 'self', 'EE+1'),
    record('C', 'child'),
    record('C', 'child'),
    record('D', 'self', 'EE+1'),
  ];
  for (const batchSize of [1, 2, 3, 500]) {
    const { batches, remarks } = await read(list(), batchSize);
    const tiers = batches.flat().filter(({ tier }) => tier !== undefined);
    expect(tiers).toEqual([
      { family: 'A', tier: 'ESP' },
      { family: 'B', tier: 'ECH' },
    ]);
    expect(
      batches
        .flat()
        .map(({ family }) => family)
        .join(''),
    ).toBe('AABBCCCD');
    expect(remarks).toEqual([['tier_unknown', 2]]);
  }
});

it('nobody waits for a family that does not end', async () => {
  const { batches } = await read(
    [record('A', 'self', 'EE+1'), ...Array.from({ length: 200 }, () => record('A', 'child'))],
    60,
  );
  expect(batches[0]?.length).toBe(60);
});
