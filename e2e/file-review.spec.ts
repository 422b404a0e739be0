import { createGroups, groupCim } from './steps/group-record.ts';
import { edi834, fileOf, type FilePerson } from './steps/enrollment-file.ts';
import { gateOf } from './steps/gate.ts';
import { filePageOf, uploadCenterOf } from './steps/upload-center.ts';
import { expect, expectAccessible, PASSWORD, test } from './test.ts';

const NAMES = ['Alma', 'Bela', 'Cleo', 'Dora', 'Enzo', 'Fritz', 'Gina', 'Hugo'] as const;
const STAFF: readonly FilePerson[] = NAMES.map((first, index) => ({
  first,
  last: 'Quillon',
  birth: `198${index}0301`,
  family: `12345300${index}`,
  plans: [['HLT', 'MED-HMO', '20260101']],
}));
/** The same members, from a sender of full files. */
const full = (cim: string, people: readonly FilePerson[], control: number): string =>
  edi834(cim, people, control).replace('CT***2', 'CT***4').replaceAll('*021*', '*030*');

test('a full file without six of eight people is held; they are decided, a part is approved, only that is posted, and another window sees each step', async ({
  signedIn: page,
  context,
}) => {
  await createGroups(page, ['Quillon Orchards']);
  const cim = await groupCim(page, 'Quillon Orchards');
  const center = uploadCenterOf(page);
  await page.goto('/files/upload');
  await center.send(fileOf('quillon-january.edi', full(cim, STAFF, 3001)));
  await expect(center.row('quillon-january.edi')).toContainText('8 written');
  const newcomer: FilePerson = {
    first: 'Ivo',
    last: 'Quillon',
    birth: '19990301',
    family: '123453009',
    plans: [['HLT', 'MED-HMO', '20260101']],
  };
  await center.send(fileOf('quillon-february.edi', full(cim, [...STAFF.slice(0, 2), newcomer], 3002)));
  await center.open('quillon-february.edi', 'Pending Review');
  await expect(page.getByRole('heading', { name: 'Hold: 6 of 8 people are missing from this file' })).toBeVisible();
  const approve = page.getByRole('button', { name: 'Approve 1 change' });
  await expect(approve).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('Held until the 6 missing members are decided')).toBeVisible();
  // A phone that shows the same file; boxes and filters are there too.
  const other = await context.newPage();
  await other.setViewportSize({ width: 390, height: 844 });
  await other.goto(`${new URL(page.url()).pathname}?change=added`);
  await expect(other.getByRole('checkbox', { name: 'Select Ivo Quillon' })).toBeChecked();
  await expect(other.getByLabel('Change', { exact: true })).toHaveValue('added');
  // The premium difference of a row is explained by keyboard: what the family costs before and after it.
  const amount = page.getByRole('button', { name: '+$485.00, explain the premium difference of Ivo Quillon' });
  await amount.press('Enter');
  const why = page.getByRole('dialog', { name: 'Why this premium' });
  await expect(why.getByRole('region', { name: 'Before' })).toContainText('No coverage on this date.');
  await expect(why.getByRole('region', { name: 'After' }).getByRole('row', { name: /^Total premium/ })).toContainText(
    '$485.00',
  );
  await expect(why).toContainText(/Version \d+ of Standard HMO/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(amount).toBeFocused();
  await page.getByRole('link', { name: 'Review 6 people' }).click();
  await expect(page.getByRole('region', { name: 'Preview' })).toBeFocused();
  const missing = page.getByRole('table', { name: 'Missing people' });
  await expect(missing.getByRole('row')).toHaveCount(7);
  await expectAccessible(page);
  // On a phone the bottom bar is high; it never covers the focused element (WCAG 2.2, 2.4.11).
  await expect(page.getByRole('button', { name: 'Close toast' })).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const button of await missing.getByRole('button', { name: /sender error$/ }).all()) {
    await button.focus();
    const isOnTop = await button.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    expect(isOnTop).toBe(true);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await missing.getByRole('button', { name: 'Cleo Quillon left' }).click();
  await expect(page.getByText('5 undecided')).toBeVisible();
  await page.getByRole('button', { name: 'All undecided left…' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Terminate coverage for all undecided members' })).toContainText(
    '−$2,425.00',
  );
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Ending all 5 would lower the bill by $2,425.00 a month.')).toBeVisible();
  await page.getByRole('button', { name: 'Sender error…' }).click();
  await page
    .getByRole('alertdialog', { name: 'The sender left them out' })
    .getByRole('button', { name: 'Keep 5 people' })
    .click();
  await expect(page.getByText('0 undecided')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'selected' })).toContainText(
    '1 missing member is terminated: −$485.00 a month',
  );
  await page.getByRole('tab', { name: /^To apply/ }).click();
  const changes = page.getByRole('table', { name: 'What the file changes' });
  await expect(changes.getByRole('row').filter({ hasText: 'Ivo Quillon' })).toContainText(
    /Added.*Standard HMO from 01\/01\/2026/s,
  );
  const box = changes.getByRole('checkbox', { name: 'Select Ivo Quillon' });
  await box.click();
  await expect(box).not.toBeChecked();
  for (const window of [page, other]) await expect(window.getByText('0 of 1', { exact: true })).toBeVisible();
  await expect(other.getByRole('checkbox', { name: 'Select Ivo Quillon' })).not.toBeChecked();
  await box.click();
  await expect(box).toBeChecked();
  await approve.click();
  await expect(page.getByRole('main').getByText('Completed', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'People', exact: true })).toBeVisible();
  await expect(other.getByRole('main').getByText('Completed', { exact: true })).toBeVisible();
  await other.close();
  await filePageOf(page).expectFigures({ Added: 1, 'No change': 2 });
  await page.getByRole('link', { name: 'Quillon Orchards' }).click();
  const members = page.getByRole('table', { name: 'Members' });
  await expect(members.getByRole('row').filter({ hasText: 'Cleo Quillon' })).toContainText('Terminated');
  await expect(members.getByRole('row').filter({ hasText: 'Dora Quillon' })).toContainText('Active');
  await expect(members.getByRole('row').filter({ hasText: 'Ivo Quillon' })).toBeVisible();
});

