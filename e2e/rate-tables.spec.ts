import { signInOf } from './steps/gate.ts';
import { credentialsOf, expect, expectAccessible, type Page, test } from './test.ts';

test.use({ server: 'staffed' });

/** As a spreadsheet copies it: a rate that is none, ages 40 to 44 without a row, and age 64 twice. */
const PASTED = [
  ['Age group', 'Employee rate', 'Spouse rate', 'Child rate', 'Family rate'],
  ['Under 25', '$433.13', '476.44', '368.16', '1,212.75'],
  ['25-39', '459.90', '505.89', '390.92', '1,287.72'],
  ['45-54', '779.63', '816.7S', '662.69', '2182.95'],
  ['55-64', '1016.66', '1118.33', '864.16', '2846.66'],
  ['64 and over', '1066.28', '1172.90', '906.34', '2985.57'],
]
  .map((cells) => cells.join('\t'))
  .join('\n');

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', copied);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
}

async function addVersion(page: Page, method = 'banded'): Promise<void> {
  await page.goto('/plans/rates');
  await page.getByRole('button', { name: 'Add Rate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Rate' });
  await dialog.getByLabel(/^Plan\b/).selectOption({ label: 'Standard HMO (MED-HMO)' });
  await dialog.getByLabel('Rates', { exact: true }).selectOption('empty');
  await dialog.getByLabel('Method').selectOption(method);
  await dialog.getByLabel('Valid from').fill('2027-03-15');
  await dialog.getByRole('button', { name: 'Create draft' }).click();
  await expect(dialog.getByText('A version begins on the first day of a month.')).toBeVisible();
  await dialog.getByLabel('Valid from').fill('2027-03-01');
  await dialog.getByRole('button', { name: 'Create draft' }).click();
}

test('a pasted table shows what is wrong at its cell, is corrected with the keyboard, and a colleague activates it', async ({
  signedIn: page,
  browser,
}) => {
  await addVersion(page);
  const grid = page.getByRole('grid');
  const cell = (row: string, column: number) =>
    grid
      .getByRole('row', { name: new RegExp(`^${row}`) })
      .getByRole('gridcell')
      .nth(column);
  await grid.getByRole('rowheader').first().click();
  await paste(page, PASTED);
  const message = page.getByRole('status').filter({ hasText: 'Pasted 5 × 5 cells.' });
  await expect(message).toContainText('24 taken, 1 is not an amount: “816.7S” in 45–54, Spouse rate.');
  const rail = page.getByRole('complementary', { name: 'About this version' });
  await expect(rail.getByRole('button')).toContainText([
    /Ages 40–44 have no row/,
    /Age 64 has two rows/,
    /“816.7S”/,
    /./,
  ]);
  await expect(page.getByRole('button', { name: 'Activate…' })).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);

  // The whole paste is one step back, and one forward.
  await page.keyboard.press('Control+z');
  await expect(grid.getByRole('row')).toHaveCount(3);
  await expect(grid.getByRole('row', { name: /^All ages/ })).toContainText('No row yet.');
  await page.keyboard.press('Control+y');
  await expect(cell('45–54', 1)).toHaveText('816.7S');

  await rail.getByRole('button', { name: /“816.7S”/ }).click();
  await expect(cell('45–54', 1)).toBeFocused();
  await page.keyboard.type('816.75');
  await page.keyboard.press('Enter');
  await expect(cell('45–54', 1)).toHaveText('$816.75');

  await rail.getByRole('button', { name: /Age 64 has two rows/ }).click();
  await page.keyboard.type('65+');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Add row for 40–44' }).click();
  await expect(cell('40–44', 0)).toBeFocused();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Control+d');
  await expect(cell('40–44', 3)).toHaveText('$1,287.72');
  await expect(page.getByText('6 of 6 age groups')).toBeVisible();
  await expect(page.getByText('The version is complete. Another person activates it.')).toBeVisible();
  await expect(page.getByText(/^Saved \d+ s ago$/)).toBeVisible();

  await page.getByRole('button', { name: 'Ask for Approval' }).click();
  await expect(page.getByText(/asked for approval/)).toBeVisible();

  const others = await browser.newContext();
  const other = await others.newPage();
  const { email, password } = credentialsOf('anselm');
  await other.goto(page.url());
  await signInOf(other).enter(email, password);
  await other.getByRole('button', { name: 'Activate…' }).click();
  const dialog = other.getByRole('alertdialog');
  await expect(dialog).toContainText('from 03/01/2027');
  await dialog.getByRole('button', { name: 'Activate version' }).click();
  await expect(
    other
      .getByRole('status')
      .filter({ hasText: 'is active' })
      .or(other.getByText(/Version \d+ is active/))
      .first(),
  ).toBeVisible();
  await expect(other.getByRole('button', { name: 'Undo activation…' })).toBeVisible();
  await others.close();

  await page.goto('/plans/rates?search=MED-HMO');
  await expect(page.getByRole('row', { name: /40–44/ })).toContainText('$459.90');
});

test(
  'composite rates are derived from the total of a list bill, with where they come from',
  { tag: '@slow' },
  async ({ signedIn: page }) => {
    await addVersion(page, 'composite');
    await page.getByRole('button', { name: 'Derive from list bill…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Derive rates from a list bill' });
    await dialog.getByRole('button', { name: 'Fill Rates' }).click();
    await expect(dialog.getByText('Enter an amount above zero, such as 12,345.67.')).toBeVisible();
    // Case M4.
    await dialog.getByLabel('List-bill total per month').fill('12,345.67');
    for (const [tier, families] of [
      ['Employee only', '5'],
      ['Employee and spouse', '2'],
      ['Employee and children', '1'],
      ['Family', '2'],
    ])
      await dialog.getByLabel(`Families, ${tier}`).fill(families ?? '');
    await expect(dialog.getByRole('status')).toContainText(
      'Base rate $743.72. These families are then billed $12,345.75',
    );
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Fill Rates' }).click();
    await expect(dialog).toBeHidden();
    const grid = page.getByRole('grid');
    await expect(grid.getByRole('row', { name: /^Family/ })).toContainText('$2,119.60');
    await expect(page.getByRole('complementary', { name: 'About this version' })).toContainText(
      'Derived from the list-bill total $12,345.67 of 10 families, base $743.72',
    );
  },
);
