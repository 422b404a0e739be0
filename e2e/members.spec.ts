import { fieldOf, memberFormOf, openMembers } from './steps/member-form.ts';
import { expect, expectAccessible, test } from './test.ts';

const KESTREL = 'Kestrel Avionics Repair';

test.describe('members of a group', () => {
  // Two stories edit the same member.
  test.describe.configure({ mode: 'default' });
  test('a member is added with a spouse: explained, priced, and in sight afterwards', async ({ signedIn: page }) => {
    await openMembers(page, KESTREL);
    await page.getByRole('button', { name: 'Add Member' }).click();
    const form = memberFormOf(page, KESTREL);
    await expect(form.add).toHaveAttribute('aria-disabled', 'true');
    await expect(form.field('Medical Plan')).toHaveValue(/.+/);
    await expect(form.field('Medical Plan').locator('option:checked')).toHaveText('Premium PPO Plus - $645/month');
    await expect(form.dialog).toContainText('Member information is protected. Access is logged and monitored.');
    await form.enter(
      {
        'First Name': 'Søren',
        'Last Name': "O'Haddad",
        Email: 'soren@kestrel.test',
        Phone: '(316) 555-0171',
        'Date of Birth': '1985-04-03',
        SSN: '123-45-6718',
        'Hire Date': '2026-01-05',
      },
      { 'Billing Location': 'HQ-MAIN', Class: 'FT001', 'Medical Plan': 'Standard HMO - $485/month' },
    );
    await expect(form.field('SSN')).toHaveValue('•••-••-6718');
    await expect(form.dialog).toContainText(/Hired 01\/05\/2026, .*coverage can start on/);
    await expect(form.dialog).toContainText('Monthly total $485.00');
    await form.field('Number of Dependents').fill('2');
    const spouse = form.dependent(1);
    await fieldOf(spouse, 'Full Name').fill('Rania');
    await fieldOf(spouse, 'Date of Birth').fill('1990-02-28');
    await fieldOf(spouse, 'Relationship').selectOption('Spouse');
    await fieldOf(spouse, 'Medical Plan').selectOption('Standard HMO');
    await expect(form.dialog).not.toContainText('Monthly total $485.00');
    await form.add.click();
    await expect(fieldOf(form.dependent(2), 'Full Name')).toBeFocused();
    await expect(form.dialog).toContainText('Enter the full name.');
    await expectAccessible(page);
    await form.field('Number of Dependents').fill('1');
    await expect(form.dependent(2)).toHaveCount(0);
    await form.add.dblclick();
    await expect(form.dialog).toBeHidden();
    await expect(page.getByRole('listitem').filter({ hasText: 'Member added' })).toBeVisible();
    const row = page.getByRole('table', { name: 'Members' }).getByRole('row').filter({ hasText: "Søren O'Haddad" });
    await expect(row).toHaveCount(1);
    await expect(row).toContainText('1 dependent');
  });

  test(
    'entries are not lost by a press outside, nor a refusal by the server hidden',
    { tag: '@slow' },
    async ({ signedIn: page, answers }) => {
      await openMembers(page, KESTREL);
      await page.getByRole('button', { name: 'Add Member' }).click();
      const form = memberFormOf(page, KESTREL);
      await form.enter(
        {
          'First Name': 'Second',
          'Last Name': 'Comer',
          Email: 'second@kestrel.test',
          SSN: '123456719',
          'Hire Date': '2026-01-05',
        },
        { 'Billing Location': 'HQ-MAIN', Class: 'FT001' },
      );
      await page.keyboard.press('Escape');
      const ask = page.getByRole('alertdialog', { name: 'Discard this member' });
      await ask.getByRole('button', { name: 'Cancel' }).click();
      await expect(form.field('Last Name')).toHaveValue('Comer');
      answers.expect(503, /members\/add/);
      await page.route('**/rpc/members/add', (route) => route.fulfill({ status: 503, body: '' }), { times: 1 });
      await form.add.click();
      await expect(form.dialog.getByRole('alert')).toContainText('Failed to save member. Please try again.');
      await page.keyboard.press('Escape');
      await ask.getByRole('button', { name: 'Discard member' }).click();
      await expect(form.dialog).toBeHidden();
      await expect(page.getByRole('table', { name: 'Members' })).not.toContainText('Second Comer');
    },
  );

  test('a member is edited, and the change can be undone', { tag: '@slow' }, async ({ signedIn: page }) => {
    await openMembers(page, KESTREL);
    const row = page.getByRole('table', { name: 'Members' }).getByRole('row').filter({ hasText: 'Helga Strand' });
    await row.getByRole('button', { name: 'More actions for Helga Strand' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Helga Strand' });
    await expect(dialog.getByRole('button', { name: 'Save Changes' })).toHaveAttribute('aria-disabled', 'true');
    await dialog.getByLabel('Position').fill('Office Director');
    await dialog.getByLabel('ZIP Code').fill('672');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(dialog).toContainText('Enter five digits, or nine such as 62701-1234.');
    await expectAccessible(page);
    await dialog.getByLabel('ZIP Code').fill('67210');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(dialog).toBeHidden();
    await expect(row).toContainText('Office Director');
    await page.getByRole('listitem').filter({ hasText: 'Member saved' }).getByRole('button', { name: 'Undo' }).click();
    await expect(row).toContainText('Office Manager');
  });

  test('a name that no longer matches the member needs a reason', { tag: '@slow' }, async ({ signedIn: page }) => {
    await openMembers(page, KESTREL);
    const rows = page.getByRole('table', { name: 'Members' }).getByRole('row');
    await rows
      .filter({ hasText: 'Helga Strand' })
      .getByRole('button', { name: 'More actions for Helga Strand' })
      .click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Helga Strand' });
    const reason = dialog.getByLabel('Reason for the identity change');
    await fieldOf(dialog, 'Last Name').fill('Vogel');
    await expect(reason).toHaveCount(0);
    await fieldOf(dialog, 'First Name').fill('Bo');
    await expect(reason).toBeVisible();
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(reason).toBeFocused();
    await expect(dialog).toContainText("This changes the member's identity.");
    await expectAccessible(page);
    await reason.fill('Legal name change');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expect(dialog).toBeHidden();
    await expect(rows.filter({ hasText: 'Bo Vogel' })).toHaveCount(1);
    await page.getByRole('listitem').filter({ hasText: 'Member saved' }).getByRole('button', { name: 'Undo' }).click();
    await expect(rows.filter({ hasText: 'Helga Strand' })).toHaveCount(1);
  });

  test(
    'a protected value is shown for a reason, and hidden when the box closes',
    { tag: '@slow' },
    async ({ signedIn: page }) => {
      await openMembers(page, KESTREL);
      await page.getByRole('link', { name: 'Marcus Odell' }).click();
      const record = page.getByRole('dialog', { name: /Marcus .*Odell/ });
      await record.getByRole('button', { name: 'Reveal SSN' }).click();
      const box = page.getByRole('dialog', { name: 'Reveal SSN' });
      await expect(box.getByLabel('Why do you need it?')).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.type('The carrier asks for it');
      await page.keyboard.press('Enter');
      await expect(box).toContainText(/\d{3}-\d{2}-\d{4}/);
      await expect(box).toContainText(/Hides in \d+ s/);
      await page.keyboard.press('Escape');
      await expect(box).toBeHidden();
      await expect(record).toBeVisible();
      await expect(page.locator('body')).not.toContainText(/\d{3}-\d{2}-\d{4}/);
      await record.getByRole('button', { name: 'Reveal Date of birth' }).click();
      await expect(page.getByRole('dialog', { name: 'Reveal Date of birth' })).toContainText(/\d{2}\/\d{2}\/\d{4}/);
    },
  );

  test('in the record a plan is changed, a dependent added and an SSN corrected', async ({ signedIn: page }) => {
    await openMembers(page, KESTREL);
    await page.getByRole('link', { name: 'Sadie Okonkwo' }).click();
    const record = page.getByRole('dialog', { name: /^Sadie .*Okonkwo$/ });
    const choose = async (item: string) => {
      await record.getByRole('button', { name: /^More actions for Sadie/ }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await choose('Change plan…');
    const plan = page.getByRole('dialog', { name: /^Change plan of Sadie/ });
    await fieldOf(plan, 'New plan').selectOption('Standard HMO - $485/month');
    await expectAccessible(page);
    await plan.getByRole('button', { name: 'Change Plan' }).click();
    await expect(plan).toBeHidden();
    await expect(record).toContainText('MED-HMO');
    await choose('Add dependent…');
    const dependent = page.getByRole('dialog', { name: /^Add dependent of Sadie/ });
    await fieldOf(dependent, 'Full Name').fill('نور');
    await fieldOf(dependent, 'Date of Birth').fill('2020-05-01');
    await fieldOf(dependent, 'Relationship').selectOption('Child');
    await fieldOf(dependent, 'Medical Plan').selectOption('Standard HMO');
    await expectAccessible(page);
    await dependent.getByRole('button', { name: 'Add Dependent' }).click();
    await expect(record.getByRole('table', { name: 'Dependent details' })).toContainText('نور Okonkwo');
    await choose('Correct SSN or date of birth…');
    const identity = page.getByRole('dialog', { name: /^Correct SSN or date of birth of Sadie/ });
    await fieldOf(identity, 'Correct SSN').fill('000-12-3456');
    await fieldOf(identity, 'Reason').fill('Typing error');
    await identity.getByRole('button', { name: 'Save correction' }).click();
    await expect(identity).toContainText('SSN starts with 000, which is never issued.');
    await fieldOf(identity, 'Correct SSN').fill('123-45-6733');
    await expectAccessible(page);
    await identity.getByRole('button', { name: 'Save correction' }).click();
    await expect(identity).toBeHidden();
    await expect(record).toContainText('6733');
  });
});
