import { groupId } from './steps/group-record.ts';
import { expect, expectAccessible, type Page, test } from './test.ts';

const GROUP = 'Dunmore Precision Castings';
const rows = (page: Page) => page.getByRole('table', { name: 'Members' }).getByRole('row');
const dialog = (page: Page) => page.getByRole('alertdialog');

async function openActiveMembers(page: Page): Promise<void> {
  await page.goto(`/groups/${await groupId(page, GROUP)}?tab=members`);
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('menuitemradio', { name: 'Active', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Filter: Active' })).toBeVisible();
  await expect(rows(page).nth(1)).toContainText('Active');
}

test.describe('ending coverage', () => {
  // Both end members of the same group.
  test.describe.configure({ mode: 'serial' });

  test('one member: the specified question, the effect before the deed, undo from the toast, and both in the history', async ({
    signedIn: page,
  }) => {
    await openActiveMembers(page);
    const name =
      (await page.getByRole('table', { name: 'Members' }).locator('a[data-row]').first().textContent()) ?? '';
    await rows(page)
      .nth(1)
      .getByRole('button', { name: `Actions for ${name}` })
      .click();
    await page.getByRole('menuitem', { name: 'Terminate…' }).click();
    await expect(dialog(page)).toContainText(
      `Are you sure you want to terminate ${name}? This action will end their coverage and cannot be undone.`,
    );
    await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
    const effect = dialog(page).getByRole('region', { name: 'Effect of this change' });
    await expect(effect).toContainText(name);
    await expect(effect).toContainText(/Monthly premium on .*becomes\s*\$0/s);
    await expectAccessible(page);
    await dialog(page).getByLabel('Last day of coverage').fill('2020-01-31');
    await expect(dialog(page)).toContainText(/days back\. The group allows|before the hire date/);
    await expect(dialog(page).getByLabel('Reason for exceeding the retro window')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'End of this month' }).click();
    await expect(effect).toContainText(name);
    await dialog(page).getByRole('button', { name: 'Terminate coverage', exact: true }).click();
    await expect(dialog(page)).toBeHidden();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByText('Undone', { exact: true })).toBeVisible();
    await expect(rows(page).filter({ hasText: name }).first()).toContainText('Active');
    await page.getByRole('tab', { name: 'Group Overview' }).click();
    const undone = page.getByRole('listitem').filter({ hasText: 'undone by Dana Whitfield' }).first();
    await undone.getByRole('button', { name: /^Terminated coverage of/ }).click();
    await expect(undone).toContainText(name);
    await expect(undone).toContainText(/Status\s*Active/);
    await expectAccessible(page);
  });

  test(
    'a scheduled termination is canceled in the record and from the list, and the member is active again',
    { tag: '@slow' },
    async ({ signedIn: page }) => {
      await openActiveMembers(page);
      const link = page.getByRole('table', { name: 'Members' }).locator('a[data-row]').nth(2);
      const name = (await link.textContent()) ?? '';
      await link.click();
      const record = page.getByRole('dialog', { name: new RegExp(name.split(' ').at(-1) ?? '') });
      const cancel = record.getByRole('button', { name: 'Cancel scheduled termination' });
      const schedule = async () => {
        await record.getByRole('button', { name: 'Terminate…' }).click();
        await dialog(page).getByRole('button', { name: 'Terminate coverage', exact: true }).click();
        await expect(dialog(page)).toBeHidden();
        await expect(record).toContainText('Pending Termination');
      };
      await schedule();
      await cancel.click();
      const question = page.getByRole('alertdialog', { name: /^Cancel scheduled termination of .*\?$/ });
      await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused();
      await expect(question.getByRole('region', { name: 'Effect of this change' })).toContainText('continues');
      await expectAccessible(page);
      await question.getByRole('button', { name: 'Keep it' }).click();
      await expect(question).toBeHidden();
      await cancel.click();
      await question.getByRole('button', { name: 'Cancel scheduled termination' }).click();
      await expect(question).toBeHidden();
      await expect(record).not.toContainText('Pending Termination');
      await expect(cancel).toHaveCount(0);

      await schedule();
      await page.goto(`/groups/${await groupId(page, GROUP)}?tab=members&status=pending_termination`);
      await rows(page)
        .filter({ hasText: name })
        .getByRole('button', { name: `More actions for ${name}` })
        .click();
      await page.getByRole('menuitem', { name: 'Cancel scheduled termination' }).click();
      await question.getByRole('button', { name: 'Cancel scheduled termination' }).click();
      await expect(question).toBeHidden();
      await page.goto(`/groups/${await groupId(page, GROUP)}?tab=members`);
      await expect(rows(page).filter({ hasText: name })).toContainText('Active');
    },
  );

  test(
    'several: selected in the list, terminated together, undone in the history',
    { tag: '@slow' },
    async ({ signedIn: page }) => {
      await openActiveMembers(page);
      await rows(page).nth(1).getByRole('checkbox').check();
      await rows(page).nth(2).getByRole('checkbox').check();
      await expect(page.getByText('2 selected')).toBeVisible();
      await page.getByRole('button', { name: 'Terminate coverage…' }).click();
      await expect(page.getByRole('alertdialog', { name: 'Terminate coverage for 2 members' })).toBeVisible();
      await expect(dialog(page).getByRole('region', { name: 'Effect of this change' })).toBeVisible();
      await dialog(page).getByRole('button', { name: 'Terminate coverage', exact: true }).click();
      await expect(dialog(page)).toBeHidden();
      await expect(page.getByText('2 selected')).toBeHidden();
      await page.getByRole('tab', { name: 'Group Overview' }).click();
      await page
        .getByRole('button', { name: /^Undo Terminated coverage of/ })
        .first()
        .click();
      await expect(dialog(page)).toContainText('People restored');
      await dialog(page).getByRole('button', { name: 'Undo', exact: true }).click();
      await expect(dialog(page)).toBeHidden();
      await expect(page.getByText(/^Undid “Terminated coverage of/).first()).toBeVisible();
    },
  );
});

test('a record as of another day', { tag: '@slow' }, async ({ signedIn: page }) => {
  await openActiveMembers(page);
  await page.getByRole('table', { name: 'Members' }).locator('a[data-row]').first().click();
  const record = page.getByRole('dialog');
  await expect(record.getByRole('heading', { name: 'Rate information' })).toBeVisible();
  await record.getByLabel('As of').fill('1999-01-01');
  await expect(record).toContainText('Nothing is on record for 01/01/1999');
  await record.getByRole('button', { name: 'Back to today' }).click();
  await expect(record.getByRole('button', { name: 'Back to today' })).toBeHidden();
});
