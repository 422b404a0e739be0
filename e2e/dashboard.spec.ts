import { expect, expectAccessible, heading, type Page, test } from './test.ts';

const needs = (page: Page) => page.getByRole('region', { name: /^Needs you/ });
const numberIn = (text: string | null): number => Number(/[\d,]+/.exec(text ?? '')?.[0].replaceAll(',', ''));

test.use({ server: 'quiet' });

test(
  'each recommendation leads to a list with as many rows as it says',
  { tag: '@slow' },
  async ({ signedIn: page }) => {
    await page.goto('/dashboard');
    await expect(heading(page, 'Dashboard')).toBeVisible();
    const links = needs(page).getByRole('listitem').getByRole('link');
    await expect(links.first()).toBeVisible();
    const found: { address: string; words: string }[] = [];
    for (const link of await links.all())
      found.push({
        address: (await link.getAttribute('href')) ?? '',
        words: (await link.getByText(/\d/).first().textContent()) ?? '',
      });
    for (const { address, words } of found) {
      await page.goto(address);
      const title = page.getByRole('heading', { level: 2, name: /\([\d,]+\)$/ });
      await expect(title, address).toBeVisible();
      expect(numberIn(/\(([\d,]+)\)/.exec((await title.textContent()) ?? '')?.[0] ?? ''), `${words}: ${address}`).toBe(
        numberIn(words),
      );
    }
  },
);

test('figures and bars lead to their rows; a chart is read by keyboard and as a table', async ({ signedIn: page }) => {
  await page.goto('/dashboard');
  const covered = page.getByRole('link', { name: /Covered today/ });
  await expect(covered).toContainText(/\d/);
  await expectAccessible(page);
  const chart = page.getByRole('slider', { name: /^Covered members over time/ });
  await chart.focus();
  await page.keyboard.press('Home');
  await expect(chart).toHaveAttribute(
    'aria-valuetext',
    /^Nov 2025: Subscribers \d+, Dependents \d+$|^\w{3} \d{4}: Subscribers \d+, Dependents \d+$/,
  );
  const section = page.getByRole('region', { name: 'Covered members over time' });
  await section.first().getByText('Show as a table').click();
  await expect(section.first().getByRole('table').getByRole('row')).toHaveCount(14);
  await expectAccessible(page);
  const bar = page
    .getByRole('region', { name: 'Enrollment by coverage line' })
    .first()
    .getByRole('link', { name: /^Medical/ });
  const people = numberIn(((await bar.textContent()) ?? '').replace(/^\D+/, ''));
  await bar.click();
  await expect(
    page.getByRole('heading', { level: 2, name: `Member Directory (${people.toLocaleString('en-US')})` }),
  ).toBeVisible();
});

test(
  'the home page shows three recommendations and opens all of them',
  { tag: '@slow' },
  async ({ signedIn: page }) => {
    await page.goto('/');
    const note = page.getByRole('region', { name: 'AI-Powered Insights' });
    await expect(note.getByRole('link').first()).toBeVisible();
    expect(await note.getByRole('link').count()).toBeLessThanOrEqual(3);
    await note.getByRole('button', { name: 'View Recommendations' }).click();
    const all = page.getByRole('dialog', { name: 'Recommendations' });
    await expect(all.getByRole('listitem').first()).toBeVisible();
    await expectAccessible(page);
    const [first] = await all.getByRole('link').all();
    const address = (await first?.getAttribute('href')) ?? '';
    await first?.click();
    await expect(page).toHaveURL(address);
  },
);
