import { openConnection } from './steps/cut-connection.ts';
import { fileOf } from './steps/enrollment-file.ts';
import { filePageOf, uploadCenterOf } from './steps/upload-center.ts';
import { expect, expectAccessible, test } from './test.ts';

const WIDGET = 'CIM-2026-000001';
const KB = 1024;
/** Longer than the longest pause before an automatic retry. */
const LONG = 30_000;

/** Several megabytes with few members: an unread column is wide. */
function wideCensus(people: number): string {
  const rows = Array.from(
    { length: people },
    (_, index) =>
      `${index},EE,Perseverance${index},Again,1234${String(58_000 + index)},04/12/1986,F,01/01/2025,MED-PPO,EE,${'x'.repeat(60 * KB)}`,
  );
  return [
    'Family ID,Relationship,First Name,Last Name,SSN,DOB,Gender,Hire Date,Medical Plan,Tier,Internal Note',
    ...rows,
  ].join('\r\n');
}

test.describe('with a clock of its own', () => {
  test.use({ ownContext: true });

  test(
    'an upload whose connection breaks tries by itself, says so when it gives up, and continues from where it was with "Try again"',
    { tag: '@slow' },
    async ({ signedIn: page, baseURL, answers }) => {
      const connection = await openConnection(baseURL ?? '');
      try {
        // The pauses between its own tries pass as fast as the story wants.
        await page.clock.install();
        await page.goto(`${connection.url}/files/upload?import=employees&group_cim=${WIDGET}`);
        const center = uploadCenterOf(page);
        await expect(page.getByText('Files uploaded here go to Widget Co')).toBeVisible();
        const file = fileOf('upload-again.csv', wideCensus(40));
        const name = 'upload-again.csv';
        const waiting = page
          .getByRole('list', { name: 'Uploads in progress' })
          .getByRole('listitem')
          .filter({ hasText: name });
        const again = waiting.getByRole('button', { name: `Try again: ${name}` });
        answers.expectLost();
        connection.breakAfter(700 * KB);
        await center.send(file);

        await test.step('it tries again by itself, each time in vain', async () => {
          await connection.tried();
          await expect(waiting.getByRole('progressbar')).toBeVisible();
          await expect(waiting.getByRole('status')).toHaveText(
            'The server does not answer. It is retried automatically.',
          );
          await expect(async () => {
            await page.clock.fastForward(LONG);
            await expect(again).toBeVisible({ timeout: 250 });
          }).toPass();
        });

        await test.step('it says that it failed, and stays until somebody decides', async () => {
          await expect(center.toast('Upload Failed')).toContainText(name);
          await expect(waiting).toContainText('What has arrived is kept; "Try again" sends the rest.');
          await expectAccessible(page);
          // Still away: the same again.
          await again.press('Enter');
          await expect(async () => {
            await page.clock.fastForward(LONG);
            await expect(again).toBeVisible({ timeout: 250 });
          }).toPass();
        });

        await test.step('the connection is back: it continues from the bytes that the server has, not from the first', async () => {
          connection.mend();
          const before = connection.sent.length;
          await again.press('Enter');
          await expect(center.toast('File Uploaded')).toContainText(name);
          const after = connection.sent.slice(before);
          expect(after.map(({ method }) => method)).not.toContain('POST');
          const [first] = after.filter(({ method }) => method === 'PATCH');
          expect(first?.offset).toBeGreaterThan(0);
          expect(first?.offset).toBeLessThanOrEqual(1500 * KB);
        });

        await test.step('and nothing of it is missing or twice', async () => {
          await center.open(name, 'Completed');
          await filePageOf(page).expectFigures({ Added: 40, Rejected: 0 });
        });
      } finally {
        await page.close();
        await connection.close();
      }
    },
  );
});
