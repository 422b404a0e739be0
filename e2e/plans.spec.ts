import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, heading, type Page, test } from './test.ts';

const PLANS = 'Plan and Rate Management';
const tableOf = (page: Page) => page.getByRole('table', { name: 'Health plans' });
const rowOf = (page: Page, name: string) => tableOf(page).getByRole('row').filter({ hasText: name });

async function openPlan(page: Page, name: string): Promise<void> {
  await page.goto('/plans');
  await rowOf(page, name).getByRole('link', { name, exact: true }).click();
  await expect(heading(page, name)).toBeVisible();
}

test.describe('Plan and Rate Management', () => {
  test('shows the figures and the plans of every line, and finds one', async ({ signedIn: page }) => {
    await page.goto('/plans');
    await expect(heading(page, PLANS)).toBeVisible();
    const figures = page.getByRole('region', { name: 'Plans in figures' });
    await expect(figures).toContainText(/Active Plans\d+/);
    await expect(figures).toContainText(/Total Enrolled[\d,]+people/);
    await expect(figures).toContainText(/Avg Premium\$[\d,]+\.\d\dper employee a month/);
    await expect(figures).toContainText(/Rate Increase\+\d\.\d%/);
    await expect(rowOf(page, 'Premium PPO Plus')).toContainText('$645.00$750$4,000');
    await expect(tableOf(page).getByRole('row', { name: /^Medical · \d active · [\d,]+ enrolled$/ })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('searchbox', { name: 'Search plans' }).fill('ridgeline');
    await expect(tableOf(page).locator('a[data-row]')).toHaveText(['Basic Vision', 'Premium Vision']);
    await expect(page).toHaveURL('/plans?search=ridgeline');
    await page.getByLabel('Status').selectOption('Draft');
    await expect(page.getByText('No plans match your current filters')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('link', { name: 'Benefits Design' }).last().click();
    await expect(page.getByRole('article', { name: 'Premium PPO Plus' })).toBeVisible();
  });

  test('creates a plan: its code must be new, and it stays a draft without rates', async ({
    signedIn: page,
    answers,
  }) => {
    answers.expect(422, /plans\/create/);
    await page.goto('/plans');
    await page.getByRole('button', { name: 'Create Plan' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create Plan' });
    await dialog.getByRole('button', { name: 'Create Plan' }).click();
    await expect(dialog.getByText('Enter the plan name.')).toBeVisible();
    await expect(dialog.getByLabel('Plan name')).toBeFocused();
    await dialog.getByLabel('Plan name').fill('Prairie PPO 1500');
    await dialog.getByLabel('Plan code').fill('med-ppo');
    await dialog.getByLabel('Type').selectOption('PPO');
    await dialog.getByLabel('Carrier').fill('Prairie Mutual');
    await dialog.getByLabel('Deductible, member').fill('1,500');
    await dialog.getByRole('button', { name: 'Add coverage: Medical, in network' }).click();
    await expect(dialog.getByText('Member pays 20% · plan pays 80%')).toBeVisible();
    await dialog.getByLabel('Last day').fill('2020-12-31');
    await dialog.getByRole('button', { name: 'Create Plan' }).click();
    await expect(dialog.getByText(/The plan year ends before it starts on/)).toBeVisible();
    await dialog.getByLabel('Last day').fill('');
    await dialog.getByRole('button', { name: 'Create Plan' }).click();
    await expect(dialog.getByText(/Premium PPO Plus already has the code MED-PPO/)).toBeVisible();
    await dialog.getByLabel('Plan code').fill('prairie-1500');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create Plan' }).click();
    await expect(heading(page, 'Prairie PPO 1500')).toBeVisible();
    await expect(page.getByText('PRAIRIE-1500').first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'This plan is a draft' })).toContainText('No rate version covers');
    await expect(page.getByRole('button', { name: 'Activate' })).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible(page);
  });

  test(
    'edits a plan, shows the difference in the history, and undoes it',
    { tag: '@slow' },
    async ({ signedIn: page }) => {
      await openPlan(page, 'Premium Dental');
      await page.getByRole('button', { name: 'Edit Plan' }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit Premium Dental' });
      await dialog.getByLabel('Carrier').fill('Prairie Dental');
      await dialog.getByRole('button', { name: 'Save Changes' }).click();
      await expect(dialog).toBeHidden();
      await page.getByRole('tab', { name: 'History' }).click();
      const entry = page.getByRole('listitem').filter({ hasText: 'Changed Carrier of Premium Dental' }).first();
      await entry.getByRole('button', { name: /Changed Carrier/, expanded: false }).click();
      await expect(entry).toContainText('CarrierBrackenridge Dental→Prairie Dental');
      await entry.getByRole('button', { name: /^Undo/ }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
      await expect(
        page.getByRole('button', { name: 'Undid: Changed Carrier of Premium Dental', exact: true }),
      ).toBeVisible();
      await expect(page.getByText('Brackenridge Dental').first()).toBeVisible();
      await expectAccessible(page);
    },
  );

  test('keeps documents, and says why one is refused', { tag: '@slow' }, async ({ signedIn: page, answers }) => {
    answers.expect(422, /plan-documents/);
    await openPlan(page, 'Standard HMO');
    await page.getByRole('tab', { name: /^Documents/ }).click();
    const choose = async (name: string, content: string) => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Add Document' }).click(),
      ]);
      await chooser.setFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(content) });
    };
    await choose('SBC.pdf', 'not a document');
    await expect(page.getByText(/The content is not a PDF/)).toBeVisible();
    await choose('SBC 2027.pdf', '%PDF-1.7 summary');
    const row = page.getByRole('table', { name: 'Documents' }).getByRole('row').filter({ hasText: 'SBC 2027.pdf' });
    await expect(row).toContainText('Dana Whitfield');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('button', { name: 'SBC 2027.pdf', exact: true }).click(),
    ]);
    expect(await readFile(await file.path(), 'utf8')).toBe('%PDF-1.7 summary');
    await expectAccessible(page);
    await row.getByRole('button', { name: 'More actions for SBC 2027.pdf' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove document' }).click();
    await expect(page.getByRole('heading', { name: 'No documents' })).toBeVisible();
  });

  test(
    'withdraws a plan and opens it again; a termination shows its members first',
    { tag: '@slow' },
    async ({ signedIn: page }) => {
      await openPlan(page, 'Basic Vision');
      const act = async (name: string) => {
        await page.getByRole('button', { name: 'More actions' }).click();
        await page.getByRole('menuitem', { name }).click();
      };
      await act('Withdraw');
      const dialog = page.getByRole('dialog', { name: 'Withdraw Basic Vision' });
      await dialog.getByLabel('Reason').fill('Closed by the carrier');
      await dialog.getByRole('button', { name: 'Withdraw Plan' }).click();
      await expect(page.getByText('Withdrawn', { exact: true })).toBeVisible();
      await act('Open to new members');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Open plan' }).click();
      await expect(page.getByText('Withdrawn', { exact: true })).toBeHidden();
      await act('Terminate');
      const ending = page.getByRole('dialog', { name: 'Terminate Basic Vision' });
      await ending.getByLabel('Last day of coverage').fill(`${new Date().getFullYear()}-12-31`);
      await expect(ending.getByRole('status')).toContainText(/[\d,]+ members in \d+ groups have vision coverage/);
      await expect(ending.getByLabel('Members then')).toContainText('Premium Vision');
      await expectAccessible(page);
      await ending.getByRole('button', { name: 'Terminate Plan' }).click();
      await expect(ending.getByText('Choose where the members go.')).toBeVisible();
    },
  );
});

