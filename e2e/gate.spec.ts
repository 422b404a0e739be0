import { gateOf, signInOf } from './steps/gate.ts';
import { credentialsOf, expect, expectAccessible, heading, PASSWORD, test } from './test.ts';

test('a wrong password is refused in words, a right one opens the page that was asked for', async ({
  page,
  answers,
}) => {
  answers.expect(422, /session\/unlock/);
  await page.goto('/groups');
  const gate = gateOf(page);
  await expect(gate.title).toBeVisible();
  await expect(page).toHaveTitle('Demo Access Required · OpenBenefits');
  await expect(page.getByText('This is a demo site. Please enter the access password to continue.')).toBeVisible();
  await expect(gate.field).toBeFocused();
  await expect(gate.field).toHaveAttribute('placeholder', 'Enter password');
  await expectAccessible(page);

  await gate.enter(PASSWORD.toUpperCase());
  await expect(gate.error).toHaveText('Incorrect password');
  await expect(gate.field).toHaveValue('');
  await expect(gate.field).toHaveAttribute('aria-invalid', 'true');
  await expect(gate.field).toHaveAccessibleDescription('Incorrect password');
  await expect(gate.field).toBeFocused();
  await expectAccessible(page);

  await page.keyboard.type('P');
  await expect(gate.error).toHaveCount(0);
  await gate.field.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Active Groups')).toBeVisible();
  await expect(page).toHaveURL('/groups');
  await expect(page).toHaveTitle('Active Groups · OpenBenefits');
  await expect(gate.title).toHaveCount(0);
});

test('the entry can be looked at before it is sent', { tag: '@slow' }, async ({ page }) => {
  await page.goto('/');
  const { field } = gateOf(page);
  await field.fill('something');
  await expect(field).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(field).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(field).toHaveAttribute('type', 'password');
});

test('the session is a cookie that no script can read, and it opens later visits without asking', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await gateOf(page).enter(PASSWORD);
  await expect(heading(page, 'Group Management Platform')).toBeVisible();
  const cookies = await context.cookies();
  expect(cookies).not.toHaveLength(0);
  for (const cookie of cookies) expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  expect(await page.evaluate(() => document.cookie)).toBe('');
  expect(await page.evaluate(() => localStorage.getItem('demo-authenticated'))).toBe('true');

  await page.reload();
  await expect(heading(page, 'Group Management Platform')).toBeVisible();
  const second = await context.newPage();
  await second.goto('/groups');
  await expect(heading(second, 'Active Groups')).toBeVisible();
});

test.describe('in a browser that has the flag', () => {
  test.use({ ownContext: true });

  test('the stored flag alone opens nothing', async ({ page, baseURL, answers }) => {
    // With the flag, the page is drawn at once; its requests are rejected.
    answers.expect(401, /\/rpc\/(dashboard\/insights|approvals\/count)/);
    await page.addInitScript(() => localStorage.setItem('demo-authenticated', 'true'));
    const data: number[] = [];
    page.on('response', (answer) => {
      if (answer.url().startsWith(`${baseURL}/rpc/`) && !answer.url().includes('/session/')) data.push(answer.status());
    });
    await page.goto('/');
    await gateOf(page).expectShut();
    await expect(page.getByRole('textbox', { name: 'Quick search' })).toHaveCount(0);
    expect(data.filter((status) => status < 400)).toEqual([]);
  });
});

