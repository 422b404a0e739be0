import { createGroups, groupId } from './steps/group-record.ts';
import { expect, expectAccessible, heading, type Page, test } from './test.ts';

const KESTREL = 'Kestrel Avionics Repair';
const tableOf = (page: Page) => page.getByRole('table', { name: 'Groups' });
const namesIn = (page: Page) => tableOf(page).locator('a[data-row]');
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search Groups' });
const firstName = async (page: Page) => namesIn(page).first().textContent();

test.describe('list of groups', () => {
  test('shows four figures and each group with its facts', async ({ signedIn: page }) => {
    await page.goto('/groups');
    const figures = page.getByRole('region', { name: 'Groups in figures' });
    for (const label of ['Total Groups', 'Total Employees', 'Renewals Due', 'ICHRA Groups'])
      await expect(figures.getByRole('link', { name: label })).toBeVisible();
    const row = tableOf(page).getByRole('row').filter({ hasText: KESTREL });
    await expect(row).toContainText('Wichita, KS · Aerospace');
    await expect(row).toContainText(/CIM-\d{13}/);
    await expect(row).toContainText('212');
    await expect(row).toContainText('Traditional Group');
    await expect(row).toContainText(/\$[\d,]+\.\d\d/);
    await expect(row).toContainText('Active');
    await expect(page.getByRole('heading', { level: 2, name: /^Groups \(\d+\)$/ })).toBeVisible();
  });

  test('search and filters stand in the address and survive a reload', async ({ signedIn: page }) => {
    await page.goto('/groups');
    await page.getByLabel('Status').selectOption('Under Review');
    await expect(page).toHaveURL('/groups?status=under_review');
    await expect(namesIn(page)).toHaveText(['Harrow Street Architects']);
    await expect(page.getByText(/^Filtered results from \d+ total groups/)).toBeVisible();
    await page.getByLabel('Type').selectOption('Traditional Group');
    await search(page).fill('harrow');
    await expect(page).toHaveURL('/groups?search=harrow&status=under_review&type=traditional');
    await page.reload();
    await expect(search(page)).toHaveValue('harrow');
    await expect(page.getByLabel('Status')).toHaveValue('under_review');
    await expect(page.getByLabel('Type')).toHaveValue('traditional');
    await expect(namesIn(page)).toHaveText(['Harrow Street Architects']);
    await expect(page.getByLabel('Type').getByRole('option')).toHaveText(['All Types', 'Traditional Group', 'ICHRA']);
    await page.goto('/ichra/groups');
    await expect(namesIn(page)).toHaveText(['Eastlake Orthodontic Group']);
  });

  test(
    'sorts by a column, the other way on a second press, and Back undoes it',
    { tag: '@slow' },
    async ({ signedIn: page }) => {
      await page.goto('/groups');
      expect(await firstName(page)).toBe('Alder & Finch Millworks');
      const header = tableOf(page).getByRole('columnheader', { name: 'Employees' });
      await header.getByRole('button').click();
      await expect(header).toHaveAttribute('aria-sort', 'ascending');
      await header.getByRole('button').click();
      await expect(header).toHaveAttribute('aria-sort', 'descending');
      await expect(page).toHaveURL('/groups?sort=employees&order=descending');
      await expect(namesIn(page).first()).toHaveText('Dunmore Precision Castings');
      await page.goBack();
      await page.goBack();
      await expect(namesIn(page).first()).toHaveText('Alder & Finch Millworks');
    },
  );

  test(
    'says in words that nothing matches, and offers each filter to take away',
    { tag: '@slow' },
    async ({ signedIn: page }) => {
      await page.goto('/groups');
      await search(page).fill('quagga');
      await expect(page.getByRole('heading', { name: 'No groups found' })).toBeVisible();
      await expect(page.getByText('No groups match your search for "quagga"')).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Remove Search: quagga' }).click();
      await expect(tableOf(page)).toBeVisible();
      await page.goto('/groups?type=ichra&status=suspended');
      await expect(page.getByText('No groups match your current filters')).toBeVisible();
      await page.getByRole('button', { name: 'Clear all' }).click();
      await expect(tableOf(page)).toBeVisible();
      await expect(page).toHaveURL('/groups');
    },
  );

  test('pages forward and back by fifty', { tag: '@slow' }, async ({ signedIn: page }) => {
    await createGroups(
      page,
      Array.from({ length: 45 }, (_, index) => `Zinnia Works ${String(index + 1).padStart(2, '0')}`),
    );
    await page.goto('/groups');
    await expect(namesIn(page)).toHaveCount(50);
    await expect(page.getByRole('button', { name: 'Previous page' })).toHaveAttribute('aria-disabled', 'true');
    const first = await firstName(page);
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page.getByText(/^51–\d+ of \d+$/)).toBeVisible();
    await expect(namesIn(page).first()).not.toHaveText(first ?? '');
    await page.reload();
    await expect(page.getByText(/^51–\d+ of \d+$/)).toBeVisible();
    await page.getByRole('button', { name: 'Previous page' }).click();
    await expect(namesIn(page).first()).toHaveText(first ?? '');
    await page.goto('/groups?search=zinnia');
    await expect(page.getByText('1–45 of 45')).toBeVisible();
  });

  test('a row leads to its group, its cog to the settings', { tag: '@slow' }, async ({ signedIn: page }) => {
    await page.goto('/groups');
    const row = tableOf(page).getByRole('row').filter({ hasText: KESTREL });
    await row.getByText('Traditional Group').click();
    await expect(heading(page, KESTREL)).toBeVisible();
    await page.goBack();
    await row.hover();
    await row.getByRole('link', { name: `Manage ${KESTREL}` }).click();
    await expect(page).toHaveURL(/\/groups\/[\da-f-]{36}\?tab=settings$/);
    await page.goto('/groups');
    await page.getByRole('link', { name: 'New Group' }).click();
    await expect(heading(page, 'Group Setup Wizard')).toBeVisible();
  });

  test('how it looks is kept in this browser', { tag: '@slow' }, async ({ signedIn: page }) => {
    await page.goto('/groups');
    await page.getByRole('button', { name: 'List settings' }).click();
    const settings = page.getByRole('dialog', { name: 'List settings' });
    await settings.getByRole('checkbox', { name: 'Type' }).uncheck();
    await expectAccessible(page);
    await page.reload();
    await expect(tableOf(page).getByRole('columnheader', { name: 'Name' })).toBeVisible();
    await expect(tableOf(page).getByRole('columnheader', { name: 'Type' })).toHaveCount(0);
  });
});

