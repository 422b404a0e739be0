import { createGroups } from './steps/group-record.ts';
import { openWizard, STEPS } from './steps/group-wizard.ts';
import { expect, expectAccessible, heading, test } from './test.ts';

type Wizard = Awaited<ReturnType<typeof openWizard>>;

/** The message is under the field, which is marked and announced as invalid. */
async function expectProblem(wizard: Wizard, label: string, words: string): Promise<void> {
  await expect(wizard.field(label)).toHaveAttribute('aria-invalid', 'true');
  await expect(wizard.field(label)).toHaveAccessibleDescription(words);
}

test('every required field that is empty says so, step by step', async ({ signedIn: page }) => {
  const wizard = await openWizard(page);
  await expect(wizard.progress).toHaveAttribute('aria-valuetext', 'Step 1 of 6');
  await expect(wizard.button('Previous')).toHaveAttribute('aria-disabled', 'true');
  await wizard.next();
  await expect(wizard.problems).toBeVisible();
  for (const [label, words] of [
    ['Company Name', 'Enter the company name.'],
    ['Tax ID', 'Enter the tax ID.'],
    ['Address Line 1', 'Enter the street address.'],
    ['City', 'Enter the city.'],
    ['State', 'Enter the state.'],
    ['ZIP Code', 'Enter the ZIP code.'],
    ['Phone', 'Enter the phone number.'],
    ['Employee Count', 'Enter the number of employees, 1 or more.'],
    ['Effective Date', 'Enter the effective date.'],
  ] as const) {
    await expectProblem(wizard, label, words);
    await expect(wizard.problems.getByRole('button', { name: words })).toBeVisible();
  }
  await expect(wizard.field('Company Name')).toBeFocused();
  await expectAccessible(page);
  await wizard.problems.getByRole('button', { name: 'Enter the city.' }).click();
  await expect(wizard.field('City')).toBeFocused();
  await wizard.fillCompany({ 'Tax ID': '12', State: 'ZZ' });
  await wizard.next();
  await expectProblem(wizard, 'Tax ID', 'Enter nine digits, such as 12-3456789.');
  await expectProblem(wizard, 'State', 'Enter a two-letter state, such as IL.');
  await wizard.fillCompany();
  await wizard.next();

  await expect(wizard.step('Billing Locations')).toBeVisible();
  await wizard.next();
  await expectProblem(wizard, 'Location Name', 'Enter the location name.');
  await expectProblem(wizard, 'Street Address', 'Enter the street address.');
  await expect(wizard.field('State')).toHaveAttribute('maxlength', '2');
  await expect(wizard.button('Remove location 1')).toHaveAccessibleDescription(
    'A group has at least one billing location',
  );
  await expectAccessible(page);
  await wizard.fillLocation('Weir Lane');
  await wizard.next();

  await expect(wizard.step('Class Setup')).toBeVisible();
  await wizard.next();
  await expectProblem(wizard, 'Class Name', 'Enter the class name.');
  await expectProblem(wizard, 'Billing Location', 'Choose a billing location.');
  await expectAccessible(page);
  await wizard.fillClass('Everyone', 'Weir Lane');
  await wizard.next();

  await expect(wizard.step('Billing Setup')).toBeVisible();
  await wizard.field('Billing Method').selectOption('');
  await wizard.field('Grace Period Days').fill('0');
  await wizard.next();
  await expectProblem(wizard, 'Billing Method', 'Choose a billing method.');
  await expectProblem(wizard, 'Grace Period Days', 'Enter 1 to 365 days.');
  await expectAccessible(page);
  await wizard.field('Billing Method').selectOption('Self Bill');
  await wizard.field('Grace Period Days').fill('31');
  await wizard.next();

  await expect(wizard.step('Plan Selection')).toBeVisible();
  await wizard.next();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Choose at least one plan for a class and location.' }),
  ).toBeVisible();
  await expectAccessible(page);
  await wizard.choosePlans('Everyone', 'Weir Lane', ['Standard HMO']);
  await page.getByRole('main').getByLabel('Coinsurance').fill('101');
  await wizard.next();
  await expect(page.getByRole('main').getByLabel('Coinsurance')).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('main').getByLabel('Coinsurance').fill('75');
  await wizard.next();
  await expect(wizard.step('Review & Submit')).toBeVisible();
  await expect(wizard.progress).toHaveAttribute('aria-valuenow', '100');
  await expect(page.getByRole('main')).toContainText('75% coinsurance');
  for (const name of STEPS.slice(0, 5).toReversed()) {
    await wizard.button('Previous').click();
    await expect(wizard.step(name)).toBeVisible();
  }
});

