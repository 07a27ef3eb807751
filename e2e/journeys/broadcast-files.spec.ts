import type { Browser, Page } from '@playwright/test';
import { broadcastAudience } from '../stage/broadcast-audience.ts';
import { Encoder, ingestOf } from '../stage/encoder.ts';
import { type Product, startProduct } from '../stage/product.ts';
import { callApi } from '../stage/session.ts';
import { expect, test } from '../stage/test.ts';

/** One place by WebRTC and one socket, so that the second viewer watches by HLS and reads the chat as files. */
let product: Product;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  product = await startProduct(undefined, undefined, {
    BROADCAST_WEBRTC_VIEWERS_MAX: '1',
    BROADCAST_CHAT_SOCKETS_MAX: '1',
  });
});
test.afterAll(() => product.stop());

/** What this page opens from now on: its sockets, and the chat files that it reads. */
function heardBy(page: Page): { readonly sockets: string[]; readonly files: string[] } {
  const heard = { sockets: [] as string[], files: [] as string[] };
  page.on('websocket', (socket) => void (socket.url().includes('/socket.io/') && heard.sockets.push(socket.url())));
  page.on('response', (answer) => {
    if (answer.ok() && /\/chat\/files\/\d+$/.test(answer.url())) heard.files.push(answer.url());
  });
  return heard;
}

/** The event is live; the second reads what the first wrote, and did not open a socket for it. */
async function begin(browser: Browser) {
  const { uuid, host, first, second, hostToken } = await broadcastAudience(browser, product, 'For a large audience');
  const heard = heardBy(second.page);
  await host.opensBroadcast(uuid);
  const encoder = await Encoder.comesBack('RTMP', await ingestOf(product, hostToken, uuid));
  await expect(host.page.getByText('Ready. No one can see you until you go live.')).toBeVisible();
  await host.goesLive();
  await first.opensBroadcast(uuid);
  await first.joins();
  await first.says('Anyone here?');
  await second.opensBroadcast(uuid);
  await second.joins();
  await expect(second.page.getByText(/^About \d+ s behind the stage$/)).toBeVisible({ timeout: 60_000 });
  await second.reads('Anyone here?');
  await first.says('Hello from the front');
  await second.reads('Hello from the front');
  expect(heard.files.length).toBeGreaterThan(0);
  expect(heard.sockets).toEqual([]);
  const tell = <T>(call: string, body: object): Promise<T> =>
    callApi<T>(product, 'POST', `/events/streaming/${call}`, { token: hostToken, body: { event_uuid: uuid, ...body } });
  return { host, first, second, heard, encoder, tell };
}

test(
  'a viewer beyond the sockets reads announcements, removals and the end as files',
  { tag: '@long' },
  async ({ browser }) => {
    test.setTimeout(240_000);
    const { host, second, heard, encoder, tell } = await begin(browser);
    await tell('announce', { text: 'Five minutes left' });
    await expect(second.page.getByText('Five minutes left').first()).toBeVisible();
    const slip = { message: 'A slip of the tongue', client_id: 'slip' };
    const { message } = await tell<{ message: { seq: number } }>('messages_new', slip);
    await second.reads(slip.message);
    await tell('messages_remove', { seq: message.seq });
    await second.doesNotRead(slip.message);
    await second.page.screenshot({ path: test.info().outputPath('by-files.png') });
    await host.finishes();
    await expect(second.page.getByRole('heading', { name: 'That’s a wrap' })).toBeVisible();
    expect(heard.sockets).toEqual([]);
    encoder.pull();
  },
);

test('a viewer who reads the chat as files opens a socket to write', { tag: '@long' }, async ({ browser }) => {
  test.setTimeout(240_000);
  const { first, second, heard, encoder } = await begin(browser);
  await second.says('Hello from far behind');
  await first.reads('Hello from far behind');
  await expect(second.page.getByLabel('Chat messages').getByText('Hello from far behind')).toHaveCount(1);
  expect(heard.sockets).toHaveLength(1);
  await first.says('Good to hear you');
  await second.reads('Good to hear you');
  const read = heard.files.length;
  await first.says('And now quickly');
  await second.reads('And now quickly');
  expect(heard.files.length, 'no file is read any more').toBe(read);
  await second.page.screenshot({ path: test.info().outputPath('by-socket.png') });
  encoder.pull();
});
