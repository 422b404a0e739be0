import { randomUUID } from 'node:crypto';
import { expect, type Page } from '../test.ts';

type Waiting = { id: string; digest: string; kind: string };

/** Approves the changes of settings that wait, as somebody who did not ask for them. The page is signed in and open. */
export async function approveSettings(page: Page): Promise<void> {
  const call = async (procedure: string, json: unknown): Promise<{ rows: Waiting[] }> => {
    const headers = { origin: new URL(page.url()).origin };
    const answer = await page.request.post(`/rpc/approvals/${procedure}`, { headers, data: { json } });
    expect(answer.ok(), await answer.text()).toBe(true);
    return ((await answer.json()) as { json: { rows: Waiting[] } }).json;
  };
  const { rows } = await call('list', {});
  const settings = rows.filter(({ kind }) => kind === 'setting');
  expect(settings.length).toBeGreaterThan(0);
  for (const { id, digest } of settings) await call('approve', { id, digest, idempotencyKey: randomUUID() });
}
