import type { Browser, Page, WebSocket } from '@playwright/test';
import { liveAudience } from '../../support/broadcast-audience.ts';
import { Encoder, ingestOf } from '../../support/encoder.ts';
import { upright } from '../../support/phone.ts';
import { type Product, startProduct } from '../../support/product.ts';
import { callApi } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

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
function heardBy(page: Page): { readonly sockets: WebSocket[]; readonly files: string[] } {
  const heard = { sockets: [] as WebSocket[], files: [] as string[] };
  page.on('websocket', (socket) => void (socket.url().includes('/socket.io/') && heard.sockets.push(socket)));
  page.on('response', (answer) => {
    if (answer.ok() && /\/chat\/files\/\d+$/.test(answer.url())) heard.files.push(answer.url());
  });
  return heard;
}

/** The event is live; the second reads what the first wrote, and did not open a socket for it. */
async function begin(browser: Browser) {
  const live = await liveAudience(browser, product, 'For a large audience');
  const { uuid, host, first, second, hostToken, encoder } = live;
  const heard = heardBy(second.page);
  await first.says('Anyone here?');
  await second.opensBroadcast(uuid);
  await second.joins();
  await expect(second.page.getByText(/^About \d+ s behind the stage$/)).toBeVisible({ timeout: 60_000 });
  await second.reads('Anyone here?');
  await first.says('Hello from the front');
  await second.reads('Hello from the front');
  expect(heard.files.length).toBeGreaterThan(0);
  expect(heard.sockets).toHaveLength(0);
  const tell = <T>(call: string, body: object): Promise<T> =>
    callApi<T>(product, 'POST', `/events/streaming/${call}`, { token: hostToken, body: { event_uuid: uuid, ...body } });
  const again = async (): Promise<Encoder> => Encoder.comesBack('RTMP', await ingestOf(product, hostToken, uuid));
  return { host, first, second, heard, encoder, again, tell };
}

/** Pictures for a person who wants to look at them, on a desktop and on a phone. */
async function pictured(page: Page, name: string): Promise<void> {
  const wide = page.viewportSize()!;
  await page.screenshot({ path: test.info().outputPath(`${name}-1280.png`) });
  await page.setViewportSize(upright);
  await page.screenshot({ path: test.info().outputPath(`${name}-390.png`) });
  await page.setViewportSize(wide);
}

test(
  'a viewer beyond the sockets reads announcements, pins, removals, a lost picture and the end as files',
  { tag: '@long' },
  async ({ browser }) => {
    test.setTimeout(240_000);
    const { host, second, heard, encoder, again, tell } = await begin(browser);
    const { page } = second;
    await test.step('an announcement, and a pinned message', async () => {
      await tell('announce', { text: 'Five minutes left' });
      await expect(page.getByText('Five minutes left').first()).toBeVisible();
      const words = { message: 'The paper is hot press', client_id: 'words' };
      const { message } = await tell<{ message: { seq: number } }>('messages_new', words);
      await tell('pin_message', { message_id: message.seq });
      const pinned = page.getByRole('region', { name: 'Pinned message' });
      await expect(pinned).toContainText(words.message);
      await pictured(page, 'pinned');
      await tell('pin_message', { message_id: null });
      await expect(pinned).toBeHidden();
    });
    await test.step('a message that a moderator removes is gone', async () => {
      const slip = { message: 'A slip of the tongue', client_id: 'slip' };
      const { message } = await tell<{ message: { seq: number } }>('messages_new', slip);
      await second.reads(slip.message);
      await tell('messages_remove', { seq: message.seq });
      await second.doesNotRead(slip.message);
    });
    await test.step('the encoder is gone: a slate instead of the last picture, until it is back; the chat goes on', async () => {
      encoder.pull();
      const slate = page.getByRole('heading', { name: 'Back in a moment' });
      await expect(slate).toBeVisible({ timeout: 30_000 });
      await expect(page.getByText(/behind the stage/)).toBeHidden();
      await tell('messages_new', { message: 'We are on it', client_id: 'on-it' });
      await second.reads('We are on it');
      await pictured(page, 'slate');
      const back = await again();
      await expect(slate).toBeHidden({ timeout: 30_000 });
      await expect(page.getByText(/^About \d+ s behind the stage$/)).toBeVisible();
      await host.finishes();
      await expect(page.getByRole('heading', { name: 'That’s a wrap' })).toBeVisible();
      await pictured(page, 'end');
      back.pull();
    });
    expect(heard.sockets).toHaveLength(0);
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
  await pictured(second.page, 'by-socket');
  encoder.pull();
});
