import { fileOf } from './steps/enrollment-file.ts';
import { createGroups, groupCim } from './steps/group-record.ts';
import { filePageOf, uploadCenterOf } from './steps/upload-center.ts';
import { expect, expectAccessible, test } from './test.ts';

const HEADINGS = 'Etunimi;Sukunimi;Steuernummer;Geb.;Rolle;Land;Medical Plan';
const LIST = [
  HEADINGS,
  'Anneke;Vos;123-45-4901;25.12.1985;Angestellte;02134;MED-PPO',
  'Bas;Vos;123-45-4902;13.04.2015;Spross;02134;MED-PPO',
  'Cai;Tam;12345490;04.12.1975;Angestellte;NY;MED-PPO',
].join('\n');

test(
  'a list in foreign words is matched once, its refused rows are corrected in place, and the next one is understood',
  { tag: '@slow' },
  async ({ signedIn: page, answers }) => {
    await createGroups(page, ['Vos Boatyards']);
    const cim = await groupCim(page, 'Vos Boatyards');
    const center = uploadCenterOf(page);
    await page.goto(`/files/upload?import=employees&group_cim=${cim}`);
    await center.send(fileOf('vos-january.csv', LIST));
    await center.open('vos-january.csv', 'Error');
    await page.getByRole('link', { name: 'Match columns' }).click();

    await expect(page.getByRole('heading', { level: 1, name: 'Match columns' })).toBeVisible();
    await expect(page.getByText('No one can be read yet')).toBeVisible();
    await expect(page.getByRole('row', { name: /Steuernummer/ })).toContainText('•••-••-4901');
    const remember = page.getByRole('button', { name: 'Remember and read again' });
    await expect(remember).toHaveAttribute('aria-disabled', 'true');
    const fields: Readonly<Record<string, string>> = {
      Etunimi: 'First name',
      Sukunimi: 'Last name',
      Steuernummer: 'SSN',
      'Geb.': 'Date of birth',
      Rolle: 'Relationship',
      Land: 'State',
    };
    for (const [heading, field] of Object.entries(fields))
      await page.getByLabel(`Field of ${heading}`).selectOption(field);
    await expect(page.getByText('2 words are not recognized')).toBeVisible();
    await page.getByLabel('Meaning of Angestellte in Rolle').selectOption('Subscriber');
    await page.getByLabel('Meaning of Spross in Rolle').selectOption('Child');
    await expect(page.getByText('2 dates exist only with the day first.')).toBeVisible();
    await page.getByLabel('What comes first in dates').selectOption('The day (04/12/1986 is December 4)');
    await expect(page.getByText('2 dates exist only with the day first.')).toHaveCount(0);
    await expect(page.getByText('All are recognized.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'First people, as they would be read' })).toContainText('12/25/1985');
    await expectAccessible(page);
    await remember.click();

    const file = filePageOf(page);
    await expect(page.getByRole('main').getByText('Nothing Posted', { exact: true })).toBeVisible();
    await file.expectFigures({ Added: 0, Rejected: 3 });
    await expect(page.getByText('Every record of this file was rejected. See the reasons above.')).toBeVisible();
    await expect(
      page.getByText('Fix the rows here, or change what rejected them. Then you can send them again.'),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send the 3 rows again' })).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('link', { name: 'Fix here' }).click();
    const grid = page.getByRole('region', { name: 'Rejected rows' });
    await expect(grid.getByLabel('Steuernummer, line 2')).toHaveValue('•••-••-4901');
    await expect(grid.getByLabel('Land, line 2')).toHaveAttribute('aria-invalid', 'true');
    await expect(grid.getByLabel('Steuernummer, line 4')).toHaveValue('12345490');
    await expectAccessible(page);
    // Below a few rows, the actions are at the window's edge too.
    expect(
      await page.locator('main footer').evaluate((bar) => Math.round(innerHeight - bar.getBoundingClientRect().bottom)),
    ).toBe(0);
    await grid.getByLabel('Land, line 2').fill('MA');
    await page.keyboard.press('Enter');
    await expect(grid.getByLabel('Land, line 3')).toBeFocused();
    await page.getByRole('button', { name: 'Also change 1 other row with the same text' }).click();
    await expect(grid.getByLabel('Land, line 3')).toHaveValue('MA');
    // What cannot be saved stays in its field, and says so.
    answers.expect(500, /files\/mendRow/);
    await page.route(/files\/mendRow/, (route) => route.fulfill({ status: 500 }));
    await grid.getByLabel('Steuernummer, line 4').fill('123-45-4903');
    await page.keyboard.press('Tab');
    await expect(grid.getByText('Steuernummer was not saved. Select the field and leave it to save it.')).toBeVisible();
    await page.unroute(/files\/mendRow/);
    await grid.getByLabel('Steuernummer, line 4').focus();
    await expect(grid.getByLabel('Steuernummer, line 4')).toHaveValue('123-45-4903');
    await page.keyboard.press('Tab');
    await expect(page.getByText('This row has no problems left.')).toHaveCount(3);
    await expect(grid.getByLabel('Steuernummer, line 4')).toHaveValue('•••-••-4903');
    await expect(page.getByText('3 rows fixed')).toBeVisible();
    await page.reload();
    await expect(page.getByText('3 rows fixed')).toBeVisible();
    await page.getByRole('button', { name: 'Send the 3 rows again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'vos-january - rejected rows.csv' })).toBeVisible();
    await file.expectFigures({ Added: 3, Rejected: 0 });

    await page.goto(`/files/upload?import=employees&group_cim=${cim}`);
    await center.send(
      fileOf('vos-february.csv', [HEADINGS, 'Dirk;Roos;123-45-4904;22.03.1991;Angestellte;NY;MED-PPO'].join('\n')),
    );
    await center.open('vos-february.csv', 'Completed');
    await file.expectFigures({ Added: 1, Rejected: 0 });
    await page.getByRole('link', { name: 'Census files of the group' }).click();
    await page.getByRole('button', { name: 'Edit Vos Boatyards' }).click();
    const profile = page.getByRole('dialog', { name: 'Edit Vos Boatyards' });
    await expect(profile.getByRole('list', { name: 'Columns' })).toContainText('Steuernummer');
    // What was entered is not lost by Escape or on the way back, and Enter saves it.
    await expect(profile.getByLabel(/^Name/)).toBeFocused();
    await profile.getByLabel('Contact', { exact: true }).fill('Jannes Vos');
    await page.keyboard.press('Escape');
    const discard = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    await expect(discard.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(discard).toHaveCount(0);
    await page.goBack();
    await page
      .getByRole('alertdialog', { name: 'Leave without saving' })
      .getByRole('button', { name: 'Cancel' })
      .press('Enter');
    await expect(profile.getByLabel('Contact', { exact: true })).toBeFocused();
    await profile.getByLabel('Contact', { exact: true }).press('Enter');
    await expect(profile).toHaveCount(0);
    await page.getByRole('button', { name: 'Edit Vos Boatyards' }).click();
    await expect(profile.getByLabel('Contact', { exact: true })).toHaveValue('Jannes Vos');
    await profile.getByRole('button', { name: 'Forget Spross' }).click();
    await expect(profile.getByRole('list', { name: 'Words' }).getByRole('listitem')).toHaveCount(1);
    await expect(profile.getByRole('heading', { name: 'Words' })).toBeFocused();
    await expectAccessible(page);
  },
);

test('the elements of an XML list are matched as columns are', { tag: '@slow' }, async ({ signedIn: page }) => {
  await createGroups(page, ['Vos Sailmakers']);
  const cim = await groupCim(page, 'Vos Sailmakers');
  const center = uploadCenterOf(page);
  await page.goto(`/files/upload?import=employees&group_cim=${cim}`);
  await center.send(
    fileOf(
      'crew.xml',
      '<?xml version="1.0"?><Liste><Person><Etunimi>Anneke</Etunimi><Sukunimi>Vos</Sukunimi><Steuernummer>123-45-4911</Steuernummer><Geboren>12/25/1985</Geboren></Person></Liste>',
    ),
  );
  await center.open('crew.xml', 'Error');
  await page.getByRole('link', { name: 'Match columns' }).click();
  await expect(page.getByText('No one can be read yet')).toBeVisible();
  await expect(page.getByRole('row', { name: /Steuernummer/ })).toContainText('•••-••-4911');
  await expect(page.getByText('The headings are in line')).toHaveCount(0);
  const fields: Readonly<Record<string, string>> = {
    Etunimi: 'First name',
    Sukunimi: 'Last name',
    Steuernummer: 'SSN',
    Geboren: 'Date of birth',
  };
  for (const [name, field] of Object.entries(fields)) await page.getByLabel(`Field of ${name}`).selectOption(field);
  await expect(page.getByRole('region', { name: 'First people, as they would be read' })).toContainText('Anneke Vos');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remember and read again' }).click();
  await filePageOf(page).expectFigures({ Added: 1, Rejected: 0 });
});

test(
  'an unknown word is offered what it is nearly called like, and means it only when somebody says so',
  { tag: '@slow' },
  async ({ signedIn: page }) => {
    await createGroups(page, ['Vos Chandlers']);
    const cim = await groupCim(page, 'Vos Chandlers');
    const center = uploadCenterOf(page);
    await page.goto(`/files/upload?import=employees&group_cim=${cim}`);
    await center.send(
      fileOf(
        'chandlers.csv',
        'First Name,Last Name,SSN,Date of Birth,Relationship,Medical Plan\nAda,Vos,123-45-4931,12/25/1985,Employee,MED-PPO\nBen,Vos,123-45-4932,07/20/1983,Spuose,MED-PPO',
      ),
    );
    await center.open('chandlers.csv', 'Completed');
    await filePageOf(page).expectFigures({ Added: 1, Rejected: 1 });
    await page.goto(`${new URL(page.url()).pathname}/columns`);
    const meaning = page.getByLabel('Meaning of Spuose in Relationship');
    await expect(meaning.locator('option:checked')).toHaveText('Unknown');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Perhaps Spouse for Spuose' }).click();
    await expect(meaning.locator('option:checked')).toHaveText('Spouse');
    await expect(page.getByRole('button', { name: /^Perhaps/ })).toHaveCount(0);
  },
);

test(
  'refused people of an XML list are corrected in the grid by the names of their elements, and find their family again',
  { tag: '@slow' },
  async ({ signedIn: page }) => {
    await createGroups(page, ['Vos Riggers']);
    const cim = await groupCim(page, 'Vos Riggers');
    const center = uploadCenterOf(page);
    const file = filePageOf(page);
    const person = (first: string, rest: string): string =>
      `<Name><First>${first}</First><Last>Vos</Last></Name><MedicalPlan>MED-PPO</MedicalPlan>${rest}`;
    const crew = [
      `<Employee>${person('Cato', '<SSN>123-45-4921</SSN><DOB>1985-12-25</DOB>')}<Dependents><Dependent>${person('Daan', '<DOB>2015-13-45</DOB><Relationship>Child</Relationship>')}</Dependent></Dependents></Employee>`,
      `<Employee>${person('Esmee', '<SSN>12345492</SSN><DOB>1986-12-25</DOB>')}</Employee>`,
    ];
    await page.goto(`/files/upload?import=employees&group_cim=${cim}`);
    await center.send(fileOf('riggers.xml', `<?xml version="1.0"?><Export>${crew.join('')}</Export>`));
    await center.open('riggers.xml', 'Completed');
    await file.expectFigures({ Added: 1, Rejected: 2 });
    const { name, text } = await file.download();
    expect(name).toBe('refused-rows.xml');
    expect(text).toContain('<!-- Refusal reason: The SSN must have nine digits. Correct it. -->');

    await page.getByRole('link', { name: 'Fix here' }).click();
    const grid = page.getByRole('region', { name: 'Rejected rows' });
    await expect(grid.getByRole('columnheader', { name: 'Name › First' })).toBeVisible();
    await expect(grid.getByLabel('DOB, Daan Vos')).toHaveAttribute('aria-invalid', 'true');
    await expect(grid.getByLabel('SSN, Esmee Vos')).toHaveValue('12345492');
    await expectAccessible(page);
    await grid.getByLabel('DOB, Daan Vos').fill('2015-12-24');
    await page.keyboard.press('Enter');
    await expect(grid.getByLabel('DOB, Esmee Vos')).toBeFocused();
    let corrections = 0;
    page.on('request', (request) => (corrections += request.url().endsWith('/files/mendRow') ? 1 : 0));
    await grid.getByLabel('SSN, Esmee Vos').fill('123-45-4923');
    // The last row has no next row; focus stays, and nothing is sent twice.
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(grid.getByLabel('SSN, Esmee Vos')).toBeFocused();
    await expect(page.getByText('This row has no problems left.')).toHaveCount(2);
    expect(corrections).toBe(1);
    await page.getByRole('button', { name: 'Send the 2 rows again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'riggers - rejected rows.xml' })).toBeVisible();
    await expect(page.getByRole('main').getByText('Completed', { exact: true })).toBeVisible();
    await file.expectFigures({ Added: 2, Rejected: 0 });
  },
);

test(
  'what refused every row of a list with columns that are not read leads to them, and the rows come in once they are matched',
  { tag: '@slow' },
  async ({ signedIn: page }) => {
    await createGroups(page, ['Eider Down Works']);
    const cim = await groupCim(page, 'Eider Down Works');
    const center = uploadCenterOf(page);
    await page.goto(`/files/upload?import=employees&group_cim=${cim}`);
    await center.send(
      fileOf(
        'eider.csv',
        'Worker,First Name,Fam,DOB,Medical Plan\n911,Ann,Eider,03/14/1980,MED-PPO\n912,Bob,Down,05/16/1981,MED-PPO',
      ),
    );
    await center.open('eider.csv', 'Nothing Posted');
    const causes = page.getByRole('list', { name: 'Causes' });
    await expect(causes).toContainText('2The last name is missing. Enter it.');
    await causes.getByRole('link', { name: 'Match columns' }).click();
    await page.getByLabel('Field of Worker').selectOption('Employee ID');
    await page.getByLabel('Field of Fam').selectOption('Last name');
    await page.getByRole('button', { name: 'Remember and read as a new file' }).click();
    await filePageOf(page).expectFigures({ Added: 2, Rejected: 0 });
  },
);

test(
  'a column that a list does not have is added to its refused rows, filled once for all, and sent with them',
  { tag: '@slow' },
  async ({ signedIn: page }) => {
    await createGroups(page, ['Gannet Nets']);
    const cim = await groupCim(page, 'Gannet Nets');
    const center = uploadCenterOf(page);
    await page.goto(`/files/upload?import=employees&group_cim=${cim}`);
    const rows = [
      'E1,Ada,Gannet,123-45-4961,03/14/1985,MED-PPO',
      'E1,Bo,Gannet,123-45-4962,05/16/2015,MED-PPO',
      'E2,Cy,Rook,123-45-4963,04/12/1987,MED-PPO',
      'E2,Di,Rook,,07/08/2016,MED-PPO',
    ];
    const headings = 'Employee ID,First Name,Last Name,SSN,Date of Birth,Medical Plan';
    await center.send(fileOf('gannet.csv', [headings, ...rows].join('\n')));
    await center.open('gannet.csv', 'Completed');
    const file = filePageOf(page);
    await file.expectFigures({ Added: 2, Rejected: 2 });
    const causes = page.getByRole('list', { name: 'Causes' });
    await causes.getByRole('link', { name: 'Add the column Relationship' }).first().click();

    const dialog = page.getByRole('dialog', { name: 'Add a column' });
    await expect(dialog.getByLabel(/^Column/)).toHaveValue('Relationship');
    await expect(dialog.getByLabel(/^Column/)).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(/\/refused$/);
    const grid = page.getByRole('region', { name: 'Rejected rows' });
    await page.getByRole('button', { name: 'Add a column…' }).click();
    await dialog.getByLabel(/^Column/).selectOption('Gender');
    await dialog.getByRole('button', { name: 'Add the column' }).click();
    await expect(grid.getByLabel('Gender, line 3')).toBeFocused();
    // What is wrong with a row leads to the column, too, and into its cell.
    await grid.getByRole('button', { name: 'Add the column Relationship Di Rook' }).click();
    const cell = grid.getByLabel('Relationship, line 5');
    await expect(cell).toBeFocused();
    await expect(cell).toHaveAttribute('aria-invalid', 'true');
    await page.keyboard.type('Child');
    await page.keyboard.press('ArrowUp');
    await expect(grid.getByLabel('Relationship, line 3')).toBeFocused();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Also fill in 1 other empty row' }).click();
    await expect(grid.getByLabel('Relationship, line 3')).toHaveValue('Child');
    await expect(page.getByText('This row has no problems left.')).toHaveCount(2);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expect(page.getByRole('button', { name: 'Add a column…' })).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole('button', { name: 'Send the 2 rows again' }).click();
    await file.expectFigures({ Added: 2, Rejected: 0 });
  },
);
