import { createGroups, groupCim } from './steps/group-record.ts';
import { edi834, fileOf, type FilePerson } from './steps/enrollment-file.ts';
import { uploadCenterOf } from './steps/upload-center.ts';
import { expect, expectAccessible, test } from './test.ts';

const BENE: FilePerson = {
  first: 'Bene',
  last: 'Halloran',
  birth: '19850301',
  family: '123454001',
  plans: [['HLT', 'MED-HMO', '20260101']],
};

test(
  'the sender of a file with a mistake is answered in words and as files',
  { tag: '@slow' },
  async ({ signedIn: page }) => {
    await createGroups(page, ['Halloran Bindery']);
    const cim = await groupCim(page, 'Halloran Bindery');
    const center = uploadCenterOf(page);
    await page.goto('/files/upload');
    const text = edi834(cim, [BENE, { ...BENE, first: 'Iris', family: '123454002' }], 4001).replace(
      'INS*Y*18',
      'INS*Y*77',
    );
    await center.send(fileOf('halloran.edi', text));
    await center.open('halloran.edi', 'Completed');
    await page.getByRole('button', { name: '999 reply' }).click();
    const reply = page.getByRole('dialog', { name: 'Reply to the sender' });
    await expect(reply.getByRole('list', { name: 'Answers' })).toContainText(
      'Transaction set 0001Accepted with errors',
    );
    await expect(reply.getByRole('listitem').filter({ hasText: 'Bene Halloran' })).toContainText(
      'Relationship (INS02) "77" is not in the guide',
    );
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      reply.getByRole('link', { name: 'Download 999' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('999.edi');
    await reply.getByRole('button', { name: 'Close' }).click();
  },
);

test(
  'a file for a carrier is made, fetched and answered',
  { tag: '@slow' },
  async ({ signedIn: page, context, answers: expectedAnswers }) => {
    expectedAnswers.expect(422, /saveProfile/);
    await page.goto('/files/outbound');
    await page.getByRole('button', { name: 'New carrier profile' }).click();
    const dialog = page.getByRole('dialog', { name: 'New carrier profile' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Prairie Mutual weekly');
    await dialog.getByLabel('Receiver ID (ISA08)').fill('PRAIRIE');
    await dialog.getByLabel('Separators').fill('*-^~');
    await dialog.getByLabel('File name').fill('PM/{control}');
    await dialog.getByRole('button', { name: 'Save profile' }).click();
    await expect(dialog.getByText('Point, comma and dash stand in data.')).toBeVisible();
    await expect(dialog.getByText('Use only letters, digits, periods, dashes, and underscores.')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('File name').fill('PM_834_{mode}_{control}.txt');
    await dialog.getByLabel('Terminations in full files').selectOption('In the next 2 files');
    await dialog.getByLabel('Separators').fill('*:^~');
    await dialog.getByLabel('Usage').selectOption('Production');
    await dialog.getByLabel('Standard HMO').fill('PMHMO1');
    await dialog.getByLabel('Employee and children', { exact: true }).fill('e1c');
    await dialog.getByLabel('Coverage that never was').selectOption('Terminate on the first day (HD01 024)');
    await dialog.getByRole('button', { name: 'Save profile' }).click();
    await page.getByRole('button', { name: 'Edit Prairie Mutual weekly' }).click();
    await expect(
      page.getByRole('dialog', { name: 'Edit Prairie Mutual weekly' }).getByLabel('Standard HMO'),
    ).toHaveValue('PMHMO1');
    await expect(page.getByLabel('Employee and children', { exact: true })).toHaveValue('E1C');
    await expect(page.getByLabel('Coverage that never was')).toHaveValue('same_day');
    await expect(page.getByLabel('Terminations in full files')).toHaveValue('2');
    // A colleague saves the same profile first: changes of one user are kept; a field that both changed is reported.
    const colleague = await context.newPage();
    await colleague.goto('/files/outbound');
    await colleague.getByRole('button', { name: 'Edit Prairie Mutual weekly' }).click();
    await colleague.getByLabel('Terminations in full files').selectOption('In the next 3 files');
    await colleague.getByLabel('Sender qualifier').fill('30');
    await colleague.getByRole('button', { name: 'Save profile' }).click();
    await expect(colleague.getByRole('dialog')).toHaveCount(0);
    await colleague.close();
    expectedAnswers.expect(409, /outbound\/saveProfile/);
    await page.getByLabel('Sender qualifier').fill('01');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect(page.getByRole('alert')).toContainText('Both of you changed: Sender qualifier.');
    await expect(page.getByLabel('Terminations in full files')).toHaveValue('3');
    await expect(page.getByLabel('Sender qualifier')).toHaveValue('01');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Create file for Prairie Mutual weekly' }).click();
    const file = page
      .getByRole('table', { name: 'Carrier files' })
      .getByRole('row')
      .filter({ hasText: 'Prairie Mutual weekly' });
    await expect(file).toContainText('None yet');
    const [download] = await Promise.all([page.waitForEvent('download'), file.getByRole('link').click()]);
    const control = /^PM_834_CHANGE_(\d{9})\.txt$/.exec(download.suggestedFilename())?.[1] ?? '';
    await expectAccessible(page);
    const ack = `ISA*00*          *00*          *ZZ*PRAIRIE        *ZZ*OPENBENEFITS   *261120*0930*^*00501*000000238*0*P*:~GS*FA*C*O*20261120*0930*146*X*005010X231A1~ST*999*0001*005010X231A1~AK1*BE*${Number(control)}*005010X220A1~AK9*R*1*1*0~SE*4*0001~GE*1*146~IEA*1*000000238~`;
    const center = uploadCenterOf(page);
    await page.goto('/files/upload');
    await center.send(fileOf('carrier-999.edi', ack));
    await center.open('carrier-999.edi', 'Completed');
    const answers = page.getByRole('list', { name: 'Answers' });
    await expect(answers).toContainText(`999 for functional group ${Number(control)}Rejected`);
    await expect(answers).toContainText('The file for Prairie Mutual weekly');
    await expectAccessible(page);
    await page.goto('/files/outbound');
    await expect(file).toContainText('Rejected');
    // The name keeps its position next to the open sidebar.
    await page.setViewportSize({ width: 920, height: 900 });
    for (const table of ['Carrier profiles', 'Carrier files']) {
      const name = page.getByRole('table', { name: table }).locator('tbody td').first();
      // The page lays itself out anew for the narrow window, in its own time.
      await expect
        .poll(() => name.evaluate((cell) => Math.round(cell.getBoundingClientRect().width)), { message: table })
        .toBeGreaterThan(160);
    }
  },
);
