import { AxeBuilder } from '@axe-core/playwright';
import {
  type BrowserContext,
  type ConsoleMessage,
  test as base,
  expect,
  type Page,
  type WebError,
} from '@playwright/test';
import { OpenPages } from './open-pages.ts';
import { credentialsOf, PASSWORD, type ServerName, urlOf } from './servers.ts';

export { expect, type Locator, type Page } from '@playwright/test';
export { credentialsOf, PASSWORD } from './servers.ts';

/** Refused answers that a story means to get; the browser writes a line to its console for each. */
type Answers = {
  expect(status: number, path: RegExp): void;
  /** From here on the connection may break. */ expectLost(): void;
};

type Fixtures = {
  /** The server of the test. */
  server: ServerName;
  /** True: a browser context of its own, for a test that installs a clock or scripts, which no page gives back. */
  ownContext: boolean;
  answers: Answers;
  /** A page of Dana, who has passed the gate, or has signed in where people have accounts; at no address yet. */
  signedIn: Page;
};

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;
type WorkerFixtures = {
  /** One session per server; a test that ends its session opens another at the gate. */
  sessions: Map<ServerName, Cookies>;
  /** One open page per server, which keeps the loaded scripts: loading and compiling them was a third of the work. */
  openPages: OpenPages;
};

const LOST = /^Failed to load resource: net::ERR_/;
const REFUSED = /^Failed to load resource: the server responded with a status of (\d{3})/;

/**
 * A test that also fails for whatever goes wrong without being seen: an error in the console, an exception, a breach of
 * the content policy, and an answer of 400 or more that it did not expect.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  server: ['busy', { option: true }],
  ownContext: [false, { option: true }],
  baseURL: async ({ server }, use) => use(await urlOf(server)),
  openPages: [
    async ({ browser }, use) => {
      const pages = new OpenPages(browser);
      await use(pages);
      await pages.close();
    },
    { scope: 'worker' },
  ],
  page: async ({ openPages, server, baseURL, contextOptions, viewport, ownContext }, use, info) => {
    const options = { ...contextOptions, ...info.project.use, viewport, baseURL: baseURL ?? '' };
    const page = await openPages.take(server, options, ownContext);
    await use(page);
    await openPages.giveBack(server, page, info.status === info.expectedStatus && !ownContext);
  },
  context: async ({ page }, use) => use(page.context()),
  answers: [
    async ({ context }, use) => {
      const expected: { status: number; path: RegExp }[] = [];
      const problems: string[] = [];
      let mayBreak = false;
      const refusals: { status: number; url: string; text: string }[] = [];
      const hear = (message: ConsoleMessage): void => {
        if (message.type() !== 'error') return;
        const status = REFUSED.exec(message.text())?.[1];
        if (status) refusals.push({ status: Number(status), url: message.location().url, text: message.text() });
        else if (!mayBreak || !LOST.test(message.text())) problems.push(message.text());
      };
      const catchError = (error: WebError): void => void problems.push(error.error().stack ?? String(error.error()));
      context.on('console', hear).on('weberror', catchError);
      await use({
        expect: (status, path) => void expected.push({ status, path }),
        expectLost: () => void (mayBreak = true),
      });
      context.off('console', hear).off('weberror', catchError);
      const unexpected = refusals.filter(
        ({ status, url }) => !expected.some((one) => one.status === status && one.path.test(url)),
      );
      expect([...problems, ...unexpected.map(({ text, url }) => `${text} ${url}`)], 'The browser complained').toEqual(
        [],
      );
    },
    { auto: true },
  ],
  // oxlint-disable-next-line no-empty-pattern -- the runner reads from the pattern what a fixture needs
  sessions: [async ({}, use) => use(new Map()), { scope: 'worker' }],
  signedIn: async ({ page, context, server, baseURL, sessions }, use) => {
    const cookies = sessions.get(server);
    if (cookies) {
      await context.addCookies(cookies);
    } else {
      const hasAccounts = server === 'staffed';
      const enter = () =>
        page.request.post(hasAccounts ? '/rpc/session/signIn' : '/rpc/session/unlock', {
          headers: { origin: baseURL ?? '' },
          data: { json: hasAccounts ? credentialsOf('dana') : { password: PASSWORD } },
        });
      // Another story may just have entered wrong passwords from this address: its delay holds for all.
      await expect(async () => expect((await enter()).status()).toBe(200)).toPass();
      sessions.set(server, await context.cookies());
    }
    await use(page);
  },
});

/**
 * No accessibility problem that can be found by rule (WCAG 2.2 A and AA, and good practice) in what shows now. A page
 * that has not drawn its heading yet is waited for: an empty document has neither landmark nor heading.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor({ state: 'attached' });
  // Every rule looks at everything; only what passed is not described place by place, which takes most of the time.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${help}: ${target.join(' ')} ${html.slice(0, 160)}`),
  );
  expect(found).toEqual([]);
}

/** The screen's own heading, once the page has loaded. */
export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('heading', { level: 1, name, exact: typeof name === 'string' });
