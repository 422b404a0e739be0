import { TA1_MEND, TA1_NOTE } from './ack-ta1.ts';
import type {
  ElementFinding,
  ReceivedGroup,
  ReceivedInterchange,
  ReceivedSet,
  SegmentFinding,
} from '../edi-834/received-interchange.ts';

/**
 * A thing to mend: what is wrong, where, whose record it is, and what the sender does about it. Never an SSN or a birth
 * date.
 */
export type FindingWords = {
  person: string | null;
  segment: string;
  position: number | null;
  text: string;
  mend: string;
};

/** IK502 (element 618). */
const SET_REASON: ReadonlyMap<string, [text: string, mend: string]> = new Map([
  ['1', ['This type of transaction set is not accepted', 'Send enrollments as 834.']],
  ['2', ['The end of the transaction set (SE) is missing', 'Send the full file again, up to its IEA.']],
  ['3', ['The control number in SE02 differs from the one in ST02', 'Write the same number into ST02 and SE02.']],
  [
    '4',
    [
      'The number of segments in SE01 differs from the number received',
      'Count the segments from ST to SE, including both, and write the number into SE01.',
    ],
  ],
  ['5', ['Segments of this set violate the guide', 'See below.']],
  ['7', ['The control number in ST02 is missing or not valid', 'Write four to nine letters or digits into ST02.']],
  [
    '23',
    [
      'The control number in ST02 was already used in this functional group, so the members of this second set were rejected',
      'Use a different number for every transaction set and send the set again.',
    ],
  ],
  ['I6', ['The set follows another guide', 'Send version 005010X220A1.']],
]);

/** AK905 (element 716). */
const GROUP_REASON: ReadonlyMap<string, [text: string, mend: string]> = new Map([
  ['1', ['This type of functional group is not accepted', 'Send enrollments with BE in GS01.']],
  ['2', ['The version in GS08 is not accepted', 'Send version 005010X220A1.']],
  ['3', ['The end of the functional group (GE) is missing', 'Send the full file again, up to its IEA.']],
  ['4', ['The control number in GE02 differs from the one in GS06', 'Write the same number into GS06 and GE02.']],
  [
    '5',
    [
      'The number of transaction sets in GE01 differs from the number received',
      'Count the ST segments and write their number into GE01.',
    ],
  ],
  [
    '6',
    [
      'The control number in GS06 is missing or not a number',
      'Write up to nine digits into GS06, and the same into GE02.',
    ],
  ],
  [
    '19',
    [
      'The control number in GS06 is already used by another group in the interchange',
      'Use a different number for each functional group.',
    ],
  ],
]);

/** What the elements of the guide are called, by segment and place. */
const ELEMENT_NAME: ReadonlyMap<string, string> = new Map([
  ['ST03', 'Guide of the transaction set'],
  ['INS01', 'Subscriber indicator'],
  ['INS02', 'Relationship'],
  ['INS03', 'Maintenance type'],
  ['INS04', 'Maintenance reason'],
  ['INS05', 'Benefit status'],
  ['INS06', 'Medicare'],
  ['INS07', 'COBRA event'],
  ['INS08', 'Employment status'],
  ['INS09', 'Student status'],
  ['INS10', 'Handicap indicator'],
  ['INS11', 'Form of the date of death'],
  ['INS12', 'Date of death'],
  ['INS13', 'Confidentiality'],
  ['INS17', 'Number among children born together'],
  ['REF01', 'Kind of reference'],
  ['REF02', 'Reference'],
  ['DTP01', 'Kind of date'],
  ['DTP02', 'Form of date'],
  ['DTP03', 'Date'],
  ['NM101', 'Kind of name'],
  ['NM102', 'Person or organization'],
  ['NM103', 'Last name'],
  ['NM104', 'First name'],
  ['NM105', 'Middle name'],
  ['NM107', 'Suffix'],
  ['N301', 'Address'],
  ['N302', 'Second line of the address'],
  ['PER01', 'Purpose of the contact'],
  ['PER03', 'Kind of contact'],
  ['PER04', 'Contact'],
  ['PER05', 'Kind of contact'],
  ['PER06', 'Contact'],
  ['PER07', 'Kind of contact'],
  ['PER08', 'Contact'],
  ['N401', 'City'],
  ['N402', 'State'],
  ['N403', 'ZIP code'],
  ['N404', 'Country'],
  ['N405', 'Kind of location'],
  ['N407', 'Part of the country'],
  ['N102', 'Name'],
  ['N103', 'Kind of identification'],
  ['N104', 'Identification'],
  ['NM108', 'Kind of identification'],
  ['NM109', 'Identification'],
  ['DMG01', 'Form of date'],
  ['DMG02', 'Date of birth'],
  ['DMG03', 'Gender'],
  ['HD01', 'Maintenance type of the coverage'],
  ['HD03', 'Insurance line'],
  ['HD04', 'Plan'],
  ['HD05', 'Coverage level'],
  ['HD09', 'Late enrollment indicator'],
  ['EC01', 'Employment class'],
  ['DSB01', 'Kind of disability'],
  ['QTY01', 'What is counted'],
  ['QTY02', 'Number'],
  ['ICM01', 'Frequency of the wage'],
  ['ICM02', 'Wage'],
  ['BGN01', 'Purpose of the file'],
  ['BGN02', 'Reference number of the file'],
  ['BGN03', 'Date of the file'],
  ['BGN04', 'Time of the file'],
  ['BGN08', 'Full file or changes'],
]);

