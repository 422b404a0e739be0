import { createGroups, groupId, pendingGroup } from './steps/group-record.ts';
import { expect, expectAccessible, heading, type Page, test } from './test.ts';

/** A separate group for each test; other tests read the sample's. */
async function openGroup(page: Page, name: string, tab = ''): Promise<string> {
  await createGroups(page, [name]);
  const address = `/groups/${await groupId(page, name)}${tab}`;
  await page.goto(address);
  await expect(heading(page, name)).toBeVisible();
  return address;
}

const edit = (page: Page) => page.getByRole('button', { name: 'Edit Group' });
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' });
const toast = (page: Page, words: string) => page.getByRole('listitem').filter({ hasText: words });

test('a group is edited: problems at their fields, a guard against leaving, and the history says what changed', async ({
  signedIn: page,
}) => {
  await openGroup(page, 'Quillwort Paper');
  await edit(page).click();
  await expect(page.getByLabel('Group name')).toHaveValue('Quillwort Paper');
  await expect(page.getByLabel('Industry').getByRole('option')).toContainText([
    'Not specified',
    'Technology',
    'Healthcare',
    'Finance',
    'Manufacturing',
  ]);
  await expectAccessible(page);
  await page.getByLabel('State').fill('ZZ');
  await page.getByRole('textbox', { name: /^Address/ }).fill('9 Cooper Row\nUnit 4');
  await save(page).click();
  await expect(page.getByText('Enter a two-letter state, such as IL.')).toBeVisible();
  await expect(page.getByLabel('State')).toBeFocused();
  await page.getByRole('tab', { name: 'Billing & Plans' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Your changes to this group are not saved.');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabel('State').fill('WI');
  await page.getByLabel('Industry').selectOption('Manufacturing');
  await save(page).click();
  await expect(toast(page, 'Group saved')).toBeVisible();
  await expect(page.getByRole('tabpanel')).toContainText('9 Cooper Row, Unit 4, Dubuque, WI 52001');
  const entry = page.getByRole('button', { name: 'Changed Industry, Address, second line, State' });
  await entry.click();
  await expect(page.getByRole('tabpanel')).toContainText('Manufacturing');
  await edit(page).click();
  await page.getByRole('button', { name: 'Cancel Edit' }).click();
  await expect(edit(page)).toBeVisible();
});

test.describe('with a clock of its own', () => {
  test.use({ ownContext: true });

  test(
    'two windows edit one group: locked, taken over, and the same field is decided side by side',
    { tag: '@slow' },
    async ({ signedIn: page, context, answers }) => {
      answers.expect(409, /groups\/edit/);
      await page.clock.install();
      const address = await openGroup(page, 'Ravelin Textiles');
      await edit(page).click();
      await page.getByLabel('Legal name').fill('Ravelin Textiles LLC');
      await page.getByLabel('Fax').fill('(563) 555-0190');

      const other = await context.newPage();
      await other.goto(address);
      const banner = other.getByRole('status').filter({ hasText: 'Case Locked for Editing' });
      await expect(banner).toContainText('You are editing this group in another window since');
      await expect(edit(other)).toHaveAttribute('aria-disabled', 'true');
      await expect(other.getByRole('button', { name: 'Update Contact' })).toHaveAttribute('aria-disabled', 'true');
      await expectAccessible(other);
      await other.getByRole('button', { name: 'Take over editing' }).click();
      await expect(save(other)).toBeVisible();
      await page.clock.fastForward(21_000);
      await expect(
        page.getByRole('alert').filter({ hasText: 'You took over editing in another window at' }),
      ).toContainText('Your entries are still here.');
      await expect(page.getByLabel('Legal name')).toHaveValue('Ravelin Textiles LLC');
      await other.getByLabel('Legal name').fill('Ravelin Holdings');
      await save(other).click();
      await expect(toast(other, 'Group saved')).toBeVisible();

      await save(page).click();
      const dialog = page.getByRole('dialog', { name: 'Another user changed this group' });
      await expect(dialog).toContainText('Ravelin Holdings');
      await expect(dialog.getByRole('radio', { name: 'Use mine: Ravelin Textiles LLC' })).toBeChecked();
      await expectAccessible(page);
      await dialog.getByRole('radio', { name: 'Keep theirs: Ravelin Holdings' }).check();
      await dialog.getByRole('button', { name: 'Save these values' }).click();
      await expect(toast(page, 'Group saved')).toBeVisible();
      await expect(page.getByRole('tabpanel')).toContainText('Ravelin Holdings');
      await expect(page.getByRole('tabpanel')).toContainText('(563) 555-0190');
    },
  );
});

test(
  'contact, billing and settings are saved, a status with its reason, planned ones can be canceled',
  { tag: '@slow' },
  async ({ signedIn: page }) => {
    const address = await openGroup(page, 'Saltbox Joinery');
    await page.getByRole('button', { name: 'Update Contact' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Odette Marsh');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tabpanel')).toContainText('Odette Marsh');
    await page.getByRole('tab', { name: 'Billing & Plans' }).click();
    await page.getByRole('button', { name: 'Configure Billing' }).click();
    await page.getByRole('dialog').getByLabel('Billing method').selectOption('Self Bill');
    await page.getByRole('button', { name: 'Save Billing' }).click();
    await expect(page.getByRole('tabpanel')).toContainText('Self Bill');

    await page.goto(`${address}?tab=settings`);
    await page.getByRole('combobox', { name: 'Notifications' }).selectOption('Critical Only');
    await page.getByLabel('Next rate increase').fill('2027-07-01');
    await page.getByLabel('Group status').selectOption('Suspended');
    await page.getByRole('button', { name: 'Save Settings' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Suspend group: Saltbox Joinery' });
    await expect(dialog).toContainText('Coverage stays in force.');
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await expect(dialog).toContainText('Enter a reason.');
    await dialog.getByLabel('Reason').fill('Premium is late');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await expect(page.getByRole('main').locator('header')).toContainText('Suspended');
    await page.reload();
    await expect(page.getByRole('combobox', { name: 'Notifications' })).toHaveValue('critical');
    await expect(page.getByLabel('Next rate increase')).toHaveValue('2027-07-01');

    await page.getByLabel('Group status').selectOption('Active');
    await page.getByRole('button', { name: 'Save Settings' }).click();
    const lift = page.getByRole('alertdialog', { name: 'Lift suspension: Saltbox Joinery' });
    const ahead = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
    await lift.getByLabel('Effective date').fill(ahead);
    await lift.getByLabel('Reason').fill('Paid in full then');
    await lift.getByRole('button', { name: 'Lift suspension' }).click();
    await expect(page.getByRole('region', { name: /^Active is scheduled for/ })).toContainText('Paid in full then');
    await page.getByRole('button', { name: 'Cancel scheduled change' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel scheduled change' }).click();
    await expect(page.getByRole('region', { name: /^Active is scheduled for/ })).toHaveCount(0);
  },
);

test('terminating shows the members and coverages it ends before anything happens', async ({ signedIn: page }) => {
  await page.goto(`/groups/${await groupId(page, 'Kestrel Avionics Repair')}?tab=settings`);
  await page.getByLabel('Group status').selectOption('Terminated');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  const dialog = page.getByRole('alertdialog');
  for (const label of [
    'Subscribers who lose coverage',
    'Dependents who lose coverage',
    'People who lose Medical',
    'Monthly premium that ends',
    'Eligible for COBRA',
  ])
    await expect(dialog).toContainText(label);
  await dialog.getByLabel('Effective date').fill('2026-01-31');
  await dialog.getByRole('textbox', { name: /^Reason(?! for)/ }).fill('Left for another carrier');
  await expect(dialog.getByLabel('Reason for exceeding the retro term')).toBeVisible();
  await dialog.getByRole('button', { name: 'Terminate' }).click();
  await expect(dialog).toContainText('to override it');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('main').locator('header')).toContainText('Active');
});

test(
  'locations, classes and offerings are edited after set-up; what is in use or the last stays',
  { tag: '@slow' },
  async ({ signedIn: page }) => {
    await openGroup(page, 'Thornapple Nurseries');
    await page.getByRole('button', { name: 'Add Location' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Save Location' }).click();
    await expect(dialog).toContainText('Enter the location name.');
    await expect(dialog.getByLabel('Location Name')).toBeFocused();
    for (const [label, value] of [
      ['Location Name', 'Greenhouse'],
      ['Street Address', '2 Glass Lane'],
      ['City', 'Dubuque'],
      ['State', 'IA'],
      ['ZIP Code', '52002'],
    ] as const)
      await dialog.getByLabel(label).fill(value);
    await dialog.getByRole('button', { name: 'Save Location' }).click();
    const locations = page.getByRole('table', { name: 'Billing locations' });
    await expect(locations).toContainText('GREENHOUSE');
    await page.getByRole('button', { name: 'Add Class' }).click();
    await dialog.getByLabel('Class Name').fill('Seasonal');
    await dialog.getByLabel('Billing Location').selectOption('Greenhouse');
    await dialog.getByRole('button', { name: 'Save Class' }).click();
    await expect(page.getByRole('table', { name: 'Classes' })).toContainText('Seasonal');
    await locations.getByRole('button', { name: 'More actions for Greenhouse' }).click();
    await expect(page.getByRole('menuitem', { name: 'Remove…' })).toHaveAccessibleDescription(
      '1 class belongs to this location. Move it first.',
    );
    await page.keyboard.press('Escape');

    await page.getByRole('tab', { name: 'Billing & Plans' }).click();
    await page.getByRole('button', { name: 'Edit Offerings' }).click();
    await dialog.getByLabel('Class').selectOption('Seasonal');
    await dialog.getByLabel('Billing location').selectOption('Greenhouse');
    await dialog.getByRole('checkbox', { name: 'Standard HMO' }).check();
    await dialog.getByLabel('Deductible of Standard HMO').fill('1,250');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save Offerings' }).click();
    await expect(page.getByRole('tabpanel')).toContainText('$1,250.00');
    await page.getByRole('button', { name: 'Edit Offerings' }).click();
    await dialog.getByLabel('Class').selectOption('Seasonal');
    await dialog.getByLabel('Billing location').selectOption('Greenhouse');
    const nextYear = new Date().getFullYear() + 1;
    await dialog.getByLabel('Effective date').fill(`${nextYear}-01-01`);
    await dialog.getByLabel('Deductible of Standard HMO').fill('2,000');
    await dialog.getByRole('button', { name: 'Save Offerings' }).click();
    await expect(page.getByRole('tabpanel')).toContainText(`from 01/01/${nextYear}: deductible $2,000.00`);
    await expect(page.getByRole('tabpanel')).toContainText('$1,250.00');
  },
);

test('a tax ID that another group has needs a reason', { tag: '@slow' }, async ({ signedIn: page }) => {
  await createGroups(page, ['Sundew Depots'], '84-5550761');
  await openGroup(page, 'Sundew Ferries');
  await edit(page).click();
  await page.getByLabel('Tax ID').fill('84-5550761');
  await expect(page.getByText('Another group already has this tax ID.')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Sundew Depots/ })).toBeVisible();
  await save(page).click();
  const reason = page.getByLabel('Reason for using this tax ID twice');
  await expect(reason).toBeFocused();
  await expect(reason).toHaveAccessibleDescription(/^Sundew Depots .* has this tax ID\./);
  await expectAccessible(page);
  await reason.fill('One employer with two divisions');
  await save(page).click();
  await expect(toast(page, 'Group saved')).toBeVisible();
  await expect(page.getByRole('tabpanel')).toContainText('0761');
});

test.describe('where people have accounts', () => {
  test.use({ server: 'staffed' });
  test('a pending group is approved before its effective date', { tag: '@slow' }, async ({ signedIn: page }) => {
    await page.goto('/dashboard');
    await expect(heading(page, 'Dashboard')).toBeVisible();
    const { id, name } = await pendingGroup(page);
    await page.goto(`/groups/${id}?tab=settings`);
    await expect(heading(page, name)).toBeVisible();
    await page.getByLabel('Group status').selectOption('Active');
    await page.getByRole('button', { name: 'Save Settings' }).click();
    const dialog = page.getByRole('alertdialog', { name: `Approve group: ${name}` });
    await dialog.getByLabel('Reason').fill('Documents are complete');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Approve group' }).click();
    await expect(page.getByRole('main').locator('header')).toContainText('Active');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test(
    'the Save bar does not cover the error of the field that has the keyboard',
    { tag: '@slow' },
    async ({ signedIn: page }) => {
      await openGroup(page, 'Sundew Narrows');
      await edit(page).click();
      const form = page.getByRole('form', { name: 'Edit Group' });
      for (const [label, wrong, right] of [
        ['ZIP code', '672', '67210'],
        ['Contact email', 'nobody', 'odette@sundew.test'],
        ['Eligible employees', '999', '4'],
      ] as const) {
        const field = form.getByLabel(label);
        await field.fill(wrong);
        // The field is directly above the bar, so its error has no room.
        await field.evaluate((input) => {
          const bar = document.querySelector('[data-bottom-bar]')?.getBoundingClientRect().top ?? 0;
          globalThis.scrollBy(0, input.getBoundingClientRect().bottom - bar + 2);
        });
        await field.press('Enter');
        await expect(field).toBeFocused();
        await expect(form.getByRole('alert')).toHaveCount(1);
        const isClear = () =>
          page.evaluate(() => {
            const error = document.querySelector('form [role="alert"]')?.getBoundingClientRect();
            const bar = document.querySelector('[data-bottom-bar]')?.getBoundingClientRect();
            return error !== undefined && bar !== undefined && error.bottom <= bar.top;
          });
        await expect.poll(isClear, label).toBe(true);
        await field.fill(right);
      }
      await expectAccessible(page);
    },
  );
});
