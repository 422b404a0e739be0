import { edi834, fileOf, type FilePerson } from './steps/enrollment-file.ts';
import { createGroups, groupCim } from './steps/group-record.ts';
import { uploadCenterOf } from './steps/upload-center.ts';
import { expect, expectAccessible, heading, test } from './test.ts';

const person = (first: string, number: number): FilePerson => ({
  first,
  last: 'Marrow',
  birth: '19840612',
  family: `12345320${number}`,
  plans: [['HLT', 'MED-HMO', '20260101']],
});

test('files are followed in the queue and found in the history, in another window too', async ({
  signedIn: page,
  context,
}) => {
  await createGroups(page, ['Marrow Mills']);
  const cim = await groupCim(page, 'Marrow Mills');
  await page.goto('/files/queue');
  await expect(page.getByRole('tab', { name: /^Active Queue/ })).toHaveAttribute('aria-selected', 'true');

  const sender = await context.newPage();
  await sender.goto(`/files/upload?group_cim=${cim}`);
  const center = uploadCenterOf(sender);
  const good = edi834(cim, [person('Ida', 1), person('Jon', 2)], 4201);
  await center.send(
    fileOf('queue-good.edi', good),
    fileOf('queue-cut.edi', edi834(cim, [person('Kim', 3)], 4202).split('SE*')[0] ?? ''),
    fileOf('queue-test.edi', edi834(cim, [person('Lea', 4)], 4203).replace('*0*P*:', '*0*T*:')),
  );
  await expect(center.row('queue-good.edi')).toContainText('Completed');
  await sender.close();

  // The first window is updated without a reload.
  const active = page.getByRole('table', { name: 'Active Queue' });
  const held = active.getByRole('row').filter({ hasText: 'queue-test.edi' });
  await expect(held).toContainText('Pending Review');
  await held.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Priority: High' }).click();
  await expect(held).toContainText('High');
  await expectAccessible(page);

  await page.getByRole('tab', { name: /^Completed/ }).click();
  const completed = page
    .getByRole('table', { name: 'Completed' })
    .getByRole('row')
    .filter({ hasText: 'queue-good.edi' });
  await expect(completed).toContainText('2 written');
  await expectAccessible(page);
  await completed.getByRole('button', { name: /^View Report/ }).click();
  const [report] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'As PDF' }).click(),
  ]);
  expect(report.suggestedFilename()).toMatch(/^file-report-.*\.pdf$/);

  await page.getByRole('tab', { name: /^Failed/ }).click();
  const failed = page.getByRole('table', { name: 'Failed' }).getByRole('row').filter({ hasText: 'queue-cut.edi' });
  await expect(failed).toContainText('The file is cut off');
  await expectAccessible(page);
  await failed.getByRole('button', { name: 'View Logs' }).click();
  await expect(page.getByRole('dialog', { name: 'Log of queue-cut.edi' })).toContainText('Received and queued.');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(failed.getByRole('button', { name: 'View Logs' })).toBeFocused();
  await failed.getByRole('button', { name: 'Retry' }).click();
  await expect(failed).toContainText('The file is cut off');

  await page.goto('/files/history');
  await page.getByLabel('Employer group').fill('Marrow');
  await expect(page.locator('datalist option')).toHaveCount(1);
  await page.getByLabel('Employer group').fill(`Marrow Mills (${cim})`);
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText('Marrow Mills');
  const history = page.getByRole('table', { name: 'File History' });
  await expect(history.getByRole('row')).toHaveCount(4);
  await page.getByLabel('Status').selectOption('Completed');
  await expect(history.getByRole('row')).toHaveCount(2);
  await expectAccessible(page);
  await history.getByRole('button', { name: 'More actions' }).click();
  const [original] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download original' }).click(),
  ]);
  expect(original.suggestedFilename()).toBe('queue-good.edi');
});

