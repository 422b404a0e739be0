import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  IconBriefcase,
  IconBuilding,
  IconFileImport,
  IconLayoutDashboard,
  IconLifebuoy,
  IconReceipt,
  IconSettings,
  IconStack2,
  IconStethoscope,
  IconUsers,
} from '@tabler/icons-react';
import { paths } from '../paths.ts';
import type { IconType } from '../ui/Icon.tsx';

export type Entry = {
  readonly path: string;
  readonly label: MessageDescriptor;
  readonly hint?: MessageDescriptor;
  /** Other addresses of the same screen, or of its subpages. */
  readonly also?: readonly string[];
};

export type Section = {
  readonly id: string;
  readonly label: MessageDescriptor;
  readonly icon: IconType;
  readonly entries: readonly [Entry, ...Entry[]];
};

/** The sidebar, in the order of specification 1, section 2.3. */
export const SECTIONS: readonly Section[] = [
  {
    id: 'dashboard',
    label: msg`Dashboard`,
    icon: IconLayoutDashboard,
    entries: [
      { path: paths.dashboard, label: msg`Dashboard`, hint: msg`Overview and metrics`, also: [paths.approvals] },
    ],
  },
  {
    id: 'groups',
    label: msg`Group Management`,
    icon: IconBuilding,
    entries: [
      { path: paths.groupsAdmin, label: msg`Group Administration` },
      { path: paths.groups, label: msg`Active Groups`, also: [paths.ichraGroups] },
      { path: paths.groupSetup, label: msg`Group Setup` },
    ],
  },
  {
    id: 'plans',
    label: msg`Plan & Rate Management`,
    icon: IconStack2,
    entries: [
      { path: paths.plans, label: msg`Plan Management` },
      { path: paths.plansRates, label: msg`Rate Tables` },
      { path: paths.plansBenefits, label: msg`Benefits Design` },
    ],
  },
  {
    id: 'members',
    label: msg`Member Management`,
    icon: IconUsers,
    entries: [
      { path: paths.members, label: msg`Member Directory`, also: [paths.ichraReimbursements] },
      { path: paths.membersLifecycle, label: msg`Member Lifecycle` },
      { path: paths.membersAnalytics, label: msg`Enrollment Analytics` },
    ],
  },
  {
    id: 'billing',
    label: msg`Billing & Payments`,
    icon: IconReceipt,
    entries: [
      { path: paths.billing, label: msg`Billing Dashboard` },
      { path: paths.payments, label: msg`Payment Processing` },
      { path: paths.billingRefunds, label: msg`Premium Refunds` },
    ],
  },
  {
    id: 'files',
    label: msg`File Processing`,
    icon: IconFileImport,
    entries: [
      {
        path: paths.filesUpload,
        label: msg`Upload Center`,
        also: [paths.ichraMarketplace, paths.filesPartners, paths.filesOutbound],
      },
      { path: paths.filesQueue, label: msg`Processing Queue`, also: ['/files/jobs'] },
      { path: paths.filesHistory, label: msg`File History` },
    ],
  },
  {
    id: 'claims',
    label: msg`Claims & Processing`,
    icon: IconStethoscope,
    entries: [
      { path: paths.claims, label: msg`Claims Dashboard` },
      { path: paths.claimsAuthorizations, label: msg`Prior Authorizations` },
      { path: paths.claimsAnalytics, label: msg`Claims Analytics` },
    ],
  },
  {
    id: 'cobra',
    label: msg`COBRA Administration`,
    icon: IconLifebuoy,
    entries: [
      { path: paths.cobra, label: msg`COBRA Dashboard` },
      { path: paths.cobraEvents, label: msg`Qualifying Events` },
      { path: paths.cobraBilling, label: msg`COBRA Billing` },
    ],
  },
  {
    id: 'hr',
    label: msg`HR Administration`,
    icon: IconBriefcase,
    entries: [
      { path: paths.hr, label: msg`HR Dashboard` },
      { path: paths.hrOnboarding, label: msg`Employee Onboarding` },
      { path: paths.hrCommunications, label: msg`Benefits Communication` },
    ],
  },
  {
    id: 'admin',
    label: msg`Administration`,
    icon: IconSettings,
    entries: [
      { path: paths.adminUsers, label: msg`User Management` },
      { path: paths.adminSettings, label: msg`System Settings`, also: [paths.adminMails] },
      { path: paths.adminIntegrations, label: msg`Integrations` },
    ],
  },
];

const covers = (address: string, pathname: string): boolean =>
  pathname === address || pathname.startsWith(`${address}/`);

/** Returns the entry of an address: the longest match. */
export function activeEntry(pathname: string): { section: Section; entry: Entry } | undefined {
  return SECTIONS.flatMap((section) => section.entries.map((entry) => ({ section, entry })))
    .flatMap((place) =>
      [place.entry.path, ...(place.entry.also ?? [])]
        .filter((address) => covers(address, pathname))
        .map((address) => ({ place, length: address.length })),
    )
    .toSorted((a, b) => b.length - a.length)[0]?.place;
}
