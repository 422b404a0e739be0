import { closeSync, openSync, writeSync } from 'node:fs';
import { inventedFamilies, type InventedFamily, type InventedPerson } from './invented-people.ts';

/**
 * Writes a full file (BGN08 4) of invented families: one interchange, one group, one set, one segment per line.
 * Subscribers have address, contact and two coverages, dependents a name and one coverage. Returns what it wrote.
 */
export function generate834(path: string, families: number): { bytes: number; members: number } {
  const file = openSync(path, 'w');
  let pending = `${[
    'ISA*00*          *00*          *ZZ*WIDGETCO       *ZZ*BENADMIN       *260301*0930*^*00501*000000101*0*P*:',
    'GS*BE*WIDGETCO*BENADMIN*20260301*0930*101*X*005010X220A1',
    'ST*834*0001*005010X220A1',
    'BGN*00*BENCH*20260301*0930*CT***4',
    'REF*38*CIM-2026-000001',
    'N1*P5*WIDGET CO*FI*123456789',
    'N1*IN*EXAMPLE HEALTH PLAN*FI*987654321',
  ].join('~\n')}~\n`;
  let segments = 5; // ST to N1*IN
  let members = 0;
  let bytes = 0;
  const write = (): void => {
    bytes += writeSync(file, pending, null, 'latin1');
    pending = '';
  };
  for (const family of inventedFamilies(families)) {
    for (const [index, person] of family.people.entries()) {
      const loop = index === 0 ? subscriberLoop(family, person) : dependentLoop(family, person, index);
      pending += `${loop.join('~\n')}~\n`;
      segments += loop.length;
      members++;
    }
    if (pending.length > 1_000_000) write();
  }
  pending += `SE*${segments + 1}*0001~\nGE*1*101~\nIEA*1*000000101~\n`;
  write();
  closeSync(file);
  return { bytes, members };
}

function subscriberLoop(family: InventedFamily, person: InventedPerson): string[] {
  const tier =
    family.people.length === 1
      ? 'EMP'
      : family.people.some(({ relationship }) => relationship === 'child')
        ? 'FAM'
        : 'ESP';
  return [
    'INS*Y*18*030*XN*A***FT',
    `REF*0F*${person.ssn}`,
    'REF*1L*CIM-2026-000001',
    `REF*23*${person.ssn}-00`,
    `DTP*336*D8*${family.hired}`,
    'DTP*356*D8*20250201',
    `NM1*IL*1*${person.last}*${person.first}****34*${person.ssn}`,
    `PER*IP**HP*${family.phone}*EM*${person.first.toLowerCase()}.${person.last.toLowerCase()}@example.com`,
    `N3*${family.street}`,
    `N4*${family.city}*${family.state}*${family.zip}`,
    `DMG*D8*${person.birth}*${person.gender}`,
    `HD*030**HLT*${family.plan}*${tier}`,
    'DTP*348*D8*20260101',
    `HD*030**DEN*DEN-BASIC*${tier}`,
    'DTP*348*D8*20260101',
  ];
}

function dependentLoop(family: InventedFamily, person: InventedPerson, index: number): string[] {
  const subscriber = family.people[0]?.ssn ?? '';
  return [
    `INS*N*${person.relationship === 'spouse' ? '01' : '19'}*030*XN*A`,
    `REF*0F*${subscriber}`,
    'REF*1L*CIM-2026-000001',
    `REF*23*${subscriber}-${String(index).padStart(2, '0')}`,
    `NM1*IL*1*${person.last}*${person.first}****34*${person.ssn}`,
    `DMG*D8*${person.birth}*${person.gender}`,
    `HD*030**HLT*${family.plan}`,
    'DTP*348*D8*20260101',
  ];
}
