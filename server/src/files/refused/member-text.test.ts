import { COVERAGE_PLACES, type MemberPlace, PERSON_PLACES } from '@openbenefits/domain/files/edi-834/member-places';
import { expect, it } from 'vitest';
import { MemberText } from './member-text.ts';

const SEPARATORS = { element: '*', terminator: '~', component: ':', repetition: '^' };
const placeOf = (
  places: readonly MemberPlace[],
  segment: string,
  element: number,
  number?: MemberPlace['number'],
): MemberPlace => {
  const found = places.find(
    (place) => place.segment === segment && place.element === element && place.number === number,
  );
  if (!found) throw new Error(`No place ${segment} ${element}`);
  return found;
};
const begin = placeOf(COVERAGE_PLACES, 'DTP*348', 3);
const end = placeOf(COVERAGE_PLACES, 'DTP*349', 3);
const ssn = placeOf(PERSON_PLACES, 'NM1', 9, 'ssn');
const own = placeOf(PERSON_PLACES, 'NM1', 9, 'own');
const number = placeOf(PERSON_PLACES, 'REF*0F', 2);
const birth = placeOf(PERSON_PLACES, 'DMG', 2);

it.each<[string, string, [MemberPlace, number, string], string]>([
  [
    'a range of days stays one',
    'INS*Y~HD*021**HLT~DTP*348*RD8*20260101-20260630~',
    [begin, 1, '20260201-20260630'],
    'INS*Y~HD*021**HLT~DTP*348*RD8*20260201-20260630~',
  ],
  [
    'and becomes a day',
    'INS*Y~HD*021**HLT~DTP*348*RD8*20260101-20260630~',
    [begin, 1, '20260201'],
    'INS*Y~HD*021**HLT~DTP*348*D8*20260201~',
  ],
  [
    'an SSN without a qualifier gets its',
    'INS*Y~NM1*IL*1*ABBOTT*ADA~',
    [ssn, 0, '219450001'],
    'INS*Y~NM1*IL*1*ABBOTT*ADA****34*219450001~',
  ],
  [
    'a number of the sender stays one',
    'INS*Y~NM1*IL*1*ABBOTT*ADA****ZZ*E77~',
    [own, 0, 'E78'],
    'INS*Y~NM1*IL*1*ABBOTT*ADA****ZZ*E78~',
  ],
  [
    'a number that is taken away takes its qualifier along',
    'INS*Y~NM1*IL*1*ABBOTT*ADA****ZZ*E77~',
    [own, 0, ''],
    'INS*Y~NM1*IL*1*ABBOTT*ADA~',
  ],
  [
    'a reference that is not there is made before the name',
    'INS*N~NM1*IL*1*ABBOTT*ADA~DMG*D8*20150101~',
    [number, 0, '219450001'],
    'INS*N~REF*0F*219450001~NM1*IL*1*ABBOTT*ADA~DMG*D8*20150101~',
  ],
  [
    'and taken away without its value',
    'INS*N~REF*0F*219450001~NM1*IL*1*ABBOTT*ADA~',
    [number, 0, ''],
    'INS*N~NM1*IL*1*ABBOTT*ADA~',
  ],
  [
    'a birth date stands behind the name, not behind another',
    'INS*Y~NM1*IL*1*ABBOTT*ADA~NM1*31*1~N3*PO BOX 1~HD*021**HLT~',
    [birth, 0, '19850314'],
    'INS*Y~NM1*IL*1*ABBOTT*ADA~DMG*D8*19850314~NM1*31*1~N3*PO BOX 1~HD*021**HLT~',
  ],
  [
    'the last day of the second coverage is of that one',
    'INS*Y~HD*021**HLT~DTP*348*D8*20260101~HD*021**DEN~DTP*348*D8*20260101~COB*P~',
    [end, 2, '20261231'],
    'INS*Y~HD*021**HLT~DTP*348*D8*20260101~HD*021**DEN~DTP*348*D8*20260101~DTP*349*D8*20261231~COB*P~',
  ],
])('%s', (_about, raw, [place, coverage, text], written) => {
  const member = new MemberText(raw, SEPARATORS);
  member.write(place, coverage, text);
  expect(member.raw.replaceAll('\n', '')).toBe(written);
});

it.each([
  ['34', '219450001', '219450001', undefined],
  ['SY', '219450001', '219450001', undefined],
  ['ZZ', 'E77', undefined, 'E77'],
  ['', '219450001', undefined, '219450001'],
  ['', '', '', ''],
])('NM109 under %j is the SSN, or a number of the sender’s own', (code, number, asSsn, asOwn) => {
  const member = new MemberText(`INS*Y~NM1*IL*1*ABBOTT*ADA****${code}*${number}~`, SEPARATORS);
  expect([ssn, own].map((place) => member.text(place, 0))).toEqual([asSsn, asOwn]);
  expect([ssn, own].map((place) => member.isTaken(place, 0))).toEqual([asSsn === undefined, asOwn === undefined]);
});
