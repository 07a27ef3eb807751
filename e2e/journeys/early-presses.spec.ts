import { newAccount, newPassword } from '../support/account.ts';
import { holdBack, scripts } from '../support/slow-network.ts';
import { publishEvent } from '../support/publish.ts';
import { callApi, hostEmail, logIn, tokenOf, viewerEmail } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

/** Held scripts may hold back the end of loading, too. */
const opened = { waitUntil: 'commit' } as const;
const forOthers = ['Report', /^Follow /, 'Get your seat', 'Share'];
const forOthersOfHost = ['Report', /^Follow /];

test(
  'a host never sees on their own pages what is meant for others, from the first paint on',
  { tag: '@long' },
  async ({ product, people }) => {
    const uuid = await publishEvent(product, { title: 'Pressed by its host', tickets: 3, price: 0 });
    const { context, page } = await people.newViewer();
    const { access_token: token } = await logIn(context, product, hostEmail);
    const { user_username } = await callApi<{ user_username: string }>(product, 'GET', '/user/profile', { token });
    const opensHeld = async (path: string, names: readonly (string | RegExp)[], own: string) => {
      const letThrough = await holdBack(page, scripts);
      await page.goto(`${product.url}${path}`, opened);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      for (const name of names) await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
      await letThrough();
      await expect(page.getByText(own, { exact: true }).first()).toBeVisible();
      await page.unroute(scripts);
    };
    // First of somebody whose name this browser does not know yet, then of one it remembers.
    for (let times = 0; times < 2; times++) await opensHeld(`/event/${uuid}`, forOthers.slice(0, 3), 'Reschedule');
    await opensHeld(`/${user_username}`, forOthersOfHost, 'Edit profile');

    const other = await people.newViewer();
    await logIn(other.context, product, await newAccount(product, 'gil.presses'), newPassword);
    for (let times = 0; times < 2; times++) {
      await other.page.goto(`${product.url}/event/${uuid}`);
      for (const name of forOthers)
        await expect(other.page.getByRole('button', { name, exact: true }).first()).toBeVisible();
    }
    await other.page.goto(`${product.url}/${user_username}`);
    for (const name of forOthersOfHost)
      await expect(other.page.getByRole('button', { name, exact: true }).first()).toBeVisible();
  },
);

test('a button pressed before its code has loaded does its work when the code comes, and once', async ({
  product,
  people,
}) => {
  const uuid = await publishEvent(product, { title: 'Pressed early', tickets: 3, price: 0 });
  const { page } = await people.newViewer();

  // Before any code.
  const all = await holdBack(page, scripts);
  await page.goto(`${product.url}/event/${uuid}`, opened);
  await page.getByRole('button', { name: 'Share', exact: true }).first().click();
  await all();
  await expect(page.getByRole('menuitem', { name: /WhatsApp/ })).toBeVisible();
  await page.unroute(scripts);

  // While it is taken over: React handles the press itself.
  await page.addInitScript(() => {
    const listen = EventTarget.prototype.addEventListener;
    let isPressed = false;
    EventTarget.prototype.addEventListener = function (...args) {
      listen.apply(this, args);
      if (isPressed || !(this instanceof HTMLElement) || this.id !== 'root') return;
      isPressed = true;
      queueMicrotask(() => document.querySelector<HTMLButtonElement>('button[aria-label^="Switch to"]')!.click());
    };
  });
  await page.goto(`${product.url}/event/${uuid}`);
  await page.locator('html[data-ready]').waitFor();
  await expect(page.getByRole('button', { name: 'Switch to light mode' })).toBeVisible();
  await expect(page.locator('html[data-mantine-color-scheme="dark"]')).toBeAttached();

  // In parts whose code comes after the rest of the page. In another browser: this one presses the theme's button, too.
  const { page: later } = await people.newViewer();
  for (const [part, name, above] of [
    // The reviews come with its code.
    [/\/ReportButton-[^/]+\.js$/, 'Report', []],
    [/\/Footer-[^/]+\.js$/, 'Host an event', [/^Reviews of /, 'More like this']],
  ] as const) {
    const rest = await holdBack(later, part);
    await later.goto(`${product.url}/event/${uuid}`, opened);
    const button = later.getByRole('button', { name, exact: true });
    await later.locator('html[data-ready]').waitFor();
    // What comes when its place is near moves the rest down: a press that it moves under is none of the button.
    await button.scrollIntoViewIfNeeded();
    for (const heading of above) await expect(later.getByRole('heading', { name: heading })).toBeVisible();
    await button.click();
    await rest();
    await expect(later.getByRole('dialog').getByLabel('Email')).toBeVisible();
    await later.unroute(part);
  }
});

