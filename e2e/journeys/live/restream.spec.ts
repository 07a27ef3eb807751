import { Encoder, ingestOf } from '../../support/encoder.ts';
import { Host } from '../../support/people.ts';
import { publishEvent } from '../../support/publish.ts';
import { callApi, hostEmail, logIn } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';
import { until } from '../../support/until.ts';

/** The other service is another broadcast of the same product: an RTMP server that takes a stream by its key. */
test(
  'a host copies a broadcast to another service, sees it live, and a wrong key says so and harms nothing',
  { tag: '@long' },
  async ({ browser, product }) => {
    test.setTimeout(180_000);
    const context = await browser.newContext({ permissions: ['camera', 'microphone'], reducedMotion: 'reduce' });
    const { access_token: token } = await logIn(context, product, hostEmail);
    const publish = (title: string): Promise<string> =>
      publishEvent(product, { title, tickets: 50, price: 0, startable: true, broadcast: true });
    const [uuid, otherUuid] = [await publish('From the studio'), await publish('The same on another stage')];
    const other = await ingestOf(product, token, otherUuid);
    const page = await context.newPage();
    const host = new Host(context, product, page);
    const card = page.getByRole('region', { name: 'Other services' });
    const adds = async (name: string, key: string): Promise<void> => {
      await card.getByRole('button', { name: 'Add a service' }).click();
      const dialog = page.getByRole('dialog', { name: 'Copy to another service' });
      await dialog.getByLabel('Service').selectOption('own');
      await dialog.getByLabel('Name').fill(name);
      await dialog.getByLabel('Server URL').fill(other.rtmp_url!);
      await dialog.getByLabel('Stream key').fill(key);
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(dialog).toHaveCount(0);
    };

    await host.opensBroadcast(uuid);
    await adds('The other stage', other.stream_key);
    await adds('Mistyped', 'AAAAAAAAAAAAAAAAAAAAAA');
    await expect(card.getByText('Starts when you are live with an encoder by RTMP.')).toHaveCount(2);
    const encoder = await Encoder.comesBack('RTMP', await ingestOf(product, token, uuid));
    await expect(page.getByText('Ready. No one can see you until you go live.')).toBeVisible();
    await host.goesLive();
    await expect(card.getByText('Live.', { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(card.getByText(/^Failed: the service rejected the stream\. Check the stream key\./)).toBeVisible();
    await until(
      'the other broadcast has a picture',
      async () => {
        const { state } = await callApi<{ state: string }>(product, 'GET', `/events/${otherUuid}/ingest`, { token });
        return state === 'preview' || undefined;
      },
      30_000,
    );
    await card.getByRole('switch', { name: 'The other stage' }).click({ force: true });
    await until(
      'the copy has ended',
      async () => {
        const { state } = await callApi<{ state: string }>(product, 'GET', `/events/${otherUuid}/ingest`, { token });
        return state !== 'preview' || undefined;
      },
      30_000,
    );
    await card.getByRole('button', { name: 'Remove Mistyped' }).click();
    await expect(card.getByText('Mistyped')).toHaveCount(0);
    encoder.pull();
  },
);
