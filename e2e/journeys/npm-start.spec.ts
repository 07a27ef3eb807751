import { expect, test } from '@playwright/test';
import { startProduct } from '../stage/product.ts';
import { callApi, tokenOf } from '../stage/session.ts';

test('the built server finds all that lies beside it', async ({ request }) => {
  const product = await startProduct('scripts/start.mjs');
  try {
    // Migrations and the demo are in, or it would not have started.
    const home = await request.get(product.url);
    expect(await home.text()).toContain('<h1');
    const { access_token } = await tokenOf(product, 'viewer@frontrow.test');
    expect(access_token).not.toBe('');
    const { events } = await callApi<{ events: { event: { event_cover_image: string } }[] }>(product, 'GET', '/events');
    const cover = await request.get(new URL(events[0]!.event.event_cover_image, product.url).href);
    expect(cover.headers()['content-type']).toMatch(/^image\//);
    expect((await request.get(`${product.url}/api/docs/static/swagger-ui.css`)).status()).toBe(200);
  } finally {
    await product.stop();
  }
});