test('an early press of somebody who is logged in is not lost, even when the event has changed', async ({
  product,
  people,
}) => {
  const uuid = await publishEvent(product, { title: 'Pressed by a known person', tickets: 1, price: 0 });
  const { access_token: taker } = await tokenOf(product, viewerEmail);
  const body = { event_uuid: uuid, type: 'interactive' };
  await callApi(product, 'POST', '/events/purchase', { token: taker, body });
  const { context, page } = await people.newViewer();
  await logIn(context, product, await newAccount(product, 'kim.presses'), newPassword);
  for (const [part, button, done] of [
    [/\/ReportButton-[^/]+\.js$/, 'Report', page.getByRole('dialog').getByText('What’s wrong?')],
    [/\/WaitlistBox-[^/]+\.js$/, 'Join the waitlist', page.getByText('You’re number 1 of 1 in line.')],
  ] as const) {
    const rest = await holdBack(page, part);
    // Something else of the event changed since it was drawn.
    await page.route(`**/api/events/${uuid}`, async (route) => {
      const response = await route.fetch();
      // Asked for once more with the tag of the changed answer.
      if (response.status() === 304) return route.fulfill({ response });
      const json = (await response.json()) as { data: { watching: number } };
      json.data.watching = 7;
      await route.fulfill({ response, json });
    });
    await page.goto(`${product.url}/event/${uuid}`, opened);
    const drawn = await page.getByRole('button', { name: button, exact: true, includeHidden: true }).elementHandle();
    await page.getByRole('button', { name: /^Your account/ }).waitFor();
    // Nor does the event replace it, which is asked for again at once.
    await page.waitForResponse((answer) => answer.url().endsWith(`/api/events/${uuid}`));
    await drawn!.click();
    await rest();
    await expect(done).toBeVisible();
    await page.unroute(part);
  }
});

test('once sales have opened, the drawn button opens the checkout', { tag: '@long' }, async ({ page, product }) => {
  const hourMs = 3_600_000;
  const salesOpenAt = Date.now() + hourMs;
  const wanted = { title: 'On sale for an hour', tickets: 3, price: 0, days: 1, salesOpenAt };
  const uuid = await publishEvent(product, wanted);
  // Sales open in the future only: for this page it was an hour ago.
  await page.route(new RegExp(`/events?/${uuid}$`), async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(String(salesOpenAt), String(salesOpenAt - 2 * hourMs));
    await route.fulfill({ response, body });
  });
  const letThrough = await holdBack(page, scripts);
  await page.goto(`${product.url}/event/${uuid}`, opened);
  const drawn = await page.getByRole('button', { name: 'Get your seat' }).first().elementHandle();
  await letThrough();
  await page.locator('html[data-ready]').waitFor();
  await page.waitForLoadState('networkidle');
  await drawn!.click();
  await expect(page.getByRole('dialog').getByLabel('Confirm email')).toBeVisible();
});

test('what is chosen in a menu before its code has loaded is chosen when the code comes', async ({ page, product }) => {
  // One that React hydrates first, and one whose code comes later.
  const [filters, footer] = [page.getByRole('group', { name: 'Filter events' }), page.getByRole('contentinfo')];
  for (const [place, menu, choice, address, hasCome] of [
    [filters, 'Price', 'free', /\?price=free$/, page.getByRole('heading', { name: 'Results' })],
    [footer, 'Language', 'de', /\/$/, page.locator('html[lang="de"]')],
  ] as const) {
    const rest = await holdBack(page, scripts);
    await page.goto(product.url, opened);
    await place.getByRole('combobox', { name: menu, exact: true }).selectOption(choice);
    await rest();
    await expect(page).toHaveURL(address);
    await expect(hasCome).toBeVisible();
    await page.unroute(scripts);
  }
});
