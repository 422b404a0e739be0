/** An invented member of an enrollment file; SSNs start with 123-45, which is widely advertised and unassigned. */
export type FilePerson = {
  first: string;
  last: string;
  /** CCYYMMDD. */
  birth: string;
  /** Nine digits of the family's subscriber; also the subscriber's own number. */
  family: string;
  /** X12 code of a dependent: 01 spouse, 19 child. */
  relationship?: '01' | '19';
  plans?: readonly (readonly [line: 'HLT' | 'DEN' | 'VIS', planCode: string, from: string])[];
};

function loopOf(person: FilePerson, cim: string): string[] {
  const { first, last, birth, family, relationship, plans = [] } = person;
  return [
    relationship ? `INS*N*${relationship}*021*28*A` : 'INS*Y*18*021*28*A***FT',
    `REF*0F*${family}`,
    `REF*1L*${cim}`,
    `NM1*IL*1*${last}*${first}${relationship ? '' : `****34*${family}`}`,
    `DMG*D8*${birth}*F`,
    ...plans.flatMap(([line, plan, from]) => [`HD*021**${line}*${plan}`, `DTP*348*D8*${from}`]),
  ];
}

/** A change file of the guide 005010X220A1 with true totals. The control number makes each file another one. */
export function edi834(cim: string, people: readonly FilePerson[], control: number): string {
  const number = String(control).padStart(9, '0');
  const set = [
    'ST*834*0001*005010X220A1',
    `BGN*00*R${number}*20260301*0930*CT***2`,
    `REF*38*${cim}`,
    'N1*P5*SAMPLE EMPLOYER*FI*123456789',
    'N1*IN*SAMPLE HEALTH PLAN*FI*987654321',
    ...people.flatMap((person) => loopOf(person, cim)),
  ];
  return [
    `ISA*00*          *00*          *ZZ*SAMPLESENDER   *ZZ*OPENBENEFITS   *260301*0930*^*00501*${number}*0*P*:`,
    'GS*BE*SAMPLESENDER*OPENBENEFITS*20260301*0930*1*X*005010X220A1',
    ...set,
    `SE*${set.length + 1}*0001`,
    'GE*1*1',
    `IEA*1*${number}`,
    '',
  ].join('~\n');
}

const CENSUS_HEADER =
  'Family ID,Relationship,First Name,Last Name,SSN,DOB,Gender,Hire Date,Class,Medical Plan,Tier,Salary,ZIP';

/** A census as a spreadsheet program writes it. */
export const census = (rows: readonly string[]): string => [CENSUS_HEADER, ...rows, ''].join('\r\n');

/** What the page's file field takes. */
export const fileOf = (name: string, content: string | Buffer, mimeType = 'application/octet-stream') => ({
  name,
  mimeType,
  buffer: Buffer.from(content as string),
});
