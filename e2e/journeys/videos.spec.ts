import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { publishEvent } from '../support/publish.ts';
import { callApi, hostEmail, logIn } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

const wide = fileURLToPath(new URL('../support/files/wide.mp4', import.meta.url));
const bytesMax = 104_857_600;
const call = 'updatePresentationVideoLandscape';

/** A box that players skip: the same film in a larger file. */
function freeBox(bytes: number): Buffer {
  const box = Buffer.alloc(bytes);
  box.writeUInt32BE(bytes);
  box.write('free', 4);
  return box;
}

test(
  'a video says how far it is and can be stopped, and then nothing of it stays; what is too large or no video is not sent',
  { tag: '@long' },
  async ({ product, people }) => {
    const uuid = await publishEvent(product, { title: 'Seen before it begins', tickets: 2, price: 0 });
    const host = await people.newHost();
    const { context, page } = host;
    const chooses = (file: string | { name: string; mimeType: string; buffer: Buffer }) =>
      host.choosesFile('Upload Presentation video, Desktop', file);
    await logIn(context, product, hostEmail);
    await page.goto(`${product.url}/event/${uuid}`);
    const sent: string[] = [];
    page.on('request', (request) => void (request.url().includes(call) && sent.push(request.url())));
    const place = page.getByRole('group', { name: 'Presentation video' });

    await chooses({ name: 'words.txt', mimeType: 'text/plain', buffer: Buffer.from('words') });
    await expect(place.getByText('Only supported .mp4 or .mov')).toBeVisible();
    const large = test.info().outputPath('large.mp4');
    // It takes no room: nothing is written into it.
    writeFileSync(large, '');
    truncateSync(large, bytesMax + 1);
    await chooses(large);
    await expect(place.getByText('File size exceeded')).toBeVisible();
    rmSync(large);
    await expect(place.getByText('Only supported .mp4 or .mov')).toBeHidden();
    expect(sent).toEqual([]);

    const film = Buffer.concat([readFileSync(wide), freeBox(8 * 1024 * 1024)]);
    const long = { name: 'long-way.mp4', mimeType: 'video/mp4', buffer: film };
    const network = await context.newCDPSession(page);
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 400 * 1024 };
    await network.send('Network.emulateNetworkConditions', slow);
    const stopped = page.waitForEvent('requestfailed', (request) => request.url().includes(call));
    await chooses(long);
    const progress = place.getByRole('progressbar', { name: 'Uploading' });
    const done = async () => Number(await progress.getAttribute('value'));
    await expect.poll(done).toBeGreaterThan(0);
    const before = await done();
    await expect.poll(done).toBeGreaterThan(before);
    await expect(place.getByText(/^\d+% · \d+ s left$/)).toBeVisible();
    await place.getByRole('button', { name: 'Cancel the upload of long-way.mp4' }).press('Enter');
    await stopped;
    await expect(progress).toBeHidden();
    await expect(place.getByRole('button', { name: 'Upload Presentation video, Desktop' })).toBeFocused();
    await expect(page.getByRole('alert')).toHaveCount(0);
    const stored = async () => {
      const { event } = await callApi<{ event: Record<string, unknown> }>(product, 'GET', `/events/${uuid}`);
      return event['event_presentation_video_landscape'];
    };
    expect(await stored()).toBeNull();

    // The same one is taken when it is let through.
    await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
    await chooses(long);
    await expect(page.getByRole('button', { name: 'Replace Presentation video, Desktop' })).toBeVisible();
    expect(await stored()).not.toBeNull();
  },
);