/** Which values the guide allows where it is worth saying. */
const ALLOWED: ReadonlyMap<string, string> = new Map([
  ['INS01', 'Y for a subscriber, N for a dependent'],
  ['INS02', '18 for the subscriber, 01 for a spouse, 19 for a child, or another code of the guide'],
  ['INS03', '001 change, 021 addition, 024 termination, 025 reinstatement, or 030 compare'],
  ['INS05', 'A active, C COBRA, S surviving insured or T TEFRA'],
  ['INS08', 'AC active, FT full-time, PT part-time, L1 on leave, RT retired, TE terminated, or AO or AU for military'],
  ['INS13', 'R restricted or U unrestricted'],
  ['BGN04', 'the time as HHMM'],
  ['DMG03', 'F, M or U'],
  ['HD01', '001, 002, 021, 024, 025, 026, 030 or 032'],
  ['HD03', 'HLT, DEN, VIS or another line of the guide'],
  ['HD05', 'EMP, ESP, ECH, FAM or another level of the guide'],
  ['BGN01', '00 original, 15 resubmission or 22 information copy'],
  ['BGN08', '2 for changes or 4 for a full file'],
]);

const MISSING_SEGMENT: ReadonlyMap<string, string> = new Map([
  ['2000 INS', 'its beginning (INS)'],
  ['2000 REF', 'the subscriber number (REF*0F)'],
  ['2100A NM1', 'the name (NM1*IL)'],
  ['2300 DTP', 'the date of the coverage (DTP*348)'],
  ['1000A N1', 'the sponsor (N1*P5)'],
  ['1000B N1', 'the payer (N1*IN)'],
  [' BGN', 'its beginning (BGN)'],
]);

function elementWords(segment: string, { element, code, copy }: ElementFinding): [text: string, mend: string] {
  const place = `${segment}${String(element).padStart(2, '0')}`;
  const name = ELEMENT_NAME.get(place) ?? 'Element';
  const value = copy === undefined ? '' : ` "${copy}"`;
  const allowed = ALLOWED.get(place);
  const use = allowed ? `Use ${allowed}.` : 'Use a value of the guide.';
  switch (code) {
    case '1':
      return [`${name} (${place}) is missing`, allowed ? `Fill it: ${allowed}.` : 'Fill it.'];
    case 'I9':
    case '2':
      return [`${name} (${place}) is missing, but its pair is present`, 'Fill both or neither.'];
    case 'I6':
    case '7':
      return place === 'DTP01' && (copy === '346' || copy === '347')
        ? [
            `${name} (${place})${value} is not in this guide`,
            'Use 348 for the first and 349 for the last day of coverage.',
          ]
        : [`${name} (${place})${value} is not in the guide`, use];
    case '8':
      return [`${name} (${place})${value} is not a calendar date`, 'Write a real day as CCYYMMDD.'];
    case '9':
      return [`${name} (${place})${value} is not a time of day`, 'Write the time as HHMM.'];
    case 'I10':
    case 'I13':
      return [
        `${name} (${place}) is not used by the guide`,
        'Leave it empty. There may be one separator too few or too many before it.',
      ];
    case '3':
      return [
        `${segment} has more elements than the guide allows (${place})`,
        'Remove the extra elements. There may be one separator too many.',
      ];
    case '4':
      return [`${name} (${place}) is shorter than the guide requires`, 'Write it in full.'];
    case 'I11':
      return [`${name} (${place}) is repeated less often than the guide requires`, 'Fill all that the guide requires.'];
    case 'I12':
      return [
        `${name} (${place})${value} does not have the format the guide requires`,
        'Write it as the guide shows it.',
      ];
    case '5':
      return [`${name} (${place}) is longer than the guide allows`, 'Shorten it.'];
    case '10':
      return [`${name} (${place}) can’t be used with another element that is present`, 'Fill only one of the two.'];
    case '12':
      return [
        `${name} (${place}) contains the repetition separator from ISA11`,
        'Remove that character from texts, or use another one in ISA11.',
      ];
    case '13':
      return [
        `${name} (${place}) contains the component separator from ISA16`,
        'Remove that character from texts, or use another one in ISA16.',
      ];
    case '6':
      return [`${name} (${place}) contains letters that are not allowed`, 'Write digits only.'];
    default:
      return [`${name} (${place})${value} violates the guide (code ${code})`, 'See the guide.'];
  }
}

