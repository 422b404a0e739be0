import { expect, type Locator, type Page } from '../test.ts';
import type { fileOf } from './enrollment-file.ts';

/** The File Upload Center (specification 2, section 2). */
export function uploadCenterOf(page: Page) {
  const queue = page.getByRole('table', { name: 'Processing Queue' });
  const row = (file: string): Locator => queue.getByRole('row').filter({ hasText: file });
  return {
    queue,
    row,
    field: page.getByLabel('Choose files to upload'),
    group: page.getByLabel('Employer group'),
    toast: (title: string): Locator => page.getByRole('listitem').filter({ hasText: title }),
    async send(...files: ReturnType<typeof fileOf>[]): Promise<void> {
      await page.getByLabel('Choose files to upload').setInputFiles(files);
    },
    /** Waits until the file has been worked on and opens its page. */
    async open(file: string, status: 'Completed' | 'Nothing Posted' | 'Error' | 'Pending Review'): Promise<void> {
      await expect(row(file).first()).toContainText(status);
      await row(file).getByRole('link', { name: file }).first().click();
      await expect(page.getByRole('main').getByRole('heading', { level: 1, name: file })).toBeVisible();
    },
  };
}

/** The page of one file: its figures, its refused records, its people. */
export function filePageOf(page: Page) {
  const figures = page.getByRole('region', { name: /^What the file (did|would do)$/ });
  return {
    figures,
    refused: page.getByRole('table', { name: 'Rejected records' }),
    people: page.getByRole('table', { name: 'Result for each person' }),
    async expectFigures(wanted: Readonly<Record<string, number | '—'>>): Promise<void> {
      for (const [label, value] of Object.entries(wanted)) await expect(figures).toContainText(`${label}${value}`);
    },
    /** The refused records in the file's own format, as text. */
    async download(): Promise<{ name: string; text: string }> {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: /^Download (with reasons|rejected members)$/ }).click(),
      ]);
      const stream = await download.createReadStream();
      const parts: Buffer[] = [];
      for await (const part of stream) parts.push(part as Buffer);
      return { name: download.suggestedFilename(), text: Buffer.concat(parts).toString('utf8') };
    },
  };
}
