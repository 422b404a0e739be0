import type { Locator, Page } from '../test.ts';

/** The sidebar of specification 1, section 2.3: sections in order, each with its entries and their addresses. */
export const SECTIONS: readonly (readonly [
  section: string,
  entries: readonly (readonly [label: string, address: string])[],
])[] = [
  ['Dashboard', [['Dashboard', '/dashboard']]],
  [
    'Group Management',
    [
      ['Group Administration', '/groups/admin'],
      ['Active Groups', '/groups'],
      ['Group Setup', '/groups/setup'],
    ],
  ],
  [
    'Plan & Rate Management',
    [
      ['Plan Management', '/plans'],
      ['Rate Tables', '/plans/rates'],
      ['Benefits Design', '/plans/benefits'],
    ],
  ],
  [
    'Member Management',
    [
      ['Member Directory', '/members'],
      ['Member Lifecycle', '/members/lifecycle'],
      ['Enrollment Analytics', '/members/analytics'],
    ],
  ],
  [
    'Billing & Payments',
    [
      ['Billing Dashboard', '/billing'],
      ['Payment Processing', '/payments'],
      ['Premium Refunds', '/billing/refunds'],
    ],
  ],
  [
    'File Processing',
    [
      ['Upload Center', '/files/upload'],
      ['Processing Queue', '/files/queue'],
      ['File History', '/files/history'],
    ],
  ],
  [
    'Claims & Processing',
    [
      ['Claims Dashboard', '/claims'],
      ['Prior Authorizations', '/claims/authorizations'],
      ['Claims Analytics', '/claims/analytics'],
    ],
  ],
  [
    'COBRA Administration',
    [
      ['COBRA Dashboard', '/cobra'],
      ['Qualifying Events', '/cobra/events'],
      ['COBRA Billing', '/cobra/billing'],
    ],
  ],
  [
    'HR Administration',
    [
      ['HR Dashboard', '/hr'],
      ['Employee Onboarding', '/hr/onboarding'],
      ['Benefits Communication', '/hr/communications'],
    ],
  ],
  [
    'Administration',
    [
      ['User Management', '/admin/users'],
      ['System Settings', '/admin/settings'],
      ['Integrations', '/admin/integrations'],
    ],
  ],
];

export function sidebarOf(page: Page) {
  const box = page.getByRole('complementary', { name: 'Sidebar' });
  const navigation = box.getByRole('navigation', { name: 'Main navigation' });
  return {
    box,
    navigation,
    section: (name: string): Locator => navigation.getByRole('button', { name, exact: true }),
    entry: (name: string): Locator => navigation.getByRole('link', { name, exact: true }),
    collapse: box.getByRole('button', { name: 'Collapse sidebar' }),
    expand: box.getByRole('button', { name: 'Expand sidebar' }),
  };
}
