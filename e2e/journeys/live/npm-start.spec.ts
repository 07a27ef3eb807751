import { networkInterfaces } from 'node:os';
import { devices, expect, test } from '@playwright/test';
import { startEvent } from '../../support/live-room.ts';
import { testCards, Viewer } from '../../support/people.ts';
import { type Product, startProduct } from '../../support/product.ts';
import { publishEvent } from '../../support/publish.ts';
import { callApi, logIn, tokenOf, viewerEmail } from '../../support/session.ts';

let product: Product;
test.beforeAll(async () => void (product = await startProduct('scripts/start.mjs', '0.0.0.0')));
test.afterAll(() => product.stop());

test('the built server finds the files next to it', async ({ request }) => {
  // Migrations and the demo are in, or it would not have started.
  const home = await request.get(product.url);
  expect(await home.text()).toContain('<h1');
  const { access_token } = await tokenOf(product, viewerEmail);
  expect(access_token).not.toBe('');
  const { events } = await callApi<{ events: { event: { event_cover_image: string } }[] }>(product, 'GET', '/events');
  const cover = await request.get(new URL(events[0]!.event.event_cover_image, product.url).href);
  expect(cover.headers()['content-type']).toMatch(/^image\//);
  expect((await request.get(`${product.url}/api/docs/static/swagger-ui.css`)).status()).toBe(200);
});

test('a phone of the network, by the address that was printed, pays by 3-D Secure and enters the room', async ({
  browser,
}) => {
  const atPhone = { ...product, url: product.printedUrl() };
  const eventUuid = await publishEvent(product, { title: 'On a phone', tickets: 3, price: 8, startable: true });
  const context = await browser.newContext(devices['Pixel 7']);
  const page = await context.newPage();
  const viewer = new Viewer(context, atPhone, page);
  await logIn(context, atPhone, viewerEmail);
  await page.goto(`${atPhone.url}/event/${eventUuid}`);
  // Only a machine without any network has but its loopback, which browsers trust.
  const inNetwork = Object.values(networkInterfaces()).some((list) => list?.some((address) => !address.internal));
  expect(await page.evaluate(() => window.isSecureContext)).toBe(!inNetwork);
  await viewer.opensCheckoutWithCard(testCards.asks3ds);
  await viewer.pays();
  await page
    .frameLocator('iframe[title="Your bank’s page"]')
    .getByRole('button', { name: /complete/i })
    .click();
  await viewer.isIn();
  await startEvent(product, eventUuid);
  await viewer.opensRoom(eventUuid);
  await viewer.joins();
  await context.close();
});
