import { callApi } from '../support/session.ts';
import { shiftsOnReload } from '../support/layout-shifts.ts';
import { expect, test } from '../support/test.ts';

test('an event’s tag leads to everything with it', async ({ product, page }) => {
  const { events } = await callApi<{ events: { event: { event_uuid: string; event_tags: string[] } }[] }>(
    product,
    'GET',
    '/events',
  );
  const { event } = events.find((card) => card.event.event_tags.length > 0)!;
  await page.goto(`${product.url}/event/${event.event_uuid}`);
  await page.getByRole('link', { name: `#${event.event_tags[0]}` }).click();
  await expect(page.getByText('Events tagged')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`#${event.event_tags[0]}`);
  await expect(page.locator(`a[href="/event/${event.event_uuid}"]`).first()).toBeVisible();
});

test('Discover loads more automatically when the end of its list comes near', async ({ product, page }) => {
  await page.goto(product.url);
  const cards = page.locator('section[aria-labelledby="everything"] li');
  await expect(cards).toHaveCount(12);
  // A keyboard that comes from below is on the button, which goes: it goes on at the first of what comes.
  await page.getByRole('button', { name: 'Show more' }).focus();
  await expect.poll(() => cards.count()).toBeGreaterThan(12);
  await expect(cards.nth(12).getByRole('link')).toBeFocused();
});

test('what a search without an answer shows instead moves nothing', async ({ product, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${product.url}/search?q=underwater%20chess`);
  const shown = [page.getByText('No results for'), page.getByText('You might also like')];
  expect(await shiftsOnReload(page, shown)).toBeLessThan(0.02);
});

test('a page asked for without a network, or while the server is down, says so, and loads automatically', async ({
  product,
  people,
}) => {
  const { context, page } = await people.newViewer();
  await page.goto(`${product.url}/terms/privacy`);
  await page.locator('html[data-ready]').waitFor();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Search' }).first().click();
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Still no connection.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Find your seat' })).toBeVisible();

  // Nobody behind a network that is there.
  await page.locator('html[data-ready]').waitFor();
  await context.route('**/*', (route) => route.abort());
  await page.getByRole('link', { name: 'Discover', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'We can’t reach Frontrow' })).toBeVisible();
  await context.unroute('**/*');
  await expect(page.getByText('This week').first()).toBeVisible();
});

test(
  'where the browser wrongly thinks it is offline, a press brings the page',
  { tag: '@long' },
  async ({ product, people }) => {
    const { page } = await people.newViewer();
    await page.goto(`${product.url}/terms/privacy`);
    await page.locator('html[data-ready]').waitFor();
    await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { value: false }));
    const code = /\/assets\/SearchPage/;
    await page.route(code, (route) => route.abort());
    await page.getByRole('link', { name: 'Search' }).first().click();
    // Somebody answers: nothing is promised automatically.
    await expect(page.getByRole('heading', { name: 'The lights went out' })).toBeVisible();
    await page.unroute(code);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Find your seat' })).toBeVisible();
  },
);

test(
  'a part of a page that does not come leaves the rest of the page in place, and loads automatically',
  { tag: '@long' },
  async ({ product, people }) => {
    const { page } = await people.newViewer();
    interface Listed {
      event: { event_uuid: string; event_state: number; event_opening_ticketing: boolean };
    }
    const { events } = await callApi<{ events: Listed[] }>(product, 'GET', '/events');
    const { event } = events.find((card) => card.event.event_state === 0 && card.event.event_opening_ticketing)!;
    const away = /\/assets\/(MoreLikeThis|PurchaseModal|Toasts)-|healthz/;
    let answers = 0;
    await page.route(away, (route) =>
      route.request().url().endsWith('/healthz') && answers-- > 0 ? route.continue() : route.abort(),
    );
    await page.goto(`${product.url}/event/${event.event_uuid}`);
    await page.locator('html[data-ready]').waitFor();
    const lost = page.getByRole('alert').filter({ hasText: 'This didn’t load.' });
    // What a press asks for answers the press, even where nothing else can be fetched to say it with.
    const take = page.getByRole('button', { name: /^(Get your seat|Buy ticket)$/ });
    await take.click();
    await expect(lost).toHaveCount(1);
    await expect(take).toBeFocused();
    await page.mouse.wheel(0, 10_000);
    await expect(lost.getByRole('button', { name: 'Try again' })).toBeVisible();
    // Somebody answers once, and what is tried then is lost again: it is waited for again.
    answers = 1;
    await expect.poll(() => answers).toBeLessThan(0);
    await page.unroute(away);
    await expect(page.getByRole('heading', { name: 'More like this' })).toBeVisible();
    // Its styles were lost, too; the rules of a sheet that did not come cannot be read.
    const rules = await page.evaluate(
      () => [...document.styleSheets].find(({ href }) => href?.includes('/MoreLikeThis'))?.cssRules.length,
    );
    expect(rules).toBeGreaterThan(0);
    await take.click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
);

test('what is typed slowly on a slow machine stays as it was typed', { tag: '@long' }, async ({ page, product }) => {
  await page.goto(`${product.url}/search`);
  const field = page.getByRole('searchbox');
  await expect(field).toBeFocused();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 20 });
  // A pause after every letter is long enough to search for what is there.
  await field.pressSequentially('theremni now', { delay: 300 });
  await expect(page).toHaveURL(/\?q=theremni\+now$/);
  await expect(field).toHaveValue('theremni now');
});

test('what is typed before the code of the page has loaded is searched, too', async ({ product, page }) => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/**', async (route) => {
    if (route.request().resourceType() === 'script') await released;
    await route.continue();
  });
  await page.goto(`${product.url}/search`, { waitUntil: 'commit' });
  const field = page.getByRole('searchbox');
  await field.pressSequentially('rehearsal');
  await expect(field).toHaveValue('rehearsal');
  release();
  await expect(page).toHaveURL(/\/search\?q=rehearsal$/);
  await expect(field).toHaveValue('rehearsal');
});
