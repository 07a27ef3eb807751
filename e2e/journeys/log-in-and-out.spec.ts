import { publishEvent } from '../support/publish.ts';
import { callApi, demoPassword, logIn, tokenOf, viewer2Email, viewerEmail } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

test(
  'who is sent home from a page of others is asked to log in only where nobody is logged in',
  { tag: '@long' },
  async ({ people, product }) => {
    const { context, page } = await people.newViewer();
    await logIn(context, product, viewerEmail);
    await page.goto(`${product.url}/publish_event`);
    await expect(page).toHaveURL(`${product.url}/`);
    await page.reload();
    await expect(page.getByRole('button', { name: /^Your account/ })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('dialog')).toBeHidden();

    // Another tab logs out after the first look at the tokens and before the page's code is here.
    await page.route('**/assets/index-*.js', async (route) => {
      await page.evaluate(() => localStorage.clear());
      await route.continue();
    });
    await page.reload();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('link', { name: 'Log in or sign up' }).first()).toBeVisible();
  },
);

test('who logs in or out is logged in and out in every tab', { tag: '@long' }, async ({ people, product }) => {
  const { context, page } = await people.newViewer();
  await logIn(context, product, viewerEmail);
  const other = await context.newPage();
  await other.goto(`${product.url}/live_events`);
  await expect(other.getByRole('heading', { name: 'My tickets' })).toBeVisible();
  await page.goto(product.url);
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByText('Log out', { exact: true }).click();
  await expect(other).toHaveURL(`${product.url}/`);
  await expect(other.getByRole('button', { name: /^Your account/ })).toBeHidden();
  // Asked to log in, the page opens automatically.
  await expect(other.getByRole('dialog')).toBeVisible();
  await logIn(context, product, viewerEmail);
  await expect(other).toHaveURL(`${product.url}/live_events`);
  await expect(other.getByRole('dialog')).toBeHidden();
  await expect(other.getByRole('button', { name: /^Your account/ })).toBeVisible();
  await other.goto(`${product.url}/profile`);
  await expect(other.getByText(viewerEmail)).toBeVisible();
  // The next row has the keyboard, not its button: an Enter that is held down would log out one device after the other.
  await tokenOf(product, viewerEmail);
  await other.reload();
  await other
    .getByRole('button', { name: /^Log out ./ })
    .first()
    .press('Enter');
  await expect(other.locator('li:focus')).toBeVisible();
  // Whichever tab hears first that a session has ended says so; here it is the other one.
  await page.goto('about:blank');
  const session = await logIn(context, product, viewer2Email);
  await expect(other.getByText(/viewer2?@frontrow.test/)).toContainText(viewer2Email);
  await callApi(product, 'POST', '/auth/logout', { body: { refresh_token: session.refresh_token } });
  await other.reload();
  await expect(other.getByText('Your session has ended. Please log in again.')).toBeVisible();
});

test(
  'who logs in where somebody else was sees their own answers; a page the browser kept shows nobody',
  { tag: '@long' },
  async ({ people, product }) => {
    const { context, page } = await people.newViewer();
    await logIn(context, product, viewerEmail);
    await page.goto(`${product.url}/profile`);
    await expect(page.getByText(viewerEmail)).toBeVisible();
    // As after a log-out and back: a page from the browser's memory is not reloaded.
    await page.evaluate(() => {
      localStorage.clear();
      window.dispatchEvent(new Event('pageshow'));
    });
    const login = page.getByRole('dialog');
    await login.getByLabel('Email').fill(viewer2Email);
    await login.getByLabel('Password', { exact: true }).fill(demoPassword);
    await login.getByRole('button', { name: 'Log in', exact: true }).last().click();
    await expect(page).toHaveURL(`${product.url}/profile`);
    await expect(page.getByText(/viewer2?@frontrow.test/)).toContainText(viewer2Email);
  },
);

test(
  'who logs in from a guest’s checkout comes back to it, without the fields of guests',
  { tag: '@long' },
  async ({ people, product }) => {
    const eventUuid = await publishEvent(product, { title: 'Known after all', tickets: 3, price: 5 });
    const { page } = await people.newViewer();
    await page.goto(`${product.url}/event/${eventUuid}`);
    await page.getByRole('button', { name: 'Buy ticket' }).first().click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Confirm email')).toBeVisible();
    await dialog.getByRole('button', { name: 'Log in' }).click();
    // What a mailed link would have gone on with.
    await page.evaluate(() => localStorage.setItem('frontrow-way-back', '{"then":"/"}'));
    await dialog.getByLabel('Email', { exact: true }).fill(viewerEmail);
    await dialog.getByLabel('Password', { exact: true }).fill(demoPassword);
    await dialog.getByRole('button', { name: 'Log in', exact: true }).last().click();
    await expect(dialog.getByText('We’re holding your seat')).toBeVisible();
    await expect(dialog.getByLabel('Confirm email')).toBeHidden();
    expect(await page.evaluate(() => localStorage.getItem('frontrow-way-back'))).toBeNull();
  },
);
