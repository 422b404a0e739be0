import { expect, it } from 'vitest';
import type { EnrollmentRecord } from './enrollment-record.ts';
import { ONE_NAME, settleNames } from './one-name.ts';

type Names = Partial<Pick<EnrollmentRecord, 'source' | 'firstName' | 'middleName' | 'lastName'>>;

function settled(names: Names) {
  const record = { source: 'census', warnings: [], problems: [], ...names } as unknown as EnrollmentRecord;
  settleNames(record);
  return [record.firstName, record.middleName, record.lastName, record.warnings.map(({ code }) => code)];
}

it.each<[string, Names, unknown[]]>([
  ['two names', { firstName: 'Ada', lastName: 'Abbott' }, ['Ada', undefined, 'Abbott', []]],
  ['a short name that is one', { firstName: 'Na', lastName: 'O' }, ['Na', undefined, 'O', []]],
  ['FNU', { firstName: 'FNU', lastName: 'Suharto' }, [undefined, undefined, 'Suharto', [ONE_NAME]]],
  ['LNU', { firstName: 'Prince', lastName: 'Lnu' }, [undefined, undefined, 'Prince', [ONE_NAME]]],
  [
    'a dot, and no middle name',
    { firstName: '.', middleName: 'NMN', lastName: 'Sri' },
    [undefined, undefined, 'Sri', [ONE_NAME]],
  ],
  ['neither', { firstName: 'LNU', lastName: 'FNU' }, [undefined, undefined, undefined, []]],
  ['an empty place in a list, where it is a question', { lastName: 'Cher' }, [undefined, undefined, 'Cher', []]],
  [
    'an empty place in an 834, where it is none',
    { source: 'edi834', lastName: 'CHER' },
    [undefined, undefined, 'CHER', [ONE_NAME]],
  ],
])('%s', (_what, names, expected) => expect(settled(names)).toEqual(expected));
