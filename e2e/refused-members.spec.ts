import { edi834, fileOf, type FilePerson } from './steps/enrollment-file.ts';
import { createGroups, groupCim } from './steps/group-record.ts';
import { filePageOf, uploadCenterOf } from './steps/upload-center.ts';
import { expect, expectAccessible, test } from './test.ts';

const LUZ: FilePerson = {
  first: 'Luz',
  last: 'Amador',
  birth: '19850301',
  family: '123454811',
  plans: [['HLT', 'MED-HMO', '20260101']],
};
const OWEN: FilePerson = { ...LUZ, first: 'Owen', birth: '19880231', family: '123454812' };

const NIA: FilePerson = { ...LUZ, first: 'Nia', birth: '19900412', family: '123454813' };

test(
  'refused members of a held 834 are corrected where they stand, find their subscriber in the group and in the file, and are put into the file',
  { tag: '@slow' },
  async ({ signedIn: page, answers }) => {
    answers.expect(409, /files\/columns/);
    await createGroups(page, ['Amador Kilns']);
    const center = uploadCenterOf(page);
    const cim = await groupCim(page, 'Amador Kilns');
    await page.goto('/files/upload');
    await center.send(fileOf('luz.edi', edi834(cim, [LUZ], 4810)));
    await expect(center.row('luz.edi')).toContainText('Completed');
    // Finn and Gil name unknown subscribers.
    const finn: FilePerson = { ...LUZ, first: 'Finn', birth: '20150301', family: '123454819', relationship: '19' };
    const gil: FilePerson = { ...finn, first: 'Gil', birth: '20160301', family: '123454818' };
    await center.send(fileOf('amador.edi', edi834(cim, [LUZ, OWEN, finn, NIA, gil], 4811).replace('*0*P*:', '*0*T*:')));
    await center.open('amador.edi', 'Pending Review');
    const file = filePageOf(page);
    await file.expectFigures({ Added: 1, Rejected: 3 });
    await page.getByRole('link', { name: 'Correct, Owen Amador' }).click();

    const grid = page.getByRole('region', { name: 'Rejected rows' });
    const birth = grid.getByLabel('Date of birth (DMG02), Owen Amador');
    await expect(birth).toBeFocused();
    // Of many elements, only wrong ones and the member's identity are shown until all are requested.
    const gender = grid.getByLabel('Gender (DMG03), Owen Amador');
    await expect(grid.getByLabel('Last name (NM103), Owen Amador')).toHaveValue('Amador');
    await expect(gender).toHaveCount(0);
    await page.getByRole('button', { name: 'Show all 18 columns' }).click();
    await expect(gender).toHaveValue('F');
    // Nothing scrolls sideways, even in narrow windows.
    const fits = () =>
      grid.evaluate((element) =>
        [...element.querySelectorAll('*')].every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth + 1),
      );
    await page.setViewportSize({ width: 920, height: 900 });
    await expect.poll(fits).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Show only what needs fixing' }).click();
    await expect(gender).toHaveCount(0);
    await expect.poll(fits).toBe(true);
    await expectAccessible(page);
    await birth.fill('2/21/1988');
    await page.keyboard.press('Tab');
    await expect(page.getByText('This row has no problems left.')).toHaveCount(1);
    await expect(birth).toHaveValue('02/21/1988');

    await grid.getByRole('button', { name: 'Find subscriber… Finn Amador' }).click();
    const dialog = page.getByRole('dialog', { name: 'Find the subscriber of Finn Amador' });
    await expect(dialog.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type('luz');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Choose Luz Amador, In the group' }).click();
    await expect(page.getByText('This row has no problems left.')).toHaveCount(2);
    await expect(grid.getByLabel('Subscriber’s SSN or number (REF 0F), Finn Amador')).toBeFocused();
    // Nia is not posted yet; this file adds her.
    await grid.getByRole('button', { name: 'Find subscriber… Gil Amador' }).click();
    await page.keyboard.type('amador');
    await expect(page.getByRole('dialog').getByRole('listitem')).toContainText([
      'Luz AmadorIn the group',
      'Nia AmadorIn this filesegment',
    ]);
    await page.getByRole('dialog').getByRole('button', { name: 'Choose Nia Amador, In this file' }).click();
    await expect(page.getByText('This row has no problems left.')).toHaveCount(3);
    await expect(grid.getByLabel('Subscriber’s SSN or number (REF 0F), Gil Amador')).toHaveValue('•••-••-4813');
    await page.getByRole('button', { name: 'Apply 3 rows to the file' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'amador.edi' })).toBeVisible();
    await file.expectFigures({ Added: 4, Rejected: 0 });
    await expect(page.getByRole('main').getByText('Pending Review', { exact: true })).toBeVisible();
    await expect(
      page.getByText('Rejected rows were fixed here. The corrections replace the original rows.'),
    ).toBeVisible();

    // Missing content is explained, with a link back.
    await page.getByRole('tab', { name: 'Missing 0' }).click();
    await expect(page.getByRole('tabpanel')).toContainText('Only a full file can have missing members.');
    await expectAccessible(page);
    await page.goto(`${new URL(page.url()).pathname}/columns`);
    await expect(page.getByText('There are no columns to match')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back to the file' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'amador.edi' })).toBeVisible();
  },
);

test(
  'a refused row of a held list finds its employee among those that the list itself adds',
  { tag: '@slow' },
  async ({ signedIn: page }) => {
    await createGroups(page, ['Lantern Hill Lists']);
    const center = uploadCenterOf(page);
    await page.goto(`/files/upload?import=employees&group_cim=${await groupCim(page, 'Lantern Hill Lists')}`);
    const list = (...rows: string[]): string =>
      ['Employee ID,Relationship,First Name,Last Name,SSN,DOB,Hire Date,Medical Plan', ...rows].join('\n');
    await center.send(
      fileOf('lanterns.csv', list('LH1,Employee,Vera,Lantern,123-45-4831,04/12/1986,01/05/2025,MED-PPO')),
    );
    await expect(center.row('lanterns.csv')).toContainText('Completed');
    // Vera's SSN with another name and birth date holds the list; Tim's row names an unknown number.
    const rows = [
      'LH2,Employee,Nell,Lantern,123-45-4832,03/02/1984,01/05/2025,MED-PPO',
      'LH9,Child,Tim,Lantern,123-45-4833,05/06/2016,,MED-PPO',
    ];
    await center.send(
      fileOf(
        'lanterns-february.csv',
        list(...rows, 'LH3,Employee,Bo,Beacon,123-45-4831,08/08/1971,01/05/2025,MED-PPO'),
      ),
    );
    await center.open('lanterns-february.csv', 'Pending Review');
    const file = filePageOf(page);
    await file.expectFigures({ Added: 1, Rejected: 2 });
    await page.getByRole('link', { name: 'Find subscriber, Tim Lantern' }).click();
    const grid = page.getByRole('region', { name: 'Rejected rows' });
    await grid.getByRole('button', { name: 'Find subscriber… Tim Lantern' }).click();
    await page.keyboard.type('lantern');
    const dialog = page.getByRole('dialog', { name: 'Find the subscriber of Tim Lantern' });
    await expect(dialog.getByRole('listitem')).toContainText([
      'Nell LanternIn this fileline',
      'Vera LanternIn the group',
    ]);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Choose Nell Lantern, In this file' }).click();
    await expect(page.getByText('This row has no problems left.')).toHaveCount(1);
    await page.getByRole('button', { name: 'Apply 1 row to the file' }).click();
    await file.expectFigures({ Added: 2, Rejected: 1 });
  },
);
