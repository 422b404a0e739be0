import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { census, edi834, fileOf, type FilePerson } from './steps/enrollment-file.ts';
import { PASSWORD } from './servers.ts';
import { gateOf } from './steps/gate.ts';
import { createGroups, groupCim } from './steps/group-record.ts';
import { filePageOf, uploadCenterOf } from './steps/upload-center.ts';
import { expect, expectAccessible, test } from './test.ts';

const WIDGET = 'CIM-2026-000001';
const rowFor = (first: string, last: string, ssn: string): string =>
  `1,EE,${first},${last},${ssn},04/12/1986,F,01/01/2025,FT001,MED-PPO,EE,"$52,000",61101`;

test('a file of another kind is refused by name, an empty one too, and nothing is sent', async ({ signedIn: page }) => {
  const sent: string[] = [];
  page.on('request', (request) => request.url().includes('/uploads') && sent.push(request.url()));
  await page.goto('/files/upload');
  const center = uploadCenterOf(page);
  await expect(page.getByText('Excel, CSV, EDI 834 or XML, up to 50MB each')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose Files' })).toBeVisible();
  await center.send(fileOf('photo.png', 'x'));
  await expect(center.toast('Invalid File Type')).toContainText(
    'photo.png is not a supported file type. Please upload Excel, CSV, or EDI files.',
  );
  await center.send(fileOf('nothing.csv', ''));
  await expect(center.toast('Upload Failed')).toContainText('nothing.csv is empty.');
  // Focus moves into the toasts, past them, and back to its place when one is closed.
  await page.getByRole('button', { name: 'Choose Files' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Choose Files' })).not.toBeFocused();
  await expect(page.locator('.toast :focus')).toHaveCount(0);
  await page.getByRole('button', { name: 'Choose Files' }).focus();
  await page.keyboard.press('Alt+KeyT');
  await expect(center.toast('Upload Failed').getByRole('button', { name: 'Close toast' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Choose Files' })).toBeFocused();
  await expectAccessible(page);
  expect(sent).toEqual([]);
});

test('a file of 50 MB and one byte is refused before a byte is sent', { tag: '@slow' }, async ({ signedIn: page }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'openbenefits-large-'));
  const file = path.join(folder, 'large.csv');
  writeFileSync(file, 'First Name,Last Name\n');
  // A sparse file: it takes no room on the disk.
  truncateSync(file, 50 * 1024 * 1024 + 1);
  await page.goto('/files/upload');
  const center = uploadCenterOf(page);
  await center.field.setInputFiles(file);
  await expect(center.toast('File Too Large')).toContainText('large.csv exceeds the 50MB size limit.');
  await expect(page.getByRole('list', { name: 'Uploads in progress' })).toHaveCount(0);
  rmSync(folder, { recursive: true });
});

test(
  'several files go at once; one that cannot go does not hold up the others',
  { tag: '@slow' },
  async ({ signedIn: page }) => {
    await page.goto(`/files/upload?import=employees&group_cim=${WIDGET}`);
    const center = uploadCenterOf(page);
    await expect(page.getByText('Files uploaded here go to Widget Co')).toBeVisible();
    await center.send(
      fileOf('upload-first.csv', census([rowFor('Petra', 'Lindqvist', '123-45-1001')])),
      fileOf('upload-notes.docx', 'not for here'),
      fileOf('upload-second.csv', census([rowFor('Anselm', 'Okoye', '123-45-1002')])),
    );
    await expect(center.toast('Invalid File Type')).toContainText('upload-notes.docx');
    for (const file of ['upload-first.csv', 'upload-second.csv']) {
      await expect(center.row(file)).toContainText('Completed');
      await expect(center.row(file)).toContainText('1 written');
      await expect(center.row(file)).toContainText('Widget Co');
    }
    await expect(center.row('upload-notes.docx')).toHaveCount(0);
    await expectAccessible(page);
  },
);

test(
  'an upload is cancelled in the middle, another one before its turn, and the server forgets what has arrived',
  { tag: '@slow' },
  async ({ signedIn: page }) => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/uploads\/.+/, async (route) => {
      if (route.request().method() === 'PATCH') await held;
      // Canceled uploads are not requested any more.
      await route.continue().catch(() => {});
    });
    await page.goto(`/files/upload?group_cim=${WIDGET}`);
    await expect(page.getByText('Files uploaded here go to Widget Co')).toBeVisible();
    const center = uploadCenterOf(page);
    const begun = page.waitForRequest((request) => request.method() === 'PATCH');
    const [first, second, third, fourth] = ['Runa', 'Sivert', 'Torunn', 'Ulrik'].map((name, index) =>
      fileOf(`cancel-${index + 1}.csv`, census([rowFor(name, 'Nygaard', `123-45-110${index}`)])),
    ) as [ReturnType<typeof fileOf>, ReturnType<typeof fileOf>, ReturnType<typeof fileOf>, ReturnType<typeof fileOf>];
    await center.send(first, second, third, fourth);
    await begun;
    const list = page.getByRole('list', { name: 'Uploads in progress' });
    await expect(list.getByRole('listitem')).toHaveCount(4);
    await expectAccessible(page);
    const forgotten = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await list.getByRole('button', { name: 'Cancel the upload of cancel-1.csv' }).click();
    expect((await forgotten).status()).toBe(204);
    await expect(list).toBeFocused();
    await list.getByRole('button', { name: 'Cancel the upload of cancel-4.csv' }).click();
    await expect(list.getByRole('listitem')).toHaveCount(2);
    release();
    for (const file of ['cancel-2.csv', 'cancel-3.csv']) await expect(center.row(file)).toContainText('Completed');
    for (const file of ['cancel-1.csv', 'cancel-4.csv']) await expect(center.row(file)).toHaveCount(0);
  },
);

test(
  'an upload continues while another page is looked at, and after the session has ended in the midst of it',
  { tag: '@slow' },
  async ({ signedIn: page, context, answers }) => {
    answers.expect(401, /./);
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/uploads\/.+/, async (route) => {
      if (route.request().method() === 'PATCH') await held;
      await route.continue();
    });
    await page.goto(`/files/upload?group_cim=${WIDGET}`);
    await expect(page.getByText('Files uploaded here go to Widget Co')).toBeVisible();
    const center = uploadCenterOf(page);
    const begun = page.waitForRequest((request) => request.method() === 'PATCH');
    await center.send(fileOf('upload-session.csv', census([rowFor('Vigdis', 'Nygaard', '123-45-1110')])));
    await begun;
    await page.getByRole('link', { name: 'Processing Queue' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Processing Queue' })).toBeVisible();
    await page.getByRole('link', { name: 'Upload Center' }).click();
    const sending = page.getByRole('progressbar', { name: 'Uploading upload-session.csv' });
    await expect(sending).toBeVisible();
    await context.clearCookies();
    release();
    await expect(
      page.getByText('Your session has ended. Enter the access password to continue where you left off.'),
    ).toBeVisible();
    await gateOf(page).enter(PASSWORD);
    await expect(center.row('upload-session.csv')).toContainText('Completed');
    await expect(page.getByRole('list', { name: 'Uploads in progress' })).toHaveCount(0);
  },
);

test(
  'a file that was uploaded for another employer than it names continues for that one; on the page of a group another is chosen',
  { tag: '@slow' },
  async ({ signedIn: page }) => {
    await createGroups(page, ['Wrongway Wheelwrights']);
    await page.goto(`/files/upload?group_cim=${WIDGET}`);
    const center = uploadCenterOf(page);
    const enzo: FilePerson = {
      first: 'Enzo',
      last: 'Wrongway',
      birth: '19840612',
      family: '123451190',
      plans: [['HLT', 'MED-HMO', '20260101']],
    };
    await center.send(fileOf('wrongway.edi', edi834(await groupCim(page, 'Wrongway Wheelwrights'), [enzo], 1190)));
    await center.open('wrongway.edi', 'Pending Review');
    await expect(page.getByRole('heading', { name: 'Hold: This file is for Wrongway Wheelwrights' })).toBeVisible();
    await page.getByRole('button', { name: 'Use the group in the file' }).click();
    await expect(page.getByRole('main').getByText('Completed', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'wrongway.edi' })).toBeFocused();
    await filePageOf(page).expectFigures({ Added: 1 });
    await expect(page.getByRole('complementary', { name: 'About this file' })).toContainText(
      'GroupWrongway Wheelwrights',
    );
    await page.getByRole('link', { name: 'Upload another' }).click();
    await expect(page.getByText('Files uploaded here go to Wrongway Wheelwrights')).toBeVisible();
    await page.getByRole('link', { name: 'Choose another group' }).click();
    await expect(center.group).toBeFocused();
  },
);

test(
  'what follows the creation of a group says so; a group that does not exist is named',
  { tag: '@slow' },
  async ({ signedIn: page, answers }) => {
    await page.goto(`/files/upload?import=employees&group_cim=${WIDGET}&success=true`);
    await expect(page.getByRole('heading', { level: 1, name: 'Employee Import' })).toBeVisible();
    await expect(
      page.getByRole('status').filter({ hasText: 'Group created successfully! Now add your employees.' }),
    ).toContainText('Widget Co, CIM-2026-000001');
    await page.getByRole('link', { name: 'View group' }).click();
    await expect(page).toHaveURL(/\/groups\/[\da-f-]{36}\?tab=members$/);

    answers.expect(404, /groups\/byCim/);
    answers.expect(404, /\/uploads$/);
    await page.goto('/files/upload?import=employees&group_cim=CIM-1999-000000');
    await expect(page.getByRole('alert').filter({ hasText: 'CIM-1999-000000' })).toBeVisible();
    await expectAccessible(page);
    const center = uploadCenterOf(page);
    await center.send(fileOf('upload-unknown.csv', census([rowFor('Nobody', 'There', '123-45-1003')])));
    await expect(center.toast('Upload Failed')).toContainText('no group with the CIM number CIM-1999-000000');
    const failed = page
      .getByRole('list', { name: 'Uploads in progress' })
      .getByRole('listitem')
      .filter({ hasText: 'upload-unknown.csv' });
    await expect(failed).toContainText('CIM-1999-000000');
    await failed.getByRole('button', { name: 'Remove upload-unknown.csv' }).click();
    await expect(failed).toHaveCount(0);
  },
);

test(
  'a file without an ending is taken by its kind, goes with its progress into the list, and the list of uploads is empty again',
  { tag: '@slow' },
  async ({ signedIn: page }) => {
    await page.goto(`/files/upload?group_cim=${WIDGET}`);
    const center = uploadCenterOf(page);
    await center.send(fileOf('upload-roster', census([rowFor('Signe', 'Halvorsen', '123-45-1009')]), 'text/csv'));
    await expect(page.getByRole('progressbar', { name: 'Uploading upload-roster' })).toBeVisible();
    await expect(center.toast('File Uploaded Successfully')).toContainText(
      'upload-roster has been uploaded and is ready for processing.',
    );
    await expect(page.getByRole('list', { name: 'Uploads in progress' })).toHaveCount(0);
    await expect(center.row('upload-roster')).toContainText('Completed');
    await expect(center.row('upload-roster')).toContainText('CSV');
  },
);

test('a chosen group takes the file', { tag: '@slow' }, async ({ signedIn: page }) => {
  await page.goto('/files/upload');
  const center = uploadCenterOf(page);
  await center.group.fill('widget');
  await expect(page.locator('datalist option')).toHaveCount(1);
  await center.group.fill(`Widget Co (${WIDGET})`);
  await expect(page.getByRole('link', { name: 'View group' })).toBeVisible();
  await center.send(fileOf('upload-chosen.csv', census([rowFor('Ottoline', 'Baptiste', '123-45-1004')])));
  await expect(center.row('upload-chosen.csv')).toContainText('Completed');
  await expect(center.row('upload-chosen.csv')).toContainText('Widget Co');
});

test(
  'a file that names no group waits for one to be chosen, then continues',
  { tag: '@slow' },
  async ({ signedIn: page }) => {
    await page.goto('/files/upload');
    const center = uploadCenterOf(page);
    await center.send(fileOf('upload-lost.csv', census([rowFor('Linnea', 'Vasquez', '123-45-1005')])));
    await center.open('upload-lost.csv', 'Error');
    await expect(page.getByRole('alert').filter({ hasText: 'This file was not processed' })).toContainText(
      'does not say which group',
    );
    const use = page.getByRole('button', { name: 'Use this group' });
    await expect(use).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible(page);
    await center.group.fill('widget');
    await expect(page.locator('datalist option')).toHaveCount(1);
    await center.group.fill(WIDGET);
    await use.click();
    const file = filePageOf(page);
    await expect(page.getByRole('main').getByText('Completed', { exact: true })).toBeVisible();
    await file.expectFigures({ Added: 1, Rejected: 0 });
    await expect(file.people.getByRole('link', { name: 'Linnea Vasquez' })).toBeVisible();
    await expectAccessible(page);
  },
);

test('a damaged file says what is wrong with it and changes nothing', { tag: '@slow' }, async ({ signedIn: page }) => {
  const whole = edi834(
    WIDGET,
    [{ first: 'Cut', last: 'Short', birth: '19800101', family: '123451006', plans: [['HLT', 'MED-PPO', '20260101']] }],
    910,
  );
  await page.goto('/files/upload');
  const center = uploadCenterOf(page);
  await center.send(fileOf('upload-cut.edi', whole.slice(0, whole.indexOf('SE*'))));
  await center.open('upload-cut.edi', 'Error');
  await expect(page.getByRole('alert').filter({ hasText: 'The file is cut off' })).toBeVisible();
  await filePageOf(page).expectFigures({ Added: '—', Rejected: '—' });
  // Another group would not fix it.
  await expect(center.group).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/');
  await page.getByRole('searchbox', { name: 'Quick search' }).fill('Cut Short');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No results found')).toBeVisible();
});

test(
  'the same file sent twice is held, says why, and changes nothing when it is approved all the same',
  { tag: '@slow' },
  async ({ signedIn: page }) => {
    const file = edi834(
      WIDGET,
      [
        {
          first: 'Imogen',
          last: 'Farrow',
          birth: '19910203',
          family: '123451007',
          plans: [['HLT', 'MED-HMO', '20260101']],
        },
      ],
      911,
    );
    await page.goto('/files/upload');
    const center = uploadCenterOf(page);
    await center.send(fileOf('upload-once.edi', file));
    await expect(center.row('upload-once.edi')).toContainText('1 written');
    await center.send(fileOf('upload-twice.edi', file));
    await center.open('upload-twice.edi', 'Pending Review');
    await expect(page.getByRole('heading', { name: 'Hold: This file was already processed' })).toBeVisible();
    await expect(page.getByText('Preview. Nothing has been posted.')).toBeVisible();
    await page.getByRole('tab', { name: /^No change/ }).click();
    await expect(page.getByRole('table', { name: 'What the file changes' })).toContainText('Imogen Farrow');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Approve file' }).click();
    await filePageOf(page).expectFigures({ Added: 0, Changed: 0, 'No change': 1 });
    await expect(page.getByText('Nothing had to be changed')).toBeVisible();
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test('files can be sent and followed', async ({ signedIn: page }) => {
    await page.goto(`/files/upload?import=employees&group_cim=${WIDGET}`);
    const center = uploadCenterOf(page);
    await center.send(fileOf('upload-phone.csv', census([rowFor('Marit', 'Solberg', '123-45-1008')])));
    await center.open('upload-phone.csv', 'Completed');
    await filePageOf(page).expectFigures({ Added: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expectAccessible(page);
  });
});
