import { expect, expectAccessible, heading, type Page, test } from './test.ts';

type Someone = [relationship: string, dateOfBirth: string];

/** The household of picture 12: 40, 38, 22, 20, 17, 13 and 9 on 12/16/2026. */
const PICTURE: Someone[] = [
  ['Employee', '1986-04-12'],
  ['Spouse', '1988-09-02'],
  ['Child', '2004-06-30'],
  ['Child', '2006-02-17'],
  ['Child', '2009-11-08'],
  ['Child', '2013-07-21'],
  ['Child', '2017-05-03'],
];
/** Case M1: 45, 44, 22, 20, 17, 15 and 12 on 01/01/2026. */
const M1: Someone[] = ['1981', '1982', '2004', '2006', '2009', '2011', '2014'].map((year, index) => [
  index === 0 ? 'Employee' : index === 1 ? 'Spouse' : 'Child',
  `${year}-01-01`,
]);

async function enter(page: Page, people: Someone[], date: string): Promise<void> {
  await page.getByLabel('Coverage date').fill(date);
  for (const [index, [relationship, birth]] of people.entries()) {
    const number = index + 1;
    const field = page.getByLabel(`Relationship of person ${number}`);
    if ((await field.count()) === 0) await page.getByRole('button', { name: 'Add person' }).click();
    await field.selectOption(relationship);
    await page.getByLabel(`Date of birth of person ${number}`).fill(birth);
  }
}

const result = (page: Page) => page.getByRole('region', { name: 'Result' });
const row = (page: Page, name: RegExp | string) => result(page).getByRole('row', { name });

