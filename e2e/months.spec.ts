import { signInOf } from './steps/gate.ts';
import { credentialsOf, expect, expectAccessible, heading, test } from './test.ts';

test.use({ server: 'staffed' });

test(
  'a month closes with a second person, takes no further entry, and hands its journal over',
  { tag: '@slow' },
  async ({ signedIn: page, browser }) => {
    await page.goto('/payments');
    await page.getByRole('button', { name: 'Process Payment' }).click();
    const payment = page.getByRole('dialog', { name: 'Process Payment' });
    await payment.getByRole('searchbox', { name: 'Group name or CIM number' }).fill('Kestrel Avionics');
    await payment.getByRole('button', { name: /Kestrel Avionics Repair/ }).click();
    await payment.getByRole('combobox', { name: 'Method' }).selectOption('Wire');
    await payment.getByRole('textbox', { name: 'Bank reference' }).fill('CLOSE-1');
    await payment.getByRole('textbox', { name: 'Amount' }).fill('125');
    const received = payment.getByLabel(/Received/);
    const lastMonth = new Date();
    lastMonth.setUTCDate(0);
    await received.fill(lastMonth.toISOString().slice(0, 10));
    await payment.getByRole('button', { name: 'Process Payment' }).click();
    await expect(payment).toBeHidden();

    await page.goto('/billing/months');
    await expect(heading(page, 'Month Close')).toBeVisible();
    await expectAccessible(page);
    const month = page.getByRole('row').filter({ hasText: 'Open' }).last();
    await month.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Close month' }).click();
    const close = page.getByRole('alertdialog', { name: /^Close / });
    await expect(close).toContainText('Payments not applied');
    await expectAccessible(page);
    await close.getByRole('button', { name: 'Ask for Approval' }).click();
    await expect(close).toBeHidden();
    await expect(page.getByRole('row').filter({ hasText: 'Needs approval' })).toHaveCount(1);

    const others = await browser.newContext();
    const other = await others.newPage();
    const { email, password } = credentialsOf('anselm');
    await other.goto('/billing/months');
    await signInOf(other).enter(email, password);
    await other
      .getByRole('row')
      .filter({ hasText: 'Needs approval' })
      .getByRole('button', { name: /^More actions/ })
      .click();
    await other.getByRole('menuitem', { name: 'Approve' }).click();
    const question = other.getByRole('alertdialog', { name: /^Approve: / });
    await expect(question).toContainText('1000 Bank');
    await question.getByRole('button', { name: 'Approve', exact: true }).click();
    const closed = other.getByRole('row').filter({ hasText: 'Closed' }).filter({ hasText: 'Anselm Okoro' });
    await expect(closed).toHaveCount(1);
    await expect(closed.getByRole('link', { name: /^Journal of .*, QuickBooks$/ })).toHaveAttribute(
      'href',
      /\/downloads\/journal\/\d{4}-\d{2}-01\/quickbooks$/,
    );
    await others.close();
  },
);
