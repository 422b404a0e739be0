import {
  EDIT_PARTS,
  type EditPart,
  editFieldsOf,
  GROUP_FIELD_NAMES,
  groupField,
  SETUP_FIELDS,
  setupLabelOf,
  setupStepOf,
} from '@openbenefits/domain/groups/group-fields';
import { createGroups, groupId } from './steps/group-record.ts';
import { openWizard } from './steps/group-wizard.ts';
import { fieldOf, memberFormOf, openMembers } from './steps/member-form.ts';
import { expect, expectAccessible, heading, type Page, test } from './test.ts';

async function openGroup(page: Page, name: string, tab = ''): Promise<void> {
  await createGroups(page, [name]);
  await page.goto(`/groups/${await groupId(page, name)}${tab}`);
  await expect(heading(page, name)).toBeVisible();
}

test('every field of the table that the wizard asks for is on its step', async ({ signedIn: page }) => {
  const wizard = await openWizard(page);
  const labelsOf = (step: number) => SETUP_FIELDS.filter((name) => setupStepOf(name) === step).map(setupLabelOf);
  for (const label of labelsOf(1)) await expect(wizard.field(label), label).toBeVisible();
  await wizard.button('Fill Demo Data').click();
  await expect(page.getByText('Demo Data Filled')).toBeVisible();
  for (let steps = 0; steps < 3; steps += 1) await wizard.next();
  for (const label of labelsOf(4)) await expect(wizard.field(label), label).toBeVisible();
  for (let steps = 0; steps < 2; steps += 1) await wizard.next();
  for (const label of SETUP_FIELDS.filter((name) => groupField(name).kind !== 'toggle').map(setupLabelOf)) {
    // The review joins the address, the waiting period and open enrollment to a line each.
    const [words = ''] = label.split(/ (?:Line|Days|Start|End)\b/);
    if (!['City', 'State', 'ZIP Code'].includes(label))
      await expect(page.getByRole('main').getByRole('term').filter({ hasText: words }).first(), label).toBeVisible();
  }
});

test(
  'every field of the table can be edited: in the overview, in the settings, or with the billing',
  { tag: '@slow' },
  async ({ signedIn: page }) => {
    await openGroup(page, 'Fieldfare Binding');
    await page.getByRole('button', { name: 'Edit Group' }).click();
    const main = page.getByRole('main');
    const found = new Set<string>();
    for (const part of Object.keys(EDIT_PARTS) as EditPart[]) {
      const box = main.getByRole('group', { name: EDIT_PARTS[part] });
      for (const name of editFieldsOf(part)) {
        // The second line of the address is in the box of the first; COBRA has its specified words.
        const label = name === 'addressLine2' ? 'Address' : groupField(name).label;
        await expect(box.getByLabel(label).first(), name).toBeVisible();
        found.add(name);
      }
    }
    await page.getByRole('button', { name: 'Cancel Edit' }).click();
    const lookFor = async (box: ReturnType<Page['getByRole']>) => {
      for (const name of GROUP_FIELD_NAMES.filter((one) => !found.has(one)))
        if ((await fieldOf(box, groupField(name).label).count()) > 0) found.add(name);
    };
    await page.getByRole('tab', { name: 'Settings' }).click();
    const settings = main.getByRole('form', { name: 'Group Settings' });
    await expect(settings).toBeVisible();
    await lookFor(settings);
    await page.getByRole('tab', { name: 'Billing & Plans' }).click();
    await page.getByRole('button', { name: 'Configure Billing' }).click();
    const billing = page.getByRole('dialog', { name: 'Configure Billing' });
    await expect(billing).toBeVisible();
    await lookFor(billing);
    expect([...found].toSorted()).toEqual([...GROUP_FIELD_NAMES].toSorted());
  },
);

test(
  'numbers are refused in words at their field, and what was typed stays',
  { tag: '@slow' },
  async ({ signedIn: page }) => {
    await openGroup(page, 'Fieldfare Terms', '?tab=settings');
    const form = page.getByRole('main').getByRole('form', { name: 'Group Settings' });
    const share = fieldOf(form, 'Employer contribution');
    await share.fill('12.5');
    await share.press('Tab');
    await expect(share).toHaveAttribute('aria-invalid', 'true');
    await expect(share).toHaveAccessibleDescription('Enter a whole percentage, without decimals.');
    await expect(share).toHaveValue('12.5');
    await share.fill('101');
    await form.getByRole('button', { name: 'Save Settings' }).click();
    await expect(share).toHaveAccessibleDescription('Enter 0 to 100 percent.');
    await expect(share).toBeFocused();
    await expectAccessible(page);
    await share.fill('75 %');
    await share.press('Enter');
    await expect(page.getByText('Group saved')).toBeVisible();
    await expect(fieldOf(form, 'Employer contribution')).toHaveValue('75');

    await page.getByRole('tab', { name: 'Billing & Plans' }).click();
    await page.getByRole('button', { name: 'Edit Offerings' }).click();
    const offerings = page.getByRole('dialog', { name: 'Edit Offerings' });
    const deductible = offerings.getByLabel(/^Deductible of/).first();
    await deductible.fill('1,234.567');
    await deductible.press('Tab');
    await expect(deductible).toHaveAccessibleDescription(
      'Enter an amount with at most two decimals, such as 1,234.50.',
    );
    await deductible.fill('$1,234.50');
    await deductible.press('Tab');
    await expect(deductible).toHaveValue('1,234.50');
    await expectAccessible(page);
  },
);

test('what only the server knows shows at the field, which has the keyboard, until it is changed', async ({
  signedIn: page,
  answers,
}) => {
  answers.expect(422, /groups\/edit/);
  // A group that no other test edits, because editing takes its lease.
  await openMembers(page, 'Fennel & Rye Bakeries');
  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.getByRole('button', { name: 'Edit Group' }).click();
  const form = page.getByRole('main').getByRole('form', { name: 'Edit Group' });
  const effective = fieldOf(form, 'Effective date');
  await effective.fill('2150-01-01');
  await fieldOf(form, 'Renewal date').fill('2151-01-01');
  await page.getByRole('button', { name: 'Save Changes' }).press('Enter');
  await expect(effective).toBeFocused();
  await expect(effective).toHaveAttribute('aria-invalid', 'true');
  await expect(effective).toHaveAccessibleDescription(/members have coverage before this date/);
  await expectAccessible(page);
  await effective.fill('2149-01-01');
  await expect(effective).not.toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Cancel Edit' }).click();
  await expect(page.getByRole('button', { name: 'Edit Group' })).toBeVisible();
});

test(
  'an SSN is in sight only while it is typed, and is in no address and no storage',
  { tag: '@slow' },
  async ({ signedIn: page }) => {
    await openMembers(page, 'Kestrel Avionics Repair');
    await page.getByRole('button', { name: 'Add Member' }).click();
    const form = memberFormOf(page, 'Kestrel Avionics Repair');
    const ssn = form.field('SSN');
    await ssn.fill('123-45-6789');
    await expect(ssn).toHaveValue('123-45-6789');
    await ssn.press('Tab');
    await expect(ssn).toHaveValue('•••-••-6789');
    await expectAccessible(page);
    expect(page.url()).not.toContain('6789');
    expect(
      await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])),
    ).not.toContain('6789');
  },
);