test(
  'what names a row and says why it is there keeps its place at every width of a window',
  { tag: '@slow' },
  async ({ signedIn: page }) => {
    await createGroups(page, ['Narrow Windows of the Western Shore Company']);
    const cim = await groupCim(page, 'Narrow Windows of the Western Shore Company');
    const center = uploadCenterOf(page);
    const full = (people: FilePerson[], control: number): string =>
      edi834(cim, people, control).replace('CT***2', 'CT***4').replaceAll('*021*', '*030*');
    const staff = Array.from({ length: 9 }, (_, index): FilePerson => ({
      ...person('Quentin', 1),
      first: `Quentin${'abcdefghi'[index]}`,
      family: `12345340${index}`,
    }));
    await page.goto('/files/upload');
    await center.send(fileOf('narrow-january.edi', full(staff, 4401)));
    await expect(center.row('narrow-january.edi')).toContainText('9 written');
    await center.send(
      fileOf(
        'narrow-february.edi',
        full([...staff.slice(0, 2), { ...person('Rosalind', 2), family: '123453499' }], 4402),
      ),
    );
    await center.send(fileOf('narrow-cut.edi', full(staff, 4403).split('SE*')[0] ?? ''));
    await expect(center.row('narrow-cut.edi')).toContainText('Error');
    await center.open('narrow-february.edi', 'Pending Review');
    const job = new URL(page.url()).pathname;
    const lists = [
      '/files/upload',
      '/files/queue',
      '/files/queue?tab=completed',
      '/files/queue?tab=failed',
      '/files/history',
      '/files/partners',
      job,
    ];
    for (const address of [...lists, `${job}?show=missing`]) {
      await page.goto(address);
      await expect(page.getByRole('table').first().getByRole('row').nth(1)).toBeVisible();
      for (const width of [920, 1000, 1100, 1200, 1280, 1366, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        // What went wrong is a sentence; elsewhere the second line may be a date.
        const least = { name: 148, meta: address.endsWith('failed') ? 220 : 110 };
        const narrow = await page.evaluate(
          (wanted) =>
            [
              ...document.querySelectorAll<HTMLElement>(
                'main tbody tr:first-child td:is([data-narrow=name], [data-narrow=meta])',
              ),
            ].flatMap((cell) => {
              const room = Math.round(cell.getBoundingClientRect().width);
              return room < wanted[cell.dataset['narrow'] as keyof typeof wanted]
                ? [`${cell.textContent}: ${room}`]
                : [];
            }),
          least,
        );
        expect(narrow, `${address} at ${width}`).toEqual([]);
        const isCut = await page.evaluate(() =>
          [...document.querySelectorAll('main, main *')].some(
            (one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === 'auto',
          ),
        );
        expect(isCut, `${address} at ${width}`).toBe(false);
      }
    }
  },
);

test(
  'a file of which nothing was posted is removed, also in the window that shows it; of one that was applied the original alone',
  { tag: '@slow' },
  async ({ signedIn: page, context }) => {
    await createGroups(page, ['Gannet Glass']);
    const cim = await groupCim(page, 'Gannet Glass');
    await page.goto(`/files/upload?group_cim=${cim}`);
    const center = uploadCenterOf(page);
    const wrong = fileOf('gannet-wrong.edi', edi834(cim, [person('Mia', 5)], 4301).replace('*0*P*:', '*0*T*:'));
    await center.send(wrong, fileOf('gannet.edi', edi834(cim, [person('Ned', 6)], 4302)));
    await expect(center.row('gannet.edi')).toContainText('Completed');
    await center.open('gannet-wrong.edi', 'Pending Review');

    const other = await context.newPage();
    await other.goto('/files/queue');
    const row = other
      .getByRole('table', { name: 'Active Queue' })
      .getByRole('row')
      .filter({ hasText: 'gannet-wrong.edi' });
    await row.getByRole('button', { name: 'More actions' }).click();
    await other.getByRole('menuitem', { name: 'Remove file…' }).click();
    const dialog = other.getByRole('alertdialog', { name: 'Remove this file' });
    await expect(dialog).toContainText('The original, and all that was read of itDeleted');
    await expect(dialog).toContainText('Its line in the file history, with who removed it, and its logStays');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectAccessible(other);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(row).toContainText('Pending Review');
    await row.getByRole('button', { name: 'More actions' }).click();
    await other.getByRole('menuitem', { name: 'Remove file…' }).click();
    await dialog.getByRole('button', { name: 'Remove file' }).click();
    await expect(row).toHaveCount(0);
    await expect(heading(other, 'Processing Queue')).toBeFocused();

    // The window with the file is updated and keeps its log.
    await expect(page.getByRole('region', { name: 'This file was removed' })).toContainText('By Dana Whitfield');
    await expect(page.getByRole('table', { name: 'Log' })).toContainText(
      'Removed: the original and everything read from it were deleted.',
    );
    await expect(page.getByRole('button', { name: 'Approve 1 change' })).toHaveCount(0);
    await expectAccessible(page);

    await other.goto('/files/history?status=removed');
    const removed = other
      .getByRole('table', { name: 'File History' })
      .getByRole('row')
      .filter({ hasText: 'gannet-wrong.edi' });
    await expect(removed).toContainText('Removed by Dana Whitfield; nothing had been posted');
    await other.goto(`/files/upload?group_cim=${cim}`);
    await uploadCenterOf(other).send(wrong);
    await expect(uploadCenterOf(other).row('gannet-wrong.edi').first()).toContainText('This is a test file');
    await uploadCenterOf(other).open('gannet-wrong.edi', 'Pending Review');
    await expect(other.getByRole('main')).not.toContainText('uploaded before');

    await other.goto('/files/queue?tab=completed');
    const done = other.getByRole('table', { name: 'Completed' }).getByRole('row').filter({ hasText: 'gannet.edi' });
    await done.getByRole('button', { name: 'More actions' }).click();
    await other.getByRole('menuitem', { name: 'Delete original…' }).click();
    await other
      .getByRole('alertdialog', { name: 'Delete the original' })
      .getByRole('button', { name: 'Delete original' })
      .click();
    await expect(other.getByRole('alertdialog')).toHaveCount(0);
    await done.getByRole('link', { name: 'gannet.edi', exact: true }).click();
    await expect(other.getByRole('complementary', { name: 'About this file' })).toContainText(
      'OriginalDeleted by Dana Whitfield',
    );
    await expect(other.getByRole('button', { name: 'Undo import' })).toBeEnabled();
  },
);

test.describe('on a server that nobody else sends files to', () => {
  // While the connection is broken, no page may come from what an earlier test has loaded.
  test.use({ server: 'empty', ownContext: true });
  // The second test leaves a file.
  test.describe.configure({ mode: 'serial' });

  test(
    'the queue is paused and resumed for every window; its settings are kept',
    { tag: '@slow' },
    async ({ signedIn: page, context, answers }) => {
      await page.goto('/files/queue');
      await expect(page.getByText('The queue is empty')).toBeVisible();
      const other = await context.newPage();
      await other.goto('/files/queue');
      await page.getByRole('button', { name: 'Pause Queue' }).click();
      for (const window of [page, other])
        await expect(window.getByRole('status').filter({ hasText: 'The queue is paused' })).toContainText(
          'Paused by Dana Whitfield',
        );
      await expectAccessible(page);
      await other.getByRole('button', { name: 'Process All' }).click();
      await expect(page.getByRole('button', { name: 'Pause Queue' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Retry Failed' })).toHaveAttribute('aria-disabled', 'true');
      await other.close();

      answers.expectLost();
      await context.setOffline(true);
      await expect(page.getByRole('status').filter({ hasText: 'The server cannot be reached' })).toContainText(
        'This page may be out of date.',
      );
      // A page that was not opened yet cannot load now; it loads later automatically.
      await page.getByRole('link', { name: 'File History' }).click();
      await expect(page.getByRole('alert').filter({ hasText: 'This page could not be loaded' })).toContainText(
        'The page loads as soon as the server responds.',
      );
      await expectAccessible(page);
      await context.setOffline(false);
      await expect(heading(page, 'File History')).toBeVisible();
      await page.goto('/files/queue');
      await expect(page.getByText('The server cannot be reached')).toHaveCount(0);

      answers.expect(422, /queue\/saveSettings/);
      await page.getByRole('tab', { name: 'Queue Settings' }).click();
      await page.getByLabel('Max concurrent jobs').fill('50');
      await page.getByRole('tab', { name: /^Completed/ }).click();
      await page
        .getByRole('alertdialog', { name: 'Leave without saving' })
        .getByRole('button', { name: 'Cancel' })
        .click();
      await page.getByRole('button', { name: 'Save Settings' }).click();
      await expect(page.getByText('Enter at most 10.')).toBeVisible();
      await page.getByLabel('Max concurrent jobs').fill('4');
      await page.getByRole('button', { name: 'Save Settings' }).click();
      await expect(page.getByRole('listitem').filter({ hasText: 'Queue settings saved' })).toBeVisible();
      await page.reload();
      await expect(page.getByLabel('Max concurrent jobs')).toHaveValue('4');
      await expectAccessible(page);
    },
  );

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 } });

    test(
      'a file is followed from its first byte to its end: sent, waiting in a paused queue, paused itself, and failed',
      { tag: '@slow' },
      async ({ signedIn: page, context }) => {
        const expectWhole = async (): Promise<void> => {
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
          await expectAccessible(page);
        };
        await page.goto('/files/history');
        await expect(page.getByText('No files yet')).toBeVisible();
        await expectWhole();
        await page.goto('/files/queue');
        await page.getByRole('button', { name: 'Pause Queue' }).click();
        await expect(page.getByRole('status').filter({ hasText: 'The queue is paused' })).toBeVisible();

        // The bytes are held on their way as long as the story looks at the upload.
        let release = (): void => {};
        const held = new Promise<void>((resolve) => (release = resolve));
        await page.route('**/uploads/*', async (route) => {
          if (route.request().method() === 'PATCH') await held;
          await route.continue();
        });
        await page.goto('/files/upload');
        await expect(page.getByText('No files yet')).toBeVisible();
        await uploadCenterOf(page).send(
          fileOf('followed.csv', 'Employee ID,First Name,Last Name,DOB\n1,Linnea,Vasquez,04/12/1986'),
        );
        await expect(page.getByRole('progressbar', { name: 'Uploading followed.csv' })).toBeVisible();
        await expectWhole();
        release();
        await expect(uploadCenterOf(page).row('followed.csv')).toContainText('Queued');
        await expect(page.getByRole('status').filter({ hasText: 'The queue is paused' })).toContainText(
          'Running files finish, and no others start',
        );

        await page.getByRole('link', { name: 'followed.csv' }).click();
        await expect(page.getByRole('status').filter({ hasText: 'followed.csv: Waiting' })).toBeAttached();
        await expect(page.getByRole('region', { name: 'What the file would do' })).toContainText(
          'Available after the preview',
        );
        await expectWhole();
        await page.getByRole('button', { name: 'Pause', exact: true }).click();
        await expect(page.getByRole('main').getByText('Paused', { exact: true })).toBeVisible();
        await expect(page.getByRole('status').filter({ hasText: 'followed.csv: Paused' })).toBeAttached();
        await expect(page.getByRole('region', { name: 'Progress' })).toContainText(
          'Paused by Dana Whitfield. Nothing has been applied',
        );
        await expectWhole();

        await page.goto('/files/queue');
        const resume = page.getByRole('button', { name: 'Resume followed.csv' });
        await expect(resume).toBeVisible();
        await expectWhole();
        // At no width is it cut by its column.
        for (const width of [920, 1100, 1440, 390]) {
          await page.setViewportSize({ width, height: 844 });
          expect(
            await resume.evaluate(
              (one) => one.getBoundingClientRect().right <= (one.closest('td')?.getBoundingClientRect().right ?? 0),
            ),
          ).toBe(true);
        }
        await resume.click();
        // The focused element disappears when the file is done: focus moves to the page heading.
        await page.getByRole('button', { name: 'Pause followed.csv' }).focus();
        const other = await context.newPage();
        await other.goto('/files/queue');
        await other.getByRole('button', { name: 'Resume Queue' }).click();
        await expect(page.getByRole('button', { name: 'Pause followed.csv' })).toHaveCount(0);
        await expect(heading(page, 'Processing Queue')).toBeFocused();
        await other.close();
        await page.getByRole('tab', { name: /^Failed/ }).click();
        const failed = page.getByRole('table', { name: 'Failed' }).getByRole('row').filter({ hasText: 'followed.csv' });
        // All that the tab tells of a failed file on a desk, it tells here: why, how far, when, and the way on.
        await expect(failed).toContainText('does not say which group');
        await expect(failed.getByText(/^Reached \d+%\.$/)).toBeVisible();
        await expect(failed.getByText('just now')).toBeInViewport();
        await expect(failed.getByRole('link', { name: /^Retry…/ })).toBeVisible();
        await expectWhole();
      },
    );
  });
});
