import { testCards } from '../support/people.ts';
import { publishEvent } from '../support/publish.ts';
import { logIn, viewerEmail } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

test(
  'a host prices an event in yen, a viewer pays it, and every page writes yen without decimals',
  { tag: '@long' },
  async ({ product, people }) => {
    const title = 'An evening in yen';
    const host = await people.newHost();
    await logIn(host.context, product, 'theookafor@frontrow.test');
    await host.page.goto(`${product.url}/publish_event`);
    await host.page.getByRole('textbox', { name: 'Tickets', exact: true }).fill('10');
    await host.page.getByLabel('Currency').selectOption('JPY');
    const price = host.page.getByLabel('Price');
    await price.fill('99');
    await expect(host.page.getByText('The minimum price is ¥100. Enter 0 for a free event.')).toBeVisible();
    await price.fill('80001');
    await expect(host.page.getByText('The maximum price is ¥80,000', { exact: true })).toBeVisible();
    await price.fill('1500');
    await expect(host.page.getByText('The maximum price is ¥80,000', { exact: true })).toBeHidden();
    await expect(
      host.page.getByText('Viewers pay ¥1,655 including fees. If you sell out, you earn ¥15,000.'),
    ).toBeVisible();

    const uuid = await publishEvent(product, { title, tickets: 3, price: 1500, currency: 'JPY', host: 'theookafor' });
    const viewer = await people.newViewer();
    const { page } = viewer;
    await logIn(viewer.context, product, viewerEmail);
    await page.goto(`${product.url}/event/${uuid}`);
    await expect(page.getByText('¥1,655').first()).toBeVisible();
    const structured = await page.locator('script[type="application/ld+json"]').first().textContent();
    expect(structured).toContain('"price":1655,"priceCurrency":"JPY"');
    await page.goto(`${product.url}/?price=4000JPY`);
    await expect(page.getByText(title).first()).toBeVisible();
    await page.goto(`${product.url}/event/${uuid}`);
    await viewer.opensCheckoutWithCard(testCards.pays);
    await expect(page.getByRole('button', { name: 'Pay ¥1,655' })).toBeVisible();
    await viewer.pays();
    await viewer.isIn();
    await page.goto(`${product.url}/billing_viewer`);
    const order = page.getByRole('list', { name: 'Orders' }).getByRole('listitem').filter({ hasText: title });
    await expect(order).toContainText('¥1,655');

    await host.page.goto(`${product.url}/my_balance`);
    await expect(host.page.getByRole('region', { name: 'Japanese yen' })).toContainText('¥1,500');
  },
);