test.describe('Benefits Design', () => {
  test(
    'shows what plans pay, edits the draft year, and locks the year in force',
    { tag: '@slow' },
    async ({ signedIn: page }) => {
      await page.goto('/plans/benefits');
      const card = page.getByRole('article', { name: 'Standard HMO' });
      await expect(card.getByRole('img', { name: 'Plan pays 80%' }).first()).toBeVisible();
      await expect(card).toContainText('DentalNot covered');
      await expectAccessible(page);
      await card.getByRole('button', { name: 'Edit Benefits of Standard HMO' }).click();
      const panel = page.getByRole('complementary', { name: 'Edit Benefits of Standard HMO' });
      await expect(panel.getByRole('heading', { name: 'Edit Benefits' })).toBeFocused();
      await panel.getByLabel('Prescription: the member pays').fill('30');
      await expect(panel.getByText('Member pays 30% · plan pays 70%')).toBeVisible();
      await expect(panel.getByText('was: Member pays 25%, plan pays 75%')).toBeVisible();
      await expect(panel.getByRole('status')).toContainText(/1 change from 01\/01\/\d{4}/);
      await expectAccessible(page);
      await panel.getByRole('button', { name: 'Save Changes' }).click();
      await expect(panel).toBeHidden();
      await expect(page.getByRole('button', { name: 'Edit Benefits of Standard HMO' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(panel.getByLabel('Prescription: the member pays')).toHaveValue('30');
      await panel.getByRole('group', { name: 'Plan year' }).getByRole('button').first().click();
      await expect(panel.getByText(/is in force and locked/)).toBeVisible();
      await expect(panel.getByRole('button', { name: 'Save Changes' })).toBeHidden();
    },
  );

  test('compares two plans side by side', { tag: '@slow' }, async ({ signedIn: page }) => {
    await page.goto('/plans/benefits');
    await page.getByRole('button', { name: 'Compare' }).click();
    const dialog = page.getByRole('dialog', { name: 'Compare plans' });
    const hsa = dialog
      .getByLabel('Second plan')
      .getByRole('option', { name: /^High Deductible HSA/ })
      .first();
    await dialog.getByLabel('Second plan').selectOption((await hsa.getAttribute('value')) ?? '');
    await expect(dialog.getByRole('row', { name: /Deductible, member/ })).toContainText('$3,300.00');
    await dialog.getByRole('switch', { name: 'Differences only' }).click();
    await expectAccessible(page);
  });
});
