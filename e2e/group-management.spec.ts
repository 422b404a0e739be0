import { createGroups } from './steps/group-record.ts';
import { expect, expectAccessible, heading, test } from './test.ts';

test(
  'four figures, groups as cards, and a search by name or CIM number',
  { tag: '@slow' },
  async ({ signedIn: page }) => {
    await createGroups(page, ['Umber & Vale Surveyors']);
    await page.goto('/groups/management');
    const figures = page.getByRole('region', { name: 'Groups in figures' });
    for (const label of ['Active Groups', 'Total Members', 'Compliance Features', 'Pending Reviews'])
      await expect(figures.getByRole('link', { name: label })).toBeVisible();
    const cards = page.getByRole('list', { name: 'Groups' });
    await expect(cards.getByRole('link').first()).toContainText('Umber & Vale Surveyors');
    const kestrel = cards.getByRole('link').filter({ hasText: 'Kestrel Avionics Repair' });
    await page.getByRole('searchbox', { name: 'Search by company name or CIM number' }).fill('kestrel');
    await expect(cards.getByRole('link')).toHaveCount(1);
    await expect(kestrel).toContainText('List Bill');
    await expect(kestrel).toContainText('Active');
    await page.getByRole('searchbox').fill('quagga');
    await expect(page.getByText('No groups match your search for "quagga"')).toBeVisible();
    await page.getByRole('button', { name: 'Remove Search: quagga' }).click();
    await page.getByRole('searchbox').fill('kestrel');
    await kestrel.click();
    await expect(heading(page, 'Kestrel Avionics Repair')).toBeVisible();
  },
);

test.describe('on a server of its own', () => {
  // A feature flag applies to everyone, other tests included.
  test.use({ server: 'quiet' });
  test('a feature is switched off and on again, with who and when', { tag: '@slow' }, async ({ signedIn: page }) => {
    await page.goto('/groups/management');
    await page.getByRole('tab', { name: 'Compliance' }).click();
    const flag = page
      .getByRole('list', { name: 'Feature flags' })
      .getByRole('listitem')
      .filter({ hasText: 'AGE OUT MONITORING' });
    await flag.getByRole('button', { name: 'Enabled' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Feature flag updated successfully' })).toBeVisible();
    await expect(flag).toContainText('Disabled by Dana Whitfield · just now');
    await page.reload();
    await flag.getByRole('button', { name: 'Disabled' }).click();
    await expect(flag).toContainText('Enabled by Dana Whitfield');
    await expectAccessible(page);
  });
});

test('members are added to a group, imported and exported from here; settings lead to real pages', async ({
  signedIn: page,
}) => {
  await page.goto('/groups/management?tab=members');
  await page.getByRole('button', { name: 'Export List' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'As CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add Member' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('dialog')).toContainText('Choose a group from the list.');
  await page.getByLabel('Employer group').fill('Kestrel Avionics Repair');
  await expect(page.locator('datalist option')).toHaveCount(1);
  await page.getByLabel('Employer group').fill('kestrel avionics repair');
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/tab=members&add=member$/);
  await expect(
    page.getByRole('dialog', { name: 'Add New Member to Kestrel Avionics Repair' }).getByLabel('First Name'),
  ).toBeFocused();
  await page.goto('/groups/management?tab=settings');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Configure Group setup' }).click();
  await expect(page).toHaveURL('/groups/setup');
});

test('says so when the groups cannot be loaded', { tag: '@slow' }, async ({ signedIn: page, answers }) => {
  answers.expect(500, /groups\/management/);
  await page.route('**/rpc/groups/management/**', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: '{"json":{"code":"INTERNAL_SERVER_ERROR","status":500,"message":"x","defined":false}}',
    }),
  );
  await page.goto('/groups/management');
  await expect(page.getByRole('heading', { name: 'Failed to load employer groups' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Failed to load employer groups' })).toBeVisible();
});

test.describe('without any group', () => {
  test.use({ server: 'empty' });
  test('the first one is a step away', { tag: '@slow' }, async ({ signedIn: page }) => {
    await page.goto('/groups/management');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Create First Group' }).click();
    await expect(page).toHaveURL('/groups/setup');
  });
});
