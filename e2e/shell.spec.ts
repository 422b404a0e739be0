import { SECTIONS, sidebarOf } from './steps/sidebar.ts';
import { expect, expectAccessible, heading, test } from './test.ts';

// Files that other specs send would add to the bell.
test.use({ server: 'quiet' });

test.describe('sidebar', () => {
  test('holds the ten sections and their entries in order', async ({ signedIn: page }) => {
    await page.goto('/');
    const sidebar = sidebarOf(page);
    for (const [name, entries] of SECTIONS) if (entries.length > 1) await sidebar.section(name).click();
    const shown = await sidebar.navigation
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => [link.textContent.trim(), link.getAttribute('href')]));
    expect(shown).toEqual(SECTIONS.flatMap(([, entries]) => entries));
    const sections = await sidebar.navigation
      .locator('> ul > li')
      .evaluateAll((items) => items.map((item) => item.querySelector('a, button')?.textContent.trim()));
    expect(sections).toEqual(SECTIONS.map(([name]) => name));
    await expect(sidebar.box.getByText('v2.1')).toBeVisible();
    await expect(sidebar.box.getByText('HIPAA Compliant • Secure')).toBeVisible();
    await expectAccessible(page);
  });

  test(
    'opens the section of the page that shows; each can be opened and closed',
    { tag: '@slow' },
    async ({ signedIn: page }) => {
      await page.goto('/plans/rates');
      const sidebar = sidebarOf(page);
      await expect(sidebar.section('Plan & Rate Management')).toHaveAttribute('aria-expanded', 'true');
      await expect(sidebar.entry('Rate Tables')).toHaveAttribute('aria-current', 'page');
      await expect(sidebar.section('Group Management')).toHaveAttribute('aria-expanded', 'false');
      await expect(sidebar.entry('Active Groups')).toBeHidden();

      await sidebar.section('Plan & Rate Management').click();
      await expect(sidebar.entry('Rate Tables')).toBeHidden();
      await sidebar.section('HR Administration').click();
      await sidebar.entry('Employee Onboarding').click();
      await expect(page).toHaveURL('/hr/onboarding');
      await expect(sidebar.entry('Employee Onboarding')).toHaveAttribute('aria-current', 'page');
      await page.goto('/groups/policies');
      await expect(sidebar.section('Group Management')).toHaveAttribute('aria-expanded', 'true');
    },
  );

  test(
    'collapses to icons with their names as tooltips, and stays so',
    { tag: '@slow' },
    async ({ signedIn: page }) => {
      await page.goto('/groups');
      const sidebar = sidebarOf(page);
      const wide = (await sidebar.box.boundingBox())?.width ?? 0;
      await sidebar.collapse.hover();
      await expect(page.getByRole('tooltip', { includeHidden: true })).toHaveText('Collapse sidebar');
      await sidebar.collapse.click();
      await expect(sidebar.expand).toBeVisible();
      await expect.poll(async () => (await sidebar.box.boundingBox())?.width).toBeLessThan(wide / 2);
      await sidebar.section('File Processing').hover();
      await expect(page.getByRole('tooltip', { includeHidden: true })).toHaveText('File Processing');
      await sidebar.section('File Processing').click();
      await expectAccessible(page);
      await page
        .getByRole('menu', { name: 'File Processing' })
        .getByRole('menuitem', { name: 'Processing Queue' })
        .click();
      await expect(page).toHaveURL('/files/queue');

      await page.reload();
      await sidebar.expand.hover();
      await expect(page.getByRole('tooltip', { includeHidden: true })).toHaveText('Expand sidebar');
      await sidebar.expand.click();
      await expect(sidebar.collapse).toBeVisible();
      await expect(sidebar.entry('Processing Queue')).toBeVisible();
    },
  );
});