test(
  'after Sign out the gate shows at /, and the back button brings nothing back',
  { tag: '@slow' },
  async ({ page }) => {
    await page.goto('/groups');
    await gateOf(page).enter(PASSWORD);
    await expect(page.getByRole('link', { name: 'Kestrel Avionics Repair', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    const gate = gateOf(page);
    await gate.expectShut();
    await expect(page).toHaveURL('/');
    expect(await page.evaluate(() => localStorage.getItem('demo-authenticated'))).toBeNull();

    await page.goBack();
    await gate.expectShut();
    await expect(page.getByText('Kestrel Avionics Repair')).toHaveCount(0);
    await page.reload();
    await gate.expectShut();
  },
);

test('a row under the pointer while the session ends asks for nothing', { tag: '@slow' }, async ({ page }) => {
  await page.goto('/groups');
  await gateOf(page).enter(PASSWORD);
  const row = page.getByRole('link', { name: 'Kestrel Avionics Repair', exact: true });
  await expect(row).toBeVisible();
  const asked: string[] = [];
  // The server has ended the session, the page does not know yet: a row prefetches its group after 80 ms.
  await page.route('**/rpc/session/signOut', async (route) => {
    const response = await route.fetch();
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await row.hover();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await gateOf(page).expectShut();
  expect(asked).not.toContain('/rpc/groups/get');
});

test('signing out in one tab shuts the others', async ({ page, context }) => {
  await page.goto('/');
  await gateOf(page).enter(PASSWORD);
  await expect(heading(page, 'Group Management Platform')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/groups');
  await expect(heading(other, 'Active Groups')).toBeVisible();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await gateOf(other).expectShut();
  await expect(other.getByText('Kestrel Avionics Repair')).toHaveCount(0);
});

test.describe('where people have accounts of their own', () => {
  test.use({ server: 'staffed' });

  test(
    'they sign in with email and password and are named; a wrong entry does not say what was wrong, and after Sign out somebody else may',
    { tag: '@slow' },
    async ({ page, answers, baseURL }) => {
      answers.expect(422, /session\/signIn/);
      await page.goto('/files/queue');
      const gate = signInOf(page);
      await expect(gate.title).toBeVisible();
      await expect(page).toHaveTitle('Sign in · OpenBenefits');
      await expect(gate.email).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.press('Enter');
      await expect(gate.error).toHaveText('Enter your email and your password.');

      const [dana, anselm] = [credentialsOf('dana'), credentialsOf('anselm')];
      for (const [email, password] of [
        [anselm.email, dana.password],
        ['nobody@openbenefits.test', anselm.password],
      ] as const) {
        await gate.enter(email, password);
        await expect(gate.error).toHaveText('The email or the password is incorrect.');
        await expect(gate.password).toBeFocused();
        await expect(gate.password).toHaveValue('');
        await expect(gate.email).toHaveValue(email);
      }
      await expect(gate.password).toHaveAccessibleDescription('The email or the password is incorrect.');
      await expectAccessible(page);

      await gate.email.fill(anselm.email);
      await page.keyboard.press('Tab');
      await page.keyboard.type(anselm.password);
      await page.keyboard.press('Enter');
      await expect(heading(page, 'Processing Queue')).toBeVisible();
      await expect(page).toHaveURL('/files/queue');

      // The session ends elsewhere: the page, which sends no requests on its own, says so, and the user continues there.
      // A running request is rejected too.
      answers.expect(401, /files\/queue\/(?:watch|state)|notifications\/list/);
      const ended = await page.request.post('/rpc/session/signOut', {
        headers: { origin: baseURL ?? '' },
        data: { json: {} },
      });
      expect(ended.ok()).toBe(true);
      await expect(
        page.getByText('Your session has ended. Sign in again to continue where you left off.'),
      ).toBeVisible();
      await gate.enter(anselm.email, anselm.password);
      await expect(heading(page, 'Processing Queue')).toBeFocused();

      // What was entered in a dialog is there again, and the keyboard with it.
      await page.goto('/files/outbound');
      await page.getByRole('button', { name: 'New carrier profile' }).click();
      const dialog = page.getByRole('dialog', { name: 'New carrier profile' });
      await dialog.getByLabel(/^Name/).fill('Northfold');
      await dialog.getByLabel(/^Receiver ID/).fill('NORTHFOLD');
      answers.expect(401, /outbound\/(?:saveProfile|files|profiles)/);
      await page.request.post('/rpc/session/signOut', { headers: { origin: baseURL ?? '' }, data: { json: {} } });
      await page.keyboard.press('Enter');
      await gate.enter(anselm.email, anselm.password);
      await expect(dialog).toBeFocused();
      await expect(dialog.getByLabel(/^Name/)).toHaveValue('Northfold');
      await page.keyboard.press('Escape');
      await page
        .getByRole('alertdialog', { name: 'Discard your changes?' })
        .getByRole('button', { name: 'Discard changes' })
        .click();
      await expect(dialog).toHaveCount(0);

      await page.getByRole('button', { name: /Anselm Okoro/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await expect(gate.title).toBeVisible();
      await gate.enter(dana.email, dana.password);
      await expect(page.getByRole('button', { name: /Dana Whitfield/ })).toBeVisible();
    },
  );
});
