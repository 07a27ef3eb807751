import { publishEvent } from '../../support/publish.ts';
import { callApi, hostEmail, logIn, viewer2Email, viewerEmail } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

/** A broadcast from the host's own camera, with two viewers whose browsers have neither camera nor microphone. */
test('a broadcast by camera: preview, going live, slate, return, finish', async ({ product, people }) => {
  const still = { reducedMotion: 'reduce' } as const;
  const host = await people.newHost(still);
  const early = await people.newViewer({ ...still, permissions: [] });
  const late = await people.newViewer({ ...still, permissions: [] });
  await logIn(host.context, product, hostEmail);
  const wish = { title: 'A concert for everybody', tickets: 50, price: 0, startable: true, broadcast: true };
  const eventUuid = await publishEvent(product, wish);
  const tokens: string[] = [];
  for (const [viewer, email] of [
    [early, viewerEmail],
    [late, viewer2Email],
  ] as const) {
    const { access_token: token } = await logIn(viewer.context, product, email);
    tokens.push(token);
    await callApi(product, 'POST', '/events/purchase', { token, body: { event_uuid: eventUuid, type: 'streaming' } });
    await viewer.context.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => {
        document.body.dataset['askedForDevices'] = 'true';
        return Promise.reject(new DOMException('Nobody may ask', 'NotAllowedError'));
      };
    });
  }

  await test.step('a viewer waits before the start, and gets no token however it is asked for', async () => {
    await early.opensRoom(eventUuid);
    await early.page.waitForURL(`**/broadcast/${eventUuid}`);
    await expect(early.page.getByText('You’ll join automatically when the host goes live.')).toBeVisible();
    await expect(early.page.getByRole('button', { name: 'Join streaming' })).toBeDisabled();
  });

  await test.step('the host sees the own picture first, while nobody else gets a token', async () => {
    await host.opensRoom(eventUuid);
    await expect(host.page.getByText('Waiting for video from your encoder.')).toBeVisible();
    await expect(host.page.getByRole('button', { name: 'Go live' })).toBeDisabled();
    await host.page.getByRole('button', { name: /^Use this camera/ }).click();
    await expect(host.page.getByText('Ready. No one can see you until you go live.')).toBeVisible();
    const body = { platform: 'web', event_uuid: eventUuid };
    const join = callApi(product, 'POST', '/events/streaming/join_streaming', { token: tokens[0]!, body });
    await expect(join).rejects.toThrow(/^POST \/events\/streaming\/join_streaming: 4/);
  });

  await test.step('live: who waited goes in alone, who comes later by the button, and both see and hear', async () => {
    await host.goesLive();
    await expect(early.page.getByRole('button', { name: 'Exit' })).toBeVisible();
    await late.opensBroadcast(eventUuid);
    await late.joins();
    await Promise.all([early.seesAndHears('who waited'), late.seesAndHears('who came later')]);
    await expect(late.page.getByText('2 viewers')).toBeAttached();
  });

  await test.step('nobody but the host has a hand, a camera or a microphone to use', async () => {
    for (const viewer of [early, late]) {
      await expect(viewer.page.getByRole('button', { name: /^(Raise hand|Camera|Microphone)/ })).toHaveCount(0);
      expect(await viewer.page.evaluate(() => document.body.dataset['askedForDevices'])).toBeUndefined();
    }
    const raised = { token: tokens[0]!, body: { event_uuid: eventUuid, raised: true } };
    await expect(callApi(product, 'POST', '/events/streaming/raise_hand', raised)).rejects.toThrow(
      'Broadcasts have no raised hands, turns or open mic.',
    );
  });

  await test.step('the camera stops: a slate within three seconds, and the chat goes on', async () => {
    await host.page.getByRole('button', { name: /^Camera off/ }).click();
    await Promise.all([early.seesSlate(true), late.seesSlate(true)]);
    await late.says('We are still here');
    await early.reads('We are still here');
  });

  await test.step('it returns, and the picture with it', async () => {
    await host.page.getByRole('button', { name: /^Camera on/ }).click();
    await expect(host.page.getByRole('button', { name: /^Camera off/ })).toBeVisible();
    await Promise.all([early.seesSlate(false), late.seesSlate(false)]);
    await Promise.all([early.seesAndHears('after the slate'), late.seesAndHears('after the slate')]);
  });

  await test.step('one press changes the source, and back; the event goes on', async () => {
    await host.page.getByRole('button', { name: /^OBS or another encoder/ }).click();
    await early.seesSlate(true);
    await early.hearsNothing();
    await host.page
      .getByRole('button', { name: /^Use this camera/ })
      .first()
      .click();
    await early.seesAndHears('after two changes of the source');
    await early.seesSlate(false);
  });

  await test.step('the host finishes', async () => {
    await host.finishes();
    for (const viewer of [early, late])
      await expect(viewer.page.getByRole('heading', { name: 'That’s a wrap' })).toBeVisible();
  });
});
