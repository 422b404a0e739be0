import { expect, expectAccessible, heading, type Page, test } from './test.ts';

const resultsOf = (page: Page) => page.getByRole('region', { name: 'Results' });
const quickSearch = (page: Page) => page.getByRole('searchbox', { name: 'Quick search' });

async function openAdvanced(page: Page) {
  await page.getByRole('button', { name: 'Advanced Search' }).click();
  return page.getByRole('form', { name: 'Advanced Search' });
}

test('a name, a CIM number or an employee ID finds groups and members', async ({ signedIn: page }) => {
  await page.goto('/');
  await quickSearch(page).fill('kestrel');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const results = resultsOf(page);
  const group = results.getByRole('listitem').filter({ hasText: 'Kestrel Avionics Repair' }).first();
  await expect(group).toContainText('group');
  await expect(group).toContainText('CIM-');
  await expect(results.getByText(/^\d+ found$/)).toBeVisible();
  await expectAccessible(page);

  await quickSearch(page).fill('KA-1042');
  await page.keyboard.press('Enter');
  await expect(results.getByText('1 found', { exact: true })).toBeVisible();
  const ines = results.getByRole('listitem');
  await expect(ines).toHaveCount(1);
  await expect(ines).toContainText('Ines Calderwood');
  await expect(ines).toContainText('member');
  await expect(ines).toContainText('Group: Kestrel Avionics Repair');

  await quickSearch(page).fill('CIM-2026-000001');
  await page.keyboard.press('Enter');
  await expect(results.getByRole('listitem').first()).toContainText('Widget Co');
});

test('letters without accents find names with them', { tag: '@slow' }, async ({ signedIn: page }) => {
  await page.goto('/');
  await quickSearch(page).fill('nunez');
  await page.keyboard.press('Enter');
  await expect(resultsOf(page).getByText('Mateo Núñez')).toBeVisible();
});

test(
  'View opens the group or the member, Group opens the group of the member',
  { tag: '@slow' },
  async ({ signedIn: page }) => {
    await page.goto('/');
    await quickSearch(page).fill('KA-1042');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'View Ines Calderwood' }).click();
    await expect(page).toHaveURL(/\/groups\/[\da-f-]{36}\/members\/[\da-f-]{36}/);
    await page.goto('/');
    await quickSearch(page).fill('KA-1042');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Group of Ines Calderwood: Kestrel Avionics Repair' }).click();
    await expect(page).toHaveURL(/\/groups\/[\da-f-]{36}$/);
    const group = page.url();
    await page.goto('/');
    await quickSearch(page).fill('kestrel');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'View Kestrel Avionics Repair' }).click();
    await expect(page).toHaveURL(group);
  },
);

test('all filled fields of the advanced search must match', { tag: '@slow' }, async ({ signedIn: page }) => {
  await page.goto('/');
  const panel = await openAdvanced(page);
  for (const [section, fields] of [
    ['Member Information', ['First Name', 'Last Name', 'Email', 'Employee ID', 'SSN', 'Job Title']],
    ['Group Information', ['Company Name', 'CIM Number', 'Phone']],
    ['Address Information', ['Address', 'City', 'State', 'Zip Code']],
    ['Filters', ['Status']],
  ] as const) {
    for (const field of fields)
      await expect(panel.getByRole('group', { name: section }).getByLabel(field, { exact: true })).toBeVisible();
  }
  await expect(panel.getByLabel('Status').getByRole('option')).toHaveText([
    'All',
    'Active',
    'Inactive',
    'Pending',
    'Terminated',
  ]);
  await expectAccessible(page);

  const results = resultsOf(page);
  await panel.getByLabel('Last Name').fill('calderwood');
  await panel.getByLabel('Company Name').fill('kestrel');
  await panel.getByRole('button', { name: 'Search with Criteria' }).click();
  await expect(results.getByText('6 found', { exact: true })).toBeVisible();
  await panel.getByLabel('First Name').fill('wren');
  await page.keyboard.press('Enter');
  await expect(results.getByText('1 found', { exact: true })).toBeVisible();
  await expect(results.getByRole('listitem')).toContainText('Wren Calderwood');
  await panel.getByLabel('Status').selectOption('Terminated');
  await panel.getByRole('button', { name: 'Search with Criteria' }).click();
  await expect(results.getByText('No results found')).toBeVisible();

  await panel.getByRole('button', { name: 'Clear All' }).click();
  await expect(results).toHaveCount(0);
  await expect(panel.getByLabel('Last Name')).toHaveValue('');
  await expect(panel.getByLabel('Status')).toHaveValue('all');
});

test(
  'nothing found is said in words; a cleared or blank search shows no results',
  { tag: '@slow' },
  async ({ signedIn: page }) => {
    await page.goto('/');
    await quickSearch(page).fill('zzyzx quagga');
    await page.keyboard.press('Enter');
    const results = resultsOf(page);
    await expect(results.getByRole('heading', { name: 'No results found' })).toBeVisible();
    await expect(results.getByText('Try adjusting your search criteria or use different keywords.')).toBeVisible();
    await expect(results.getByText('0 found')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(results).toHaveCount(0);
    await expect(quickSearch(page)).toBeFocused();

    await quickSearch(page).fill('kestrel');
    await page.keyboard.press('Enter');
    await expect(results).toBeVisible();
    await quickSearch(page).fill('   ');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(results).toHaveCount(0);
  },
);

test('an SSN is looked up whole or by its end, and is in no address', async ({ signedIn: page }) => {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.goto('/');
  const panel = await openAdvanced(page);
  await panel.getByLabel('SSN').fill('123-45');
  await panel.getByRole('button', { name: 'Search with Criteria' }).click();
  await expect(panel.getByText('Enter nine digits, or the last four')).toBeVisible();
  await expect(panel.getByLabel('SSN')).toHaveAttribute('aria-invalid', 'true');
  await expect(resultsOf(page)).toHaveCount(0);

  await panel.getByLabel('SSN').fill('987-65-4320');
  await panel.getByRole('button', { name: 'Search with Criteria' }).click();
  await expect(resultsOf(page).getByText('No results found')).toBeVisible();
  await expect(page).toHaveURL('/');
  expect(addresses.filter((address) => /987.?65.?4320/.test(decodeURIComponent(address)))).toEqual([]);
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toMatch(/4320/);
});

test('eight members are shown first, and all of them when asked for', { tag: '@slow' }, async ({ signedIn: page }) => {
  await page.goto('/');
  await quickSearch(page).fill('kestrel.test');
  await page.keyboard.press('Enter');
  const members = resultsOf(page).getByRole('listitem').filter({ hasText: 'Group: Kestrel Avionics Repair' });
  await expect(members).toHaveCount(8);
  await resultsOf(page).getByRole('button', { name: 'Show all' }).click();
  await expect(resultsOf(page).getByRole('button', { name: 'Show all' })).toHaveCount(0);
  await expect(members.nth(8)).toBeVisible();
});

test('the four tiles lead on', { tag: '@slow' }, async ({ signedIn: page }) => {
  for (const [tile, address, title] of [
    ['Create Group Policy', '/groups/setup', 'Group Setup Wizard'],
    ['Premium Refunds', '/billing', 'Billing Dashboard'],
    ['AI Analytics', '/files/queue', 'Processing Queue'],
    ['File Upload', '/files/upload', 'File Upload Center'],
  ] as const) {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Quick Actions & Workflows' })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: tile }).click();
    await expect(page).toHaveURL(address);
    await expect(heading(page, title)).toBeVisible();
  }
});
