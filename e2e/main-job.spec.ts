import { census, edi834, fileOf } from './steps/enrollment-file.ts';
import { wizardOf } from './steps/group-wizard.ts';
import { filePageOf, uploadCenterOf } from './steps/upload-center.ts';
import { gateOf } from './steps/gate.ts';
import { expect, expectAccessible, heading, PASSWORD, test } from './test.ts';

const COMPANY = 'Larkmoor Bindery';
// Its own: the wizard asks for a reason where another group has the tax ID.
const TAX_ID = '84-5550764';
const FULL_TIME = 'Full-Time Employee';

test('a group is set up, its people come in with an 834, a refused one is mended, and a census follows', async ({
  page,
}) => {
  const center = uploadCenterOf(page);
  const file = filePageOf(page);
  let cim = '';

  await test.step('through the gate to the wizard', async () => {
    await page.goto('/groups/setup');
    await gateOf(page).enter(PASSWORD);
    await expect(heading(page, 'Group Setup Wizard')).toBeVisible();
  });

  await test.step('six steps', async () => {
    const wizard = wizardOf(page);
    await wizard.fillCompany({ 'Company Name': COMPANY, 'Tax ID': TAX_ID });
    await wizard.next();
    await expect(wizard.step('Billing Locations')).toBeVisible();
    await wizard.fillLocation('Bindery');
    await wizard.next();
    await expect(wizard.step('Class Setup')).toBeVisible();
    await wizard.fillClass(FULL_TIME, 'Bindery');
    await wizard.next();
    await expect(wizard.step('Billing Setup')).toBeVisible();
    await wizard.field('Billing Method').selectOption('List Bill');
    await wizard.next();
    await expect(wizard.step('Plan Selection')).toBeVisible();
    await wizard.choosePlans(FULL_TIME, 'Bindery', ['Premium PPO Plus', 'Standard HMO', 'Basic Dental']);
    await wizard.next();
    await expect(wizard.step('Review & Submit')).toBeVisible();
    for (const words of [COMPANY, TAX_ID, '12 Weir Lane', 'Bindery', FULL_TIME, 'List Bill', 'Premium PPO Plus'])
      await expect(page.getByRole('main')).toContainText(words);
    await expectAccessible(page);
    await wizard.button('Create Group').click();
  });

  await test.step('the new group asks for its employees', async () => {
    await expect(heading(page, COMPANY)).toBeVisible();
    await expect(page).toHaveURL(/\/groups\/[\da-f-]{36}\?created=true$/);
    await page.getByRole('link', { name: 'Now add your employees' }).click();
    await expect(heading(page, 'Employee Import')).toBeVisible();
    await expect(page.getByText('Group created successfully! Now add your employees.')).toBeVisible();
    cim = new URL(page.url()).searchParams.get('group_cim') ?? '';
    expect(cim).toMatch(/^CIM-\d{13}$/);
  });

  const from = '20260101';
  const people = [
    {
      first: 'Greta',
      last: 'Holmqvist',
      birth: '19840511',
      family: '123452001',
      plans: [
        ['HLT', 'MED-PPO', from],
        ['DEN', 'DEN-BASIC', from],
      ],
    },
    {
      first: 'Anders',
      last: 'Holmqvist',
      birth: '19820130',
      family: '123452001',
      relationship: '01',
      plans: [['HLT', 'MED-PPO', from]],
    },
    {
      first: 'Signe',
      last: 'Holmqvist',
      birth: '20140822',
      family: '123452001',
      relationship: '19',
      plans: [['HLT', 'MED-PPO', from]],
    },
    { first: 'Basil', last: 'Achterberg', birth: '19770303', family: '123452002', plans: [['HLT', 'NO-SUCH', from]] },
  ] as const;

  await test.step('an 834 with one record that cannot be taken', async () => {
    await center.send(fileOf('larkmoor.edi', edi834(cim, people, 2001)));
    await expect(center.toast('File Uploaded Successfully')).toContainText(
      'larkmoor.edi has been uploaded and is ready for processing.',
    );
    await center.open('larkmoor.edi', 'Completed');
    await file.expectFigures({ Added: 3, Changed: 0, Terminated: 0, Rejected: 1 });
    await expect(page.getByRole('heading', { name: 'Rejected (1)' })).toBeVisible();
    const cells = file.refused.getByRole('row').filter({ hasText: 'Basil Achterberg' }).getByRole('cell');
    await expect(cells.nth(0)).toHaveText(/^\d+$/);
    await expect(cells.nth(2)).toHaveText('Plan');
    await expect(cells.nth(3)).toContainText('Plan code NO-SUCH doesn’t match any plan.');
    await expect(file.people.getByRole('link')).toHaveText(['Greta Holmqvist', 'Anders Holmqvist', 'Signe Holmqvist']);
    await expect(page.getByRole('main')).not.toContainText('123452002');
    await expectAccessible(page);
  });

  await test.step('the refused record is downloaded, mended and sent again', async () => {
    const { name, text } = await file.download();
    expect(name).toBe('refused-rows.edi');
    expect(text).toContain('Achterberg');
    expect(text).not.toContain('Holmqvist');
    await page.getByRole('link', { name: 'Upload another' }).click();
    await center.send(fileOf('larkmoor-mended.edi', text.replace('NO-SUCH', 'MED-HMO')));
    await center.open('larkmoor-mended.edi', 'Completed');
    await file.expectFigures({ Added: 1, Rejected: 0 });
  });

  await test.step('a census adds one more, and names the row that it cannot take', async () => {
    await page.getByRole('link', { name: 'Upload another' }).click();
    const rows = [
      `1,EE,Ximena,Orellana,123-45-2003,04/12/1986,F,01/01/2026,${FULL_TIME},MED-PPO,EE,"$61,000",54911`,
      `2,EE,Early,Byrd,123-45-2004,04/12/2095,F,01/01/2026,${FULL_TIME},MED-PPO,EE,"$50,000",54911`,
    ];
    await center.send(fileOf('larkmoor.csv', census(rows), 'text/csv'));
    await center.open('larkmoor.csv', 'Completed');
    await file.expectFigures({ Added: 1, Rejected: 1 });
    await expect(file.refused.getByRole('row').filter({ hasText: 'Early Byrd' }).getByRole('cell')).toHaveText([
      '3',
      'Early Byrd',
      'Date of birth',
      'The date of birth is in the future. Correct it.',
      'Correct',
    ]);
    const { text } = await file.download();
    expect(text.split('\r\n')[0]).toContain('Refusal reason');
    await page.getByRole('link', { name: 'Upload another' }).click();
    await center.send(fileOf('larkmoor-mended.csv', text.replace('2095', '1995'), 'text/csv'));
    await center.open('larkmoor-mended.csv', 'Completed');
    await file.expectFigures({ Added: 1, Rejected: 0 });
  });

  await test.step('the group lists its people with their plans and dependents', async () => {
    await page.getByRole('link', { name: COMPANY }).click();
    await expect(page).toHaveURL(/tab=members$/);
    const members = page.getByRole('table', { name: 'Members' });
    await expect(members.getByRole('row')).toHaveCount(5);
    await expect(members.getByRole('row').filter({ hasText: 'Greta Holmqvist' })).toContainText('2 dependents');
    await expect(members.getByRole('row').filter({ hasText: 'Basil Achterberg' })).toContainText('Standard HMO');
    await expect(members.getByRole('row').filter({ hasText: 'Ximena Orellana' })).toContainText('Premium PPO Plus');
    await members.getByRole('link', { name: 'Greta Holmqvist' }).click();
    const record = page.getByRole('dialog');
    await expect(record).toContainText('Premium PPO Plus');
    await expect(record).toContainText('Basic Dental');
    await expect(record.getByRole('link', { name: 'Signe Holmqvist' })).toBeVisible();
    await expect(record).toContainText('EDI 834');
    await expectAccessible(page);
  });

  await test.step('the home search finds them by name and by SSN', async () => {
    await page.goto('/');
    await page.getByRole('searchbox', { name: 'Quick search' }).fill('orellana');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Results' })).toContainText('Ximena Orellana');
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByRole('button', { name: 'Advanced Search' }).click();
    for (const ssn of ['123-45-2001', '2001']) {
      await page.getByLabel('SSN').fill(ssn);
      await page.getByRole('button', { name: 'Search with Criteria' }).click();
      await expect(page.getByRole('region', { name: 'Results' }).getByRole('listitem')).toHaveCount(1);
      await expect(page.getByRole('region', { name: 'Results' })).toContainText('Greta Holmqvist');
    }
  });
});

test('Fill Demo Data leads through the wizard to a group without typing', async ({ signedIn: page }) => {
  await page.goto('/groups/setup');
  const wizard = wizardOf(page);
  await wizard.button('Fill Demo Data').click();
  await expect(page.getByText('Demo Data Filled')).toBeVisible();
  for (let step = 1; step < 6; step += 1) await wizard.next();
  await expect(wizard.step('Review & Submit')).toBeVisible();
  const name = (await page.getByRole('main').getByText('Juniper Ridge Logistics').first().textContent()) ?? '';
  await wizard.button('Create Group').click();
  await expect(heading(page, name.includes(',') ? 'Juniper Ridge Logistics' : name)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Now add your employees' })).toBeVisible();
});
