import { readFile } from 'node:fs/promises';
import { approveSettings } from './steps/approvals.ts';
import { signInOf } from './steps/gate.ts';
import { credentialsOf, expect, expectAccessible, heading, type Page, test } from './test.ts';

test.use({ server: 'staffed' });

const GROUP = 'Alder & Finch Millworks';
const CARRIER = 'Northfold Health';
const remittances = (page: Page) => page.getByRole('table', { name: 'Carrier remittances' });
const more = (page: Page) => remittances(page).getByRole('button', { name: /^More actions/ });

async function bill(page: Page): Promise<void> {
  await page.goto('/billing/runs');
  await page.getByRole('button', { name: 'Start Bill Run' }).click();
  const start = page.getByRole('dialog', { name: 'Start Bill Run' });
  await start.getByLabel('Chosen groups').check();
  await start.getByRole('searchbox', { name: 'Group name or CIM number' }).fill(GROUP);
  await start.getByRole('checkbox', { name: new RegExp(GROUP) }).check();
  await start.getByRole('button', { name: 'Start Bill Run' }).click();
  await page.getByRole('button', { name: /^Post \d+ bill/ }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Post \d+ bill/ })
    .click();
  await expect(page.getByRole('main').getByText('Posted', { exact: true })).toBeVisible();
}

async function pay(page: Page, amount: string): Promise<void> {
  await page.goto('/payments');
  await page.getByRole('button', { name: 'Process Payment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Process Payment' });
  await dialog.getByRole('searchbox', { name: 'Group name or CIM number' }).fill(GROUP);
  await dialog.getByRole('button', { name: new RegExp(GROUP) }).click();
  await dialog.getByRole('combobox', { name: 'Method' }).selectOption('Check');
  await dialog.getByRole('textbox', { name: 'Check number' }).fill('8820');
  await dialog.getByRole('textbox', { name: 'Amount' }).fill(amount);
  await dialog.getByRole('button', { name: 'Process Payment' }).click();
  await expect(dialog).toBeHidden();
}

/** Sets the carrier up; a colleague approves it. */
async function setUpCarrier(page: Page, other: Page): Promise<void> {
  await page.getByRole('button', { name: 'Carriers', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Carriers' }).getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Set up ${CARRIER}` }).click();
  const form = page.getByRole('dialog', { name: `Collect for ${CARRIER}` });
  for (const [name, text] of [
    ['Payer ID', '1123456789'],
    ['Sender ID', 'OPENBENEFITS'],
    ['Receiver ID', '420000002'],
  ] as const)
    await form.getByRole('textbox', { name, exact: true }).fill(text);
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  const carrier = page.getByRole('dialog', { name: 'Carriers' }).getByRole('listitem').filter({ hasText: CARRIER });
  await expect(carrier).toContainText('Billed by the carrier');
  await approveSettings(other);
  await page.reload();
  await page.getByRole('button', { name: 'Carriers', exact: true }).click();
  await expect(carrier).toContainText('We collect');
  await page.getByRole('dialog', { name: 'Carriers' }).getByRole('button', { name: 'Close' }).click();
}

/** Looks at what shows at both widths and in both themes. */
async function expectFits(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await expectAccessible(page);
      const folder = process.env['SHOTS'];
      if (folder) await page.screenshot({ path: `${folder}/${colorScheme}-${width}-${Date.now()}.png` });
    }
  }
}

test(
  'premium that was collected for a carrier is prepared, approved by a colleague, sent as an 820 and paid',
  { tag: '@slow' },
  async ({ signedIn: page, browser }) => {
    await bill(page);
    await pay(page, '100');
    await page.getByRole('link', { name: 'Carrier remittances' }).click();
    await expect(heading(page, 'Carrier Remittances')).toBeVisible();
    await expect(page.getByText('No remittances yet')).toBeVisible();
    const other = await (await browser.newContext()).newPage();
    const { email, password } = credentialsOf('anselm');
    await other.goto(page.url());
    await signInOf(other).enter(email, password);
    await expect(heading(other, 'Carrier Remittances')).toBeVisible();
    await setUpCarrier(page, other);

    await page.getByRole('button', { name: 'Prepare remittance' }).click();
    const prepare = page.getByRole('dialog', { name: 'Prepare remittance' });
    await expect(prepare.getByRole('list', { name: 'Groups of the remittance' })).toContainText(GROUP);
    await expect(prepare.getByRole('list', { name: 'Left out' })).toContainText('The bill is paid in part');
    await expectFits(page);
    await prepare.getByRole('button', { name: /^Prepare \$/ }).click();
    await expect(prepare).toBeHidden();
    await expect(remittances(page)).toContainText('Needs approval');
    await expectFits(page);
    await more(page).click();
    await expect(page.getByRole('menuitem', { name: /^Approve/ })).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Escape');

    await other.reload();
    await more(other).click();
    await other.getByRole('menuitem', { name: /^Approve/ }).click();
    const question = other.getByRole('alertdialog', { name: /^Approve remittance/ });
    await expectAccessible(other);
    await question.getByRole('button', { name: 'Approve Remittance' }).click();
    await expect(remittances(other)).toContainText('Approved');
    await more(other).click();
    const saving = other.waitForEvent('download');
    await other.getByRole('menuitem', { name: 'Download 820' }).click();
    const file = await readFile(await (await saving).path(), 'utf8');
    expect(file).toContain(`N1*PE*${CARRIER}~`);
    expect(file).toMatch(/BPR\*I\*\d+(\.\d+)?\*C\*FWT/);
    await expect(remittances(other)).toContainText('File made');
    await more(other).click();
    await other.getByRole('menuitem', { name: 'Mark as paid' }).click();
    const paid = other.getByRole('alertdialog', { name: /paid$/ });
    await paid.getByRole('textbox', { name: 'Bank reference' }).fill('FED-820-1');
    await paid.getByRole('button', { name: 'Mark as Paid' }).click();
    await expect(remittances(other)).toContainText('Paid');

    await page.reload();
    await more(page).click();
    await page.getByRole('menuitem', { name: 'Open' }).click();
    const detail = page.getByRole('dialog', { name: /^CR-/ });
    await expect(detail).toContainText('FED-820-1');
    await expect(detail.getByRole('table', { name: 'Lines of the remittance' })).toContainText(GROUP);
    await expectFits(page);
  },
);
