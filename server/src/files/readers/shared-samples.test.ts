import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ack999Text } from '@openbenefits/domain/files/acknowledgements/ack-999';
import { type Outcome, readHere, refusalOf } from './samples/read-here.ts';

/** A collection of files from public projects that lies beside the repository; without it these tests are skipped. */
const folder = new URL('../../../../../shared/samples/', import.meta.url).pathname;
const isThere = existsSync(folder);
const path = (name: string): string => `${folder}${name}`;

/** People and how many of them are refused, counted by hand in each file. */
const PEOPLE: Readonly<Record<string, [people: number, refused: number]>> = {
  '834/cloudhealthoffice-families-add-change-term.edi': [7, 0],
  '834/databricks-834_test.edi': [1, 1],
  '834/databricks-EDI_834.edi': [1, 0],
  '834/lfh-demo.edi': [1, 0],
  '834/mpulse-AnP-IHG-new-enroll-sub-spouse-dep-medical.edi': [3, 0],
  '834/mpulse-AnP-TEST-tier1-invalid-codes.edi': [1, 1],
  '834/mpulse-CHOICE-TEST-5010-anthem.edi': [2, 2],
  '834/pipe-elements-newline-terminator.edi': [1, 1],
  '834/pyx12-834_deident_family.edi': [3, 3],
  '834/pyx12-834_deident_term.edi': [2, 2],
  '834/pyx12-834_ls_le_ls.edi': [1, 1],
  '834/pyx12-example834-5010.edi': [1, 1],
  '834/pyx12-multiple-st.edi': [4, 4],
  '834/stupidedi-add-dependent-full-time-student-to-existing-enrollment.edi': [1, 0],
  '834/stupidedi-add-subscriber-coverage.edi': [1, 0],
  '834/stupidedi-cancel-a-dependent.edi': [1, 0],
  '834/stupidedi-change-subscriber-information.edi': [1, 0],
  '834/stupidedi-enroll-employee-in-managed-care-product.edi': [1, 0],
  '834/stupidedi-enroll-employee-in-multiple-health-care-insurance-products.edi': [1, 0],
  '834/stupidedi-reinstate-an-employee.edi': [1, 0],
  '834/stupidedi-reinstate-employee-at-coverage-hd-level.edi': [1, 0],
  '834/stupidedi-reinstate-member-eligibility-ins.edi': [1, 0],
  '834/stupidedi-terminate-eligibility-for-subscriber.edi': [1, 0],
  '834/x12parser-dhcs-example1.edi': [1, 0],
  '834-ours/change-month2.edi': [4, 0],
  '834-ours/dirty-short-isa-crlf.edi': [2, 0],
  '834-ours/errors-mixed.edi': [7, 3],
  '834-ours/full-month1.edi': [7, 0],
  '834-ours/full-month2.edi': [7, 0],
  '834-ours/indented-lfcr-no-final-terminator.edi': [2, 0],
  'census/dchl-conversion-employees.csv': [3, 2],
  'census/dchl-employee-census.xlsx': [2, 0],
  'census/dchl-seed-census.csv': [11, 0],
  'census/synthetic-census-errors.csv': [10, 3],
};
const REFUSED: Readonly<Record<string, RegExp>> = {
  '834/impendjcs-valid.edi':
    /The interchange header \(ISA\) is damaged: the component separator \(ISA16\) is missing, so the separators of the file are uncertain \(TA1 notes 022 and 027\)\. Ask the sender for a new file\./,
  '834/x12parser-4010-example1.edi': /old version 4010/,
};

/** What the 999 finds; every sample that is not here keeps to the guide, as the programs that published it say. */
const FINDINGS: Readonly<Record<string, string[]>> = {
  '834/databricks-834_test.edi': ['SE 4', 'HD 31 2300 HD01 7'],
  '834/mpulse-AnP-TEST-tier1-invalid-codes.edi': ['SE 4', 'INS 5 2000 INS02 7 INS03 7 INS04 7'],
  '834/mpulse-CHOICE-TEST-5010-anthem.edi': [
    'BGN 2  BGN08 1',
    'N2 4  6',
    'N3 5  2',
    'N4 6  2',
    'REF 8  7',
    'REF 9  7',
    'REF 10  7',
    'REF 11  7',
    'PER 12  2',
    'DTP 13  7',
    'DTP 15  7',
    'REF 17  7',
    'DTP 18  7',
    'N1 21 1000C N103 7',
    'NM1 37 2310 NM109 2',
  ],
  '834/pipe-elements-newline-terminator.edi': ['SE 4', 'N1 3 1000A 3', 'N1 3 1000B 3'],
  '834/x12parser-dhcs-example1.edi': ['BGN 2  BGN07 I10 BGN08 1', 'INS 6 2000 INS09 7'],
  '834-ours/dirty-short-isa-crlf.edi': ['SE 3', 'BGN 2  BGN02 1', 'DMG 24 2100A DMG02 1'],
  '834-ours/indented-lfcr-no-final-terminator.edi': ['QTY 6  7'],
  '834-ours/errors-mixed.edi': ['SE 4', 'INS 84 2000 INS03 7', 'DTP 89 2300 DTP03 8'],
};
const found = ({ facts }: Outcome): string[] =>
  facts.interchanges.flatMap(({ groups }) =>
    groups.flatMap(({ sets }) =>
      sets.flatMap(({ reasons, findings }) => [
        ...reasons.map((reason) => `SE ${reason}`),
        ...findings.map(({ segment, position, loop, code, elements }) =>
          [
            `${segment} ${position} ${loop}`,
            ...(elements.length > 0
              ? elements.map((one) => `${segment}${String(one.element).padStart(2, '0')} ${one.code}`)
              : [code]),
          ].join(' '),
        ),
      ]),
    ),
  );

