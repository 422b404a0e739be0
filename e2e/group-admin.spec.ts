import { readFile } from 'node:fs/promises';
import { createGroups } from './steps/group-record.ts';
import { expect, expectAccessible, heading, type Page, test } from './test.ts';

const KESTREL = 'Kestrel Avionics Repair';
const tableOf = (page: Page) => page.getByRole('table', { name: 'Groups' });
const rowOf = (page: Page, name: string) => tableOf(page).getByRole('row').filter({ hasText: name });

async function openAdministration(page: Page, tab?: string): Promise<void> {
  await page.goto(`/groups/admin${tab ? `?tab=${tab}` : ''}`);
  await expect(heading(page, 'Group Administration Dashboard')).toBeVisible();
}

test.describe('Group Administration Dashboard', () => {
  test('shows figures and rows, finds by name or administrator, and leads to group and settings', async ({
    signedIn: page,
  }) => {
    await openAdministration(page);
    const figures = page.getByRole('region', { name: 'Groups in figures' });
    for (const label of ['Active', 'Pending Review', 'Total Groups', 'Total Members', 'Group Revenue'])
      await expect(figures).toContainText(label);
    await expect(figures).toContainText(/Group Revenue\$[\d,]+/);
    await expect(rowOf(page, KESTREL)).toContainText(/212\d+HDHP, HMO, PPO01\/01\/2024\$[\d,]+\.\d\dActive/);
    await expectAccessible(page);
    await page.getByRole('searchbox', { name: 'Search groups or administrators' }).fill('rosalind');
    await expect(tableOf(page).locator('a[data-row]')).toHaveText([KESTREL]);
    await expect(page).toHaveURL('/groups/admin');
    await page.getByRole('tab', { name: 'Group Management' }).click();
    await expect(rowOf(page, KESTREL)).toContainText('Rosalind Baptiste');
    await expectAccessible(page);
    await page.getByLabel('Status').selectOption('Suspended');
    await expect(page.getByText('No groups match your search for "rosalind"')).toBeVisible();
    await page.getByRole('button', { name: 'Clear all' }).click();
    await rowOf(page, KESTREL).hover();
    await rowOf(page, KESTREL)
      .getByRole('link', { name: `Edit ${KESTREL}` })
      .click();
    await expect(page).toHaveURL(/\/groups\/[\da-f-]{36}\?tab=settings$/);
    await page.goBack();
    await rowOf(page, KESTREL).getByText('Active').click();
    await expect(heading(page, KESTREL)).toBeVisible();
  });

  test('exports the list as it is filtered', { tag: '@slow' }, async ({ signedIn: page }) => {
    await openAdministration(page);
    await page.getByLabel('Status').selectOption('Under Review');
    await expect(tableOf(page).locator('a[data-row]')).toHaveText(['Harrow Street Architects']);
    await page.getByRole('button', { name: 'Export Groups' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'As CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^groups-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('Harrow Street Architects');
  });

  test(
    'several groups are changed at once, with the effect shown first and each in the activity',
    { tag: '@slow' },
    async ({ signedIn: page }) => {
      await createGroups(page, ['Quince Orchard Tools', 'Quince Orchard Trading']);
      await openAdministration(page, 'management');
      await expect(page.getByRole('button', { name: 'Bulk Actions' })).toHaveAttribute('aria-disabled', 'true');
      await page.getByRole('searchbox', { name: 'Search groups or administrators' }).fill('quince orchard');
      await expect(tableOf(page).locator('a[data-row]')).toHaveCount(2);
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
      await page.getByRole('button', { name: 'Bulk Actions' }).click();
      await page.getByRole('menuitem', { name: 'Set enrollment period' }).click();
      const dialog = page.getByRole('alertdialog', { name: 'Set enrollment period' });
      await dialog.getByLabel('Enrollment period').selectOption('Closed');
      await expect(dialog).toContainText('2 groups, 2 unchanged');
      await dialog.getByLabel('Enrollment period').selectOption('Open');
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Change 2 groups' }).click();
      await expect(page.getByText('2 groups were changed.')).toBeVisible();
      await page.getByRole('tab', { name: 'Recent Activity' }).click();
      await expect(
        page
          .getByRole('listitem')
          .filter({ hasText: 'Set the enrollment period for several groups' })
          .filter({ hasText: 'Quince Orchard' }),
      ).toHaveCount(2);
      await expectAccessible(page);
    },
  );

  test('an administrator is assigned to a group', { tag: '@slow' }, async ({ signedIn: page }) => {
    await openAdministration(page, 'management');
    await page.getByRole('button', { name: 'More actions for Bluestem Veterinary Partners' }).click();
    await page.getByRole('menuitem', { name: 'Manage admin access' }).click();
    const dialog = page.getByRole('dialog', { name: 'Manage admin access to Bluestem Veterinary Partners' });
    await expect(dialog.getByRole('switch', { name: 'Dana Whitfield sees only assigned groups' })).toBeDisabled();
    await expect(dialog.getByRole('switch', { name: 'Priya Raman sees only assigned groups' })).toBeChecked();
    await dialog.getByRole('checkbox', { name: /Hana Petrossian/ }).check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save Access' }).click();
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, 'Bluestem Veterinary Partners')).toContainText('Hana Petrossian');
  });
});
