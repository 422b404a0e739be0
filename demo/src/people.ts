import type { SpecifiedRole } from '@openbenefits/domain/permissions';

export type DemoPerson = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: SpecifiedRole;
  readonly title: string;
  readonly assignedGroupsOnly?: true;
};

/** The demo user of the gate. */
export const demoAdministrator: DemoPerson = {
  id: 'demo-admin',
  name: 'Dana Whitfield',
  email: 'dana.whitfield@openbenefits.test',
  role: 'benefits_administrator',
  title: 'Benefits Admin',
};

/** One invented member of staff for every other role, and two who work on assigned groups only. */
export const demoStaff: readonly DemoPerson[] = [
  {
    id: 'demo-system',
    name: 'Anselm Okoro',
    email: 'anselm.okoro@openbenefits.test',
    role: 'system_administrator',
    title: 'Platform Lead',
  },
  {
    id: 'demo-compliance',
    name: 'Marguerite Lavoie',
    email: 'marguerite.lavoie@openbenefits.test',
    role: 'compliance_officer',
    title: 'Compliance Officer',
  },
  {
    id: 'demo-ichra',
    name: 'Hana Petrossian',
    email: 'hana.petrossian@openbenefits.test',
    role: 'ichra_specialist',
    title: 'ICHRA Specialist',
  },
  {
    id: 'demo-reader',
    name: 'Luis Arrington',
    email: 'luis.arrington@openbenefits.test',
    role: 'read_only',
    title: 'Account Analyst',
  },
  {
    id: 'demo-north',
    name: 'Priya Raman',
    email: 'priya.raman@openbenefits.test',
    role: 'benefits_administrator',
    title: 'Group Administrator',
    assignedGroupsOnly: true,
  },
  {
    id: 'demo-south',
    name: 'Tobias Engel',
    email: 'tobias.engel@openbenefits.test',
    role: 'benefits_administrator',
    title: 'Group Administrator',
    assignedGroupsOnly: true,
  },
];

/** One colleague per role, for the account menu of the demo. */
export const demoColleagues: readonly DemoPerson[] = [
  demoAdministrator,
  ...demoStaff.filter(({ assignedGroupsOnly }) => !assignedGroupsOnly),
];
