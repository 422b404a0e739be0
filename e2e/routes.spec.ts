import { expect, expectAccessible, heading, type Page, test } from './test.ts';

/** Every address of both specifications (1, section 2.4; 2, section 2) with the heading of its screen. */
const SCREENS: readonly (readonly [address: string, heading: string])[] = [
  ['/', 'Group Management Platform'],
  ['/dashboard', 'Dashboard'],
  ['/groups', 'Active Groups'],
  ['/groups/analytics', 'Active Groups'],
  ['/ichra/groups', 'Active Groups'],
  ['/groups/management', 'Group Management'],
  ['/groups/setup', 'Group Setup Wizard'],
  ['/groups/admin', 'Group Administration Dashboard'],
  ['/groups/policies', 'Group Policy Management'],
  ['/members', 'Member Management'],
  ['/members/enrollment', 'Member Management'],
  ['/members/analytics', 'Member Management'],
  ['/ichra/reimbursements', 'Member Management'],
  ['/members/lifecycle', 'Member Lifecycle Management'],
  ['/files/upload', 'File Upload Center'],
  ['/files/upload?import=employees', 'Employee Import'],
  ['/files/history', 'File History'],
  ['/ichra/marketplace', 'File Upload Center'],
  ['/files/queue', 'Processing Queue'],
  ['/admin/users', 'User Management'],
  ['/admin/settings', 'System Settings'],
  ['/admin/integrations', 'Integration Management'],
  ['/admin/audit', 'Audit Log'],
  ['/admin/mails', 'Mail'],
  ['/case-search', 'Case Search and Member Services'],
  ['/plans', 'Plan and Rate Management'],
  ['/plans/rates', 'Plan and Rate Management'],
  ['/plans/benefits', 'Plan and Rate Management'],
  ['/approvals', 'Waiting for Approval'],
  ['/billing', 'Billing Dashboard'],
  ['/billing/months', 'Month Close'],
  ['/billing/refunds', 'Premium Refunds'],
  ['/payments', 'Payment Processing'],
  ['/my-account', 'My Account'],
  ['/profile', 'My Profile'],
  ['/settings', 'Settings'],
  ['/hr', 'HR Administration'],
  ['/hr/onboarding', 'HR Administration'],
  ['/hr/communications', 'HR Administration'],
];

const COMING_SOON: readonly (readonly [address: string, heading: string])[] = [
  ['/claims', 'Claims Dashboard'],
  ['/claims/authorizations', 'Prior Authorizations'],
  ['/claims/analytics', 'Claims Analytics'],
  ['/cobra', 'COBRA Dashboard'],
  ['/cobra/events', 'Qualifying Events'],
  ['/cobra/billing', 'COBRA Billing'],
];

/** Addresses that links of the specification name and that lead elsewhere. */
const LEADS_TO: readonly (readonly [address: string, to: string, heading: string])[] = [
  ['/processing-queue', '/files/queue', 'Processing Queue'],
  ['/file-upload', '/files/upload', 'File Upload Center'],
  ['/file-upload?import=employees', '/files/upload?import=employees', 'Employee Import'],
];

/** Looked at in the dark, too. */
const DARK: ReadonlySet<string> = new Set([
  '/dashboard',
  '/members',
  '/',
  '/groups',
  '/groups/setup',
  '/files/upload',
  '/files/queue',
  '/files/history',
  '/claims',
  '/nowhere',
]);

async function expectReadable(page: Page, address: string): Promise<void> {
  await expectAccessible(page);
  if (!DARK.has(address)) return;
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Routes with the same first word are one test, to load a page's code once. */
const byArea = (screens: typeof SCREENS): [area: string, screens: typeof SCREENS][] =>
  Object.entries(Object.groupBy(screens, ([address]) => /^\/(\w*)/.exec(address)?.[1] ?? '')).map(([area, found]) => [
    `/${area}`,
    found ?? [],
  ]);

for (const [area, screens] of byArea(SCREENS))
  test(`the addresses of ${area} show their screens`, async ({ signedIn: page }) => {
    for (const [address, title] of screens) {
      await page.goto(address);
      await expect(heading(page, title), address).toBeVisible();
      await expect(page).toHaveTitle(`${title} · OpenBenefits`);
    }
  });

for (const [area, screens] of byArea(COMING_SOON))
  test(`the addresses of ${area} say Coming Soon`, async ({ signedIn: page }) => {
    for (const [address, title] of screens) {
      await page.goto(address);
      await expect(heading(page, title), address).toBeVisible();
      await expect(page.getByRole('main').getByText('Coming Soon', { exact: true })).toBeVisible();
    }
  });

// The story of a screen proves it readable where it leads; here is every address.
for (const [area, screens] of byArea([...SCREENS, ...COMING_SOON]))
  test(`the addresses of ${area} are readable`, { tag: '@slow' }, async ({ signedIn: page }) => {
    for (const [address, title] of screens) {
      await page.goto(address);
      await expect(heading(page, title), address).toBeVisible();
      await expectReadable(page, address);
    }
  });

test('addresses that links of the specification name lead to their screens', async ({ signedIn: page }) => {
  for (const [address, to, title] of LEADS_TO) {
    await page.goto(address);
    await expect(heading(page, title), address).toBeVisible();
    await expect(page).toHaveURL(to);
  }
});

test('/groups/{id}/management leads to the settings tab of the group', async ({ signedIn: page, answers }) => {
  answers.expect(404, /groups\/get/);
  await page.goto('/groups/00000000-0000-7000-8000-000000000000/management');
  await expect(page).toHaveURL('/groups/00000000-0000-7000-8000-000000000000?tab=settings');
});

test('an unknown address says so and shows the way home', async ({ signedIn: page }) => {
  for (const address of ['/files', '/groups/setup/nowhere', '/nowhere']) {
    await page.goto(address);
    await expect(heading(page, '404')).toBeVisible();
    await expect(page.getByText('Oops! Page not found')).toBeVisible();
  }
  await expectReadable(page, '/nowhere');
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
  await expect(heading(page, 'Group Management Platform')).toBeVisible();
});

test('/welcome is public, outside the gate and the shell, and leads to the gate', async ({ page }) => {
  await page.goto('/welcome');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Login' }).first().click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { name: 'Demo Access Required' })).toBeVisible();
});
