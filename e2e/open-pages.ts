import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import type { ServerName } from './servers.ts';

/** Reports breaches of the content policy to the console, which every test reads. */
const reportPolicyBreaches = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      // oxlint-disable-next-line no-console -- the console is what the test reads
      console.error(`Content policy: ${violatedDirective} ${blockedURI}`);
    });
  });

/**
 * One page per server for the tests of a worker. It keeps the scripts that it has loaded and nothing else: between two
 * tests its cookies, storage, routes, listeners and further windows are removed.
 */
export class OpenPages {
  readonly #browser: Browser;
  readonly #pages = new Map<ServerName, Page>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  async take(server: ServerName, options: BrowserContextOptions, isOwn: boolean): Promise<Page> {
    const open = isOwn ? undefined : this.#pages.get(server);
    if (open) {
      this.#pages.delete(server);
      if (options.viewport) await open.setViewportSize(options.viewport);
      return open;
    }
    const context = await this.#browser.newContext(options);
    await reportPolicyBreaches(context);
    return context.newPage();
  }

  /** Keeps the page for the next test, or closes it with its context. */
  async giveBack(server: ServerName, page: Page, isKept: boolean): Promise<void> {
    const context = page.context();
    if (!isKept || page.isClosed() || this.#pages.has(server)) return context.close();
    await context.setOffline(false);
    await Promise.all([
      ...context
        .pages()
        .filter((other) => other !== page)
        .map((other) => other.close()),
      page.unrouteAll({ behavior: 'ignoreErrors' }),
      context.unrouteAll({ behavior: 'ignoreErrors' }),
    ]);
    page.removeAllListeners();
    await page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion: 'reduce' });
    // Storage is cleared while the page is at its address: the storage of a tab belongs to it.
    if (page.url().startsWith('http'))
      await page.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
      });
    // A form with entries asks before it is left.
    page.once('dialog', (dialog) => void dialog.accept());
    const isLeft = await page.goto('about:blank').then(
      () => true,
      () => false,
    );
    if (!isLeft) return context.close();
    await Promise.all([context.clearCookies(), context.clearPermissions()]);
    this.#pages.set(server, page);
    return undefined;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pages.values()].map((page) => page.context().close()));
  }
}
