import { readFile } from 'node:fs/promises';
import { approveSettings } from './steps/approvals.ts';
import { signInOf } from './steps/gate.ts';
import { credentialsOf, expect, expectAccessible, heading, type Page, test } from './test.ts';

test.use({ server: 'staffed' });
test.describe.configure({ mode: 'serial' });

const GROUP = 'Alder & Finch Millworks';

async function asAnselm(page: Page, browser: { newContext: () => Promise<{ newPage: () => Promise<Page> }> }) {
  const other = await (await browser.newContext()).newPage();
  const { email, password } = credentialsOf('anselm');
  await other.goto(page.url());
  await signInOf(other).enter(email, password);
  return other;
}

test(
  'a bank account is added and verified by a prenote in a file that a colleague approves; a return before its day is not ours',
  { tag: '@slow' },
  async ({ signedIn: page, browser }) => {
    await page.goto('/payments');
    await page.getByRole('button', { name: 'Process Payment' }).click();
    const payment = page.getByRole('dialog', { name: 'Process Payment' });
    await payment.getByRole('searchbox', { name: 'Group name or CIM number' }).fill(GROUP);
    await payment.getByRole('button', { name: new RegExp(GROUP) }).click();
    await payment.getByRole('combobox', { name: 'Direction' }).selectOption("Debit the group's bank account");
    await payment.getByRole('button', { name: 'Bank accounts' }).click();
    const accounts = page.getByRole('dialog', { name: 'Bank accounts' });
    await expect(accounts.getByText('No bank account yet.')).toBeVisible();
    await accounts.getByRole('button', { name: 'Add account' }).click();
    const adding = page.getByRole('dialog', { name: 'Add bank account' });
    await adding.getByRole('textbox', { name: 'Routing number' }).fill('231380105');
    await adding.getByRole('textbox', { name: 'Account number' }).fill('74456789');
    await expect(adding.getByText('This is not a routing number')).toBeVisible();
    await expectAccessible(page);
    await adding.getByRole('textbox', { name: 'Routing number' }).fill('231380104');
    await adding.getByRole('button', { name: 'Add account' }).click();
    const account = accounts.getByRole('listitem');
    await expect(account).toContainText('ending 6789');
    await account.getByRole('button', { name: 'Send prenote' }).click();
    await expect(account).toContainText('Prenote waits for the next ACH file');
    await expectAccessible(page);

    await page.goto('/payments/ach');
    await expect(heading(page, 'ACH files')).toBeVisible();
    const other = await asAnselm(page, browser);
    await expect(page.getByRole('button', { name: 'New file' })).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('button', { name: 'Bank settings' }).click();
    const settings = page.getByRole('dialog', { name: 'Bank settings' });
    for (const [name, text] of [
      ['Bank', 'Our Bank'],
      ['Routing number', '121042882'],
      ['Origin ID', '1123456789'],
      ['Company ID', '1123456789'],
      ['Name that payers see', 'OpenBenefits'],
      ['Settlement account', '9000111'],
    ] as const)
      await settings.getByRole('textbox', { name, exact: true }).fill(text);
    await settings.getByRole('button', { name: 'Save' }).click();
    await expect(settings).toBeHidden();
    await expect(page.getByText('It takes effect when another person approves it: Bank settings.')).toBeVisible();
    await approveSettings(other);
    await page.reload();

    await page.getByRole('button', { name: 'New file' }).click();
    const entries = page.getByRole('table', { name: 'Entries of the file' });
    await expect(entries).toContainText(GROUP);
    await expect(page.getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible(page);
    await other.reload();
    await other.getByRole('button', { name: 'Approve' }).click();
    const saving = other.waitForEvent('download');
    await other.getByRole('button', { name: 'Download NACHA' }).click();
    const lines = (await readFile(await (await saving).path(), 'utf8')).split('\n');
    const prenote = lines.find((line) => line.startsWith('628')) ?? '';
    expect(prenote.slice(29, 39)).toBe('0000000000');
    await expect(other.getByRole('table', { name: 'ACH files' })).toContainText('Sent');

    await page.reload();
    const bank = [
      `101 121042882 0914006062611250800A094101${'OUR BANK'.padEnd(23)}${'FIRST BANK'.padEnd(31)}`,
      `5200${'OPENBENEFITS'.padEnd(36)}1123456789CCD${'RETURN'.padEnd(10)}      261125   1091400600000001`,
      `626091400606${'123456789'.padEnd(17)}${'0'.repeat(10)}${'CIM'.padEnd(15)}${'ALDER'.padEnd(22)}  1091400600000001`,
      `799R03${prenote.slice(79, 94)}      ${prenote.slice(3, 11)}${' '.repeat(44)}091400600000001`,
      `820000000200091400600000000000000000000000001123456789${' '.repeat(25)}091400600000001`,
      `9000001000001000000020009140060${'0'.repeat(24)}${' '.repeat(39)}`,
    ].join('\n');
    const send = async (text: string) => {
      await page.getByRole('button', { name: 'Import return file' }).click();
      const dialog = page.getByRole('dialog', { name: 'Import return file' });
      await dialog
        .getByLabel('File of the bank')
        .setInputFiles({ name: 'returns.ach', mimeType: 'text/plain', buffer: Buffer.from(text) });
      await dialog.getByRole('button', { name: 'Import' }).click();
      return dialog;
    };
    await expect(await send(bank)).toBeHidden();
    const returns = page.getByRole('table', { name: 'Returns and changes' });
    await expect(returns).toContainText('R03, No account or unable to locate it');
    await expect(returns).toContainText('No sent entry of ours has this trace, bank, company, amount and day.');
    await expectAccessible(page);
  },
);

test(
  'a return file with a wrong sum is refused with its line, and nothing changes',
  { tag: '@slow' },
  async ({ signedIn: page, answers }) => {
    answers.expect(400, /ach\/returns\/import/);
    answers.expect(422, /ach\/returns\/import/);
    await page.goto('/payments/ach');
    await page.getByRole('button', { name: 'Import return file' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import return file' });
    await dialog
      .getByLabel('File of the bank')
      .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from('Name,Amount\n') });
    await dialog.getByRole('button', { name: 'Import' }).click();
    await expect(dialog.getByText('This is not an ACH file')).toBeVisible();
  },
);