test('the defaults are those of the specification', { tag: '@slow' }, async ({ signedIn: page }) => {
  const wizard = await openWizard(page);
  await expect(wizard.field('Waiting Period Days')).toHaveValue('0');
  await expect(wizard.field('Hours Requirement')).toHaveValue('30');
  await expect(wizard.field('Waiting Period Start').getByRole('option')).toHaveText([
    'Date of Hire',
    '1st of Month Following Hire',
    '1st of Month Coincident or Following',
    '1st of Quarter Following Hire',
  ]);
  await wizard.fillCompany({ 'Employee Count': '19' });
  await wizard.next();
  await wizard.fillLocation('Weir Lane');
  await wizard.next();
  await wizard.fillClass('Everyone', 'Weir Lane');
  await wizard.next();
  await expect(wizard.field('Grace Period Days')).toHaveValue('31');
  await expect(wizard.field('Retro Term Days')).toHaveValue('60');
  await expect(wizard.field('Billing Method').getByRole('option')).toContainText(['List Bill', 'Self Bill']);
  await expect(wizard.field('Payment Method').getByRole('option')).toContainText([
    'Paper Bill',
    'Recurring ACH',
    'Recurring Credit Card',
  ]);
  await wizard.field('Grace Period Days').fill('soon');
  await wizard.field('Retro Term Days').click();
  await expect(wizard.field('Grace Period Days')).toHaveValue('31');
});

test('COBRA is free at 19 employees, on and locked at 20', async ({ signedIn: page }) => {
  const wizard = await openWizard(page);
  const toBilling = async () => {
    for (let steps = 0; steps < 3; steps += 1) await wizard.next();
    await expect(wizard.step('Billing Setup')).toBeVisible();
  };
  await wizard.button('Fill Demo Data').click();
  await expect(page.getByText('Demo Data Filled')).toBeVisible();
  await wizard.field('Eligible Employees').fill('10');
  await wizard.field('Employee Count').fill('19');
  await toBilling();
  await wizard.cobra.setChecked(false);
  await expect(wizard.cobra).not.toBeChecked();
  for (let steps = 0; steps < 3; steps += 1) await wizard.button('Previous').click();
  await wizard.field('Employee Count').fill('20');
  await toBilling();
  await expect(wizard.cobra).toBeChecked();
  await expect(page.getByText('Automatically enabled for groups with 20+ employees')).toBeVisible();
  await expect(wizard.cobra).toHaveAttribute('aria-disabled', 'true');
  await wizard.cobra.focus();
  await page.keyboard.press('Space');
  await expect(wizard.cobra).toBeChecked();
  await expectAccessible(page);
});

