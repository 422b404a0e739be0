import type { MemberStatus } from '@openbenefits/domain/members/member-status';
import type { Relationship } from '@openbenefits/domain/relationship';
import { DUNMORE, KESTREL } from './company-names.ts';

/**
 * Birth as years before this one, and month and day, so that the family has the same ages whenever the world is made.
 */
export type NamedPerson = {
  readonly first: string;
  readonly middle?: string;
  readonly last: string;
  readonly gender: 'F' | 'M';
  readonly born?: readonly [yearsBack: number, monthDay: string];
};
export type NamedSubscriber = NamedPerson & {
  readonly number: number;
  readonly job?: readonly [title: string, department: string];
  readonly status?: MemberStatus;
  readonly hired?: readonly [yearsBack: number, monthDay: string];
  readonly partner?: 'spouse' | 'domestic_partner' | null;
  readonly children?: number;
  readonly family?: readonly (NamedPerson & { readonly relationship: Relationship })[];
  /** Plan codes; `before` is the medical plan until the current plan year. */
  readonly plans?: readonly string[];
  readonly before?: string;
};

const person = (
  number: number,
  name: string,
  gender: 'F' | 'M',
  job: readonly [string, string],
  partner: 'spouse' | null,
  children: number,
  status?: MemberStatus,
): NamedSubscriber => {
  const [first = '', last = ''] = name.split(' ');
  return { number, first, last, gender, job, partner, children, status };
};

/**
 * Members that tests may name, in both sample sizes. Employee IDs are the group's initials and the number (KA-1042,
 * DP-1001). Kestrel Avionics Repair: Ines Calderwood (KA-1042), spouse Theo, children Lucia, Bram, Wren and Otis; all
 * six active in MED-HMO (MED-PPO before the current plan year) and DEN-PREM. Dunmore Precision Castings: Mateo Núñez
 * (DP-1001), domestic partner Siobhán O'Dell, child Inés Núñez-O'Dell; all active in MED-PPO, DEN-BASIC and VIS-PREM.
 */
export const NAMED_SUBSCRIBERS: Readonly<Record<string, readonly NamedSubscriber[]>> = {
  [KESTREL]: [
    {
      number: 1042,
      first: 'Ines',
      middle: 'Marguerite',
      last: 'Calderwood',
      gender: 'F',
      born: [39, '04-17'],
      hired: [10, '03-14'],
      job: ['Avionics Tech II', 'Repair Bay'],
      status: 'active',
      plans: ['MED-HMO', 'DEN-PREM'],
      before: 'MED-PPO',
      family: [
        { first: 'Theo', last: 'Calderwood', gender: 'M', born: [41, '09-02'], relationship: 'spouse' },
        { first: 'Lucia', last: 'Calderwood', gender: 'F', born: [18, '03-21'], relationship: 'child' },
        { first: 'Bram', last: 'Calderwood', gender: 'M', born: [14, '11-05'], relationship: 'child' },
        { first: 'Wren', last: 'Calderwood', gender: 'F', born: [10, '07-30'], relationship: 'child' },
        { first: 'Otis', last: 'Calderwood', gender: 'M', born: [6, '06-09'], relationship: 'child' },
      ],
    },
    person(1112, 'Amara Lindholm', 'F', ['Contract Analyst', 'Finance'], null, 0, 'pending'),
    person(1052, 'Beatrix Nakagawa', 'F', ['Design Engineer', 'Avionics'], 'spouse', 0, 'active'),
    person(1029, 'Calvin Brightmoor', 'M', ['Machinist', 'Repair Bay'], 'spouse', 2, 'active'),
    person(1048, 'Dmitri Vasko', 'M', ['Calibration Lead', 'Quality'], null, 0, 'terminated'),
    person(1037, 'Grant Pellegrino', 'M', ['Warehouse Lead', 'Supply'], 'spouse', 3, 'active'),
    person(1009, 'Helga Strand', 'F', ['Office Manager', 'General'], null, 0, 'active'),
    person(1033, 'Joaquín Fairweather', 'M', ['Machinist', 'Repair Bay'], null, 2, 'active'),
    person(1007, 'Marcus Odell', 'M', ['Quality Inspector', 'Quality'], null, 0, 'active'),
    person(1093, 'Noor Haddad', 'F', ['Payroll Specialist', 'Finance'], 'spouse', 0, 'active'),
    person(1084, 'Owen Thackeray', 'M', ['Line Mechanic', 'Repair Bay'], 'spouse', 1, 'active'),
    person(1088, 'Priya Venkataraman', 'F', ['Systems Engineer', 'Avionics'], 'spouse', 1, 'active'),
    person(1061, 'Renata Osei', 'F', ['Parts Buyer', 'Supply'], null, 0, 'leave_of_absence'),
    person(1101, 'Sadie Okonkwo', 'F', ['Avionics Tech I', 'Repair Bay'], null, 0, 'active'),
    person(1003, 'Tobias Lindqvist', 'M', ['Shop Foreman', 'Repair Bay'], 'spouse', 0, 'active'),
    person(1011, 'Walter Dunphy-Reyes', 'M', ['Test Pilot', 'Flight Test'], 'spouse', 0, 'pending_termination'),
    person(1066, 'Yusuf Abernathy-Cole', 'M', ['Avionics Tech III', 'Repair Bay'], null, 1, 'active'),
  ],
  [DUNMORE]: [
    {
      number: 1001,
      first: 'Mateo',
      last: 'Núñez',
      gender: 'M',
      born: [35, '05-23'],
      hired: [7, '08-19'],
      job: ['Toolmaker', 'Tool Room'],
      status: 'active',
      plans: ['MED-PPO', 'DEN-BASIC', 'VIS-PREM'],
      family: [
        { first: 'Siobhán', last: "O'Dell", gender: 'F', born: [33, '10-11'], relationship: 'domestic_partner' },
        { first: 'Inés', last: "Núñez-O'Dell", gender: 'F', born: [5, '12-03'], relationship: 'child' },
      ],
    },
  ],
};
