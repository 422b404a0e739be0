import { chromium } from '@playwright/test';
import { buildPages } from '../../build-pages.ts';
import { openChromium } from '../../e2e/browser.ts';
import openServers, { PASSWORD, urlOf } from '../../e2e/servers.ts';
import { figure, heading, target } from './report.ts';

/** The browser stays responsive if no task is longer. */
const LIMIT_MS = 100;
const ROUNDS = 5;

/** The longest task of the browser's main thread while the directory is drawn, searched and drawn again. */
export async function benchPages(): Promise<void> {
  buildPages();
  const stop = await openServers();
  const browser = await chromium.launch({
    ...(await openChromium()),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  try {
    heading(`Directory in the browser (longest task of ${ROUNDS} rounds)`);
    const baseURL = await urlOf('busy');
    const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.addInitScript(() => {
      const tasks: number[] = [];
      Object.assign(globalThis, { longTasks: tasks });
      // The browser's entry types are not those of Node.
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
        type: 'longtask' as 'measure',
        buffered: true,
      });
    });
    const longest = async (): Promise<number> =>
      Math.max(
        0,
        ...(await page.evaluate(() => (globalThis as unknown as { longTasks: number[] }).longTasks.splice(0))),
      );
    await page.request.post('/rpc/session/unlock', {
      headers: { origin: baseURL },
      data: { json: { password: PASSWORD } },
    });
    const names = page.getByRole('table').locator('a[data-row]');
    const found = { first: 0, later: 0, typing: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      await page.goto('/members');
      await names.nth(49).waitFor();
      const opened = await longest();
      if (round === 0) found.first = opened;
      else found.later = Math.max(found.later, opened);
      await page.getByRole('searchbox', { name: 'Search members' }).pressSequentially('lind', { delay: 40 });
      await names.filter({ hasText: /lind/i }).first().waitFor();
      await page.getByRole('button', { name: 'Clear', exact: true }).click();
      await names.nth(49).waitFor();
      found.typing = Math.max(found.typing, await longest());
    }
    figure('first opening, with its code', `${found.first.toFixed(0)} ms`);
    figure('opened again', `${found.later.toFixed(0)} ms`);
    figure('typing and clearing a name', `${found.typing.toFixed(0)} ms`);
    target({
      what: 'longest task while drawing and searching rows',
      reached: found.typing,
      wanted: LIMIT_MS,
      atLeast: false,
      unit: ' ms',
    });
  } finally {
    await browser.close();
    await stop();
  }
}
