import { expect, expectAccessible, heading, type Page, test } from './test.ts';

// A renewal changes its group for everyone.
test.use({ server: 'quiet' });

const rail = (page: Page) => page.getByRole('complementary', { name: 'Renewal' });
const apply = (page: Page) => page.getByRole('button', { name: /^Apply on / });

async function open(page: Page, group: string): Promise<void> {
  await page.goto('/plans/renewals');
  await page.getByRole('searchbox', { name: 'Search groups' }).fill(group);
  await expect(page.getByRole('table', { name: 'Renewals' }).getByRole('row')).toHaveCount(2);
  await page.getByRole('link', { name: group, exact: true }).click();
  await expect(heading(page, `${group} renewal`)).toBeVisible();
}

test(
  'next year’s rates are seen by plan and by member, members move to other plans, and the renewal is applied',
  { tag: '@slow' },
  async ({ signedIn: page }) => {
    await open(page, 'Kestrel Avionics Repair');
    await expect(page.getByRole('table', { name: 'By plan' })).toContainText('Standard HMO');
    await expect(page.getByRole('table', { name: 'By member' })).toContainText('Owen Thackeray');
    await expectAccessible(page);
    // Plans without rates for next year keep the renewal from being applied.
    await expect(rail(page)).toContainText('premiums cannot be calculated');
    await expect(apply(page)).toHaveAttribute('aria-disabled', 'true');
    for (const [plan, to] of [
      ['Premium Vision', 'Basic Vision'],
      ['Orthodontic Plus', 'Premium Dental'],
    ] as const) {
      const move = page.getByLabel(`Next plan of ${plan} members`);
      if ((await move.count()) > 0) await move.selectOption({ label: to });
    }
    await expect(rail(page)).not.toContainText('premiums cannot be calculated');
    await apply(page).click();
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await expect(dialog).toContainText('Difference a month');
    await dialog.getByRole('button', { name: /^Apply on/ }).click();
    await expect(page.getByText('The renewal of Kestrel Avionics Repair was applied')).toBeVisible();
    await expect(rail(page)).toContainText('Dana Whitfield applied this renewal');
  },
);

test(
  'all groups are simulated with progress, the largest increase first',
  { tag: '@slow' },
  async ({ signedIn: page, answers }) => {
    answers.expect(422, /renewals\/simulateAll/);
    await page.goto('/plans/renewals');
    await page.getByLabel('All groups renew on').fill('2028-01-15');
    await page.getByRole('button', { name: 'Simulate all groups' }).click();
    await expect(page.getByText('A renewal is on the first day of a month.')).toBeVisible();
    await page.getByLabel('All groups renew on').fill('2027-01-01');
    await page.getByRole('button', { name: 'Simulate all groups' }).click();
    await page.getByRole('link', { name: 'All groups on 01/01/2027' }).first().click();
    await expect(heading(page, 'All groups on 01/01/2027')).toBeVisible();
    await expect(page.getByRole('main').getByText('Simulation', { exact: true })).toBeVisible();
    await expect(page.getByRole('table', { name: 'By group' }).getByRole('row')).not.toHaveCount(1);
    await expectAccessible(page);
  },
);