test('locations and classes are added and removed', { tag: '@slow' }, async ({ signedIn: page }) => {
  const wizard = await openWizard(page);
  await wizard.button('Fill Demo Data').click();
  await expect(page.getByText('Demo Data Filled')).toBeVisible();
  await wizard.next();
  await wizard.button('Add Location').click();
  await expect(page.getByRole('main').getByLabel('Location Name')).toHaveCount(3);
  await wizard.button('Remove location 3').click();
  await wizard.button('Remove Superior Depot').click();
  await expect(page.getByRole('main').getByLabel('Location Name')).toHaveCount(1);
  await expect(wizard.button('Remove Duluth Head Office')).toHaveAttribute('aria-disabled', 'true');
  await wizard.next();
  const second = page.getByRole('group', { name: 'Part-Time Employee' });
  await wizard.next();
  await expect(second.getByLabel('Billing Location')).toHaveAttribute('aria-invalid', 'true');
  await wizard.button('Remove Part-Time Employee').click();
  await wizard.next();
  await expect(wizard.step('Billing Setup')).toBeVisible();
});

test('a double press on Create Group makes one group', { tag: '@slow' }, async ({ signedIn: page }) => {
  const wizard = await openWizard(page);
  await wizard.button('Fill Demo Data').click();
  await expect(page.getByText('Demo Data Filled')).toBeVisible();
  await wizard.field('Company Name').fill('Quillfeather Twice');
  for (let step = 1; step < 6; step += 1) await wizard.next();
  await expect(wizard.step('Review & Submit')).toBeVisible();
  await wizard.button('Create Group').dblclick();
  await expect(page.getByText('Employer group created successfully')).toBeVisible();
  await expect(heading(page, 'Quillfeather Twice')).toBeVisible();
  await page.goto('/groups?search=quillfeather');
  await expect(page.getByText('1–1 of 1')).toBeVisible();
});

test(
  'a tax ID that another group has is warned about and needs a reason',
  { tag: '@slow' },
  async ({ signedIn: page }) => {
    await createGroups(page, ['Saltmarsh Depots'], '84-5550762');
    const wizard = await openWizard(page);
    await wizard.button('Fill Demo Data').click();
    await expect(page.getByText('Demo Data Filled')).toBeVisible();
    await wizard.field('Company Name').fill('Saltmarsh Freight');
    await wizard.field('Tax ID').fill('84-5550762');
    await expect(page.getByText('Another group already has this tax ID.')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Saltmarsh Depots/ })).toBeVisible();
    await wizard.next();
    const reason = wizard.field('Reason for using this tax ID twice');
    await expect(reason).toBeFocused();
    await expect(reason).toHaveAccessibleDescription(/^Saltmarsh Depots .* has this tax ID\./);
    await expectAccessible(page);
    await reason.fill('Two divisions, billed separately');
    for (let step = 1; step < 6; step += 1) await wizard.next();
    await wizard.button('Create Group').click();
    await expect(heading(page, 'Saltmarsh Freight')).toBeVisible();
  },
);

test.describe('where no plans are offered', () => {
  test.use({ server: 'empty' });
  test('step 5 leads to Manage Plans', { tag: '@slow' }, async ({ signedIn: page }) => {
    const wizard = await openWizard(page);
    await wizard.fillCompany();
    await wizard.next();
    await wizard.fillLocation('Weir Lane');
    await wizard.next();
    await wizard.fillClass('Everyone', 'Weir Lane');
    await wizard.next();
    await wizard.field('Billing Method').selectOption('List Bill');
    await wizard.next();
    await expect(page.getByRole('heading', { name: 'No plans available' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Manage Plans' }).click();
    await expect(page).toHaveURL('/plans');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test('all six steps fit', { tag: '@slow' }, async ({ signedIn: page }) => {
    const wizard = await openWizard(page);
    await page.getByRole('button', { name: 'Wizard actions' }).click();
    await page.getByRole('menuitem', { name: 'Fill Demo Data' }).click();
    await expect(page.getByText('Demo Data Filled')).toBeVisible();
    for (const name of STEPS) {
      await expect(wizard.step(name)).toBeVisible();
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        `${name} is wider than the screen`,
      ).toBeLessThanOrEqual(390);
      await expectAccessible(page);
      if (name !== 'Review & Submit') await wizard.next();
    }
  });
});
