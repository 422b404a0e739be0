import { expect, heading, type Locator, type Page } from '../test.ts';
import { groupId } from './group-record.ts';

/** The list of a group's members. */
export async function openMembers(page: Page, group: string): Promise<void> {
  await page.goto(`/groups/${await groupId(page, group)}?tab=members`);
  await expect(heading(page, group)).toBeVisible();
}

/** A field of a dialog by its label, required or not. */
export const fieldOf = (box: Locator, label: string): Locator =>
  box.getByLabel(label, { exact: true }).or(box.getByLabel(`${label} *`, { exact: true }));

/** The Add Member dialog (specification 1, section 2.9). */
export function memberFormOf(page: Page, group: string) {
  const dialog = page.getByRole('dialog', { name: `Add New Member to ${group}` });
  const field = (label: string): Locator => fieldOf(dialog, label);
  return {
    dialog,
    field,
    add: dialog.getByRole('button', { name: 'Add Member' }),
    dependent: (number: number): Locator => dialog.getByRole('group', { name: `Dependent ${number}` }),
    async enter(texts: Readonly<Record<string, string>>, choices: Readonly<Record<string, string>>): Promise<void> {
      for (const [label, value] of Object.entries(texts)) await field(label).fill(value);
      for (const [label, value] of Object.entries(choices)) await field(label).selectOption(value);
    },
  };
}
