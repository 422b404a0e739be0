import { fileMessage } from '../messages/file-message.ts';
import type { EnrollmentRecord } from '../enrollment-record.ts';

/**
 * The people of the templates that are downloaded here. They are invented; their numbers begin with 9 and are taxpayer
 * numbers of a range that no SSN has.
 */
export const SAMPLE_PEOPLE = [
  {
    id: 'E-1001',
    relationship: 'Employee',
    first: 'Avery',
    last: 'Sample',
    ssn: '912-70-1001',
    born: '1986-04-12',
    sex: 'F',
    email: 'avery.sample@example.com',
    phone: '(555) 555-0101',
    title: 'Accountant',
    hired: '2021-03-01',
    medical: 'MED-PPO',
    dental: 'DEN-BASIC',
    vision: '',
    from: '2026-01-01',
  },
  {
    id: 'E-1001',
    relationship: 'Spouse',
    first: 'Jordan',
    last: 'Sample',
    ssn: '912-70-1002',
    born: '1984-09-30',
    sex: 'M',
    email: '',
    phone: '',
    title: '',
    hired: '',
    medical: 'MED-PPO',
    dental: 'DEN-BASIC',
    vision: '',
    from: '2026-01-01',
  },
  {
    id: 'E-1001',
    relationship: 'Child',
    first: 'Riley',
    last: 'Sample',
    ssn: '',
    born: '2019-06-05',
    sex: 'X',
    email: '',
    phone: '',
    title: '',
    hired: '',
    medical: 'MED-PPO',
    dental: '',
    vision: '',
    from: '2026-01-01',
  },
  {
    id: 'E-1002',
    relationship: 'Employee',
    first: 'Casey',
    last: 'Example',
    ssn: '912-70-1003',
    born: '1991-11-23',
    sex: 'U',
    email: 'casey.example@example.com',
    phone: '(555) 555-0102',
    title: 'Machinist',
    hired: '2024-08-15',
    medical: 'MED-HMO',
    dental: '',
    vision: 'VIS-BASIC',
    from: '2026-01-01',
  },
] as const;

/** What a file is told of them. */
export const SAMPLE_LEFT_OUT = fileMessage('template_examples_removed');

/** Whether a row still holds one of them, as downloaded: nobody else has that name, birth date and number. */
export const isSamplePerson = ({ firstName, lastName, dateOfBirth, employeeId, ssn }: EnrollmentRecord): boolean =>
  (lastName === 'Sample' || lastName === 'Example') &&
  SAMPLE_PEOPLE.some(
    (one) =>
      one.first === firstName &&
      one.last === lastName &&
      one.born === dateOfBirth &&
      one.id === employeeId &&
      one.ssn.replaceAll('-', '') === (ssn ?? ''),
  );
