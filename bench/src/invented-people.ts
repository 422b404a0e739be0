import { SeededRandom } from './random.ts';

export type InventedPerson = {
  ssn: string;
  first: string;
  last: string;
  /** CCYYMMDD. */
  birth: string;
  gender: 'F' | 'M';
  relationship: 'self' | 'spouse' | 'child';
};

export type InventedFamily = {
  people: InventedPerson[];
  street: string;
  city: string;
  state: string;
  zip: string;
  phone: string;
  plan: string;
  hired: string;
  salary: number;
};

const FIRST = [
  'ALICE',
  'BOB',
  'CARLA',
  'DAN',
  'ERIN',
  'FRANK',
  'GRETA',
  'HUGO',
  'IRIS',
  'JONAS',
  'KIRA',
  'LIAM',
  'MONA',
  'NED',
  'OLA',
  'PIA',
  'QUINN',
  'RHEA',
  'SAM',
  'TESS',
];
const LAST = [
  'ADAMS',
  'BAKER',
  'CRUZ',
  'DIAZ',
  'EVANS',
  'FISHER',
  'GRANT',
  'HOLLOWAY',
  'IBSEN',
  'JANSEN',
  'KELLER',
  'LINDQVIST',
  'MOSS',
  'NOLAN',
  'OAKLEY',
  'PINE',
  'REED',
  'SAGE',
  'TURNER',
  'VOSS',
];
const PLACES = [
  ['SPRINGFIELD', 'IL', '62701'],
  ['FRANKLIN', 'TN', '37064'],
  ['CAMBRIDGE', 'MA', '02139'],
  ['NEW ROCHELLE', 'NY', '10801'],
  ['LAKEWOOD', 'OH', '44107'],
] as const;
const PLANS = ['MED-PPO', 'MED-HDHP', 'MED-HMO'];

/**
 * Invented families, the same for the same seed; SSNs count upwards in areas that are issued, so that no rule refuses
 * them.
 */
export function* inventedFamilies(count: number, seed = 834): Generator<InventedFamily> {
  const random = new SeededRandom(seed);
  let serial = 0;
  for (let index = 0; index < count; index++) {
    const last = random.pick(LAST);
    const [city, state, zip] = random.pick(PLACES);
    const person = (relationship: InventedPerson['relationship'], from: number, to: number): InventedPerson => ({
      ssn: ssnOf(serial++),
      first: random.pick(FIRST),
      last,
      birth: `${random.integer(from, to)}${two(random.integer(1, 12))}${two(random.integer(1, 28))}`,
      gender: random.next() < 0.5 ? 'F' : 'M',
      relationship,
    });
    const people = [person('self', 1960, 2002)];
    if (random.next() < 0.5) people.push(person('spouse', 1960, 2002));
    for (let child = random.integer(0, 2); child > 0; child--) people.push(person('child', 2003, 2024));
    yield {
      people,
      street: `${random.integer(1, 9999)} MAIN ST`,
      city,
      state,
      zip,
      phone: `217555${String(random.integer(0, 9999)).padStart(4, '0')}`,
      plan: random.pick(PLANS),
      hired: `${random.integer(2010, 2024)}${two(random.integer(1, 12))}01`,
      salary: random.integer(30_000, 160_000),
    };
  }
}

const two = (value: number): string => String(value).padStart(2, '0');

function ssnOf(serial: number): string {
  const low = (serial % 9999) + 1;
  const group = (Math.floor(serial / 9999) % 99) + 1;
  const area = 100 + (Math.floor(serial / (9999 * 99)) % 500);
  return `${area}${two(group)}${String(low).padStart(4, '0')}`;
}