test(
  'all that a filter shows are left out and taken in at once, also where the first count of them fails or the session ends',
  { tag: '@slow' },
  async ({ signedIn: page, context, answers }) => {
    answers.expect(500, /files\/changes/);
    await createGroups(page, ['Filter Foundry']);
    const cim = await groupCim(page, 'Filter Foundry');
    const center = uploadCenterOf(page);
    const founders = STAFF.slice(0, 3).map((person, index): FilePerson => ({
      ...person,
      last: 'Founder',
      family: `12345350${index}`,
    }));
    await page.goto('/files/upload');
    await center.send(fileOf('founders.edi', full(cim, founders, 3501)));
    await expect(center.row('founders.edi')).toContainText('3 written');
    const changes = edi834(
      cim,
      [
        ...founders.map((person, index): FilePerson => ({
          ...person,
          plans: [['HLT', index < 2 ? 'MED-PPO' : 'MED-HMO', '20260401']],
        })),
        { ...(founders[0] as FilePerson), first: 'Pia', birth: '19950301', family: '123453508' },
      ],
      3502,
    );
    await center.send(fileOf('founders-change.edi', changes.replace('*0*P*:', '*0*T*:')));
    const counts = /\/rpc\/files\/changes/;
    await page.route(counts, (route) => route.fulfill({ status: 500 }));
    await center.open('founders-change.edi', 'Pending Review');
    await expect(page.getByRole('status').filter({ hasText: 'The changes could not be counted' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Approve file' })).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible(page);
    await page.unroute(counts);
    await page.getByRole('button', { name: 'Count again' }).click();
    await page.getByRole('tabpanel').getByRole('button', { name: 'Try again' }).click();
    const bar = page.getByRole('status').filter({ hasText: 'selected' });
    await expect(bar).toContainText('3 of 3');
    await expect(page.getByRole('button', { name: /^Leave out/ })).toHaveCount(0);
    await page.getByLabel('Change', { exact: true }).selectOption('Changed');
    await page.getByRole('button', { name: 'Leave out these 2' }).click();
    await expect(bar).toContainText('1 of 3');
    await expect(page.getByRole('checkbox', { name: 'Select Alma Founder' })).not.toBeChecked();
    await expectAccessible(page);
    await page.getByRole('searchbox', { name: 'Search this file' }).fill('bela');
    const takeIn = page.getByRole('button', { name: 'Take in this one' });
    await takeIn.waitFor();
    answers.expect(401, /./);
    await context.clearCookies();
    await takeIn.click();
    await gateOf(page).enter(PASSWORD);
    await expect(bar).toContainText('2 of 3');
    await page.getByRole('button', { name: 'Approve 2 changes' }).click();
    await page.getByRole('alertdialog').getByLabel('Why it is a real file').fill('Sent with the wrong switch');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Apply it' }).click();
    await expect(page.getByRole('main').getByText('Completed', { exact: true })).toBeVisible();
    await filePageOf(page).expectFigures({ Added: 1, Changed: 1 });
  },
);

test(
  'a line that a full file leaves out of people is decided line by line, ends, and is back when the import is undone',
  { tag: '@slow' },
  async ({ signedIn: page }) => {
    await createGroups(page, ['Linden Lines']);
    const cim = await groupCim(page, 'Linden Lines');
    const center = uploadCenterOf(page);
    const both = STAFF.slice(0, 4).map((person, index): FilePerson => ({
      ...person,
      last: 'Linden',
      family: `12345330${index}`,
      plans: [
        ['HLT', 'MED-HMO', '20260101'],
        ['DEN', 'DEN-BASIC', '20260101'],
      ],
    }));
    const medicalOnly = both.map((person, index): FilePerson =>
      index < 2 ? { ...person, plans: person.plans?.slice(0, 1) ?? [] } : person,
    );
    await page.goto('/files/upload');
    await center.send(fileOf('linden-january.edi', full(cim, both, 3301)));
    await expect(center.row('linden-january.edi')).toContainText('4 written');
    await center.send(fileOf('linden-february.edi', full(cim, medicalOnly, 3302)));
    await center.open('linden-february.edi', 'Nothing Posted');
    await page.getByRole('tab', { name: 'Missing 2' }).click();
    const missing = page.getByRole('table', { name: 'Missing people' });
    await expect(missing.getByRole('row').filter({ hasText: 'Alma Linden' })).toContainText(
      /Only Dental; is in the file.*03\/31\/2026/s,
    );
    await expectAccessible(page);
    await missing.getByRole('button', { name: 'Bela Linden, Dental: sender error' }).click();
    await expect(page.getByText('1 undecided')).toBeVisible();
    await missing.getByRole('button', { name: 'Alma Linden: Dental terminated' }).click();
    await expect(page.getByText('0 undecided')).toBeVisible();
    await expect(missing.getByRole('button', { name: 'Alma Linden: Dental terminated' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    const file = page.url();
    await missing.getByRole('link', { name: 'Alma Linden' }).click();
    const record = page.getByRole('dialog', { name: 'Alma Linden' });
    await expect(record).toContainText(/03\/31\/2026\s*Basic Dental ended/);
    await page.goto(file);
    await page.getByRole('button', { name: 'Undo import' }).click();
    const undo = page.getByRole('alertdialog', { name: 'Undo this change' });
    await expect(undo).toContainText(/People restored\s*1/);
    await undo.getByRole('button', { name: 'Undo' }).click();
    await expect(undo).toHaveCount(0);
    await page.getByRole('tab', { name: 'Missing 2' }).click();
    await expect(page.getByText('1 undecided')).toBeVisible();
  },
);

test(
  'a file under a reference that a posted one had is held, leads to that one, and continues once the sender is said to repeat it',
  { tag: '@slow' },
  async ({ signedIn: page }) => {
    await createGroups(page, ['Twin References']);
    const cim = await groupCim(page, 'Twin References');
    const center = uploadCenterOf(page);
    // A separate sender, so that its profile affects no other test.
    const spring = (first: string, family: string, control: number): string =>
      edi834(
        cim,
        [{ first, last: 'Twin', birth: '19840301', family, plans: [['HLT', 'MED-HMO', '20260101']] }],
        control,
      )
        .replace(/BGN\*00\*R\d+/, 'BGN*00*SPRING')
        .replace('SAMPLESENDER   ', 'TWINSENDER     ')
        .replace('SAMPLESENDER', 'TWINSENDER');
    await page.goto('/files/upload');
    await center.send(fileOf('twin-first.edi', spring('Romy', '123453401', 3401)));
    await expect(center.row('twin-first.edi')).toContainText('1 written');
    await center.send(fileOf('twin-second.edi', spring('Remy', '123453402', 3402)));
    await center.open('twin-second.edi', 'Pending Review');
    await expect(page.getByRole('region', { name: 'Hold: The reference of this file was used before' })).toContainText(
      'reference SPRING (BGN02)',
    );
    await filePageOf(page).expectFigures({ Added: 1 });
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'light' });
    const held = page.url();
    await page.getByRole('link', { name: 'See that file' }).click();
    await expect(page.getByRole('main').getByRole('heading', { level: 1, name: 'twin-first.edi' })).toBeVisible();
    // Another file is posted in the meantime; the held one takes it into account when its preview is refreshed.
    await page.goto('/files/upload');
    await center.send(
      fileOf(
        'twin-other.edi',
        edi834(
          cim,
          [
            {
              first: 'Rhea',
              last: 'Twin',
              birth: '19850301',
              family: '123453404',
              plans: [['HLT', 'MED-HMO', '20260101']],
            },
          ],
          3404,
        ),
      ),
    );
    await expect(center.row('twin-other.edi')).toContainText('1 written');
    await page.goto(held);
    await expect(page.getByText('1 change was made to the group since')).toBeVisible();
    await page.getByRole('button', { name: 'Refresh preview' }).click();
    await expect(page.getByText('1 change was made to the group since')).toHaveCount(0);
    await page.getByRole('button', { name: 'This sender repeats it' }).click();
    await expect(page.getByRole('main').getByText('Completed', { exact: true })).toBeVisible();
    await filePageOf(page).expectFigures({ Added: 1 });
    await page.goto('/files/upload');
    await center.send(fileOf('twin-third.edi', spring('Rafe', '123453403', 3403)));
    await expect(center.row('twin-third.edi')).toContainText('Completed');
  },
);

test(
  'a file that is rejected leaves nothing behind, and who was about to approve it is told',
  { tag: '@slow' },
  async ({ signedIn: page, context }) => {
    await createGroups(page, ['Rejected Reeds']);
    const cim = await groupCim(page, 'Rejected Reeds');
    const center = uploadCenterOf(page);
    await page.goto('/files/upload');
    await center.send(
      fileOf(
        'reeds.edi',
        edi834(cim, [{ ...(STAFF[0] as FilePerson), family: '123453100', last: 'Reed' }], 3101).replace(
          '*0*P*:',
          '*0*T*:',
        ),
      ),
    );
    await center.open('reeds.edi', 'Pending Review');
    await expect(page.getByRole('heading', { name: 'Hold: This is a test file' })).toBeVisible();
    // Another user starts to enter a reason, and is told that the file was decided in the meantime.
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByRole('button', { name: 'Approve 1 change' }).click();
    await other.getByRole('alertdialog').getByLabel('Why it is a real file').fill('The sender forgot its switch');
    await page.getByRole('button', { name: 'Reject file…' }).click();
    const reject = page.getByRole('alertdialog', { name: 'Reject this file' });
    await reject.getByLabel('Reason').fill('Only a test of the sender');
    await page.keyboard.press('Escape');
    await page
      .getByRole('alertdialog', { name: 'Discard your changes?' })
      .getByRole('button', { name: 'Cancel' })
      .click();
    await expect(reject.getByLabel('Reason')).toBeFocused();
    await reject.getByRole('button', { name: 'Reject file' }).click();
    await expect(page.getByRole('heading', { name: 'This file was rejected' })).toBeVisible();
    await expect(page.getByText('If it was correct, upload it again.')).toBeVisible();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(other.getByRole('alert').filter({ hasText: 'Another user decided about this file' })).toBeVisible();
    await expect(other.getByLabel('Why it is a real file')).toHaveValue('The sender forgot its switch');
    await expect(other.getByRole('button', { name: 'Apply it' })).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible(other);
    await other.getByRole('button', { name: 'Cancel' }).click();
    await expect(other.getByRole('heading', { name: 'This file was rejected' })).toBeVisible();
    await other.close();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Rejected Reeds' }).click();
    await expect(page.getByText('No members yet')).toBeVisible();
  },
);

test(
  'a plan code that nobody knows is mapped, the refused rows are sent again, and the sender is remembered',
  { tag: '@slow' },
  async ({ signedIn: page, answers }) => {
    answers.expect(422, /tradingPartners\/save$/);
    await createGroups(page, ['Unknown Codes Upholstery']);
    const cim = await groupCim(page, 'Unknown Codes Upholstery');
    const center = uploadCenterOf(page);
    const people = STAFF.slice(0, 3).map((person, index): FilePerson => ({
      ...person,
      last: 'Stuffer',
      family: `12345320${index}`,
      plans: [['HLT', index === 0 ? 'MED-HMO' : 'UPH-9', '20260101']],
    }));
    await page.goto('/files/upload');
    await center.send(fileOf('upholstery.edi', edi834(cim, people, 3201)));
    await center.open('upholstery.edi', 'Completed');
    await expect(page.getByText('EDI 834, change file')).toBeVisible();
    const causes = page.getByRole('list', { name: 'Causes' });
    await expect(causes.getByRole('listitem')).toHaveText(/2Plan code UPH-9 doesn’t match any plan\./);
    await expect(page.getByRole('button', { name: 'Send the 2 rows again' })).toHaveAttribute('aria-disabled', 'true');
    await causes.getByRole('button', { name: 'Map UPH-9…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Map plan code UPH-9' });
    await expect(dialog.getByLabel('Means the plan')).toBeFocused();
    await expect(dialog.getByRole('button', { name: 'Map code' })).toHaveAttribute('aria-disabled', 'true');
    await dialog.getByLabel('Means the plan').selectOption('Medical: Standard HMO (MED-HMO)');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Map code' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(causes).toContainText('UPH-9 mapped to Standard HMO');
    await expect(page.getByText('Map the codes and words above')).toHaveCount(0);
    await expect(causes.getByRole('button', { name: 'Map UPH-9…' })).toHaveCount(0);
    await expect(
      page.getByRole('table', { name: 'Rejected records' }).getByRole('button', { name: /^Change code UPH-9/ }),
    ).toHaveCount(2);
    await causes.getByRole('button', { name: 'Change what UPH-9 means' }).click();
    await expect(dialog.getByLabel('Means the plan').locator('option:checked')).toHaveText(
      'Medical: Standard HMO (MED-HMO)',
    );
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Send the 2 rows again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'upholstery - rejected rows.edi' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: 'People', exact: true })).toBeVisible();
    await filePageOf(page).expectFigures({ Added: 2, Rejected: 0 });
    const undo = page.getByRole('alertdialog', { name: 'Undo this change' });
    await page.getByRole('button', { name: 'More actions for Bela Stuffer' }).click();
    await page.getByRole('menuitem', { name: 'Undo with family…' }).click();
    await expect(undo).toContainText(/People removed\s*1/);
    await undo.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Partly undone by')).toBeVisible();
    await expect(page.getByRole('heading', { name: '1 of 2 people undone' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo import' }).click();
    await expect(undo).toContainText(/People removed\s*1/);
    await expectAccessible(page);
    await undo.getByRole('button', { name: 'Undo' }).click();
    await expect(undo).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Undo import' })).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('link', { name: 'this file' }).click();
    await expect(page.getByRole('link', { name: 'Sent again: see that file' })).toBeVisible();

    await page.goto('/files/partners');
    const sender = page
      .getByRole('table', { name: 'Trading partners' })
      .getByRole('row')
      .filter({ hasText: 'SAMPLESENDER' });
    await sender.getByRole('button', { name: /^Edit / }).click();
    const profile = page.getByRole('dialog');
    await expect(profile.getByRole('list', { name: 'Plan codes' })).toContainText('UPH-9');
    await expect(profile.getByLabel('Files are')).toHaveValue('file');
    await expect(profile.getByRole('option', { name: 'As each file says (BGN08)' })).toHaveCount(1);
    await profile.getByLabel('Contact', { exact: true }).fill('Marta Loom');
    await profile.getByLabel('Email').fill('nobody');
    await profile.getByRole('button', { name: 'Save' }).click();
    await expect(profile.getByText('Please enter a valid email address')).toBeVisible();
    await profile.getByLabel('Email').fill('marta@example.com');
    await profile.getByLabel('Terminations beyond the group’s retro window').selectOption('Moved to the limit');
    await profile.getByRole('switch', { name: 'An end date is the first day without coverage' }).click();
    const receivers = profile.getByLabel('Addressed to (ISA08)');
    await expect(receivers).toHaveValue('OPENBENEFITS');
    await receivers.fill('OPENBENEFITS,OBTEST');
    const codes = profile.getByRole('group', { name: 'Codes beyond the guide' });
    await expect(codes.getByRole('switch', { name: 'LIF is life insurance' })).toBeChecked();
    await codes.getByRole('switch', { name: /^ADD / }).click();
    await expectAccessible(page);
    await profile.getByRole('button', { name: 'Save' }).click();
    await expect(profile).toHaveCount(0);
    await sender.getByRole('button', { name: /^Edit / }).click();
    await expect(profile.getByLabel('Contact', { exact: true })).toHaveValue('Marta Loom');
    await expect(profile.getByLabel('Terminations beyond the group’s retro window')).toHaveValue('moved');
    await expect(profile.getByRole('switch', { name: 'An end date is the first day without coverage' })).toBeChecked();
    await expect(receivers).toHaveValue('OPENBENEFITS, OBTEST');
    await expect(codes.getByRole('switch', { name: /^ADD / })).toBeChecked();
    await profile.getByRole('button', { name: 'Forget UPH-9' }).click();
    await expect(profile.getByText('UPH-9')).toHaveCount(0);
  },
);

test(
  'a file that is addressed to somebody else waits, and continues when somebody says that it is us',
  { tag: '@slow' },
  async ({ signedIn: page }) => {
    await createGroups(page, ['Misdirected Millwrights']);
    const cim = await groupCim(page, 'Misdirected Millwrights');
    const center = uploadCenterOf(page);
    const sentTo = (name: string, receiver: string, number: number) => {
      const people = STAFF.slice(0, 2).map((person, index): FilePerson => ({
        ...person,
        last: 'Miller',
        family: `12345330${index}`,
      }));
      const text = edi834(cim, people, number)
        .replace('SAMPLESENDER   ', 'MILLSENDER     ')
        .replaceAll('SAMPLESENDER', 'MILLSENDER');
      return center.send(fileOf(name, text.replace('OPENBENEFITS   ', receiver.padEnd(15))));
    };
    await page.goto('/files/upload');
    await sentTo('millwrights.edi', 'OPENBENEFITS', 3301);
    await center.open('millwrights.edi', 'Completed');
    await page.goto('/files/upload');
    await sentTo('elsewhere.edi', 'OTHERTPA', 3302);
    await center.open('elsewhere.edi', 'Pending Review');
    const stop = page.getByRole('region', { name: 'Hold: This file is addressed to OTHERTPA' });
    await expect(stop).toContainText('are addressed to OPENBENEFITS (ISA08)');
    await expectAccessible(page);
    await stop.getByRole('button', { name: 'This receiver ID is ours' }).click();
    await expect(page.getByText('Remembered for this sender')).toBeVisible();
    await expect(stop).toHaveCount(0);
  },
);
