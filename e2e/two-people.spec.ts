import { edi834, fileOf, type FilePerson } from './steps/enrollment-file.ts';
import { signInOf } from './steps/gate.ts';
import { changeGroupStatus, createGroups, groupCim, groupId } from './steps/group-record.ts';
import { filePageOf, uploadCenterOf } from './steps/upload-center.ts';
import type { AccountName } from './servers.ts';
import { credentialsOf, expect, expectAccessible, type Locator, type Page, test } from './test.ts';

test.use({ server: 'staffed' });
// Both have the one queue: the second pauses it.
test.describe.configure({ mode: 'serial' });

async function signIn(other: Page, name: AccountName): Promise<void> {
  const { email, password } = credentialsOf(name);
  await other.goto('/');
  await signInOf(other).enter(email, password);
  await expect(other.getByRole('button', { name: /^Notifications/ })).toBeVisible();
}

/** An employer of the sample. */
const CIM = 'CIM-2026-000001';
const LEAVING = ['Nora', 'Olaf', 'Pia'].map((first, index): FilePerson => ({
  first,
  last: 'Fourhands',
  birth: `197${index}0401`,
  family: `12345700${index}`,
  plans: [['HLT', 'MED-PPO', '20260101']],
}));
const ended = (text: string): string =>
  text
    .replaceAll('*021*', '*024*')
    .replaceAll('HD*021*', 'HD*024*')
    .replaceAll('DTP*348*D8*20260101', 'DTP*349*D8*20261231');

test(
  'a file by which three people lose coverage is approved by one person and applied when another approves it, too',
  { tag: '@slow' },
  async ({ signedIn: page, browser }) => {
    const center = uploadCenterOf(page);
    await page.goto('/files/upload');
    await center.send(fileOf('fourhands-hired.edi', edi834(CIM, LEAVING, 5001)));
    await expect(center.row('fourhands-hired.edi')).toContainText('3 written');
    await page.goto('/files/queue');
    await page.getByRole('tab', { name: 'Queue Settings' }).click();
    await page.getByLabel('Second approval from').fill('3');
    await page.getByRole('button', { name: 'Save Settings' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Queue settings saved' })).toBeVisible();

    await page.goto('/files/upload');
    await center.send(fileOf('fourhands-left.edi', ended(edi834(CIM, LEAVING, 5002))));
    await center.open('fourhands-left.edi', 'Pending Review');
    await expect(
      page.getByRole('heading', { name: '3 people lose coverage. This file needs two approvals' }),
    ).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Ask for second approval (3)' }).click();
    const waits = page.getByRole('status').filter({ hasText: 'Needs a second approval' });
    await expect(waits).toBeVisible();
    await expect(page.getByRole('button', { name: 'Approve 3 changes' })).toHaveAttribute('aria-disabled', 'true');

    const others = await browser.newContext();
    const other = await others.newPage();
    await signIn(other, 'anselm');
    await other.getByRole('button', { name: /^Notifications/ }).click();
    await expect(other.getByText(/Dana Whitfield asks for approval: EDI 834 file/).first()).toBeVisible();
    await other.goto(page.url());
    // A new choice revokes the first approval, also in the first approver's window.
    await other.getByRole('button', { name: 'Select none' }).click();
    await expect(waits).toHaveCount(0);
    await other.getByRole('button', { name: 'Select all' }).click();
    await expect(other.getByRole('button', { name: 'Ask for second approval (3)' })).toBeVisible();
    await page.getByRole('button', { name: 'Ask for second approval (3)' }).click();
    await expect(waits).toBeVisible();
    await expect(
      other.getByRole('status').filter({ hasText: 'Approved by Dana Whitfield; your approval applies it' }),
    ).toBeVisible();
    await expectAccessible(other);
    await other.getByRole('button', { name: 'Approve 3 changes' }).click();
    await filePageOf(page).expectFigures({ Terminated: 3 });
    await expect(page.getByRole('region', { name: 'What the file did' })).toBeVisible();
    await others.close();
  },
);

test(
  'the undo of a large change is paused by one person, who is named to the other, and resumed by that one',
  { tag: '@slow' },
  async ({ signedIn: page, browser }) => {
    await page.goto('/files/upload');
    await createGroups(page, ['Undone Ropeworks']);
    const id = await groupId(page, 'Undone Ropeworks');
    await page.goto(`/files/upload?import=employees&group_cim=${await groupCim(page, 'Undone Ropeworks')}`);
    const rows = Array.from(
      { length: 1000 },
      (_, index) => `UR${index},Rope${index},Undone${index},04/12/1986,01/01/2025,MED-PPO`,
    );
    await uploadCenterOf(page).send(
      fileOf('ropeworks.csv', ['Employee ID,First Name,Last Name,DOB,Hire Date,Medical Plan', ...rows].join('\n')),
    );
    await expect(uploadCenterOf(page).row('ropeworks.csv')).toContainText('1,000 written');
    await changeGroupStatus(page, id, 'terminated', '2026-11-30');

    // In a paused queue it waits as long as the story looks at it.
    const others = await browser.newContext();
    const other = await others.newPage();
    await signIn(other, 'anselm');
    await other.goto('/files/queue');
    await other.getByRole('button', { name: 'Pause Queue' }).click();
    await expect(other.getByRole('status').filter({ hasText: 'The queue is paused' })).toBeVisible();

    await page.goto(`/groups/${id}`);
    const ended = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /^Terminated coverage of 1,000 people/ }) });
    await ended.getByRole('button', { name: /^Undo Terminated coverage/ }).click();
    await page.getByRole('alertdialog').getByLabel('Reason').fill('It stays after all');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(ended).toContainText(
      '1,000 people, requested by Dana Whitfield. It starts when the queue is resumed.',
    );
    await ended.getByRole('button', { name: /^Pause undo of/ }).click();
    await expect(ended).toContainText(
      'Paused By Dana Whitfield. 1,000 people, requested by Dana Whitfield. Nothing was undone.',
    );
    await expect(ended.getByRole('button', { name: /^Resume undo of/ })).toBeFocused();
    await expect(ended.getByRole('status')).toHaveText(/^Undo of “.*” paused$/);
    await expectAccessible(page);

    const undo = other.getByRole('region', { name: 'Changes that are being undone' }).getByRole('listitem');
    await expect(undo).toContainText('Paused By Dana Whitfield.');
    await expectAccessible(other);
    await undo.getByRole('button', { name: /^Resume undo of/ }).click();
    await expect(undo).toContainText('It starts when the queue is resumed.');
    await undo.getByRole('button', { name: /^Pause undo of/ }).click();
    await expect(undo).toContainText('Paused By Anselm Okoro.');
    // Paused alone, it stays paused when the queue continues, and resumes with everything paused.
    await other.getByRole('button', { name: 'Resume Queue' }).click();
    await expect(other.getByRole('button', { name: 'Pause Queue' })).toBeVisible();
    await expect(undo).toContainText('Paused By Anselm Okoro.');
    await other.getByRole('button', { name: 'Process All' }).click();
    await expect(undo).toHaveCount(0);
    await expect(ended).toContainText('undone by Dana Whitfield');
    await others.close();
  },
);

