import { signInOf } from './steps/gate.ts';
import { credentialsOf, expect, expectAccessible, heading, type Page, test } from './test.ts';

test.use({ server: 'staffed' });
test.describe.configure({ mode: 'serial' });

/** The first group of the list, found by its name. */
const GROUP = 'Kestrel Avionics Repair';

async function pay(page: Page, reference: string, amount: string): Promise<void> {
  await page.goto('/payments');
  await page.getByRole('button', { name: 'Process Payment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Process Payment' });
  await dialog.getByRole('searchbox', { name: 'Group name or CIM number' }).fill(GROUP);
  await dialog.getByRole('button', { name: new RegExp(GROUP) }).click();
  await dialog.getByRole('combobox', { name: 'Method' }).selectOption('Wire');
  await dialog.getByRole('textbox', { name: 'Bank reference' }).fill(reference);
  await dialog.getByRole('textbox', { name: 'Amount' }).fill(amount);
  await dialog.getByRole('button', { name: 'Process Payment' }).click();
  await expect(dialog).toBeHidden();
}

test(
  'an overpayment is requested as a refund, approved by a colleague, and paid by check',
  { tag: '@slow' },
  async ({ signedIn: page, browser }) => {
    await pay(page, '7781', '900');
    await page.goto('/billing/refunds');
    await expect(heading(page, 'Premium Refunds')).toBeVisible();
    await expectAccessible(page);
    await page
      .getByRole('row', { name: /Wire, 7781/ })
      .getByRole('button', { name: /^Request Refund/ })
      .click();
    const request = page.getByRole('dialog', { name: 'Request refund' });
    await request.getByRole('combobox', { name: 'Reason' }).selectOption('Paid twice');
    await expectAccessible(page);
    await request.getByRole('button', { name: 'Request $900.00' }).click();
    await expect(request).toBeHidden();
    await expect(page.getByRole('row', { name: /Wire, 7781/ })).toContainText('All reserved');

    await page.getByRole('tab', { name: 'Refunds', exact: true }).click();
    const refund = page.getByRole('row', { name: /RF-\d{4}-\d{4}/ });
    await expect(refund).toContainText('Needs approval');
    await refund.getByRole('button', { name: /^More actions/ }).click();
    await expect(page.getByRole('menuitem', { name: /^Approve/ })).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Escape');

    const others = await browser.newContext();
    const other = await others.newPage();
    const { email, password } = credentialsOf('anselm');
    await other.goto('/');
    await signInOf(other).enter(email, password);
    // A colleague who holds the permission finds it on home, and sees what takes effect before deciding.
    await other
      .getByRole('region', { name: 'Waiting for your approval' })
      .getByRole('link', { name: 'Show them' })
      .click();
    await expect(heading(other, 'Waiting for Approval')).toBeVisible();
    await expectAccessible(other);
    const waiting = other.getByRole('row', { name: /Refund RF-/ });
    await expect(waiting).toContainText('$900.00');
    await waiting.getByRole('button', { name: /^More actions/ }).click();
    await other.getByRole('menuitem', { name: /^Approve/ }).click();
    const question = other.getByRole('alertdialog', { name: /^Approve: / });
    await expect(question).toContainText('Dana Whitfield');
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectAccessible(other);
    await question.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(other.getByText('Nothing waits for approval')).toBeVisible();
    await other.getByRole('tab', { name: 'Decided' }).click();
    await expect(other.getByRole('row', { name: /Refund RF-/ })).toContainText('Approved');
    await others.close();

    await page.reload();
    await refund.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Enter the check' }).click();
    const check = page.getByRole('alertdialog', { name: /^Check for refund/ });
    await check.getByRole('textbox', { name: 'Check number' }).fill('5001');
    await check.getByRole('button', { name: 'Save Check' }).click();
    await expect(refund).toContainText('Paid');
    await expect(refund).toContainText('Check 5001');
  },
);
