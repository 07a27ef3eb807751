import { guestJoinLink } from '../../support/mailbox.ts';
import { testCards } from '../../support/people.ts';
import { hostEmail, viewer2Email, viewerEmail } from '../../support/session.ts';
import { detail, expect, isLongRun, test } from '../../support/test.ts';

/**
 * The whole evening in three separate browsers: publish, buy, go live, speak, finish; and everyone comes back after a
 * reload and a killed server, in the long run also after a closed laptop and a killed video engine.
 */
test('one evening: publish, buy, go live, speak, finish', async ({ product, people }) => {
  test.setTimeout(420_000);
  // What moves for ever is drawn by the processor here, in addition to the video: a quarter of what the evening takes.
  const still = { reducedMotion: 'reduce' } as const;
  const host = await people.newHost(still);
  const viewer = await people.newViewer(still);
  const guest = await people.newViewer(still);
  let eventUuid = '';

  await test.step('the host publishes an event at a price, with a cover, for the next quarter of an hour', async () => {
    await host.logsIn(hostEmail);
    await host.page.goto(`${product.url}/publish_event`);
    await host.choosesCover();
    await host.publishes({
      title: 'An evening with everybody',
      description: 'Bring a song.',
      tickets: 2,
      price: 12,
      startable: true,
    });
    await expect(host.page.getByRole('heading', { name: 'An evening with everybody is on sale' })).toBeVisible();
    await host.page.getByRole('link', { name: 'View event page' }).click();
    await expect(host.page.getByText('Private information')).toBeVisible();
    eventUuid = new URL(host.page.url()).pathname.split('/').pop()!;
  });

  await test.step('a viewer pays by card, a guest too and gets the join link by email, and everyone else reads that it is sold out', async () => {
    await viewer.logsIn(viewerEmail);
    await viewer.page.getByRole('link', { name: 'An evening with everybody' }).first().click();
    await viewer.page.waitForURL(`**/event/${eventUuid}`);
    await viewer.paysWithCard(testCards.pays);
    await guest.page.goto(`${product.url}/event/${eventUuid}`);
    await guest.paysWithCardAsGuest(testCards.pays, 'ada@guest.test');
    const late = await people.newViewer();
    await late.page.goto(`${product.url}/event/${eventUuid}`);
    await expect(late.page.getByRole('button', { name: 'Sorry event sold out' }).first()).toBeDisabled();
    await late.context.close();
  });

  await test.step('without a ticket nobody gets a room token, whatever the browser sends', async () => {
    const outsider = await people.newViewer();
    await outsider.logsIn(viewer2Email);
    const status = await outsider.page.evaluate(async (uuid) => {
      const answer = await fetch('/api/events/streaming/join_streaming', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'access-token': localStorage.getItem('frontrow-access-token') ?? '',
        },
        body: JSON.stringify({ platform: 'web', event_uuid: uuid, role: 'owner', username: 'host' }),
      });
      return answer.status;
    }, eventUuid);
    expect(status).toBeGreaterThanOrEqual(400);
    await outsider.context.close();
  });

  await test.step('the host goes live and both see and hear the host', async () => {
    await host.opensRoom(eventUuid);
    await host.startsStreaming();
    await detail('a microphone that fails, and a browser without live video', async () => {
      await host.page.getByRole('button', { name: /^Camera off/ }).click();
      await expect(host.page.getByText('Your microphone is on, so everyone can hear you.')).toBeVisible();
      await host.page.getByRole('button', { name: 'Turn camera on' }).click();
      await host.page.evaluate(() => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('In use', 'NotReadableError'));
      });
      await host.page.getByRole('button', { name: 'Settings' }).click();
      await host.page.getByRole('tab', { name: 'Audio' }).click();
      await host.page.getByRole('dialog').getByRole('combobox', { name: 'Microphone' }).click();
      await host.page.getByRole('option').last().click();
      await expect(host.page.getByText(/^Your microphone didn’t start/).first()).toBeVisible();
      await host.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await host.page.evaluate(() => Reflect.deleteProperty(navigator.mediaDevices, 'getUserMedia'));
      await host.page.getByRole('button', { name: /^Microphone on/ }).click();
      const without = await viewer.context.newPage();
      // The engine's code puts the one in the place of the other when it is here.
      await without.addInitScript(() => {
        for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) Reflect.deleteProperty(window, name);
      });
      // Until the code of the room is here nobody can join, with video or without.
      await without.goto(`${product.url}/streaming/${eventUuid}`, { waitUntil: 'networkidle' });
      await expect(without.getByText(/^This browser doesn’t support live video/)).toBeVisible();
      await expect(without.getByRole('button', { name: 'Join streaming' })).toBeDisabled();
      await without.close();
    });
    await viewer.opensRoom(eventUuid);
    await viewer.joins();
    const link = await guestJoinLink(product, 'ada@guest.test');
    await guest.page.goto(link);
    const late = isLongRun ? await guest.context.newPage() : undefined;
    if (late) {
      await late.goto(link.replace(/token=.*/, 'token=of-an-email-that-is-older-than-this-one'));
      await expect(late.getByRole('heading', { name: 'This link has already been used' })).toBeVisible();
      // Typed into the same tab it is the same page.
      await late.evaluate((mark) => (location.hash = mark), new URL(link).hash);
      await expect(late.getByRole('button', { name: 'Take my seat' })).toBeVisible();
    }
    await guest.opensJoinLinkAs('Ada');
    if (late) {
      await late.getByRole('button', { name: 'Take my seat' }).press('Enter');
      await expect(late.getByRole('heading', { name: 'This link has already been used' })).toBeFocused();
      expect(late.url()).not.toContain('#');
      await late.close();
    }
    await guest.opensRoom(eventUuid);
    await guest.joins();
    await viewer.seesAndHears('viewer from host');
    await guest.seesAndHears('guest from host');
  });

  await test.step('chat flows', async () => {
    await viewer.says('hello from the second row');
    await guest.reads('hello from the second row');
    await host.opensChat();
    await host.reads('hello from the second row');
  });

  await detail('chat: a message lost on the way, other sizes, the keyboard', async () => {
    for (let line = 0; line < 4; line += 1)
      for (const who of [viewer, guest, host]) await who.says('A line that takes some room. '.repeat(6));
    await guest.page.route('**/api/events/streaming/messages_new', (route) => route.abort(), { times: 1 });
    await guest.says('lost on the way');
    const retry = guest.page.getByRole('button', { name: 'Retry' });
    await expect(retry).toBeVisible();
    await host.says('welcome both');
    await viewer.reads('welcome both');
    const newest = guest.page.getByLabel('Chat messages').getByText('welcome both', { exact: true });
    await expect(newest).toBeVisible();
    await expect(retry, 'a message above one that was not sent').toBeInViewport();
    await retry.click();
    await host.reads('lost on the way');
    await guest.page.setViewportSize({ width: 1280, height: 320 });
    await expect(newest, 'in a window that got smaller').toBeInViewport();
    await guest.page.setViewportSize({ width: 1280, height: 800 });
    await guest.page.setViewportSize({ width: 390, height: 844 });
    await expect(newest, 'in a phone turned upright').toBeInViewport();
    await guest.page.setViewportSize({ width: 1280, height: 800 });
    for (const width of [769, 320]) {
      await host.page.setViewportSize({ width, height: 568 });
      for (const name of ['Finish', 'Settings']) {
        const controls = host.page.getByRole('button', { name }).filter({ visible: true });
        await expect(controls.first(), `${name} at ${width} px`).toBeVisible();
        for (const control of await controls.all())
          await expect(control, `${name} at ${width} px`).toBeInViewport({ ratio: 1 });
      }
    }
    await host.page.setViewportSize({ width: 1280, height: 800 });
    await viewer.page.getByRole('textbox', { name: 'Message' }).fill('x'.repeat(201));
    await viewer.page.getByRole('textbox', { name: 'Message' }).press('Enter');
    await expect(viewer.page.getByText('201/200')).toBeVisible();
    await viewer.page.getByRole('button', { name: 'Close chat' }).press('Enter');
    const back = viewer.page.getByRole('button', { name: 'Show chat' });
    await expect(back, 'what was pressed is gone').toBeFocused();
    await back.press('Enter');
    const field = viewer.page.getByRole('textbox', { name: 'Message' });
    await field.fill('half a sentence');
    const emoji = viewer.page.getByRole('button', { name: 'Add an emoji' });
    await emoji.press('Enter');
    await expect(viewer.page.locator('emoji-picker').getByRole('combobox')).toBeFocused();
    await viewer.page.keyboard.press('Escape');
    await expect(emoji).toBeFocused();
    await field.press('Escape');
    await expect(field, 'next to the picture').toBeFocused();
    await viewer.page.setViewportSize({ width: 390, height: 844 });
    await field.press('Escape');
    await expect(back, 'over the picture').toBeFocused();
    await back.press('Enter');
    await expect(field).toHaveValue('half a sentence');
    await viewer.page.setViewportSize({ width: 1280, height: 800 });
    await field.press('Home');
    await emoji.press('Enter');
    await expect(viewer.page.locator('emoji-picker').getByRole('combobox')).toBeFocused();
    await expect(viewer.page.locator('emoji-picker').getByRole('menuitem').first()).toBeVisible();
    await viewer.page.keyboard.press('ArrowDown');
    await viewer.page.keyboard.press('Enter');
    await expect(field).toBeFocused();
    await viewer.page.keyboard.type('!');
    await expect(field, 'written on behind the emoji').toHaveValue(/^\p{Extended_Pictographic}!half a sentence$/u);
    await viewer.page.keyboard.press('Escape');
    await field.fill('');
  });

  await test.step('a hand, a turn by a tap, seen and heard by all, and gone at the engine when the host stops it', async () => {
    await viewer.raisesHand();
    await host.givesTurnTo('viewer');
    await expect(guest.page.getByLabel('Chat messages').getByText('viewer is on stage')).toBeInViewport();
    await viewer.goesOnAir();
    await guest.receivesPictures(2);
    await host.receivesPictures(1);
    await host.seesAndHears('host from speaker');
    const tileOf = (name: string) => guest.page.getByRole('figure', { name: `${name}’s video` });
    await expect(tileOf('viewer')).toBeVisible();
    await host.page.getByRole('button', { name: /^Camera off/ }).click();
    await expect(tileOf('host'), 'the stage is the speaker’s while the host’s camera is off').toBeVisible();
    await expect(tileOf('viewer')).toBeHidden();
    await guest.receivesPictures(1);
    await host.page.getByRole('button', { name: /^Camera on/ }).click();
    await expect(tileOf('viewer')).toBeVisible();
    await guest.receivesPictures(2);
    await viewer.refusesToStop();
    await host.stopsTurnOf('viewer');
    await guest.receivesPictures(1);
    await host.receivesPictures(0);
    await host.hearsNothing();
    // A page that obeys again.
    await viewer.opensRoom(eventUuid);
    await viewer.seesAndHears('viewer after the turn');
  });

  await test.step('open mic lets everyone speak', async () => {
    await host.switches('Open mic', true);
    await guest.page.getByRole('button', { name: /^Microphone on/ }).click();
    await host.hears('host from guest with open mic');
    await host.switches('Open mic', false);
    await expect(guest.page.getByRole('button', { name: /^Microphone on/ })).toBeHidden();
    await host.hearsNothing();
  });

  await test.step('block and unblock act on the chat', async () => {
    await host.blocks('viewer');
    await expect(viewer.page.getByText(/^You have been blocked from this event/).first()).toBeVisible();
    await guest.doesNotRead('hello from the second row');
    await host.unblocks('viewer');
    await expect(
      viewer.page.getByText('You have been unblocked from this event. You will be able to send messages again.'),
    ).toBeVisible();
    await viewer.says('thank you');
    await guest.reads('thank you');
  });

  await detail('who is removed is out until the host lets them back in', async () => {
    await host.removes('viewer');
    const removed = viewer.page.getByRole('heading', { name: 'You were removed from this event.' });
    await expect(removed, 'the room went with what the keyboard was on').toBeFocused();
    const again = viewer.page.getByRole('button', { name: 'Try to rejoin' });
    await again.click();
    await expect(removed).toBeVisible();
    await host.letsBackIn('viewer');
    await again.click();
    await viewer.reads('thank you');
    await viewer.seesAndHears('viewer after being let back in');
  });

  const stillInLine = () => expect(guest.page.getByRole('button', { name: /in line/ })).toBeVisible();

  await test.step('a reload during a turn comes back to the same seat, hands, chat and pictures', async () => {
    await viewer.raisesHand();
    await host.givesTurnTo('viewer');
    await viewer.goesOnAir();
    await viewer.page.goto('about:blank');
    const onTheWay = guest.page.getByRole('figure', { name: 'viewer’s video' }).getByText('Reconnecting…');
    await expect(onTheWay, 'the speaker is away').toBeVisible();
    await viewer.opensRoom(eventUuid);
    await viewer.goesOnAir();
    await expect(onTheWay).toBeHidden();
    await guest.raisesHand();
    await guest.page.reload();
    await stillInLine();
    await guest.reads('thank you');
    await guest.receivesPictures(2);
  });

  await detail('a laptop that was closed comes back to what was said in between, and to the pictures', async () => {
    await guest.context.setOffline(true);
    await host.opensChat();
    await host.says('said while the lid was closed');
    await viewer.reads('said while the lid was closed');
    await guest.doesNotRead('said while the lid was closed');
    await guest.context.setOffline(false);
    await guest.reads('said while the lid was closed');
    await stillInLine();
    await guest.receivesPictures(2);
  });

  await test.step('a killed server comes back with the same room, and the turn goes on', async () => {
    await product.crashAndRestart();
    await viewer.says('still here');
    await guest.reads('still here');
    await stillInLine();
    await guest.receivesPictures(2);
  });

  // The ordinary run kills one in a private meeting.
  await detail('a killed video engine comes back with everybody in it, and the turn goes on', async () => {
    await product.killEngine();
    await viewer.seesAndHears('viewer after the engine was killed');
    await guest.receivesPictures(2);
    await stillInLine();
  });

  await test.step('finish ends it for all, with the message and the redirect, and it cannot reopen', async () => {
    await host.finishes();
    await expect(viewer.page.getByText(/^The organizer has finished the event/).first()).toBeVisible();
    await expect(guest.page.getByText(/^The organizer has finished the event/).first()).toBeVisible();
    await viewer.page.waitForURL(new RegExp(`/event/${eventUuid}`), { timeout: 15_000 });
    await viewer.receivesPictures(0);
    await expect(host.page.getByText('More than 10 minutes late, or no show')).toBeVisible();
    // At once, not when the page has asked again.
    expect(await host.page.getByRole('region', { name: 'Start of the event' }).count()).toBe(0);
    await expect(host.page.getByText('Reschedule once')).toBeHidden();
    const status = await host.page.evaluate(async (uuid) => {
      const answer = await fetch('/api/events/streaming/start_streaming', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'access-token': localStorage.getItem('frontrow-access-token') ?? '',
        },
        body: JSON.stringify({ platform: 'web', event_uuid: uuid }),
      });
      return answer.status;
    }, eventUuid);
    expect(status).toBe(403);
  });
});