function segmentWords(finding: SegmentFinding): FindingWords[] {
  const { segment, position, loop, code, elements, person = null } = finding;
  const place = { person, segment, position };
  if (elements.length > 0)
    return elements.map((element) => {
      const [text, mend] = elementWords(segment, element);
      return { ...place, text, mend };
    });
  switch (code) {
    case '1':
      return [{ ...place, text: `The segment ${segment} is not recognized`, mend: 'Remove it.' }];
    case 'I6':
    case 'I7':
    case 'I8':
    case '3': {
      const what = MISSING_SEGMENT.get(`${loop} ${segment}`) ?? `the segment ${segment}`;
      return [{ ...place, text: `${person ? 'The record' : 'The set'} is missing ${what}`, mend: `Add ${what}.` }];
    }
    case '4':
      return [
        {
          ...place,
          text: `There are more ${segment} loops than the guide allows`,
          mend:
            segment === 'HD'
              ? 'Send at most 99 coverages for a person.'
              : 'Send the loop it starts as often as the guide allows.',
        },
      ];
    case '5':
      return [
        {
          ...place,
          text: `The segment ${segment} appears more often than the guide allows`,
          mend: 'Send it as often as the guide allows.',
        },
      ];
    case '6':
      return [{ ...place, text: `The segment ${segment} belongs to another type of file`, mend: 'Remove it.' }];
    case '7':
      return [
        {
          ...place,
          text: `The segment ${segment} is out of order`,
          mend: 'Send the segments in the order of the guide.',
        },
      ];
    default:
      return [
        {
          ...place,
          text: `The segment ${segment} is where the guide does not allow it`,
          mend: 'Move it to the place in the guide, or remove it.',
        },
      ];
  }
}

/** Codes of a receiver that we never give are told as they are: nothing that it says is lost. */
const reasonWords = (
  table: ReadonlyMap<string, [text: string, mend: string]>,
  segment: string,
  reasons: readonly string[],
): FindingWords[] =>
  reasons.map((reason) => {
    const [text, mend] = table.get(reason) ?? [
      `Reason code ${reason.slice(0, 10)} of ${segment === 'SE' ? 'IK5 (element 618)' : 'AK9 (element 716)'}`,
      'Ask the receiver what it means.',
    ];
    return { person: null, segment, position: null, text, mend };
  });

/** That segments are in error is told by those, where they are named. */
const IN_SEGMENTS: ReadonlySet<string> = new Set(['5', 'I5']);
export const setWords = ({ reasons, findings }: ReceivedSet): FindingWords[] => [
  ...reasonWords(
    SET_REASON,
    'SE',
    reasons.filter((reason) => !IN_SEGMENTS.has(reason)),
  ),
  ...findings.flatMap(segmentWords),
];
export const groupWords = ({ reasons }: ReceivedGroup): FindingWords[] => reasonWords(GROUP_REASON, 'GE', reasons);
export const interchangeWords = ({ note }: ReceivedInterchange): FindingWords[] =>
  note === '000'
    ? []
    : [
        {
          person: null,
          segment: 'ISA',
          position: null,
          text: TA1_NOTE.get(note) ?? `The envelope violates the guide (note ${note})`,
          mend: TA1_MEND.get(note) ?? 'Send the full file again.',
        },
      ];
