import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, heading, type Page, test } from './test.ts';

const runHeading = /^\w+ \d{4} bill run$/;
const bills = (page: Page, name: string) => page.getByRole('table', { name });

test.describe('Billing Dashboard', () => {
  // Bills change what the sample figures are; nothing else on this server looks at them.
  test.use({ server: 'quiet' });
  test.describe.configure({ mode: 'serial' });

  test('a bill run is started, reviewed and posted', async ({ signedIn: page }) => {
    test.slow();
    await page.goto('/billing');
    await expect(heading(page, 'Billing Dashboard')).toBeVisible();
    await expect(page.getByText('Start a bill run to calculate the bills of a month.')).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Bill runs', exact: true }).click();
    await page.getByRole('button', { name: 'Start Bill Run' }).click();
    const start = page.getByRole('dialog', { name: 'Start Bill Run' });
    await start.getByLabel('Chosen groups').check();
    await start.getByRole('button', { name: 'Start Bill Run' }).click();
    await expect(start.getByText('Choose at least one group.')).toBeVisible();
    await expectAccessible(page);
    await start.getByLabel('All active groups').check();
    await start.getByRole('button', { name: 'Start Bill Run' }).click();

    await expect(heading(page, runHeading)).toBeVisible();
    await expect(page.getByText('In review')).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText('Nothing has been posted or sent.')).toBeVisible();
    const drafts = bills(page, 'Bills of this run');
    await page.getByRole('button', { name: /^First bill \d+/ }).click();
    await expect(page).toHaveURL(/kind=first_bill/);
    await expect(drafts.getByRole('link', { name: 'Kestrel Avionics Repair' })).toBeVisible();
    await expectAccessible(page);

    await drafts.getByRole('link', { name: 'Kestrel Avionics Repair' }).click();
    const details = page.getByRole('dialog', { name: /^\w+ \d{4}$/ });
    await expect(details).toContainText(/Total due \d\d\/\d\d\/\d{4}\$[\d,]+\.\d\d/);
    await details.getByRole('button', { name: /^Premium PPO Plus/ }).click();
    await expect(details.getByRole('rowheader', { name: 'Employee only' })).toBeVisible();
    await details.getByRole('button', { name: 'Show lines' }).click();
    await expect(details.getByRole('table', { name: 'Subscriber lines' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(drafts.getByRole('link', { name: 'Kestrel Avionics Repair' })).toBeFocused();

    await page.getByRole('button', { name: /^Post \d+ bills$/ }).click();
    const post = page.getByRole('alertdialog', { name: /^Post the \w+ \d{4} bill run$/ });
    await expect(post.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await post.getByRole('button', { name: /^Post \d+ bills$/ }).click();
    await expect(page.getByRole('main').getByText('Posted', { exact: true })).toBeVisible({ timeout: 60_000 });
    await expect(drafts.getByText(/^\d{4}-\d\d-\d{4}$/).first()).toBeVisible();
  });

  test('an invoice is found, opened and reprinted; a rerun has nothing to do', async ({ signedIn: page }) => {
    await page.goto('/billing?tab=invoices');
    const invoices = bills(page, 'Invoices');
    await page.getByRole('searchbox', { name: 'Search bills' }).fill('kestrel');
    await expect(invoices.locator('a[data-row]')).toHaveText(['Kestrel Avionics Repair']);
    await expect(page.getByText(/^Total \$[\d,.]+ · open \$[\d,.]+$/)).toBeVisible();
    await expectAccessible(page);
    await invoices.getByRole('link', { name: 'Kestrel Avionics Repair' }).click();
    const details = page.getByRole('dialog', { name: /^\w+ \d{4}$/ });
    await expect(details.getByRole('button', { name: 'Download PDF' })).not.toHaveAttribute('aria-disabled', 'true', {
      timeout: 60_000,
    });
    await expectAccessible(page);

    await details.getByRole('button', { name: 'Reprint Bill' }).click();
    const reprint = page.getByRole('alertdialog', { name: 'Confirm Bill Reprint' });
    await expect(reprint.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.mouse.click(5, 5);
    await expect(reprint).toBeVisible();
    const saving = page.waitForEvent('download');
    await reprint.getByRole('button', { name: 'Reprint Bill' }).click();
    const file = await readFile(await (await saving).path());
    expect(file.subarray(0, 5).toString()).toBe('%PDF-');

    await details.getByRole('button', { name: 'Bill Rerun' }).click();
    const rerun = page.getByRole('alertdialog', { name: 'Confirm Bill Rerun' });
    await expect(rerun).toContainText('There is nothing to do.');
    await expectAccessible(page);
    await rerun.getByRole('button', { name: 'Close' }).click();
    await page.keyboard.press('Escape');

    await page.goto('/billing');
    await page.getByRole('button', { name: 'Choose a group' }).click();
    await page.getByRole('searchbox', { name: 'Group name or CIM number' }).fill('kestrel');
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /^Kestrel Avionics Repair/ })
      .click();
    const group = page.getByRole('region', { name: 'Current group' });
    await expect(group).toContainText('Unlocked for Editing');
    await expect(group).toContainText(/[\d,]+ employees/);
    await page.getByRole('main').getByRole('button', { name: 'Bill Rerun' }).first().click();
    await expect(rerun).toContainText('There is nothing to do.');
    await rerun.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('tab', { name: 'Ledger' }).click();
    await expect(page.getByText('Total, balanced')).toBeVisible();
    await page.getByRole('link', { name: 'Premium receivable' }).click();
    await expect(bills(page, 'Entries of Premium receivable')).toContainText('Bill posted');
    await expectAccessible(page);
  });

  test('aging as of any day, a statement that equals the ledger, and previews of mails', async ({ signedIn: page }) => {
    await page.goto('/billing');
    await page.getByRole('link', { name: 'Aging and statements' }).click();
    await expect(heading(page, 'Aging and statements')).toBeVisible();
    const book = page.getByRole('region', { name: 'Aging of the book' });
    await expect(book).toContainText(/Current\$[\d,]+\.\d\d\d+ bills, not due yet/);
    await expect(page.getByText('Book and ledger agree')).toBeVisible();
    // The same bills are late on a later day.
    await page.getByLabel('As of').fill('2027-12-31');
    await expect(book).toContainText(/Over 90 days\$[\d,]+\.\d\d\d+ bills, due since/);
    await page.getByRole('searchbox', { name: 'Search groups' }).fill('kestrel');
    const aging = page.getByRole('table', { name: 'Aging by group' });
    await expect(aging.locator('a[data-row]')).toHaveText(['Kestrel Avionics Repair']);
    await aging.getByRole('link', { name: 'Kestrel Avionics Repair' }).click();
    const statement = page.getByRole('complementary', { name: 'Statement' });
    await expect(statement).toContainText('Nothing in this period');
    await statement.getByLabel('From').fill('2026-01-01');
    await expect(statement.getByRole('table', { name: 'Statement' })).toContainText(/Bill \d{4}-\d\d-\d{4}/);
    await expect(statement.getByText('Equal to the ledger')).toBeVisible();
    await expectAccessible(page);
    const saving = page.waitForEvent('download');
    await statement.getByRole('button', { name: 'PDF' }).click();
    const file = await readFile(await (await saving).path());
    expect(file.subarray(0, 5).toString()).toBe('%PDF-');

    await page.getByRole('button', { name: 'Send statements' }).click();
    const mailing = page.getByRole('alertdialog', { name: /^Send statements of 01\/01\/2026/ });
    await expect(mailing.getByRole('table', { name: 'Groups that get a mail' })).toContainText(
      'Kestrel Avionics Repair',
    );
    await expectAccessible(page);
    await mailing.getByRole('button', { name: 'Send 1 statement' }).click();
    await expect(mailing.getByRole('status')).toHaveText('1 mail was sent.');
    await mailing.getByRole('button', { name: 'Close' }).click();

    await page.goto('/billing?tab=invoices');
    await page.getByRole('button', { name: 'Send Reminders' }).click();
    const reminders = page.getByRole('alertdialog', { name: 'Send Reminders' });
    // No bill of this run is past due.
    await expect(reminders).toContainText('There is nothing to send.');
    await reminders.getByRole('button', { name: 'Close' }).click();
  });

  test('a delinquency rule of a state is set from a day on', async ({ signedIn: page }) => {
    await page.goto('/billing/delinquency?tab=rules');
    const rules = page.getByRole('table', { name: 'Rules' });
    await expect(rules.getByText('All groups')).toBeVisible();
    await page.getByRole('button', { name: 'Set rule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set delinquency rule' });
    await dialog.getByLabel('Holds for').selectOption('state');
    await dialog.getByRole('button', { name: 'Save rule' }).click();
    await expect(dialog.getByText('Enter a state as two letters.')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('textbox', { name: /^State/ }).fill('dc');
    await dialog.getByLabel('Coverage ends on').selectOption('end_of_following_month');
    await dialog.getByRole('button', { name: 'Save rule' }).click();
    await expect(rules.getByText('Groups in a state: DC')).toBeVisible();
    await page.getByRole('tab', { name: 'Groups' }).click();
    await expect(page.getByText('No group is delinquent')).toBeVisible();
    await expectAccessible(page);
  });
});