test('the bell counts three, lists them with their words, and forgets what was read', async ({ signedIn: page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Notifications, 3 new' }).click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await expect(list.getByText('3 new notifications')).toBeVisible();
  const items = list.getByRole('listitem');
  await expect(items).toHaveCount(3);
  await expect(items.filter({ hasText: 'ACA Deadline Approaching' })).toContainText('1094-C forms due in 15 days');
  await expect(items.filter({ hasText: 'File Processing Complete' })).toContainText('Sample enrollment data processed');
  await expect(items.filter({ hasText: 'Processing Error' })).toContainText('Sample group file has validation errors');
  await expect(items.filter({ hasText: 'ACA Deadline Approaching' })).toContainText('2 hours ago');
  await expectAccessible(page);

  await items.filter({ hasText: 'ACA Deadline Approaching' }).getByRole('button').click();
  await expect(list.getByText('2 new notifications')).toBeVisible();
  await list.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await expect(items).toHaveCount(3);
  await page.reload();
  await page.getByRole('button', { name: 'Notifications', exact: true }).click();
  await items.filter({ hasText: 'Processing Error' }).getByRole('button').click();
  await expect(page).toHaveURL('/files/queue');
});

test(
  'the account menu names the person and leads to account, profile and settings',
  { tag: '@slow' },
  async ({ signedIn: page }) => {
    await page.goto('/');
    const account = page.getByRole('button', { name: 'Account menu' });
    await expect(account).toContainText('Dana Whitfield');
    await expect(account).toContainText('Benefits Admin');
    const links = [
      ['My Account', '/my-account'],
      ['Profile', '/profile'],
      ['Settings', '/settings'],
    ] as const;
    for (const [name, address] of links) {
      await account.click();
      await page.getByRole('menuitem', { name, exact: true }).click();
      await expect(page).toHaveURL(address);
      await expect(page.getByRole('menu')).toHaveCount(0);
    }
    // Every new page gives the focus to its heading.
    await expect(heading(page, 'Settings')).toBeFocused();
    await account.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'My Account' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(account).toBeFocused();
  },
);

test('a chosen theme shows at once and after a reload', { tag: '@slow' }, async ({ signedIn: page }) => {
  await page.goto('/');
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeChecked();
  await expect.poll(ground).not.toBe(light);
  const dark = await ground();
  await page.reload();
  await expect(heading(page, 'Group Management Platform')).toBeVisible();
  expect(await ground()).toBe(dark);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitemradio', { name: 'Light' }).click();
  await expect.poll(ground).toBe(light);
});

test('help explains terms and keys', { tag: '@slow' }, async ({ signedIn: page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Help' }).click();
  const help = page.getByRole('dialog', { name: 'Help' });
  await expect(help.getByRole('heading', { name: 'Terms' })).toBeVisible();
  await expect(help.getByRole('definition').filter({ hasText: 'X12' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Quick search' })).toBeFocused();
});

test('the palette opens pages, groups and members by keyboard alone', async ({ signedIn: page }) => {
  await page.goto('/');
  await expect(heading(page, 'Group Management Platform')).toBeVisible();
  const palette = page.getByRole('dialog', { name: 'Search or jump to…' });
  const input = palette.getByRole('combobox');
  const find = async (text: string, wanted: string) => {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(input).toBeFocused();
    await page.keyboard.type(text);
    await expect(palette.getByRole('option', { name: wanted }).first()).toBeVisible();
    await expect(palette.getByRole('option', { selected: true })).toContainText(wanted);
  };
  await find('rate tab', 'Rate Tables');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/plans/rates');

  await find('kestrel', 'Kestrel Avionics Repair');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/groups\/[\da-f-]{36}$/);
  const group = page.url();

  await find('Calderwood', 'Calderwood');
  const people = palette.getByRole('group', { name: 'Members' });
  for (const name of ['Ines', 'Theo', 'Lucia', 'Bram', 'Wren', 'Otis'])
    await expect(people.getByRole('option', { name: `${name} Calderwood` })).toBeVisible();
  const wanted = people.getByRole('option', { name: 'Ines Calderwood' });
  for (let steps = 0; steps < 8 && (await wanted.getAttribute('aria-selected')) !== 'true'; steps += 1)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`^${group}/members/[\\da-f-]{36}`));

  await expect(page.getByRole('dialog')).toContainText('KA-1042');
  await page.keyboard.press('Escape');
  await find('claims', 'Claims Dashboard');
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test('the sidebar is a sheet, and nothing runs out of the page', async ({ signedIn: page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Open menu' }).click();
    const sheet = page.getByRole('dialog', { name: 'Menu' });
    await expect(sheet.getByText('HIPAA Compliant • Secure')).toBeVisible();
    await expectAccessible(page);
    await sheet.getByRole('button', { name: 'Group Management' }).click();
    await sheet.getByRole('link', { name: 'Active Groups' }).click();
    await expect(heading(page, 'Active Groups')).toBeVisible();
    for (const address of ['/', '/groups', '/groups/setup', '/files/upload', '/claims']) {
      await page.goto(address);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        `${address} is wider than the screen`,
      ).toBeLessThanOrEqual(390);
    }
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
  });
});
