import { edi834, fileOf } from './steps/enrollment-file.ts';
import { createGroups, groupId } from './steps/group-record.ts';
import { uploadCenterOf } from './steps/upload-center.ts';
import { expect, expectAccessible, heading, type Page, test } from './test.ts';

const KESTREL = 'Kestrel Avionics Repair';
const tableOf = (page: Page) => page.getByRole('table', { name: 'Members' });
const namesIn = (page: Page) => tableOf(page).locator('a[data-row]');
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search members' });

test.describe('directory of members', () => {
  test('counts its cards from rows, leads to the imports with a file to start from, and lists everybody', async ({
    signedIn: page,
  }) => {
    await page.goto('/members');
    await expect(heading(page, 'Member Management')).toBeVisible();
    const figures = page.getByRole('region', { name: 'Members in figures' });
    for (const label of ['Total Members', 'New Members', 'Pending', 'Dependents'])
      await expect(figures.getByRole('link', { name: label })).toBeVisible();
    const tiles = page.getByRole('region', { name: 'Bulk upload' });
    for (const name of ['Upload CSV', 'Upload Excel', 'Upload EDI'])
      await expect(tiles.getByRole('link', { name })).toHaveAttribute('href', /\/files\/upload/);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      tiles.getByRole('link', { name: 'CSV template' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('census.csv');
    await expect(namesIn(page)).toHaveCount(50);
    await expectAccessible(page);
    const pending = await figures.getByRole('link', { name: 'Pending' }).textContent();
    await figures.getByRole('link', { name: 'Pending' }).click();
    await expect(page).toHaveURL('/members?status=pending');
    const counted = /^Pending(\d+)/.exec(pending ?? '')?.[1] ?? 'nothing';
    await expect(page.getByRole('heading', { level: 2, name: `Member Directory (${counted})` })).toBeVisible();
  });

  test('finds people while they are typed, and no term is ever in the address or the title', async ({
    signedIn: page,
  }) => {
    await page.goto('/members');
    await search(page).fill('calderwood');
    await expect(namesIn(page).first()).toHaveText(/Calderwood/);
    await expect(tableOf(page)).toContainText('Spouse');
    await page.getByLabel('Type').selectOption('Subscribers');
    await expect(namesIn(page)).toHaveText([/Calderwood/, 'Ines Calderwood']);
    await expect(page).toHaveURL('/members?kind=subscriber');
    await expect(page).toHaveTitle('Member Management · OpenBenefits');
    await search(page).fill('quagga');
    await expect(page.getByText('No members match your search for "quagga"')).toBeVisible();
    await page.getByRole('button', { name: 'Clear all' }).last().click();
    await expect(namesIn(page)).toHaveCount(50);
    const kept = await page.evaluate(() =>
      [localStorage, sessionStorage].map((storage) => JSON.stringify(Object.entries(storage))).join(),
    );
    expect(kept.toLowerCase()).not.toContain('calderwood');
  });

  test(
    'View Details opens the record over the list, and closing it leads back to the same rows',
    { tag: '@slow' },
    async ({ signedIn: page }) => {
      await page.goto('/members?status=pending');
      const row = tableOf(page).getByRole('row').filter({ hasText: 'Amara Lindholm' });
      await row.hover();
      await row.getByRole('button', { name: 'View Details Amara Lindholm' }).click();
      await expect(page).toHaveURL(/\/members\?status=pending&member=[\da-f.-]+$/);
      const record = page.getByRole('dialog');
      await expect(record).toContainText('Amara');
      await page.reload();
      await expect(record).toContainText('Amara');
      await page.keyboard.press('Escape');
      await expect(record).toHaveCount(0);
      await expect(page).toHaveURL('/members?status=pending');
      await expect(tableOf(page).getByRole('link', { name: 'Amara Lindholm' })).toBeFocused();
    },
  );

  test('pages, sorts, chooses columns, and keeps views under a name', { tag: '@slow' }, async ({ signedIn: page }) => {
    await page.goto('/members?sort=group');
    await expect(page.getByText(/^1–50 of \d+$/)).toBeVisible();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page.getByText(/^51–100 of \d+$/)).toBeVisible();
    await expect(page).toHaveURL('/members?sort=group');
    await page.getByRole('button', { name: 'Fields' }).click();
    await page.getByRole('checkbox', { name: 'Email and phone' }).uncheck();
    await page.keyboard.press('Escape');
    await expect(tableOf(page).getByRole('columnheader', { name: 'Email and phone' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page
      .getByRole('menuitemradio', { name: 'Coverage ends in 60 days' })
      .or(page.getByRole('menuitemcheckbox', { name: 'Coverage ends in 60 days' }))
      .click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Remove Coverage ends in 60 days' })).toBeVisible();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByLabel('Name of this view').fill('Leaving soon');
    await page.getByRole('button', { name: 'Save this view' }).click();
    await expect(page.getByRole('link', { name: 'Leaving soon' })).toBeVisible();
    await expectAccessible(page);
    await page.goto('/members');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('link', { name: 'Leaving soon' }).click();
    await expect(page).toHaveURL('/members?ends=60&sort=group');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: 'Delete Leaving soon' }).click();
    await expect(page.getByRole('link', { name: 'Leaving soon' })).toHaveCount(0);
  });

  test('exports exactly what it shows', { tag: '@slow' }, async ({ signedIn: page }) => {
    await page.goto(`/members?group=${await groupId(page, KESTREL)}&kind=subscriber`);
    await expect(page.getByRole('button', { name: `Remove Group: ${KESTREL}` })).toBeVisible();
    const heading =
      (await page.getByRole('heading', { level: 2, name: /^Member Directory \(\d+\)$/ }).textContent()) ?? '';
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'As CSV' }).click(),
    ]);
    const stream = await download.createReadStream();
    let text = '';
    for await (const part of stream) text += String(part);
    const rows = text.trim().split('\r\n').slice(1);
    expect(rows).toHaveLength(Number(/\((\d+)\)/.exec(heading)?.[1]));
    expect(rows.every((row) => row.includes(KESTREL) && row.includes('Subscriber'))).toBe(true);
  });

  test(
    'enrollment shows who starts, ends and waits; analytics shows the charts first',
    { tag: '@slow' },
    async ({ signedIn: page }) => {
      await page.goto('/members/enrollment');
      await expect(page.getByRole('heading', { level: 2, name: /^Enrollment \(\d+\)$/ })).toBeVisible();
      await page
        .getByRole('navigation', { name: 'Enrollment list' })
        .getByRole('link', { name: 'Pending', exact: true })
        .click();
      await expect(page).toHaveURL('/members/enrollment?status=pending');
      await expect(tableOf(page)).toContainText('Amara Lindholm');
      await page.getByRole('link', { name: 'Analytics', exact: true }).click();
      await expect(page).toHaveURL('/members/analytics');
      const charts = page.getByRole('region', { name: 'Enrollment Analytics' });
      await expect(charts).toContainText('Enrollment by plan');
      await expectAccessible(page);
      await charts.getByRole('link', { name: /Standard HMO/ }).click();
      await expect(page.getByRole('button', { name: 'Remove Plan: Standard HMO' })).toBeVisible();
    },
  );
});

