import { fileOf } from './steps/enrollment-file.ts';
import { createGroups, groupCim } from './steps/group-record.ts';
import { filePageOf, uploadCenterOf } from './steps/upload-center.ts';
import { expect, expectAccessible, test } from './test.ts';

/** Undos of this many members or more run in the queue. */
const PEOPLE = 1000;

test(
  'a large import is undone in the queue: another window follows it, everybody is gone at once, and the history keeps both',
  { tag: '@slow' },
  async ({ signedIn: page, context }) => {
    await createGroups(page, ['Undone Foundry']);
    const cim = await groupCim(page, 'Undone Foundry');
    const rows = Array.from(
      { length: PEOPLE },
      (_, index) => `UF${index},Foundry${index},Undone${index},04/12/1986,01/01/2025,MED-PPO`,
    );
    await page.goto(`/files/upload?import=employees&group_cim=${cim}`);
    const center = uploadCenterOf(page);
    await center.send(
      fileOf('foundry.csv', ['Employee ID,First Name,Last Name,DOB,Hire Date,Medical Plan', ...rows].join('\n')),
    );
    await center.open('foundry.csv', 'Completed');
    await expect(filePageOf(page).figures).toContainText('Added1,000');

    const other = await context.newPage();
    await other.goto(page.url());
    await expect(filePageOf(other).people.getByRole('link', { name: /^Foundry\d+ Undone\d+$/ })).toHaveCount(25);

    await page.getByRole('button', { name: 'Undo import' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Undo this change' });
    await expect(dialog).toContainText(/People removed\s*1,000/);
    await dialog.getByLabel('Reason').fill('Sent for another employer');
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await expect(center.toast('The undo is in the processing queue')).toContainText(
      'Nothing changes until the whole undo is complete.',
    );

    for (const window of [page, other]) {
      await expect(window.getByRole('heading', { name: 'This import was undone' })).toBeVisible();
      await expect(window.getByText('No one from this file is left')).toBeVisible();
      await expect(window.getByRole('main').getByText('Completed', { exact: true })).toBeVisible();
    }
    await expectAccessible(page);
    await page.getByRole('button', { name: 'More actions for this file' }).click();
    await page.getByRole('menuitem', { name: 'View Logs' }).click();
    const log = page.getByRole('dialog', { name: 'Log of foundry.csv' });
    await expect(log).toContainText('Undone: 1,000 people were restored.');
    await expect(log).toContainText('The undo was queued for 1,000 people.');
    await log.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('link', { name: 'Undone Foundry' }).click();
    await expect(page.getByText(/^Foundry\d+ Undone\d+$/)).toHaveCount(0);
  },
);

test(
  'who is about to undo an import that somebody else undoes meanwhile is told before they press',
  { tag: '@slow' },
  async ({ signedIn: page, context }) => {
    await createGroups(page, ['Undone Twice']);
    const cim = await groupCim(page, 'Undone Twice');
    await page.goto(`/files/upload?import=employees&group_cim=${cim}`);
    const center = uploadCenterOf(page);
    await center.send(
      fileOf(
        'twice.csv',
        'Employee ID,First Name,Last Name,DOB,Hire Date,Medical Plan\nUT1,Una,Twice,04/12/1986,01/01/2025,MED-PPO',
      ),
    );
    await center.open('twice.csv', 'Completed');
    const other = await context.newPage();
    await other.goto(page.url());
    for (const window of [page, other]) {
      await window.getByRole('button', { name: 'Undo import' }).click();
      await expect(window.getByRole('alertdialog')).toContainText(/People removed\s*1/);
    }
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('heading', { name: 'This import was undone' })).toBeVisible();
    await expect(other.getByRole('alertdialog')).toContainText(/People restored\s*0/);
    const undo = other.getByRole('alertdialog').getByRole('button', { name: 'Undo' });
    await expect(undo).toHaveAttribute('aria-description', 'This was already undone.');
    await other.close();
  },
);
