import { expect, type Page } from '../test.ts';

/** The demo gate (specification 1, section 2.1). */
export function gateOf(page: Page) {
  const field = page.getByLabel('Password', { exact: true });
  const title = page.getByRole('heading', { level: 1, name: 'Demo Access Required' });
  return {
    title,
    field,
    error: page.getByRole('alert'),
    async enter(password: string): Promise<void> {
      await field.fill(password);
      await page.getByRole('button', { name: 'Access Demo' }).click();
    },
    /** Nothing but the gate can be seen or reached. */
    async expectShut(): Promise<void> {
      await expect(title).toBeVisible();
      await expect(page.getByRole('main')).toHaveCount(1);
      await expect(page.getByRole('link')).toHaveCount(0);
    },
  };
}

/** Signs in with an account. */
export function signInOf(page: Page) {
  return {
    title: page.getByRole('heading', { level: 1, name: 'Sign in' }),
    email: page.getByLabel('Email', { exact: true }),
    password: page.getByLabel('Password', { exact: true }),
    error: page.getByRole('alert'),
    async enter(email: string, password: string): Promise<void> {
      await this.email.fill(email);
      await this.password.fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
    },
  };
}
