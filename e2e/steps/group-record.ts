import { randomInt, randomUUID } from 'node:crypto';
import { urlOf } from '../servers.ts';
import { expect, type Page } from '../test.ts';

type Answer<T> = { json: T };

/** A call of the pages' own interface, for what a story needs beforehand. */
async function call<T>(page: Page, procedure: string, input: unknown): Promise<T> {
  // Before a page is open it is the busy server's that would be.
  const origin = page.url().startsWith('http') ? new URL(page.url()).origin : await urlOf('busy');
  const answer = await page.request.post(`/rpc/${procedure}`, { headers: { origin }, data: { json: input } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as Answer<T>).json;
}

/**
 * Creates groups with one class, one location and every plan, without the wizard. The page must be signed in and, on
 * another server than the busy one, be open.
 */
export async function createGroups(page: Page, names: readonly string[], taxId?: string): Promise<void> {
  const plans = await call<{ id: string }[]>(page, 'plans/offered', {});
  const place = { addressLine1: '9 Cooper Row', addressLine2: '', city: 'Dubuque', state: 'IA', zipCode: '52001' };
  for (const name of names) {
    const setup = {
      addressLine1: place.addressLine1,
      city: place.city,
      stateProvince: place.state,
      zipPostalCode: place.zipCode,
      companyName: name,
      // Two groups share a tax ID only for a reason.
      taxId: taxId ?? `84-${String(randomInt(10_000_000)).padStart(7, '0')}`,
      contactPhone: '(563) 555-0188',
      employeeCount: 12,
      effectiveDate: '2026-01-01',
      billingLocations: [{ ...place, locationName: 'Main' }],
      classes: [{ className: 'Everyone', billingLocation: 'Main' }],
      billingMethod: 'list_bill',
      paymentMethod: '',
      selectedPlans: { Everyone: { Main: plans.map(({ id }) => id) } },
    };
    await call(page, 'groups/create', { setup, idempotencyKey: randomUUID() });
  }
}

/** A group that is pending and takes effect later. */
export async function pendingGroup(page: Page): Promise<{ id: string; name: string }> {
  const { rows } = await call<{ rows: { id: string; name: string }[] }>(page, 'groups/list', { status: 'pending' });
  const [found] = rows;
  if (!found) throw new Error('There is no pending group');
  return found;
}

/** The id of the one group with this name. */
export async function groupId(page: Page, name: string): Promise<string> {
  const { rows } = await call<{ rows: { id: string; name: string }[] }>(page, 'groups/list', { search: name });
  const found = rows.find((row) => row.name === name);
  if (!found) throw new Error(`There is no group called ${name}`);
  return found.id;
}

/** The CIM number of the one group with this name. */
export async function groupCim(page: Page, name: string): Promise<string> {
  const { rows } = await call<{ rows: { cim: string; name: string }[] }>(page, 'groups/list', { search: name });
  const found = rows.find((row) => row.name === name);
  if (!found) throw new Error(`There is no group called ${name}`);
  return found.cim;
}

/** Gives a group another status on a day, as its settings do. */
export async function changeGroupStatus(
  page: Page,
  id: string,
  to: 'terminated',
  effectiveDate: string,
): Promise<void> {
  const { version } = await call<{ version: number }>(page, 'groups/get', { id });
  await call(page, 'groups/changeStatus', {
    id,
    version,
    to,
    effectiveDate,
    reason: 'Closed',
    idempotencyKey: randomUUID(),
  });
}
