import { callApi } from '../stage/session.ts';
import { publishEvent } from '../stage/publish.ts';
import { expect, test } from '../stage/test.ts';

test('found by a misspelt title, opened, shared; nothing found leads on', async ({ product, browser }) => {
  const uuid = await publishEvent(product, { title: 'Theremin for beginners', tickets: 5, price: 0 });
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await page.goto(product.url);
  await page.getByRole('link', { name: 'Search events and hosts' }).click();
  const field = page.getByRole('searchbox');
  await field.pressSequentially('theremni');
  await expect(page.getByText('Showing “theremin” instead.')).toBeVisible();
  await expect(page).toHaveURL(/\/search\?q=theremni$/);
  await page.getByRole('link', { name: /Theremin for beginners/ }).click();
  await expect(page).toHaveURL(new RegExp(`/event/${uuid}`));
  await page.goBack();
  await expect(field).toHaveValue('theremni');

  await field.fill('underwater theremin');
  await expect(page.getByText('No results for')).toBeVisible();
  await page.getByRole('list', { name: 'Start from one of these' }).getByRole('link', { name: 'theremin' }).click();
  await expect(page.getByRole('link', { name: /Theremin for beginners/ })).toBeVisible();
  await context.close();
});

test('an event’s tag leads to everything with it', async ({ product, page }) => {
  const { events } = await callApi<{ events: { event: { event_uuid: string; event_tags: string[] } }[] }>(
    product,
    'GET',
    '/events',
  );
  const { event } = events.find((card) => card.event.event_tags.length > 0)!;
  await page.goto(`${product.url}/event/${event.event_uuid}`);
  await page.getByRole('link', { name: `#${event.event_tags[0]}` }).click();
  await expect(page.getByText('Everything with the tag')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`#${event.event_tags[0]}`);
  await expect(page.locator(`a[href="/event/${event.event_uuid}"]`).first()).toBeVisible();
});
