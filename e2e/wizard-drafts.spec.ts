import { openWizard } from './steps/group-wizard.ts';
import { expect, expectAccessible, test } from './test.ts';

// The newest draft is offered again, so these tests run in order on a server without other group setups.
test.use({ server: 'quiet' });
test.describe.configure({ mode: 'default' });

test('a draft is saved, updated, loaded and deleted', { tag: '@slow' }, async ({ signedIn: page }) => {
  const wizard = await openWizard(page);
  await wizard.button('Save Draft').click();
  await expect(page.getByText('Please enter a company name before saving')).toBeVisible();
  await wizard.fillCompany({ 'Company Name': 'Copperbeech Clockworks' });
  await wizard.next();
  await wizard.button('Save Draft').click();
  await expect(page.getByText('Draft saved successfully')).toBeVisible();
  await wizard.field('Location Name').fill('Tower');
  await wizard.button('Update Draft').click();
  await expect(page.getByText('Draft saved successfully').first()).toBeVisible();
  // The page says that it is kept before it is left.
  await expect(page.getByText(/^Saved \d+ s ago$/)).toBeVisible();

  await page.goto('/groups/setup');
  await page.getByRole('button', { name: /^Load Draft \(\d+\)$/ }).click();
  const list = page.getByRole('dialog', { name: 'Load Draft' });
  const draft = list.getByRole('listitem').filter({ hasText: 'Copperbeech Clockworks' });
  await expect(draft).toContainText('step 2 of 6');
  await expect(list.getByRole('listitem').filter({ hasText: 'Inkberry' })).toContainText('step 2 of 6');
  await expectAccessible(page);
  await draft.getByRole('button', { name: 'Load Copperbeech Clockworks' }).click();
  await expect(page.getByText('Draft loaded successfully')).toBeVisible();
  await expect(wizard.step('Billing Locations')).toBeVisible();
  await expect(wizard.field('Location Name')).toHaveValue('Tower');
  await page.reload();
  await expect(wizard.field('Location Name')).toHaveValue('Tower');

  await page.getByRole('button', { name: /^Load Draft \(\d+\)$/ }).click();
  await draft.getByRole('button', { name: 'Delete Copperbeech Clockworks' }).click();
  const confirm = page.getByRole('alertdialog', { name: 'Delete draft of Copperbeech Clockworks' });
  await expectAccessible(page);
  await confirm.getByRole('button', { name: 'Delete Draft' }).click();
  await expect(page.getByText('Draft deleted successfully')).toBeVisible();
  await expect(list.getByText('Inkberry')).toBeVisible();
  await expect(draft).toHaveCount(0);
});

test(
  'what was typed is kept without being asked, and offered again after a reload',
  { tag: '@slow' },
  async ({ signedIn: page }) => {
    const wizard = await openWizard(page);
    await wizard.fillCompany({ 'Company Name': 'Wolfram & Sedge' });
    await expect(page.getByText(/^Saved \d+ s ago$/)).toBeVisible();
    await page.reload();
    await expect(page.getByRole('main').getByText('Wolfram & Sedge, step 1 of 6')).toBeVisible();
    await expect(wizard.field('Company Name')).toHaveValue('');
    await expectAccessible(page);
    await wizard.button('Continue').click();
    await expect(wizard.field('Company Name')).toHaveValue('Wolfram & Sedge');
    await expect(wizard.field('Effective Date')).toHaveValue('2026-01-01');
  },
);
