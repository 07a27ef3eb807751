import { Encoder, ingestOf } from '../../support/encoder.ts';
import { publishEvent } from '../../support/publish.ts';
import { callApi, hostEmail, logIn, viewer2Email, viewerEmail } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

/** As a Firefox without OpenH264: it names no H.264, and rejects tracks that have nothing else. */
const withoutH264 = (): void => {
  const { getCapabilities } = RTCRtpReceiver;
  RTCRtpReceiver.getCapabilities = (kind) => {
    const found = getCapabilities.call(RTCRtpReceiver, kind);
    return found && { ...found, codecs: found.codecs.filter(({ mimeType }) => !/h264/i.test(mimeType)) };
  };
  const prototype: { setRemoteDescription: (description: RTCSessionDescriptionInit) => Promise<void> } =
    RTCPeerConnection.prototype;
  const { setRemoteDescription } = prototype;
  prototype.setRemoteDescription = function ({ type, sdp = '' }) {
    return setRemoteDescription.call(this, { type, sdp: sdp.replaceAll(' H264/', ' unknown/') });
  };
};

test(
  'a viewer whose browser shows no H.264 reads why, and sees the broadcast once the host allows a copy in VP8',
  { tag: '@long' },
  async ({ product, people }) => {
    const host = await people.newHost({ reducedMotion: 'reduce' });
    const viewer = await people.newViewer({ reducedMotion: 'reduce', permissions: [] });
    const other = await people.newViewer({ reducedMotion: 'reduce', permissions: [] });
    await viewer.page.addInitScript(withoutH264);
    const { access_token: token } = await logIn(host.context, product, hostEmail);
    const wish = { title: 'For every browser', tickets: 50, price: 0, startable: true, broadcast: true };
    const eventUuid = await publishEvent(product, wish);
    for (const [who, email] of [
      [viewer, viewerEmail],
      [other, viewer2Email],
    ] as const) {
      const { access_token } = await logIn(who.context, product, email);
      const body = { event_uuid: eventUuid, type: 'streaming' };
      await callApi(product, 'POST', '/events/purchase', { token: access_token, body });
    }
    await host.opensBroadcast(eventUuid);
    const encoder = await Encoder.knocks('RTMP', await ingestOf(product, token, eventUuid));
    const asked: string[] = [];
    other.page.on('request', (request) => asked.push(request.url()));
    try {
      await expect(host.page.getByText('Ready. No one can see you until you go live.')).toBeVisible();
      await host.goesLive();
      for (const who of [viewer, other]) {
        await who.opensBroadcast(eventUuid);
        await who.joins();
      }
      await expect(viewer.page.getByText('The host isn’t sending a version for browsers like yours.')).toBeVisible();
      await other.seesAndHears('a browser with H.264');

      const copy = host.page.getByRole('switch', { name: 'Also send video for browsers that can’t show H.264' });
      await copy.check({ force: true });
      await expect(host.page.getByText('In use. It takes up to one CPU core')).toBeVisible({ timeout: 30_000 });
      await viewer.seesAndHears('the copy in VP8');
      await expect(viewer.page.getByText('This browser can’t show H.264 video')).toBeHidden();
      expect(asked.filter((url) => url.includes('vp8_video'))).toEqual([]);

      await viewer.page.close();
      await expect(host.page.getByText('No one needs it right now')).toBeVisible({ timeout: 60_000 });
      await other.seesAndHears('the broadcast goes on');
    } finally {
      encoder.pull();
    }
  },
);
