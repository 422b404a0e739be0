import { signInOf } from './steps/gate.ts';
import { credentialsOf, expect, expectAccessible, test } from './test.ts';

test.use({ server: 'staffed' });

const SUBJECT = 'Many lookups of protected values';
const MANY = 50;

test(
  'without a mail server, a System Administrator reads the mails that were kept; nobody else does',
  { tag: '@slow' },
  async ({ signedIn: page, browser, baseURL }) => {
    for (let count = 0; count < MANY; count += 1) {
      const answer = await page.request.post('/rpc/search/find', {
        headers: { origin: baseURL ?? '' },
        data: { json: { ssn: `98765${String(count).padStart(4, '0')}` } },
      });
      expect(answer.ok()).toBe(true);
    }
    await page.goto('/admin/mails');
    await expect(page.getByText('Your role does not include mail')).toBeVisible();

    const others = await browser.newContext();
    const other = await others.newPage();
    const { email, password } = credentialsOf('anselm');
    await other.goto('/admin/mails');
    await signInOf(other).enter(email, password);
    const row = other.getByRole('row').filter({ hasText: SUBJECT }).filter({ hasText: email });
    await expect(row).toContainText(`Anselm Okoro <${email}>`);
    await expect(row).toContainText('Kept, not sent');
    await expectAccessible(other);
    await row.hover();
    await row.getByRole('button', { name: 'View mail' }).click();
    const dialog = other.getByRole('dialog', { name: SUBJECT });
    await expect(dialog).toContainText('Dana Whitfield looked up 50 or more SSNs or birth dates within an hour.');
    await expect(dialog).toContainText('/admin/audit');
    await expectAccessible(other);
    await others.close();
  },
);