test.describe('without any group', () => {
  test.use({ server: 'empty' });
  test(
    'the list leads to the first one, and the wizard to the plans that are missing',
    { tag: '@slow' },
    async ({ signedIn: page }) => {
      await page.goto('/groups');
      await expect(page.getByRole('heading', { name: 'No groups yet' })).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Create First Group' }).click();
      await expect(heading(page, 'Group Setup Wizard')).toBeVisible();
    },
  );
});

test.describe('page of a group', () => {
  test('has four tabs, each with its address', async ({ signedIn: page }) => {
    await page.goto(`/groups/${await groupId(page, KESTREL)}`);
    await expect(heading(page, KESTREL)).toBeVisible();
    await expect(page).toHaveTitle(`${KESTREL} · OpenBenefits`);
    const tab = (name: string) => page.getByRole('tab', { name });
    await expect(page.getByRole('tab')).toHaveText([
      'Group Overview',
      /^Member Management/,
      'Billing & Plans',
      'Group Settings',
    ]);
    await expect(tab('Group Overview')).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tabpanel')).toContainText('Group information');
    await expect(page.getByRole('tabpanel')).toContainText('Rosalind Baptiste');
    for (const [name, address, words] of [
      ['Member Management', 'members', 'Tobias Lindqvist'],
      ['Billing & Plans', 'billing', 'Standard HMO'],
      ['Group Settings', 'settings', 'Enrollment period'],
    ] as const) {
      await tab(name).click();
      await expect(page).toHaveURL(new RegExp(`tab=${address}$`));
      await expect(page.getByRole('tabpanel', { name })).toContainText(words);
      await expectAccessible(page);
    }
    await page.keyboard.press('ArrowLeft');
    await expect(tab('Billing & Plans')).toBeFocused();
    await page.reload();
    await expect(tab('Billing & Plans')).toHaveAttribute('aria-selected', 'true');
    await page.getByRole('link', { name: 'Back to Groups' }).click();
    await expect(page).toHaveURL('/groups');
  });

  test('lists its subscribers with plan and dependents; search and filter narrow them', async ({ signedIn: page }) => {
    await page.goto(`/groups/${await groupId(page, KESTREL)}?tab=members`);
    const members = page.getByRole('table', { name: 'Members' });
    const ines = members.getByRole('row').filter({ hasText: 'Ines Calderwood' });
    await expect(ines).toContainText('Avionics Tech II · Repair Bay');
    await expect(ines).toContainText('KA-1042');
    await expect(ines).toContainText('Standard HMO');
    await expect(ines).toContainText('5 dependents');
    await page.getByRole('searchbox', { name: 'Search members' }).fill('vasko');
    await expect(members.getByRole('row')).toHaveCount(2);
    await expect(members).toContainText('Terminated');
    await page.getByRole('searchbox', { name: 'Search members' }).fill('quagga');
    await expect(page.getByText('No members match your search for "quagga"')).toBeVisible();
    await page.getByRole('button', { name: 'Clear all' }).click();
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('menuitemradio', { name: 'Pending', exact: true }).click();
    await expect(members).toContainText('Amara Lindholm');
    await expect(members).not.toContainText('Ines Calderwood');
    await expect(page).toHaveURL(/\?tab=members&status=pending$/);
    await page.reload();
    await expect(members).toContainText('Amara Lindholm');
    await expect(members).not.toContainText('Ines Calderwood');
    await page.goBack();
    await expect(members).toContainText('Ines Calderwood');
  });

  test(
    'the address of a member opens the record, also after a reload; closing leads to the list',
    { tag: '@slow' },
    async ({ signedIn: page }) => {
      const id = await groupId(page, KESTREL);
      await page.goto(`/groups/${id}?tab=members`);
      await page.getByRole('link', { name: 'Ines Calderwood' }).click();
      await expect(page).toHaveURL(new RegExp(`/groups/${id}/members/[\\da-f-]{36}`));
      await page.goto(new URL(page.url()).pathname);
      const record = page.getByRole('dialog');
      await expect(record.getByRole('heading', { name: /^Ines .*Calderwood$/ })).toBeVisible();
      await expect(record).toContainText('Standard HMO');
      await expect(record).toContainText('MED-HMO');
      await expect(record).toContainText('Private');
      await expect(record).toContainText('Avionics Tech II');
      for (const name of ['Theo', 'Lucia', 'Bram', 'Wren', 'Otis'])
        await expect(record.getByRole('link', { name: `${name} Calderwood` })).toBeVisible();
      expect(await page.title()).not.toContain('Calderwood');
      await expectAccessible(page);
      await record.getByRole('link', { name: 'Wren Calderwood' }).click();
      await expect(record).toContainText(/Child of Ines .*Calderwood/);
      await page.keyboard.press('Escape');
      await expect(record).toHaveCount(0);
      await expect(page).toHaveURL(`/groups/${id}?tab=members`);
    },
  );

  for (const width of [1280, 1024]) {
    test(`names keep their room at ${width} pixels`, { tag: '@slow' }, async ({ signedIn: page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/groups');
      const group = tableOf(page).getByRole('link', { name: KESTREL, exact: true });
      expect((await group.boundingBox())?.width).toBeGreaterThan(140);
      await group.click();
      await page.getByRole('tab', { name: 'Member Management' }).click();
      const member = page.getByRole('table', { name: 'Members' }).getByRole('link', { name: 'Ines Calderwood' });
      await expect(member).toBeVisible();
      expect((await member.boundingBox())?.width).toBeGreaterThan(90);
      await member.click();
      await expect(page.getByRole('dialog')).toContainText('MED-HMO');
    });
  }

  test('an id that leads nowhere says so', { tag: '@slow' }, async ({ signedIn: page, answers }) => {
    answers.expect(404, /groups\/get/);
    await page.goto('/groups/00000000-0000-7000-8000-000000000000');
    await expect(heading(page, 'Group not found')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back to Groups' }).click();
    await expect(page).toHaveURL('/groups');
  });
});
