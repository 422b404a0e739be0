import { expect, heading, type Locator, type Page } from '../test.ts';

/** Values for step 1, by label; all invented. */
export const COMPANY = {
  'Company Name': 'Thistledown Paper Mill',
  'Tax ID': '84-5550123',
  'Address Line 1': '12 Weir Lane',
  City: 'Appleton',
  State: 'WI',
  'ZIP Code': '54911',
  Phone: '(920) 555-0131',
  'Employee Count': '14',
} as const;

export const STEPS = [
  'Company Information',
  'Billing Locations',
  'Class Setup',
  'Billing Setup',
  'Plan Selection',
  'Review & Submit',
] as const;

/** The Group Setup Wizard (specification 1, section 2.11). */
export function wizardOf(page: Page) {
  const main = page.getByRole('main');
  const button = (name: string): Locator => main.getByRole('button', { name, exact: true });
  const field = (label: string): Locator =>
    main.getByLabel(label, { exact: true }).or(main.getByLabel(`${label} *`, { exact: true }));
  const step = (name: (typeof STEPS)[number]): Locator => main.getByRole('heading', { level: 2, name });
  const next = async (): Promise<void> => button('Next').click();
  return {
    button,
    field,
    step,
    next,
    problems: main.getByRole('region', { name: 'There is a problem' }),
    progress: main.getByRole('progressbar', { name: 'Progress' }),
    cobra: main.getByRole('switch', { name: 'COBRA Enabled' }),
    async fillCompany(changes: Partial<Record<keyof typeof COMPANY, string>> = {}): Promise<void> {
      for (const [label, value] of Object.entries({ ...COMPANY, ...changes })) await field(label).fill(value);
      await field('Effective Date').fill('2026-01-01');
    },
    async fillLocation(name: string): Promise<void> {
      await field('Location Name').fill(name);
      await field('Street Address').fill('12 Weir Lane');
      await field('City').fill('Appleton');
      await field('State').fill('WI');
      await field('ZIP Code').fill('54911');
    },
    async fillClass(name: string, location: string): Promise<void> {
      await field('Class Name').fill(name);
      await field('Billing Location').selectOption(location);
    },
    async choosePlans(className: string, location: string, plans: readonly string[]): Promise<void> {
      await main.getByRole('button', { name: `Choose plans for ${className}, ${location}` }).click();
      const picker = page.getByRole('dialog', { name: `Plans for ${className}, ${location}` });
      for (const plan of plans) await picker.getByRole('checkbox', { name: plan }).check();
      await picker.getByRole('button', { name: 'Done' }).click();
      await expect(picker).toBeHidden();
    },
  };
}

export async function openWizard(page: Page): Promise<ReturnType<typeof wizardOf>> {
  await page.goto('/groups/setup');
  await expect(heading(page, 'Group Setup Wizard')).toBeVisible();
  return wizardOf(page);
}
