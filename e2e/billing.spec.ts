import { readFile } from 'node:fs/promises';
import { PASSWORD } from './servers.ts';
import { expect, expectAccessible, heading, type Page, test } from './test.ts';

const runHeading = /^\w+ \d{4} bill run$/;
const bills = (page: Page, name: string) => page.getByRole('table', { name });

/** A colleague approves what waits on the open page, in a window of their own; then the page is loaded again. */
async function approveAsColleague(
  page: Page,
  browser: { newContext: () => Promise<{ newPage: () => Promise<Page>; close: () => Promise<void> }> },
): Promise<void> {
  const others = await browser.newContext();
  const other = await others.newPage();
  const { origin } = new URL(page.url());
  const call = async (operation: string, json: object): Promise<unknown> => {
    const answer = await other.request.post(`${origin}/rpc/session/${operation}`, {
      headers: { origin },
      data: { json },
    });
    expect(answer.ok()).toBe(true);
    return ((await answer.json()) as { json: unknown }).json;
  };
  await call('unlock', { password: PASSWORD });
  const colleagues = (await call('colleagues', {})) as { id: string; name: string }[];
  await call('switchTo', { id: colleagues.find(({ name }) => name === 'Anselm Okoro')?.id ?? '' });
  await other.goto(page.url());
  await other.getByRole('button', { name: 'Approve…' }).click();
  const approving = other.getByRole('alertdialog', { name: /^Approve: / });
  await expectAccessible(other);
  await approving.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(approving).toBeHidden();
  await others.close();
  await page.reload();
}

