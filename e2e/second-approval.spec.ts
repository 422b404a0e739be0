import { edi834, fileOf, type FilePerson } from './steps/enrollment-file.ts';
import { signInOf } from './steps/gate.ts';
import { filePageOf, uploadCenterOf } from './steps/upload-center.ts';
import { credentialsOf, expect, expectAccessible, test } from './test.ts';

test.use({ server: 'staffed' });

/** An employer of the sample. */
const CIM = 'CIM-2026-000001';
const LEAVING = ['Nora', 'Olaf', 'Pia'].map((first, index): FilePerson => ({
  first,
  last: 'Fourhands',
  birth: `197${index}0401`,
  family: `12345700${index}`,
  plans: [['HLT', 'MED-PPO', '20260101']],
}));
const ended = (text: string): string =>
  text.replaceAll('*021*', '*024*').replaceAll('HD*021*', 'HD*024*').replaceAll('DTP*348*D8*20260101', 'DTP*349*D8*20261231');

test('a file by which three people lose coverage is approved by one person and applied when another approves it, too', async ({ signedIn: page, browser }) => {
  const center = uploadCenterOf(page);
  await page.goto('/files/upload');
  await center.send(fileOf('fourhands-hired.edi', edi834(CIM, LEAVING, 5001)));
  await expect(center.row('fourhands-hired.edi')).toContainText('3 written');
  await page.goto('/files/queue');
  await page.getByRole('tab', { name: 'Queue Settings' }).click();
  await page.getByLabel('Second approval from').fill('3');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Queue settings saved' })).toBeVisible();

  await page.goto('/files/upload');
  await center.send(fileOf('fourhands-left.edi', ended(edi834(CIM, LEAVING, 5002))));
  await center.open('fourhands-left.edi', 'Pending Review');
  await expect(page.getByRole('heading', { name: '3 people lose coverage: two persons approve this file' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Ask for second approval (3)' }).click();
  const waits = page.getByRole('status').filter({ hasText: 'Waits for a second person’s approval' });
  await expect(waits).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve 3 changes' })).toHaveAttribute('aria-disabled', 'true');

  const others = await browser.newContext();
  const other = await others.newPage();
  const { email, password } = credentialsOf('anselm');
  await other.goto('/');
  await signInOf(other).enter(email, password);
  await other.getByRole('button', { name: /^Notifications/ }).click();
  await other.getByText('3 people lose coverage. Dana Whitfield has approved it and asks for a second person.').click();
  await expect(other).toHaveURL(new URL(page.url()).pathname);
  // What is chosen anew takes the first approval back, in the window of whoever gave it, too.
  await other.getByRole('button', { name: 'Select none' }).click();
  await expect(waits).toHaveCount(0);
  await other.getByRole('button', { name: 'Select all' }).click();
  await expect(other.getByRole('button', { name: 'Ask for second approval (3)' })).toBeVisible();
  await page.getByRole('button', { name: 'Ask for second approval (3)' }).click();
  await expect(waits).toBeVisible();
  await expect(other.getByRole('status').filter({ hasText: 'Approved by Dana Whitfield; your approval applies it' })).toBeVisible();
  await expectAccessible(other);
  await other.getByRole('button', { name: 'Approve 3 changes' }).click();
  await filePageOf(page).expectFigures({ Ended: 3 });
  await expect(page.getByRole('region', { name: 'What the file did' })).toBeVisible();
  await others.close();
});