test(
  'somebody who may only look at files sees what can be done with them, and which permission it takes',
  { tag: '@slow' },
  async ({ signedIn: page, browser }) => {
    const center = uploadCenterOf(page);
    await page.goto('/files/upload');
    await createGroups(page, ['Onlookers Optics']);
    const cim = await groupCim(page, 'Onlookers Optics');
    await page.goto(`/files/upload?import=employees&group_cim=${cim}`);
    // Every row is refused for a column that is not read; the other waits, and one of its people is left out.
    await center.send(
      fileOf('onlookers.csv', 'Worker,First Name,Fam,DOB\n911,Ann,Optic,03/14/1980\n912,Bob,Lens,05/16/1981'),
    );
    await center.open('onlookers.csv', 'Nothing Posted');
    const refused = new URL(page.url()).pathname;
    await page.goto('/files/upload');
    await center.send(fileOf('onlookers-test.edi', edi834(cim, LEAVING.slice(0, 2), 5010).replace('*0*P*:', '*0*T*:')));
    await center.open('onlookers-test.edi', 'Pending Review');
    await page.getByRole('checkbox', { name: 'Select Olaf Fourhands' }).click();
    await expect(page.getByText('1 of 2', { exact: true })).toBeVisible();
    const held = new URL(page.url()).pathname;

    const others = await browser.newContext();
    const other = await others.newPage();
    await signIn(other, 'rita');
    const isNamed = async (control: Locator): Promise<void> => {
      await expect(control).toHaveAttribute('aria-disabled', 'true');
      await expect(control).toHaveAttribute(
        'aria-description',
        'Your role does not include “Process Files”. An administrator can grant it.',
      );
    };
    await other.goto(refused);
    await isNamed(other.getByRole('list', { name: 'Causes' }).getByRole('button', { name: 'Match columns' }));
    await isNamed(other.getByRole('button', { name: /^\d read, \d not read$/ }));
    await isNamed(other.getByRole('button', { name: 'Fix here' }));
    await expectAccessible(other);
    await other.goto(held);
    const boxes = [
      other.getByRole('checkbox', { name: 'Select Nora Fourhands' }),
      other.getByRole('checkbox', { name: 'Select Olaf Fourhands' }),
    ] as const;
    for (const box of boxes) await isNamed(box);
    await boxes[1].press('Space');
    await expect(boxes[0]).toBeChecked();
    await expect(boxes[1]).not.toBeChecked();
    await other.getByLabel('Change', { exact: true }).selectOption('Added');
    await isNamed(other.getByRole('button', { name: 'Leave out these 2' }));
    await expectAccessible(other);
    await others.close();
  },
);
