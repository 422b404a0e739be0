import { createGroups, groupCim } from './steps/group-record.ts';
import { edi834, fileOf, type FilePerson } from './steps/enrollment-file.ts';
import { filePageOf, uploadCenterOf } from './steps/upload-center.ts';
import { expect, expectAccessible, test } from './test.ts';

const NAMES = ['Alma', 'Bela', 'Cleo', 'Dora', 'Enzo', 'Fritz', 'Gina', 'Hugo'] as const;
const STAFF: readonly FilePerson[] = NAMES.map((first, index) => ({ first, last: 'Quillon', birth: `198${index}0301`, family: `12345300${index}`, plans: [['HLT', 'MED-HMO', '20260101']] }));
/** The same people as somebody who sends everybody each time. */
const full = (cim: string, people: readonly FilePerson[], control: number): string => edi834(cim, people, control).replace('CT***2', 'CT***4').replaceAll('*021*', '*030*');

test('a full file without six of eight people is held; they are decided, a part is approved, and only that is posted', async ({ signedIn: page }) => {
  await createGroups(page, ['Quillon Orchards']);
  const cim = await groupCim(page, 'Quillon Orchards');
  const center = uploadCenterOf(page);
  await page.goto('/files/upload');
  await center.send(fileOf('quillon-january.edi', full(cim, STAFF, 3001)));
  await expect(center.row('quillon-january.edi')).toContainText('8 written', { timeout: 20_000 });
  const newcomer: FilePerson = { first: 'Ivo', last: 'Quillon', birth: '19990301', family: '123453009', plans: [['HLT', 'MED-HMO', '20260101']] };
  await center.send(fileOf('quillon-february.edi', full(cim, [...STAFF.slice(0, 2), newcomer], 3002)));
  await center.open('quillon-february.edi', 'Pending Review');
  await expect(page.getByRole('heading', { name: 'Safety stop: 6 of 8 people are missing from this file' })).toBeVisible();
  const approve = page.getByRole('button', { name: 'Approve 1 change' });
  await expect(approve).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('Held until the 6 missing people are decided')).toBeVisible();
  await page.getByRole('link', { name: 'Review 6 people' }).click();
  const missing = page.getByRole('table', { name: 'Missing people' });
  await expect(missing.getByRole('row')).toHaveCount(7);
  await expectAccessible(page);
  await missing.getByRole('button', { name: 'Cleo Quillon left' }).click();
  await expect(page.getByText('5 undecided')).toBeVisible();
  await page.getByRole('button', { name: 'Sender error for all undecided' }).click();
  await expect(page.getByText('0 undecided')).toBeVisible();
  await page.getByRole('tab', { name: /^To apply/ }).click();
  const changes = page.getByRole('table', { name: 'What the file changes' });
  await expect(changes.getByRole('row').filter({ hasText: 'Ivo Quillon' })).toContainText(/Added.*Standard HMO from 01\/01\/2026/s);
  const box = changes.getByRole('checkbox', { name: 'Select Ivo Quillon' });
  await box.click();
  await expect(box).not.toBeChecked();
  await expect(page.getByText('0 of 1')).toBeVisible();
  await box.click();
  await expect(box).toBeChecked();
  await approve.click();
  await expect(page.getByRole('main').getByText('Completed', { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('heading', { level: 2, name: 'People' })).toBeVisible();
  await filePageOf(page).expectFigures({ Added: 1, 'No change': 2 });
  await page.getByRole('link', { name: 'Quillon Orchards' }).click();
  const members = page.getByRole('table', { name: 'Members' });
  await expect(members.getByRole('row').filter({ hasText: 'Cleo Quillon' })).toContainText('Terminated');
  await expect(members.getByRole('row').filter({ hasText: 'Dora Quillon' })).toContainText('Active');
  await expect(members.getByRole('row').filter({ hasText: 'Ivo Quillon' })).toBeVisible();
});

test('a file that is rejected leaves nothing behind', async ({ signedIn: page }) => {
  await createGroups(page, ['Rejected Reeds']);
  const cim = await groupCim(page, 'Rejected Reeds');
  const center = uploadCenterOf(page);
  await page.goto('/files/upload');
  await center.send(fileOf('reeds.edi', edi834(cim, [{ ...(STAFF[0] as FilePerson), family: '123453100', last: 'Reed' }], 3101).replace('*0*P*:', '*0*T*:')));
  await center.open('reeds.edi', 'Pending Review');
  await expect(page.getByRole('heading', { name: 'Safety stop: This is a test file' })).toBeVisible();
  await page.getByRole('button', { name: 'Reject file…' }).click();
  await page.getByRole('alertdialog').getByLabel('Reason').fill('Only a test of the sender');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reject file' }).click();
  await expect(page.getByRole('heading', { name: 'This file was rejected' })).toBeVisible();
  await page.getByRole('link', { name: 'Rejected Reeds' }).click();
  await expect(page.getByText('No members yet')).toBeVisible();
});
