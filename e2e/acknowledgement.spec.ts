import { createGroups, groupCim } from './steps/group-record.ts';
import { edi834, fileOf, type FilePerson } from './steps/enrollment-file.ts';
import { uploadCenterOf } from './steps/upload-center.ts';
import { expect, expectAccessible, test } from './test.ts';

const BENE: FilePerson = { first: 'Bene', last: 'Halloran', birth: '19850301', family: '123454001', plans: [['HLT', 'MED-HMO', '20260101']] };

test('the sender of a file with a mistake is answered in words and as files', async ({ signedIn: page }) => {
  await createGroups(page, ['Halloran Bindery']);
  const cim = await groupCim(page, 'Halloran Bindery');
  const center = uploadCenterOf(page);
  await page.goto('/files/upload');
  const text = edi834(cim, [BENE, { ...BENE, first: 'Iris', family: '123454002' }], 4001).replace('INS*Y*18', 'INS*Y*77');
  await center.send(fileOf('halloran.edi', text));
  await center.open('halloran.edi', 'Completed');
  await page.getByRole('button', { name: '999 reply' }).click();
  const reply = page.getByRole('dialog', { name: 'Reply to the sender' });
  await expect(reply.getByRole('list', { name: 'Answers' })).toContainText('Transaction set 0001Accepted with errors');
  await expect(reply.getByRole('listitem').filter({ hasText: 'Bene Halloran' })).toContainText('Relationship (INS02) "77" is not part of the guide');
  await expectAccessible(page);
  const [download] = await Promise.all([page.waitForEvent('download'), reply.getByRole('link', { name: 'Download 999' }).click()]);
  expect(download.suggestedFilename()).toBe('999.edi');
  await reply.getByRole('button', { name: 'Close' }).click();
});

test('a file for a carrier is made, fetched and answered', async ({ signedIn: page, answers: expectedAnswers }) => {
  expectedAnswers.expect(422, /saveProfile/);
  await page.goto('/files/outbound');
  await page.getByRole('button', { name: 'New carrier profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'New carrier profile' });
  await dialog.getByLabel('Name').fill('Prairie Mutual weekly');
  await dialog.getByLabel('Receiver ID (ISA08)').fill('PRAIRIE');
  await dialog.getByLabel('Separators').fill('*-^~');
  await dialog.getByRole('button', { name: 'Save profile' }).click();
  await expect(dialog.getByText('Point, comma and dash stand in data.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Separators').fill('*:^~');
  await dialog.getByLabel('Usage').selectOption('Production');
  await dialog.getByRole('button', { name: 'Save profile' }).click();
  await page.getByRole('button', { name: 'Create file for Prairie Mutual weekly' }).click();
  const file = page.getByRole('table', { name: 'Carrier files' }).getByRole('row').filter({ hasText: 'Prairie Mutual weekly' });
  await expect(file).toContainText('None yet');
  const [download] = await Promise.all([page.waitForEvent('download'), file.getByRole('link').click()]);
  const control = /^834-(\d{9})\.edi$/.exec(download.suggestedFilename())?.[1] ?? '';
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
});