test.describe('Billing Dashboard', () => {
  // Bills change what the sample figures are; nothing else on this server looks at them.
  test.use({ server: 'quiet' });
  test.describe.configure({ mode: 'serial' });

  test('a bill run is started, reviewed and posted', { tag: '@both' }, async ({ signedIn: page }) => {
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
    await expect(page.getByText('In review')).toBeVisible();
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

    // Every amount says why.
    await details
      .getByRole('button', { name: /, explain the line of / })
      .first()
      .click();
    const why = page.getByRole('dialog', { name: 'Why this premium' });
    await expect(why).toContainText('As known at the cut-off of the bill');
    await expect(why.getByRole('table').first()).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await details.getByRole('button', { name: /, explain the total of Premium PPO Plus$/ }).click();
    await expect(why).toContainText(/\d+ × \$[\d,.]+ = \$[\d,.]+/);
    await page.keyboard.press('Escape');
    await expect(why).toBeHidden();
    await details.getByRole('button', { name: 'Close' }).click();
    await expect(drafts.getByRole('link', { name: 'Kestrel Avionics Repair' })).toBeFocused();

    await page.getByRole('button', { name: /^Post \d+ bills$/ }).click();
    const post = page.getByRole('alertdialog', { name: /^Post the \w+ \d{4} bill run$/ });
    await expect(post.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await post.getByRole('button', { name: /^Post \d+ bills$/ }).click();
    await expect(page.getByRole('main').getByText('Posted', { exact: true })).toBeVisible();
    await expect(drafts.getByText(/^\d{4}-\d\d-\d{4}$/).first()).toBeVisible();
  });

  test(
    'an invoice is found, opened and reprinted; a rerun has nothing to do',
    { tag: '@both' },
    async ({ signedIn: page }) => {
      await page.goto('/billing?tab=invoices');
      const invoices = bills(page, 'Invoices');
      await page.getByRole('searchbox', { name: 'Search bills' }).fill('kestrel');
      await expect(invoices.locator('a[data-row]')).toHaveText(['Kestrel Avionics Repair']);
      await expect(page.getByText(/^Total \$[\d,.]+ · open \$[\d,.]+$/)).toBeVisible();
      await expectAccessible(page);
      await invoices.getByRole('link', { name: 'Kestrel Avionics Repair' }).click();
      const details = page.getByRole('dialog', { name: /^\w+ \d{4}$/ });
      await expect(details.getByRole('button', { name: 'Download PDF' })).not.toHaveAttribute('aria-disabled', 'true');
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
    },
  );

  test(
    'a termination after the bill is a difference with its cause, then and now, until the bill is replaced',
    { tag: '@slow' },
    async ({ signedIn: page, browser }) => {
      await page.goto('/billing?tab=invoices&search=kestrel');
      await bills(page, 'Invoices').getByRole('link', { name: 'Kestrel Avionics Repair' }).click();
      const details = page.getByRole('dialog', { name: /^\w+ \d{4}$/ });
      await details.getByRole('link', { name: 'Then and now' }).click();
      await expect(heading(page, /^\w+ \d{4}, then and now$/)).toBeVisible();
      await expect(page.getByText('No differences')).toBeVisible();
      await page.getByLabel('Lines', { exact: true }).selectOption({ label: 'All lines' });
      const lines = bills(page, 'Lines of the month');
      await expectAccessible(page);
      await lines.getByRole('link', { name: 'Ines Calderwood' }).first().click();
      await page.getByRole('button', { name: 'Terminate…' }).click();
      const end = page.getByRole('alertdialog', { name: /^Terminate coverage for/ });
      await end.getByRole('button', { name: 'Terminate coverage', exact: true }).click();
      await expect(end).toBeHidden();

      await page.goto('/billing?tab=invoices&search=kestrel');
      await bills(page, 'Invoices').getByRole('link', { name: 'Kestrel Avionics Repair' }).click();
      await details.getByRole('link', { name: 'Then and now' }).click();
      await expect(lines).toContainText('Ines Calderwood');
      await expect(lines).toContainText(/Terminated coverage of .*, Dana Whitfield/);
      await expectAccessible(page);
      await lines
        .getByRole('button', { name: /^Show the change: Terminated coverage/ })
        .first()
        .click();
      const change = page.getByRole('dialog', { name: /^Terminated coverage of/ });
      await expect(change).toContainText('Dana Whitfield');
      await expectAccessible(page);
      await change.getByRole('button', { name: 'Close' }).last().click();

      await page.goto('/billing?tab=invoices&search=kestrel');
      await bills(page, 'Invoices').getByRole('link', { name: 'Kestrel Avionics Repair' }).click();
      await details.getByRole('button', { name: 'Bill Rerun' }).click();
      const rerun = page.getByRole('alertdialog', { name: 'Confirm Bill Rerun' });
      await expect(rerun).toContainText('1 person changed');
      await expect(rerun).toContainText(/Terminated coverage of .*, Dana Whitfield/);
      await expect(rerun.getByRole('link', { name: 'Ines Calderwood' }).first()).toBeVisible();
      await expectAccessible(page);
      // It must be answered: a press beside it does nothing.
      await page.mouse.click(5, 5);
      await expect(rerun).toBeVisible();
      await rerun.getByRole('button', { name: /^Rerun and post −?-?\$/ }).click();
      await expect(rerun).toBeHidden();
      await expect(details).toContainText('Waiting for a second person');
      await approveAsColleague(page, browser);

      await page.goto('/billing?tab=invoices&search=kestrel');
      await expect(bills(page, 'Invoices')).toContainText('version 2');
      for (const [format, start] of [
        ['As CSV', '\uFEFFGroup,Bill,Month'],
        ['As PDF', '%PDF-1.7'],
      ] as const) {
        await page.getByRole('button', { name: 'Export Report' }).click();
        const saving = page.waitForEvent('download');
        await page.getByRole('menuitem', { name: format }).click();
        const file = await readFile(await (await saving).path());
        expect(file.toString('utf8').startsWith(start)).toBe(true);
      }
    },
  );

  test(
    'coverage that the employee paid for ends in the past only with a reason that allows it',
    { tag: '@slow' },
    async ({ signedIn: page }) => {
      await page.goto('/billing/runs');
      await page.getByRole('button', { name: 'Start Bill Run' }).click();
      const start = page.getByRole('dialog', { name: 'Start Bill Run' });
      // The month before this one: the newest month is three ahead.
      const month = await start.getByLabel('Month').locator('option').nth(4).getAttribute('value');
      await start.getByLabel('Month').selectOption(month);
      await start.getByRole('button', { name: 'Start Bill Run' }).click();
      await page.getByRole('button', { name: /^Post \d+ bills$/ }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: /^Post \d+ bills$/ })
        .click();
      await expect(page.getByRole('main').getByText('Posted', { exact: true })).toBeVisible();

      await bills(page, 'Bills of this run').getByRole('link', { name: 'Kestrel Avionics Repair' }).click();
      await page.getByRole('dialog').getByRole('link', { name: 'Then and now' }).click();
      await page.getByLabel('Lines', { exact: true }).selectOption({ label: 'All lines' });
      await bills(page, 'Lines of the month').getByRole('link').first().click();
      await page.getByRole('button', { name: 'Terminate…' }).click();
      const end = page.getByRole('alertdialog', { name: /^Terminate coverage for/ });
      await end.getByLabel('Last day of coverage').fill(`${month?.slice(0, 8)}15`);
      const paid = end.getByRole('group', { name: 'This coverage was paid for' });
      await expect(paid).toBeVisible();
      await expectAccessible(page);
      const terminate = end.getByRole('button', { name: 'Terminate coverage', exact: true });
      await paid.getByLabel('Reason that allows it').selectOption('fraud');
      await expect(paid).toContainText('Enter the date of the written notice');
      await paid.getByLabel('Reason that allows it').selectOption('requested');
      await expect(paid).toContainText('Confirm that this reason applies.');
      await paid.getByRole('checkbox').check();
      await expect(end.getByRole('region', { name: 'Effect of this change' })).toContainText(/becomes\s*\$0/);
      await terminate.click();
      await expect(end).toBeHidden();
    },
  );

  test(
    'a credit limit of a plan keeps a late termination charged, and says so before anything is posted',
    { tag: '@slow' },
    async ({ signedIn: page }) => {
      await page.goto('/plans');
      await page.getByRole('link', { name: 'Premium PPO Plus', exact: true }).first().click();
      await page.getByRole('button', { name: 'Set Credit Limit' }).click();
      const limit = page.getByRole('dialog', { name: 'Credit limit of Premium PPO Plus' });
      await limit.getByLabel('For coverage from').fill('2020-01-02');
      await limit.getByLabel('Notice is late after').fill('0');
      await limit.getByLabel('Months credited').fill('0');
      await limit.getByRole('button', { name: 'Save Credit Limit' }).click();
      await expect(limit).toContainText('Enter the first day of a month.');
      await expectAccessible(page);
      await limit.getByLabel('For coverage from').fill('2020-01-01');
      await limit.getByRole('button', { name: 'Save Credit Limit' }).click();
      await expect(limit).toBeHidden();
      await expect(page.getByRole('article', { name: 'Credit limit' })).toContainText('0 months are credited');

      await page.goto('/billing?tab=invoices&search=kestrel');
      await bills(page, 'Invoices').getByRole('link', { name: 'Kestrel Avionics Repair' }).first().click();
      const details = page.getByRole('dialog', { name: /^\w+ \d{4}$/ });
      await details.getByRole('button', { name: 'Email Bill' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Email Bill' }).click();
      await expect(details).toContainText('emailed');
      await expect(details.getByRole('button', { name: 'Void Bill…' })).toHaveAttribute('aria-disabled', 'true');
      await details.getByRole('button', { name: 'Bill Rerun' }).click();
      const rerun = page.getByRole('alertdialog', { name: 'Confirm Bill Rerun' });
      await expect(rerun).toContainText(/Not credited: \$[\d,]+\.\d\d/);
      await expect(rerun).toContainText('credits at most 0 months for Premium PPO Plus');
      await expect(rerun).toContainText(/is past the limit, so its premium stays charged\./);
      await expectAccessible(page);
    },
  );

  test(
    'a bill that nobody acted on is voided with a reason, and keeps its number',
    { tag: '@slow' },
    async ({ signedIn: page, browser }) => {
      await page.goto('/billing?tab=invoices&search=dunmore');
      await bills(page, 'Invoices')
        .getByRole('link', { name: /^Dunmore/ })
        .first()
        .click();
      const details = page.getByRole('dialog', { name: /^\w+ \d{4}$/ });
      await details.getByRole('button', { name: 'Void Bill…' }).click();
      const voiding = page.getByRole('dialog', { name: /^Void bill \d{4}-\d\d-\d{4}$/ });
      await voiding.getByRole('button', { name: 'Void Bill' }).click();
      await expect(voiding).toContainText('Enter a reason.');
      await expectAccessible(page);
      await voiding.getByRole('textbox', { name: 'Reason' }).fill('Wrong month');
      await voiding.getByRole('button', { name: 'Void Bill' }).click();
      await expect(voiding).toBeHidden();
      await expect(details).toContainText('Waiting for a second person');
      await expectAccessible(page);
      await approveAsColleague(page, browser);
      await expect(details).toContainText(/\d{4}-\d\d-\d{4}/);
      await expect(details.getByText('Void', { exact: true })).toBeVisible();
      await expect(details.getByRole('button', { name: 'Void Bill…' })).toHaveCount(0);
      await expectAccessible(page);
    },
  );

  test(
    'aging as of any day, a statement that equals the ledger, and previews of mails',
    { tag: '@slow' },
    async ({ signedIn: page }) => {
      await page.goto('/billing');
      await page.getByRole('link', { name: 'Aging and statements' }).click();
      await expect(heading(page, 'Aging and statements')).toBeVisible();
      const book = page.getByRole('region', { name: 'Aging of the book' });
      await expect(book).toContainText(/Not yet due\$[\d,]+\.\d\d\d+ bills/);
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
    },
  );

  test('a delinquency rule of a state is set from a day on', { tag: '@slow' }, async ({ signedIn: page }) => {
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