test('two records of one person are compared, merged, and put back', { tag: '@slow' }, async ({ signedIn: page }) => {
  const GROUP = 'Twice Told Books';
  await createGroups(page, [GROUP]);
  const id = await groupId(page, GROUP);
  await page.goto(`/groups/${id}`);
  const cim =
    (await page
      .getByText(/^CIM-\d{4}-\d{6}$/)
      .or(page.getByText(/^CIM-\d{13}$/))
      .first()
      .textContent()) ?? '';
  await page.goto('/files/upload');
  const center = uploadCenterOf(page);
  await center.send(
    fileOf(
      'twice-told.edi',
      edi834(
        cim,
        [
          {
            first: 'Robert',
            last: 'Quillfeather',
            birth: '19800203',
            family: '123458801',
            plans: [['HLT', 'MED-PPO', '20260101']],
          },
          {
            first: 'Bob',
            last: 'Quillfeather',
            birth: '19800203',
            family: '123458802',
            plans: [['DEN', 'DEN-BASIC', '20260101']],
          },
        ],
        88_010,
      ),
    ),
  );
  await expect(center.row('twice-told.edi').first()).toContainText('Completed');
  await page.goto('/members');
  await page.getByRole('link', { name: /^Possible duplicates/ }).click();
  const row = page.getByRole('row').filter({ hasText: 'Bob Quillfeather' });
  await expect(row).toContainText('Same birth date, similar name');
  await row.getByRole('button', { name: /^Compare / }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('1 coverage period moves to the record you keep.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Merge records' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toBeVisible();
});

test.describe('without any member', () => {
  test.use({ server: 'empty' });
  test(
    'the directory leads to the import, and the dashboard says that nothing waits',
    { tag: '@slow' },
    async ({ signedIn: page }) => {
      await page.goto('/members');
      await expect(page.getByRole('heading', { name: 'No members yet' })).toBeVisible();
      await expectAccessible(page);
      await page.goto('/dashboard');
      await expect(page.getByText('Nothing needs your attention right now.')).toBeVisible();
      await expect(page.getByRole('link', { name: /Covered today/ })).toContainText('0');
      await expectAccessible(page);
      await page.goto('/members/duplicates');
      await expect(page.getByRole('heading', { name: 'No possible duplicates' })).toBeVisible();
      await expectAccessible(page);
    },
  );
});
