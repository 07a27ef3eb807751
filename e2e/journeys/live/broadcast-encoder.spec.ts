import { Encoder, ingestOf } from '../../support/encoder.ts';
import { publishEvent } from '../../support/publish.ts';
import { callApi, hostEmail, logIn, viewer2Email, viewerEmail } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

/** What the host reads of the encoder's sound: RTMP brings AAC, which the audience gets as Opus. */
const sounds = { WHIP: 'opus', RTMP: 'AAC' } as const;

/** A broadcast from a real encoder, which is refused, pulled, cut and replaced, and two viewers who keep watching. */
for (const way of ['WHIP', 'RTMP'] as const)
  test(
    `a broadcast by ${way}: keys, preview, a pulled encoder, its return`,
    { tag: way === 'WHIP' ? '@long' : [] },
    async ({ product, people }) => {
      const still = { reducedMotion: 'reduce' } as const;
      const host = await people.newHost(still);
      const first = await people.newViewer({ ...still, permissions: [] });
      const second = await people.newViewer({ ...still, permissions: [] });
      const { access_token: token } = await logIn(host.context, product, hostEmail);
      const wish = { title: 'From the rehearsal room', tickets: 50, price: 0, startable: true, broadcast: true };
      const eventUuid = await publishEvent(product, wish);
      const viewers = [
        [first, viewerEmail],
        [second, viewer2Email],
      ] as const;
      for (const [viewer, email] of viewers) {
        const ticket = { event_uuid: eventUuid, type: 'streaming' };
        const { access_token } = await logIn(viewer.context, product, email);
        await callApi(product, 'POST', '/events/purchase', { token: access_token, body: ticket });
      }
      const both = (act: (viewer: typeof first) => Promise<void>) => Promise.all([act(first), act(second)]);
      let ingest = await ingestOf(product, token, eventUuid);
      let encoder: Encoder;

      await test.step('a wrong key is refused at once', async () => {
        await host.opensBroadcast(eventUuid);
        await expect(host.page.getByText('Waiting for video from your encoder.')).toBeVisible();
        const wrong = await Encoder.knocks(way, { ...ingest, stream_key: 'AAAAAAAAAAAAAAAAAAAAAA' });
        expect(wrong.accepted).toBe(false);
        expect(wrong.answer).toContain('This stream key is not valid.');
      });

      await test.step('the host alone sees the encoder’s picture, with its health', async () => {
        await first.opensBroadcast(eventUuid);
        encoder = await Encoder.knocks(way, ingest);
        expect(encoder.accepted).toBe(true);
        await expect(host.page.getByText('Ready. No one can see you until you go live.')).toBeVisible();
        await host.seesAndHears('the host’s preview');
        await expect(host.page.getByText('320 × 180')).toBeVisible();
        await expect(host.page.getByText(/^H\.?264$/)).toBeVisible();
        await expect(host.page.getByText(sounds[way], { exact: true })).toBeVisible();
        await expect(host.page.getByText('every 1 s')).toBeVisible();
        await expect(first.page.getByRole('button', { name: 'Join streaming' })).toBeDisabled();
      });

      await test.step('a second encoder is refused while the first sends', async () => {
        const another = await Encoder.knocks(way, ingest);
        expect(another.accepted).toBe(false);
        expect(another.answer).toContain('Another encoder is streaming with this key.');
      });

      await test.step('live: both viewers see and hear the encoder', async () => {
        await host.goesLive();
        await second.opensBroadcast(eventUuid);
        await second.joins();
        await both((viewer) => viewer.seesAndHears('a viewer from the encoder'));
        await first.hearsTheLeftAlone();
      });

      await test.step('the encoder is pulled: a slate within three seconds, and the chat goes on', async () => {
        encoder.pull();
        await both((viewer) => viewer.seesSlate(true));
        await expect(host.page.getByRole('heading', { name: 'Your encoder disconnected' })).toBeVisible();
        await first.says('Is it me?');
        await second.reads('Is it me?');
      });

      await test.step('it returns with the same key: the picture is back within three seconds', async () => {
        encoder = await Encoder.comesBack(way, ingest);
        await both((viewer) => viewer.seesSlate(false));
        await both((viewer) => viewer.seesAndHears('after the return'));
      });

      await test.step('a new key cuts the encoder on the old one, which is refused from then on', async () => {
        await host.page.getByRole('button', { name: 'Reset key' }).click();
        await host.page.getByRole('dialog').getByRole('button', { name: 'Reset key' }).click();
        await both((viewer) => viewer.seesSlate(true));
        const old = await Encoder.knocks(way, ingest);
        expect(old.accepted).toBe(false);
        ingest = await ingestOf(product, token, eventUuid);
        encoder = await Encoder.comesBack(way, ingest);
        await both((viewer) => viewer.seesSlate(false));
      });

      await test.step('one press puts the camera on air, and another one the encoder', async () => {
        await host.page.getByRole('button', { name: /^Use this camera This browser/ }).click();
        await expect(host.page.getByRole('button', { name: /^Camera off/ })).toBeVisible();
        await both((viewer) => viewer.receivesPictures(1));
        await both((viewer) => viewer.seesAndHears('the camera'));
        await host.page.getByRole('button', { name: /^OBS or another encoder/ }).click();
        await both((viewer) => viewer.seesAndHears('the encoder again'));
        await both((viewer) => viewer.seesSlate(false));
      });

      await test.step('the host finishes, and no key opens anything any more', async () => {
        await host.finishes();
        for (const [viewer] of viewers)
          await expect(viewer.page.getByRole('heading', { name: 'That’s a wrap' })).toBeVisible();
        expect((await Encoder.knocks(way, ingest)).accepted).toBe(false);
        encoder.pull();
      });
    },
  );
