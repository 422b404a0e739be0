import { expect, expectAccessible, heading, test } from './test.ts';

test.use({ server: 'staffed' });

const GROUP = 'Kestrel Avionics Repair';
/** The columns in another order, a title above them, an amount in brackets, a member nobody knows, and a plan of theirs. */
const SELF_BILL = [
  'Kestrel payroll, December',
  'Premium,Emp ID,Product',
  '"$1,234.50",KA-1042,Medical',
  '(12.00),KA-9999,Medical',
  '86.40,KA-1042,MISC ADJ',
].join('\n');

test(
  'a self bill is uploaded, its differences are shown per member in their classes, and decided',
  { tag: '@slow' },
  async ({ signedIn: page }) => {
    await page.goto('/payments');
    await page.getByRole('link', { name: 'Reconciliation' }).click();
    await expect(heading(page, 'Reconciliation')).toBeVisible();
    await page.getByRole('button', { name: 'New reconciliation' }).click();
    const dialog = page.getByRole('dialog', { name: 'New reconciliation' });
    await dialog.getByRole('searchbox', { name: 'Group name or CIM number' }).fill(GROUP);
    await dialog.getByRole('button', { name: new RegExp(GROUP) }).click();
    await dialog.getByRole('textbox', { name: 'Invoice number' }).fill('KA-12');
    await dialog
      .getByLabel('CSV file or Excel workbook')
      .setInputFiles({ name: 'self-bill.csv', mimeType: 'text/csv', buffer: Buffer.from(SELF_BILL) });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Read file' }).click();
    await expect(dialog.getByRole('combobox', { name: 'Employee ID' })).toHaveValue('1');
    await expect(dialog.getByRole('combobox', { name: 'Amount' })).toHaveValue('0');
    await expect(dialog.getByRole('combobox', { name: 'MISC ADJ' })).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Compare' }).click();
    await expect(dialog).toBeHidden();

    await expect(heading(page, 'Self bill KA-12')).toBeVisible();
    await expect(page.getByText('Ties to the cent:')).toBeVisible();
    await expectAccessible(page);
    const byClass = page.getByRole('table', { name: 'Differences by class' });
    await expect(byClass.getByRole('row', { name: /Unexplained/ })).toContainText('2 undecided');
    await byClass
      .getByRole('row', { name: /Enrolled, not billed/ })
      .getByRole('button', { name: /^More actions/ })
      .click();
    await page.getByRole('menuitem', { name: 'Dispute' }).click();
    const dispute = page.getByRole('dialog', { name: 'Dispute' });
    await expectAccessible(page);
    await dispute.getByRole('button', { name: 'Dispute' }).click();
    await expect(dispute).toBeHidden();
    await expect(byClass.getByRole('row', { name: /Enrolled, not billed/ })).toContainText('all decided');

    // Our side is wrong: the answer says what the next bill changes by what is known now.
    await page.getByRole('combobox', { name: 'Show' }).selectOption('Enrolled, not billed');
    const ours = page.getByRole('table', { name: 'Lines', exact: true }).getByRole('row').nth(1);
    await ours.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Adjust on next bill' }).click();
    const adjust = page.getByRole('dialog', { name: 'Adjust on next bill' });
    await expectAccessible(page);
    await adjust.getByRole('button', { name: 'Adjust on next bill' }).click();
    await expect(page.getByText(/The next bill changes 1 line by \$/)).toBeVisible();
    await expect(ours).toContainText('on the next bill');

    await page.getByRole('combobox', { name: 'Show' }).selectOption('Undecided');
    const lines = page.getByRole('table', { name: 'Lines', exact: true });
    await expect(lines.getByRole('row', { name: /KA-9999/ })).toContainText('No member has this ID or name');
    await lines.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: 'Accept', exact: true }).click();
    const accept = page.getByRole('dialog', { name: 'Accept' });
    await accept.getByRole('textbox', { name: 'Note' }).fill('Payroll confirmed it');
    await accept.getByRole('button', { name: 'Accept' }).click();
    await expect(accept).toBeHidden();

    const letter = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Dispute letter' }).click();
    expect((await letter).suggestedFilename()).toMatch(/^dispute-letter-.*\.pdf$/);
    await page.getByRole('button', { name: 'Close reconciliation' }).click();
    await expect(page.getByText('Closed', { exact: true })).toBeVisible();

    // The same file again is refused in words, with its columns remembered.
    await page.goto('/payments/reconciliation');
    await expect(page.getByRole('row', { name: /Self bill KA-12/ })).toContainText('Closed');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('link', { name: GROUP }).click();
    await expect(heading(page, 'Self bill KA-12')).toBeVisible();
    await expectAccessible(page);
  },
);