test('any household is priced with every step, copied as text, printed and downloaded', async ({
  signedIn: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/plans/calculator');
  await expect(heading(page, 'Rate Calculator')).toBeVisible();
  await expect(result(page)).toContainText('No result yet');
  await page.getByLabel('Plan', { exact: true }).selectOption({ label: 'Standard HMO · MED-HMO' });
  await page.getByLabel('Rating methodology').selectOption('age_rated');
  await page.getByLabel('Employer pays for the employee').fill('75');
  await page.getByLabel('Employer pays for dependents').fill('50');
  await enter(page, PICTURE, '2026-12-16');
  await expect(row(page, /^Total premium/)).toContainText('$1,920.01');
  await expect(row(page, /^Spouse/)).toContainText('38× 1.246$389.38');
  await expect(row(page, /not charged: only the three oldest under 21 are/)).toContainText('$0.00');
  await expect(row(page, /^Employer, 75% of \$399\.38 for the employee/)).toContainText('−$299.54');
  await expect(row(page, /^Employee pays/)).toContainText('$860.15');
  await expect(result(page)).toContainText('First bill, 12/16/2026 – 12/31/2026');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Copy as text' }).click();
  await expect(page.getByText('The calculation is on the clipboard as text.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    'Child, 1st of the three oldest under 21, age 20, × 0.970: $303.13',
  );
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download PDF' }).click();
  expect((await download).suggestedFilename()).toMatch(/^rate-calculation-.+\.pdf$/);
  expect(page.url()).toMatch(/\/plans\/calculator$/);

  await enter(page, M1, '2026-01-01');
  await expect(row(page, /^Total premium/)).toContainText('$2,040.31');
});

test('plans are compared, and what is missing is said at the field', { tag: '@slow' }, async ({ signedIn: page }) => {
  await page.goto('/plans/calculator');
  await page.getByLabel('Plan', { exact: true }).selectOption({ label: 'Standard HMO · MED-HMO' });
  await page.getByLabel('Rating methodology').selectOption('age_rated');
  await page.getByLabel('Date of birth of person 1').focus();
  await page.getByLabel('Date of birth of person 1').blur();
  await expect(page.getByText('Enter the date of birth. Standard HMO is rated by age.')).toBeVisible();
  await page.getByLabel('Rating methodology').selectOption('composite');
  await page.getByRole('button', { name: 'Compare another plan' }).click();
  await page.getByLabel('Plan 2', { exact: true }).selectOption({ label: 'Premium PPO Plus · MED-PPO' });
  const compared = page.getByRole('table', { name: 'Plans compared' });
  await expect(compared.getByRole('row', { name: /Premium PPO Plus/ })).toContainText('$645.00');
  await expect(compared.getByRole('row', { name: /Standard HMO/ })).toContainText('$485.00');
  await expect(result(page).getByRole('status')).toHaveText('Standard HMO: $485.00, Premium PPO Plus: $645.00');
  await page.getByRole('button', { name: 'Add person' }).click();
  await page.getByLabel('Relationship of person 2').selectOption('Employee');
  await expect(page.getByText('A household has one employee. Choose another relationship.')).toBeVisible();
});

test(
  'a child that is born in the first month is charged from its birth on',
  { tag: '@slow' },
  async ({ signedIn: page }) => {
    await page.goto('/plans/calculator');
    await page.getByLabel('Plan', { exact: true }).selectOption({ label: 'Standard HMO · MED-HMO' });
    await page.getByLabel('Rating methodology').selectOption('age_rated');
    await enter(
      page,
      [
        ['Employee', '1986-04-12'],
        ['Child', '2026-06-10'],
      ],
      '2026-06-01',
    );
    await expect(result(page)).toContainText('First bill, 06/01/2026 – 06/30/2026');
    await page.getByLabel('Coverage date').fill('2026-04-01');
    await page.getByLabel('Coverage date').blur();
    await expect(page.getByText('The date of birth is after the coverage date.')).toBeVisible();
  },
);

test(
  'a family is taken from a member, and its premium is that of the record',
  { tag: '@slow' },
  async ({ signedIn: page }) => {
    await page.goto('/plans/calculator');
    await page.getByRole('button', { name: 'Fill from a member' }).click();
    const dialog = page.getByRole('dialog', { name: 'Fill from a member' });
    await dialog.getByLabel('Member', { exact: true }).fill('Calderwood');
    await dialog
      .getByRole('radio', { name: /Kestrel Avionics Repair/ })
      .first()
      .check();
    await dialog.getByRole('button', { name: 'Fill in the family' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Kestrel Avionics Repair')).toBeVisible();
    await expect(page.getByLabel('Date of birth of person 1')).toHaveValue(/^\d{4}-\d\d-\d\d$/);
    await expect(
      result(page)
        .getByRole('row', { name: /^Employee pays/ })
        .first(),
    ).toBeVisible();
  },
);

test(
  'a premium is explained with the keyboard, in a member record and in a list',
  { tag: '@slow' },
  async ({ signedIn: page }) => {
    await page.goto('/groups?search=Kestrel');
    await page
      .getByRole('link', { name: /Kestrel Avionics/ })
      .first()
      .click();
    await page.getByRole('tab', { name: /Members|Member Management/ }).click();
    const amount = page.getByRole('button', { name: /explain the premium of Ines/ });
    await amount.focus();
    await page.keyboard.press('Enter');
    const inList = page.getByRole('dialog', { name: 'Why this premium' });
    await expect(inList.getByRole('row', { name: /^Total premium/ }).first()).toBeVisible();
    await expect(inList).toContainText(/Version \d+ of/);
    await page.keyboard.press('Escape');
    await expect(inList).toBeHidden();
    await expect(amount).toBeFocused();

    await page
      .getByRole('link', { name: /Calderwood/ })
      .first()
      .click();
    const record = page.getByRole('dialog', { name: /Calderwood/ });
    await record.getByRole('button', { name: 'Explain' }).press('Enter');
    const explained = page.getByRole('dialog', { name: 'Why this premium' });
    await expect(explained.getByRole('row', { name: /^Employee pays/ }).first()).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(explained).toBeHidden();
    await expect(record).toBeVisible();
  },
);

test('the premium totals of a group are explained by plan and tier', { tag: '@slow' }, async ({ signedIn: page }) => {
  await page.goto('/groups?search=Kestrel');
  await page
    .getByRole('link', { name: /Kestrel Avionics/ })
    .first()
    .click();
  await page.getByRole('tab', { name: 'Billing & Plans' }).click();
  const line = page.getByRole('table', { name: 'Premium by line today' });
  const amount = line.getByRole('button', { name: /explain the premium of Medical/ });
  const total = (await amount.innerText()).trim();
  await amount.press('Enter');
  const why = page.getByRole('dialog', { name: 'Why this premium' });
  await expect(why.getByRole('row', { name: /^Total premium/ })).toContainText(total);
  await expect(why.getByRole('row', { name: /, Employee only/ }).first()).toContainText(/\d+ × \$[\d,.]+/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(amount).toBeFocused();
});

test(
  'the employer contribution of a class is set, shown with the sample price, and ended',
  { tag: '@slow' },
  async ({ signedIn: page }) => {
    await page.goto('/groups?search=Kestrel');
    await page
      .getByRole('link', { name: /Kestrel Avionics/ })
      .first()
      .click();
    await page.getByRole('tab', { name: 'Billing & Plans' }).click();
    await page.getByRole('button', { name: 'Add Contribution' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Contribution' });
    await dialog.getByLabel('Coverage line').selectOption('vision');
    await dialog.getByLabel('Employer pays for the employee').fill('120');
    await dialog.getByLabel('Employer pays for dependents').fill('50');
    await dialog.getByRole('button', { name: 'Save Contribution' }).click();
    await expect(dialog.getByText(/0 to 100/)).toBeVisible();
    await dialog.getByLabel('Employer pays for the employee').fill('80');
    await dialog.getByRole('button', { name: 'Save Contribution' }).click();
    await expect(dialog).toBeHidden();
    const rules = page.getByRole('table', { name: 'Employer contributions' });
    await expect(rules.getByRole('row', { name: /Vision/ })).toContainText('80% for the employee, 50% for dependents');
    const vision = page.getByRole('table', { name: 'Who is offered Basic Vision' });
    await expect(vision.getByRole('row').nth(1)).toContainText('Employer $12.00');
    await page.getByRole('button', { name: /More actions for Vision/ }).click();
    await page.getByRole('menuitem', { name: 'End…' }).click();
    const ending = page.getByRole('dialog', { name: 'End Contribution' });
    await ending.getByRole('button', { name: 'End Contribution' }).click();
    await expect(ending).toBeHidden();
    await expect(page.getByText(/of every premium, for everyone/)).toBeVisible();
  },
);