const key = ({ lastName, firstName }: { lastName?: string; firstName?: string }): string => `${lastName} ${firstName}`;

describe.skipIf(!isThere)(
  `samples beside the repository${isThere ? '' : ' (skipped: the folder ../shared/samples is not there)'}`,
  () => {
    it('are all expected here', () => {
      for (const kind of ['834', '834-ours', 'census']) {
        const files = readdirSync(path(kind)).filter((name) => /\.(edi|csv|xlsx)$/.test(name));
        for (const name of files) expect(`${kind}/${name}` in PEOPLE || `${kind}/${name}` in REFUSED, name).toBe(true);
      }
    });

    it.each(Object.entries(PEOPLE))('%s', async (name, [people, refused]) => {
      const { records, facts } = await readHere(path(name));
      expect([records.length, records.filter(({ problems }) => problems.length > 0).length]).toEqual([people, refused]);
      expect([facts.records, facts.problems]).toEqual([people, refused]);
    });

    it.each(Object.keys(PEOPLE).filter((name) => name.endsWith('.edi')))('%s is acknowledged', async (name) =>
      expect(found(await readHere(path(name)))).toEqual(FINDINGS[name] ?? []),
    );

    it('a 999 says the same as that of another program (pyx12)', async () => {
      const [received] = (await readHere(path('834/pyx12-834_ls_le_ls.edi'))).facts.interchanges;
      const body = (text: string | undefined): string[] =>
        (text ?? '')
          .split('~')
          .map((one) => one.trim())
          .filter((one) => /^(AK|IK)/.test(one));
      expect(body(received && ack999Text(received, { control: 1, now: '2026-11-20T15:00:00.000Z' }))).toEqual(
        body(readFileSync(path('999/pyx12-834_ls_le_ls-999.edi'), 'utf8')),
      );
    });

    it.each(Object.entries(REFUSED))('%s is refused', async (name, words) =>
      expect(await refusalOf(readHere(path(name)))).toMatch(words),
    );

    it('errors-mixed.edi is judged as expected.json says', async () => {
      const { records, facts } = await readHere(path('834-ours/errors-mixed.edi'));
      expect(records.map(({ lastName, problems }) => [lastName, ...problems.map(({ code }) => code)])).toEqual([
        ['OAK'],
        ['PINE', 'ssn_area'],
        ['QUIN', 'date_of_birth_future'],
        ['REED'],
        ['ORPHAN'],
        ['OAK'],
        ['SAGE', 'action_unknown', 'not_a_date'],
      ]);
      expect(facts.remarks.map(({ code }) => code)).toEqual(['byte_order_mark', 'test_file', 'segment_total']);
    });

    it('full-month1 and full-month2 differ as expected.json says', async () => {
      const first = await readHere(path('834-ours/full-month1.edi'));
      const second = await readHere(path('834-ours/full-month2.edi'));
      const before = first.records.map(key);
      const after = second.records.map(key);
      expect([first.facts.mode, second.facts.mode]).toEqual(['full', 'full']);
      expect(before.filter((name) => !after.includes(name))).toEqual(['ADAMS ALICE', 'BAKER BRIA']);
      expect(after.filter((name) => !before.includes(name))).toEqual(['CRUZ CHLOE', 'EVANS ERIN']);
      const tier = ({ records }: typeof first): unknown =>
        records.find((record) => key(record) === 'CRUZ CARLA')?.coverages[0]?.tier;
      expect([tier(first), tier(second)]).toEqual(['EMP', 'ECH']);
    });

    it('synthetic-census-errors.csv is judged as its EXPECTED.txt says', async () => {
      const { records } = await readHere(path('census/synthetic-census-errors.csv'));
      expect(records.map(({ line, problems }) => [line, ...problems.map(({ field }) => field)])).toEqual([
        [2],
        [3],
        [4],
        [5],
        [6],
        [7, 'ssn'],
        [8, 'dateOfBirth', 'email', 'zip'],
        [9],
        [10],
        [11, 'terminationDate', 'dateOfBirth', 'salary'],
      ]);
      expect(records[3]?.dateOfBirth).toBe('2012-07-02');
      expect(records[4]).toMatchObject({
        firstName: 'Carla "CC"',
        dateOfBirth: '1991-09-23',
        hireDate: '2025-01-21',
        salary: 5_200_000,
        zip: '02139',
      });
      expect(records[9]).toMatchObject({
        firstName: 'Zoë',
        lastName: "O'Brien-Núñez",
        zip: '00501',
        gender: 'unknown',
      });
    });
  },
);
