import type { Page, Route } from '@playwright/test';
import { newAccount, newPassword } from '../support/account.ts';
import { holdBack, scripts } from '../support/slow-network.ts';
import { startableEvent, startEvent } from '../support/live-room.ts';
import { publishEvent } from '../support/publish.ts';
import { callApi, hostEmail, logIn, tokenOf, viewerEmail } from '../support/session.ts';
import { shiftsOf, watchShifts } from '../support/layout-shifts.ts';
import { expect, isLongRun, test } from '../support/test.ts';

test('Discover and an event are read without scripts', async ({ browser, product }) => {
  const eventUuid = await startableEvent(product);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();

  const font = page.waitForRequest(/\/inter-latin-[^/]+\.woff2$/);
  await page.goto(product.url);
  await font;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'This week' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'All upcoming events' })).toBeVisible();
  await page.getByRole('link', { name: 'See all: Free' }).click();
  await expect(page).toHaveURL(/price=free/);
  await expect(page.getByRole('heading', { name: 'Results' })).toBeVisible();

  await page.goto(`${product.url}/event/${eventUuid}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('seats left').first()).toBeVisible();
  await expect(page.getByText('Who’s coming')).toBeVisible();
  await page.getByRole('link', { name: 'Log in or sign up' }).click();
  await expect(page).toHaveURL(/\/login$/);

  await page.goto(`${product.url}/search`);
  const field = page.getByRole('searchbox', { name: 'Search events, tags and hosts' });
  await field.fill('ramen');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/search\?q=ramen$/);
  await expect(page.getByRole('heading', { level: 1, name: '“ramen”' })).toBeVisible();
  await page.getByRole('region', { name: 'Events', exact: true }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/event\//);
  await context.close();
});

const fonts = ['Inter Variable', 'Bricolage Grotesque Variable'];
const wornOf = (families: string[]) =>
  [...document.fonts]
    .filter(({ status, family }) => status === 'loaded' && families.includes(family))
    .map(({ family }) => family);

/** Fonts come in time, however busy this machine is: the page was not seen yet. */
const takeTime = () => {
  const entries = performance.getEntriesByName.bind(performance);
  performance.getEntriesByName = (name, type) => (name === 'first-contentful-paint' ? [] : entries(name, type));
};

/** Counts the `Intl` objects for dates: the first one is a long task on a phone. */
const countDateFormats = () => {
  Object.assign(window, { dateFormats: 0 });
  const counting: ProxyHandler<typeof Intl.DateTimeFormat> = {
    construct(made, how) {
      (window as unknown as { dateFormats: number }).dateFormats++;
      return Reflect.construct(made, how) as Intl.DateTimeFormat;
    },
  };
  Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, counting);
};
const dateFormatsOf = (page: Page) => page.evaluate(() => (window as unknown as { dateFormats: number }).dateFormats);

/** Marks what the server drew and the reader sees; answers how much it is. */
const markDrawn = () => {
  const seen = [...document.querySelectorAll('#root :is(h1, a, button)')].filter((element) =>
    element.checkVisibility({ visibilityProperty: true }),
  );
  for (const element of seen) element.setAttribute('data-drawn', '');
  return seen.length;
};
/** Still the server's elements: React took them over instead of drawing others, which would lose a press. */
const standsAsDrawn = (page: Page, count: number, path: string) =>
  expect(page.locator('[data-drawn]'), path).toHaveCount(count);

test('a drawn page is taken over as it stands', async ({ browser, product }) => {
  const eventUuid = await startableEvent(product);
  // Another zone than the server's, and a chosen scheme: what the reader's browser knows must come after, not instead.
  const chosen = { name: 'mantine-color-scheme-value', value: 'dark' };
  const context = await browser.newContext({
    timezoneId: 'America/New_York',
    viewport: { width: 390, height: 844 },
    storageState: { cookies: [], origins: [{ origin: product.url, localStorage: [chosen] }] },
  });
  const others = ['/?live=1', '/?date=today', '/search', '/search?q=an&price=free', '/search/yoga', '/terms/service'];
  // One drawing for each: the server shares it with the same address written shorter, or in small letters.
  const alike = ['/Search', '/terms/service/', '/replay/', '/nobody-knows/', '/nothing/here/'];
  for (const path of [
    '/',
    `/event/${eventUuid}`,
    '/search?q=ramen',
    '/host',
    ...(isLongRun ? [...others, ...alike] : []),
  ]) {
    const page = await context.newPage();
    const said: string[] = [];
    page.on('console', (message) => {
      // Chromium says so of every page that does not exist.
      if (!/status of 404/.test(message.text())) said.push(message.text());
    });
    page.on('pageerror', (error) => said.push(error.message));
    await watchShifts(page);
    await page.addInitScript(takeTime);
    await page.addInitScript(countDateFormats);
    const letThrough = await holdBack(page, scripts);
    await page.goto(product.url + path, { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    const drawn = await page.evaluate(markDrawn);
    await letThrough();
    await page.locator('html[data-ready]').waitFor();
    await page.waitForLoadState('networkidle');
    await standsAsDrawn(page, drawn, path);
    expect(said, path).toEqual([]);
    await expect.poll(() => page.evaluate(wornOf, fonts), { message: path }).toEqual(expect.arrayContaining(fonts));
    expect(await shiftsOf(page), path).toBeLessThan(0.02);
    // An event names the reader's zone, afterwards.
    expect(await dateFormatsOf(page), path).toBe(path.startsWith('/event/') ? 2 : 0);
    await page.close();
  }
  await context.close();
});

test(
  'a drawn page stays as it stands for somebody who is logged in, too',
  { tag: '@long' },
  async ({ context, page, product }) => {
    const eventUuid = await publishEvent(product, { title: 'Stays as drawn', tickets: 1, price: 0 });
    const { access_token: token } = await tokenOf(product, viewerEmail);
    await callApi(product, 'POST', '/events/purchase', { token, body: { event_uuid: eventUuid, type: 'interactive' } });
    await logIn(context, product, await newAccount(product, 'lu.reads'), newPassword);
    // By the second page it is remembered whose session it is.
    for (const path of ['/terms/service', '/', `/event/${eventUuid}`, '/search?q=ramen', '/host']) {
      const letThrough = await holdBack(page, scripts);
      await page.goto(product.url + path, { waitUntil: 'commit' });
      await page.getByRole('heading', { level: 1 }).waitFor();
      const drawn = await page.evaluate(markDrawn);
      await letThrough();
      await page.getByRole('button', { name: /^Your account/ }).waitFor();
      await page.waitForLoadState('networkidle');
      await standsAsDrawn(page, drawn, path);
      await page.unroute(scripts);
    }
  },
);

test(
  'a date of another year says which: drawn, taken over, on a card and before one pays',
  { tag: '@long' },
  async ({ browser, product }) => {
    const year = new Date(Date.now()).getUTCFullYear() + 3;
    // The last day of the year before on the reader's clock.
    const startsAt = Date.UTC(year, 0, 1, 2);
    const uuid = await publishEvent(product, { title: 'Far away', tickets: 5, price: 9, startsAt });
    const scriptless = await browser.newContext({ javaScriptEnabled: false });
    const drawn = await scriptless.newPage();
    await drawn.goto(`${product.url}/event/${uuid}`);
    await expect(drawn.getByRole('time').first()).toHaveText(new RegExp(` 1 January ${year}, 02:00$`));
    await scriptless.close();

    const context = await browser.newContext({ timezoneId: 'America/New_York', locale: 'es-ES' });
    const page = await context.newPage();
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.goto(`${product.url}/event/${uuid}`);
    await expect(page.getByRole('time').first()).toHaveText(
      new RegExp(`^domingo 31 de diciembre de ${year - 1}, 21:00 GMT-5$`),
    );
    await page
      .getByRole('button', { name: /^Comprar entrada/ })
      .first()
      .click();
    await expect(page.getByRole('dialog').getByText(new RegExp(` 31 dic ${year - 1}, 21:00 GMT-5$`))).toBeVisible();
    await page.goto(`${product.url}/search?q=far+away`);
    const card = page.getByRole('main').getByRole('link', { name: /Far away/ });
    await expect(card).toContainText(new RegExp(`dic31${year - 1}`));

    // A live one began so and so long ago, in the reader's language.
    const wanted = { title: 'Far from home', tickets: 3, price: 0, startable: true };
    const end = await startEvent(product, await publishEvent(product, wanted));
    await page.goto(product.url);
    await expect(page.getByText(/empezó (hace|ahora)/).first()).toBeVisible();
    expect(said).toEqual([]);
    await context.close();
    await end();
  },
);

test(
  'fonts that come when the page is being read are worn by the next one',
  { tag: '@long' },
  async ({ page, product }) => {
    const eventUuid = await startableEvent(product);
    const isRead = Promise.withResolvers<void>();
    const fontsAreHere = Promise.withResolvers<void>();
    const after = (moment: Promise<void>) => async (route: Route) => {
      await moment;
      await route.continue();
    };
    await page.route('**/*.woff2', after(isRead.promise));
    await page.route('**/assets/index-*.js', after(fontsAreHere.promise));
    // Not until all is loaded: what is held back here may be asked for by then.
    await page.goto(`${product.url}/event/${eventUuid}`, { waitUntil: 'commit' });
    await page.waitForFunction(() => {
      const [seen] = performance.getEntriesByName('first-contentful-paint');
      return seen && performance.now() - seen.startTime > 1_000;
    });
    const came = fonts.map((font) => page.waitForResponse(new RegExp(`${font.split(' ')[0]!.toLowerCase()}-.*woff2$`)));
    isRead.resolve();
    for (const font of await Promise.all(came)) await font.finished();
    fontsAreHere.resolve();
    await page.locator('html[data-ready]').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(wornOf, fonts)).toEqual([]);

    await page.getByRole('banner').getByRole('link', { name: 'Frontrow' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => page.evaluate(wornOf, fonts)).toEqual(expect.arrayContaining(fonts));
  },
);

test(
  'a cancelled event offers no place in a calendar, and somewhere else to go, drawn and taken over',
  { tag: '@long' },
  async ({ page, product }) => {
    const eventUuid = await publishEvent(product, { title: 'Not this time', tickets: 3, price: 5 });
    const calendar = page.getByRole('link', { name: 'Add to calendar' });
    await page.goto(`${product.url}/event/${eventUuid}`);
    await expect(calendar).toBeVisible();

    const { access_token } = await tokenOf(product, hostEmail);
    await callApi(product, 'POST', '/events/cancel', { token: access_token, body: { event_uuid: eventUuid } });
    const drawn = await (await fetch(`${product.url}/event/${eventUuid}`)).text();
    expect(drawn).toContain('This event was cancelled');
    expect(drawn).not.toContain('.ics');
    await page.reload();
    await page.locator('html[data-ready]').waitFor();
    await expect(page.getByRole('link', { name: 'See what’s on' })).toBeVisible();
    await expect(calendar).toBeHidden();
  },
);
