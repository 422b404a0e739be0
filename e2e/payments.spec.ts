import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { paymentsFolderOf } from './servers.ts';
import { expect, expectAccessible, heading, type Page, test } from './test.ts';

const payments = (page: Page, name = 'Recent Transactions') => page.getByRole('table', { name });

test.describe('Payment Processing', () => {
  test.use({ server: 'quiet' });
  test.describe.configure({ mode: 'serial' });

  test(
    'a check is processed: problems stay at their fields, the preview says what it pays',
    { tag: '@both' },
    async ({ signedIn: page }) => {
      await page.goto('/payments');
      await expect(heading(page, 'Payment Processing')).toBeVisible();
      await expect(page.getByRole('table', { name: 'Payment Methods' })).toContainText('2.9% + $0.30');
      await expectAccessible(page);

      await page.getByRole('button', { name: 'Process Payment' }).click();
      const dialog = page.getByRole('dialog', { name: 'Process Payment' });
      await expect(dialog.getByRole('searchbox', { name: 'Group name or CIM number' })).toBeFocused();
      await dialog.getByRole('button', { name: 'Process Payment' }).click();
      await expect(dialog.getByText('Choose a group.')).toBeVisible();
      await expect(dialog.getByText('Enter an amount of more than $0.00.')).toBeVisible();
      await expectAccessible(page);
      const search = dialog.getByRole('searchbox', { name: 'Group name or CIM number' });
      await search.fill('Kestrel Avionics Repair');
      await expect(dialog.getByRole('button', { name: /Kestrel/ })).toHaveCount(1);
      await search.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('combobox', { name: 'Method' })).toBeFocused();
      await dialog.getByRole('combobox', { name: 'Method' }).selectOption('Check');
      // Each method asks for what its payment has.
      await expect(dialog.getByText('Enter the check number.')).toBeVisible();
      await dialog.getByRole('textbox', { name: 'Check number' }).fill('10442');
      await dialog.getByRole('textbox', { name: 'Amount' }).fill('125.50');
      const preview = dialog.getByRole('region', { name: 'What this payment does' });
      await expect(preview).toContainText('Total charged');
      await expect(preview).toContainText('$125.50');
      await dialog.getByRole('button', { name: 'Process Payment' }).click();
      await expect(dialog).toBeHidden();
      await expect(payments(page).getByText('10442')).toBeVisible();
    },
  );

  test(
    'a payment is opened with its ledger entries, deposited and voided',
    { tag: '@both' },
    async ({ signedIn: page }) => {
      await page.goto('/payments?tab=history');
      await page.getByRole('searchbox', { name: 'Search payments' }).fill('10442');
      const list = payments(page, 'Payments');
      await expect(list.locator('a[data-row]')).toHaveCount(1);
      await expectAccessible(page);
      await list.locator('a[data-row]').click();
      const dialog = page.getByRole('dialog', { name: 'Kestrel Avionics Repair' });
      await expect(dialog.getByText('1020 Undeposited, lockbox clearing')).toBeVisible();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Mark as deposited' }).click();
      await expect(dialog.getByText('1000 Bank')).toBeVisible();
      await dialog.getByRole('button', { name: 'Void...' }).click();
      const question = page.getByRole('alertdialog', { name: 'Void payment 10442' });
      await question.getByRole('textbox', { name: 'Reason' }).fill('Entered twice');
      await question.getByRole('button', { name: 'Void Payment' }).click();
      await expect(dialog.getByText('Void', { exact: true }).first()).toBeVisible();
      await expect(dialog.getByText('Entered twice').first()).toBeVisible();
    },
  );

  test(
    'a change of a method from a day on waits for approval, and its stats open',
    { tag: '@slow' },
    async ({ signedIn: page }) => {
      await page.goto('/payments?tab=methods');
      await page.getByRole('button', { name: 'Configure Wire' }).click();
      const dialog = page.getByRole('dialog', { name: 'Configure Wire' });
      await dialog.getByRole('textbox', { name: 'Fee, fixed' }).fill('20');
      await dialog.getByRole('textbox', { name: 'Fee, percent of the amount' }).fill('x');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog.getByText('Enter a percentage with at most two decimals.')).toBeVisible();
      await dialog.getByRole('textbox', { name: 'Fee, percent of the amount' }).fill('0');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('It takes effect when another person approves it: Wire.')).toBeVisible();
      await expect(page.getByRole('table', { name: 'Payment Methods' })).not.toContainText('$20.00');
      await page.getByRole('button', { name: 'View Stats of Wire' }).click();
      await expect(page.getByRole('dialog', { name: 'Wire, last 12 months' })).toBeVisible();
      await expectAccessible(page);
    },
  );

  test('a lockbox file is shown row by row before it is taken in', { tag: '@slow' }, async ({ signedIn: page }) => {
    await page.goto('/payments');
    await page.getByRole('button', { name: 'Sync Payments' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sync Payments' });
    await dialog.getByRole('button', { name: 'Sync now' }).click();
    await expect(dialog.getByText('Every source was asked.')).toBeVisible();
    await expect(dialog.getByRole('list', { name: 'Sources' })).toContainText('No SFTP connection is set up.');
    await dialog.getByRole('textbox', { name: 'Bank' }).fill('First Bank');
    const csv = 'Posted,Check Number,Remitter,Amount\n11/19/2026,9001,R. Holloway,"1,250.00"\n';
    await dialog
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'lockbox.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await dialog.getByRole('button', { name: 'Preview' }).click();
    const rows = dialog.getByRole('table', { name: 'Rows of the file' });
    await expect(rows).toContainText('No group yet');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Import 1 row' }).click();
    // What no group was found for is shown at once.
    await expect(dialog.getByRole('list', { name: 'Payments without a group' })).toContainText('R. Holloway');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await expect(dialog).toBeHidden();
    await page.goto('/payments?tab=history&search=9001');
    await expect(payments(page, 'Payments')).toContainText('Payer: R. Holloway');
  });

  test(
    'a bank statement without headings asks what its first line is; its broken row is left out',
    { tag: '@slow' },
    async ({ signedIn: page }) => {
      await page.goto('/payments');
      await page.getByRole('button', { name: 'Sync Payments' }).click();
      const dialog = page.getByRole('dialog', { name: 'Sync Payments' });
      await dialog.getByRole('combobox', { name: 'Kind of file' }).selectOption('Bank statement (CSV, XLSX)');
      await dialog.getByRole('textbox', { name: 'Bank' }).fill('First Bank');
      const csv = '11/18/2026,1840.25,ORCHARD VALE DENTAL\n11/18/2026,19 990,TALL OAK SURVEY\n';
      await dialog
        .getByLabel('File', { exact: true })
        .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
      await dialog.getByRole('button', { name: 'Preview' }).click();
      const button = dialog.getByRole('button', { name: 'Import 1 row' });
      await expect(button).toHaveAccessibleDescription('Choose what the first line is.');
      const line = dialog.getByRole('combobox', { name: 'First line of the file' });
      // Taken for headings, the payment of the first line is lost from the rows.
      await line.selectOption('Headings: the names of the columns');
      await expect(dialog.getByText('No rows were read')).toBeVisible();
      await line.selectOption('Data: a row like the others');
      await dialog.getByRole('combobox', { name: 'Payer', exact: true }).selectOption('Column 3');
      await expect(dialog.getByRole('table', { name: 'Rows of the file' })).toContainText('ORCHARD VALE DENTAL');
      const problems = dialog.getByRole('list', { name: 'Rows with problems' });
      await expect(problems).toHaveText('Row 2: “19 990” is not an amount.');
      await expect(button).toHaveAccessibleDescription('Correct the file first, or leave out the rows with problems.');
      await dialog.getByRole('checkbox', { name: 'Import the other rows without row 2' }).check();
      await expectAccessible(page);
      await button.click();
      await expect(page.getByText(/Rows left out: 1\./)).toBeVisible();
      await page.goto('/payments?tab=history&search=ORCHARD');
      await expect(payments(page, 'Payments')).toContainText('Payer: ORCHARD VALE DENTAL');
      await expect(payments(page, 'Payments').locator('a[data-row]')).toHaveCount(1);
    },
  );

  test(
    'a file in the folder of the server waits for its columns, and is imported once they are mapped',
    { tag: '@slow' },
    async ({ signedIn: page }) => {
      await page.goto('/payments');
      await page.getByRole('button', { name: 'Sync Payments' }).click();
      const dialog = page.getByRole('dialog', { name: 'Sync Payments' });
      const sources = dialog.getByRole('list', { name: 'Sources' });
      const folder = path.join(paymentsFolderOf('quiet'), 'lockbox', 'Second Bank');
      await mkdir(folder, { recursive: true });
      const csv = 'Posted,Check Number,Remitter,Amount\n11/19/2026,9101,E. Marlow,"75.00"\n';
      await writeFile(path.join(folder, 'monday.csv'), csv);
      await dialog.getByRole('button', { name: 'Sync now' }).click();
      await expect(sources.getByRole('listitem').filter({ hasText: 'monday.csv' })).toContainText('Map its columns');
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      await expectAccessible(page);
      await page.setViewportSize({ width: 1440, height: 900 });
      await dialog.getByRole('button', { name: 'Map columns of monday.csv' }).click();
      await expect(dialog.getByRole('textbox', { name: 'Bank' })).toHaveValue('Second Bank');
      await dialog.getByRole('button', { name: 'Preview' }).click();
      await expect(dialog.getByRole('table', { name: 'Rows of the file' })).toContainText('E. Marlow');
      await dialog.getByRole('button', { name: 'Import 1 row' }).click();
      await expect(dialog.getByRole('list', { name: 'Payments without a group' })).toContainText('E. Marlow');
      expect(await readdir(folder)).toEqual([]);
    },
  );

  test('a recurring payment needs a group with a verified account', { tag: '@slow' }, async ({ signedIn: page }) => {
    await page.goto('/payments?tab=recurring');
    await page.getByRole('button', { name: 'Setup Recurring Payment' }).click();
    const dialog = page.getByRole('dialog', { name: 'Setup Recurring Payment' });
    await dialog.getByRole('searchbox', { name: 'Group name or CIM number' }).fill('Kestrel');
    await dialog.getByRole('button', { name: /Kestrel Avionics Repair/ }).click();
    await expect(dialog.getByText('The group has no verified bank account.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Day of the month' }).fill('32');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Enter a day from 1 to 31.')).toBeVisible();
    await expectAccessible(page);
  });
});
