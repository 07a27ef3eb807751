import { fileURLToPath } from 'node:url';
import { startableEvent } from '../support/live-room.ts';
import { guestJoinLink } from '../support/mailbox.ts';
import { publishEvent } from '../support/publish.ts';
import { callApi, hostEmail, logIn, tokenOf, viewer2Email } from '../support/session.ts';
import { detail, expect, test } from '../support/test.ts';

const file = (name: string): string => fileURLToPath(new URL(`../support/files/${name}`, import.meta.url));

/** `MM-DD-YYYY`, some days from now; ask once, as midnight may pass in between. */
function dateIn(days: number): string {
  const [year, month, day] = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10).split('-');
  return `${month}-${day}-${year}`;
}

test('a host publishes, changes, moves, copies and decorates an event', async ({ product, people }) => {
  const person = await people.newHost();
  const { page, context } = person;
  const [date, dayAfter] = [dateIn(4), dateIn(5)];
  const { access_token: token } = await logIn(context, product, hostEmail);
  await page.goto(`${product.url}/publish_event`);

  for (const empty of ['Live event information', 'Event name'])
    await expect(page.getByText(empty, { exact: true }).first()).toBeVisible();
  await expect(page.getByPlaceholder('Max 49')).toBeVisible();

  // Left while it is typed.
  await page.getByLabel('Title').fill('Half a title');
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue('Half a title');

  // Judged on submit only; every sentence of the specification, and links to the fields.
  await page.getByLabel('Title').fill(' ');
  await page.getByLabel('Title').blur();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const problems = page.getByRole('alert');
  for (const sentence of [
    'Live Event title is a required field',
    'Event description is a required field',
    'Please enter a valid date.',
    'Please choose a start time.',
    'The minimum tickets number is 1',
  ])
    await expect(problems.getByText(sentence)).toBeVisible();
  await expect(problems).toBeFocused();

  await page.getByLabel('Title').fill('Kitchen songs');
  await expect(page.getByText('13/120')).toBeVisible();
  await page.getByLabel('Description').fill('A late set.');
  await page.getByRole('combobox', { name: 'Start' }).fill('7:15 PM');
  await page.getByRole('option', { name: '7:15 PM' }).click();
  // A day that is over stays as it was typed until it is judged.
  await page.getByLabel('Date').fill('01-01-2020');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(problems.getByText('The date cannot be in the past.')).toBeVisible();
  await page.getByLabel('Date').fill(date);
  await page.getByLabel('Date').blur();
  const tickets = page.getByRole('textbox', { name: 'Tickets', exact: true });
  await tickets.fill('49');
  await tickets.fill('490');
  await expect(tickets).toHaveValue('49');

  await detail('token rules: chips by Enter and by space, no duplicates, and a rule is a must', async () => {
    await page.getByRole('switch', { name: 'Open ticketing' }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(problems.getByText('Enter a NFT collection or a coin')).toBeVisible();
    // One thing to put right: the keyboard is there. A coin's row has it while there is one.
    await expect(page.getByRole('button', { name: 'Add a coin' })).toBeFocused();
    await page.getByRole('button', { name: 'Add a coin' }).click();
    await expect(page.getByRole('textbox', { name: 'Coin name' })).toBeFocused();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    for (const sentence of ['Coin name is required', 'Coin symbol is required', 'Coin balance is required'])
      await expect(problems.getByText(sentence)).toBeVisible();
    await page.getByRole('button', { name: 'Remove coin 1' }).click();
    await expect(page.getByRole('button', { name: 'Add a coin' })).toBeFocused();
    const collections = page.getByRole('combobox', { name: 'NFT collections' });
    await collections.pressSequentially('Seats seats Rows');
    await collections.press('Enter');
    await expect(page.getByText('Seats', { exact: true })).toHaveCount(1);
    await expect(page.getByText('Rows', { exact: true })).toBeVisible();
    await page.getByRole('switch', { name: 'Open ticketing' }).click();
  });

  await detail('a thumbnail by button, key and wheel', async () => {
    await page.getByRole('button', { name: 'Select thumbnails' }).click();
    const thumbnails = page.getByRole('dialog', { name: 'Select thumbnails' });
    const inTheMiddle = async (number: number) => {
      await expect(thumbnails.getByRole('radio', { name: `Picture ${number}` })).toBeChecked();
      await expect(thumbnails.getByText(`${number} of 3`)).toBeVisible();
      await expect(thumbnails.getByAltText(`Picture ${number}`)).toBeInViewport({ ratio: 1 });
    };
    await expect(thumbnails.getByRole('radio', { name: 'Picture 1' })).toBeFocused();
    await inTheMiddle(1);
    await thumbnails.getByRole('button', { name: 'Previous picture' }).click();
    await inTheMiddle(3);
    await thumbnails.getByRole('button', { name: 'Next picture' }).click();
    await inTheMiddle(1);
    await thumbnails.getByRole('radio', { name: 'Picture 1' }).press('ArrowLeft');
    await inTheMiddle(3);
    await thumbnails.getByAltText('Picture 3').hover();
    await page.mouse.wheel(-400, 0);
    await inTheMiddle(2);
    await thumbnails.getByRole('button', { name: 'Use this image' }).click();
  });
  // The preview, and a draft that survives a reload.
  await page.getByRole('button', { name: 'Check it out!' }).click();
  const preview = page.getByRole('dialog', { name: 'Preview of your event' });
  await expect(preview.getByText('Kitchen songs')).toBeVisible();
  await expect(preview.getByText('Live at 7:15 PM')).toBeVisible();
  await expect(preview.getByRole('listitem')).toHaveCount(9);
  await page.keyboard.press('Escape');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await detail('words typed right before one leaves', async () => {
    // The last words stay, too, when one leaves by a link before they are kept; the second time its page is there at
    // once.
    const form = page.url();
    for (const words of ['Late.', 'Late and loud.']) {
      await page.getByLabel('Description').fill(words);
      await page
        .locator('header a[href="/"]')
        .first()
        .evaluate((link: HTMLElement) => link.click());
      await expect(page).toHaveURL(new URL('/', form).href);
      await page.goBack();
      await expect(page.getByLabel('Description')).toHaveValue(words);
    }
  });
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue('Kitchen songs');
  await expect(page.getByLabel('Date')).toHaveValue(date);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('link', { name: 'View event page' }).click();
  await expect(page.getByText('Private information')).toBeVisible();
  const eventUrl = page.url();

  // Changed: the page shows it; the draft of a new event is not touched by it.
  await page.getByRole('link', { name: 'Edit' }).click();
  // A save whose answer got lost may have been written: what is changed back after it is sent, too.
  await page.route('**/api/events/update', (route) => route.abort(), { times: 1 });
  await page.getByLabel('Title').fill('Kitchen tunes');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('No connection.')).toBeVisible();
  const written = { event_uuid: eventUrl.split('/').at(-1), event_title: 'Kitchen tunes' };
  await callApi(product, 'POST', '/events/update', { token, body: written });
  await page.getByLabel('Title').fill('Kitchen songs');
  await page.getByLabel('Description').fill('An early set.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Your changes are live.')).toBeVisible();
  await expect(page.getByText('An early set.')).toBeVisible();
  const { event } = await callApi<{ event: object }>(
    product,
    'GET',
    new URL(eventUrl).pathname.replace('event', 'events'),
  );
  expect(event).toMatchObject({ event_title: 'Kitchen songs', event_description: 'An early set.' });

  // Moved: what it does is said first, only later is taken, and once is enough.
  await page.getByRole('button', { name: 'Reschedule' }).click();
  const moving = page.getByRole('dialog', { name: 'Reschedule this event?' });
  await expect(moving.getByText('You can reschedule once')).toBeVisible();
  await expect(moving.getByRole('button', { name: 'Keep current time' })).toBeFocused();
  await moving.getByLabel('Date').fill(date);
  await moving.getByLabel('Date').blur();
  await moving.getByRole('button', { name: 'Reschedule' }).click();
  await expect(moving.getByText('Please choose a time after the current one.')).toBeVisible();
  await moving.getByLabel('Date').fill(dayAfter);
  await moving.getByLabel('Date').blur();
  await moving.getByRole('button', { name: 'Reschedule' }).click();
  await expect(moving).toBeHidden();
  await expect(page.getByText('This event has already been rescheduled.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reschedule' })).toBeDisabled();

  await detail('videos', async () => {
    // Videos: too long is refused before it is sent; a good one plays once and can be played again.
    await person.choosesFile('Upload Presentation video, Desktop', file('too-long.mp4'));
    await expect(
      page.getByRole('group', { name: 'Presentation video' }).getByText('Video can not exceed 20 duration.'),
    ).toBeVisible();
    await person.choosesFile('Upload Presentation video, Desktop', file('wide.mp4'));
    await expect(page.getByRole('button', { name: 'Replace Presentation video, Desktop' })).toBeFocused();
    // Nothing goes on saying what was wrong with the one before.
    await expect(page.getByText('Video can not exceed 20 duration.')).toHaveCount(0);
    const viewer = await people.newViewer();
    await viewer.page.addInitScript(() => {
      const note = ({ target }: Event) =>
        (document.body.dataset['played'] = (target as HTMLVideoElement).muted ? 'muted' : 'heard');
      document.addEventListener('playing', note, true);
    });
    // While the player's code does not come the cover stays; it is asked for again.
    const player = /\/assets\/PlayOnce-.*\.js$/;
    await viewer.page.route(player, (route) => route.abort());
    const lost = viewer.page.waitForEvent('requestfailed', (request) => player.test(request.url()));
    await viewer.page.goto(eventUrl);
    await lost;
    await expect(viewer.page.locator('main img').first()).toBeVisible();
    await expect(viewer.page.getByRole('alert')).toHaveCount(0);
    await viewer.page.unroute(player);
    await expect(viewer.page.locator('body'), 'it plays automatically, without sound').toHaveAttribute(
      'data-played',
      'muted',
    );
    await viewer.page.getByRole('button', { name: 'Watch the trailer · 0:01' }).click();
    await expect(viewer.page.getByRole('button', { name: 'Sound off' })).toBeVisible();
    await expect(viewer.page.getByRole('button', { name: /Watch the trailer/ })).toBeVisible();
  });

  // Cancelled; and another one like it: everything but the date.
  await page.getByRole('button', { name: 'Cancel event' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel event' }).click();
  await expect(page.getByText('This event was cancelled')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Private information' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your videos' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Duplicate' }).click();
  await expect(page.getByLabel('Description')).toHaveValue('An early set.');
  await expect(page.getByLabel('Date')).toHaveValue('');
});

test(
  'Publish pressed before the ticket types are here is answered when they are',
  { tag: '@long' },
  async ({ product, people }) => {
    const { page, context } = await people.newHost();
    await logIn(context, product, hostEmail);
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.route('**/api/tickets/types', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${product.url}/publish_event`);
    const publish = page.getByRole('button', { name: 'Publish', exact: true });
    await publish.click();
    await expect(page.getByRole('button', { name: /Publish/, disabled: true }).first()).toBeVisible();
    letGo();
    await expect(page.getByRole('alert').getByText('Live Event title is a required field')).toBeVisible();
    await expect(page.getByRole('alert')).toBeFocused();
    await expect(publish).toBeEnabled();

    await page.unroute('**/api/tickets/types');
    await page.route('**/api/tickets/types', (route) => route.fulfill({ status: 503, json: {} }));
    await page.reload();
    await publish.click();
    await expect(page.getByText('Sorry, there was an error with your request').first()).toBeVisible();
    await expect(publish).toBeEnabled();
  },
);

test(
  'a line that is cut while publishing keeps the form, and sending it again publishes once',
  { tag: '@long' },
  async ({ product, people }) => {
    const host = await people.newHost();
    const { page, context } = host;
    await logIn(context, product, hostEmail);
    await page.goto(`${product.url}/publish_event`);
    let sent = 0;
    // First the form is lost, then only the answer.
    await page.route('**/api/events/create', async (route) => {
      sent += 1;
      if (sent > 2) return route.continue();
      if (sent === 2) await route.fetch();
      return route.abort();
    });
    const title = 'Sent over a thin line';
    const publish = page.getByRole('button', { name: 'Publish', exact: true });
    await host.publishes({ title, description: 'Slowly.', tickets: 9 });
    for (const times of [1, 2]) {
      await expect.poll(() => sent).toBe(times);
      await expect(page.getByText('No connection.').first()).toBeVisible();
      await expect(page.getByRole('progressbar', { name: 'Uploading' })).toBeHidden();
      await expect(page.getByLabel('Title')).toHaveValue(title);
      await publish.click();
    }
    await expect(page).toHaveURL(/\/event\/[^/]+\/share$/);
    await expect(page.getByRole('heading', { name: `${title} is open for seats` })).toBeVisible();
    const { access_token } = await tokenOf(product, hostEmail);
    const { events } = await callApi<{ events: { event: { event_title: string } }[] }>(
      product,
      'GET',
      '/events/mine?scope=upcoming',
      {
        token: access_token,
      },
    );
    expect(events.filter(({ event }) => event.event_title === title)).toHaveLength(1);
  },
);

test(
  'a fault of the server shows the reference by which its log knows it',
  { tag: '@long' },
  async ({ product, people }) => {
    const { page, context } = await people.newHost();
    await logIn(context, product, hostEmail);
    const fault = { errors: [{ message: 'Sorry, something went wrong.', code: 'fault' }] };
    const headers = { 'x-request-id': '6f1ed2b0-3f57-4c1e-9a51-0b7c5a8f4d11' };
    await page.route('**/api/events/mine?*', (route) => route.fulfill({ status: 500, headers, json: fault }));
    await page.goto(`${product.url}/my_live_events`);
    await expect(page.getByText('Sorry, something went wrong.').first()).toBeVisible();
    await expect(page.getByText(`Reference: ${headers['x-request-id']}`).first()).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  },
);

test('a message reaches the holder, by mail and on the page', { tag: '@long' }, async ({ product, people }) => {
  const uuid = await startableEvent(product);
  const viewer = await people.newViewer();
  const { access_token: token } = await logIn(viewer.context, product, viewer2Email);
  await callApi(product, 'POST', '/events/purchase', {
    token,
    body: { event_uuid: uuid, type: 'interactive' },
  });
  const { page, context } = await people.newHost();
  await logIn(context, product, hostEmail);
  await page.goto(`${product.url}/event/${uuid}`);
  await page.getByRole('button', { name: 'Message' }).click();
  await page.getByLabel('Subject').fill('Bring a bowl');
  await page.getByLabel('Message', { exact: true }).fill('And a friend.');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await viewer.page.goto(`${product.url}/event/${uuid}`);
  await expect(viewer.page.getByText('And a friend.')).toBeVisible();
});

test(
  'a broadcast is for hosts with massive streaming, with its own number of seats, and is published with the form',
  { tag: '@long' },
  async ({ product, people }) => {
    const small = await people.newHost();
    await logIn(small.context, product, 'meitanaka@frontrow.test');
    await small.page.goto(`${product.url}/publish_event`);
    await expect(small.page.getByText('1 to 49', { exact: true })).toBeVisible();
    await expect(small.page.getByRole('radio', { name: 'Interactive' })).toBeChecked();
    for (const name of ['Interactive', 'Broadcast'])
      await expect(small.page.getByRole('radio', { name })).toBeDisabled();
    await expect(small.page.getByText('0 for free, €500.00 at most')).toBeVisible();
    await expect(small.page.getByText('Contact us to enable it.')).toBeVisible();

    const person = await people.newHost();
    const { context, page } = person;
    await logIn(context, product, hostEmail);
    await page.goto(`${product.url}/publish_event`);
    const broadcast = page.getByRole('radio', { name: 'Broadcast' });
    await expect(broadcast).toBeEnabled();
    const tickets = page.getByRole('textbox', { name: 'Tickets', exact: true });
    const holds = async (most: string, over: string) => {
      await expect(page.getByText(`1 to ${Number(most).toLocaleString('en')}`, { exact: true })).toBeVisible();
      await tickets.fill(most);
      await tickets.fill(over);
      await expect(tickets).toHaveValue(most);
    };
    await holds('49', '50');
    await broadcast.check({ force: true });
    await holds('1000', '1001');
    await page.getByLabel('Price').fill('5');
    // Up to 100,000 by its ticket type; a room of this installation admits a thousand.
    await holds('1000', '1001');
    await person.publishes({ title: 'Songs for a square', description: 'Bring everybody.', tickets: 900 });
    await page.getByRole('link', { name: 'View event page' }).click();
    await expect(page.getByText('Private information')).toBeVisible();
    await expect(page.getByText('0 of 900', { exact: true })).toBeVisible();

    const viewer = await people.newViewer();
    await viewer.page.goto(page.url());
    await expect(viewer.page.getByRole('heading', { name: 'Songs for a square' })).toBeVisible();
    await expect(viewer.page.getByText('Broadcast: watch and chat')).toBeVisible();
    await expect(viewer.page.getByText('900 of 900 seats left')).toBeVisible();
    const uuid = new URL(page.url()).pathname.split('/').pop()!;
    const { event } = await callApi<{ event: object }>(product, 'GET', `/events/${uuid}`);
    expect(event).toMatchObject({ event_num_tickets_free_streaming: 900 });
  },
);

test('a host adds a code and invites a guest: uses left fall, the guest joins by mail, the guest list downloads', async ({
  product,
  people,
}) => {
  const person = await people.newHost();
  const { page, context } = person;
  await logIn(context, product, hostEmail);
  const eventUuid = await publishEvent(product, {
    title: 'Guests of the kitchen',
    tickets: 5,
    price: 12,
    startable: true,
  });
  await page.goto(`${product.url}/my_live_events/guests/${eventUuid}/promo_codes`);
  await page.getByRole('textbox', { name: 'Code' }).fill('friends');
  await page.getByRole('textbox', { name: 'Discount' }).fill('100');
  await page.getByRole('textbox', { name: 'Usage limit' }).fill('2');
  await page.getByRole('button', { name: 'Add code' }).click();
  const row = page.getByRole('row', { name: /FRIENDS/ });
  await expect(row.getByRole('cell').nth(2)).toHaveText('2');

  const { access_token: buyer } = await tokenOf(product, viewer2Email);
  await callApi(product, 'POST', '/events/purchase', {
    token: buyer,
    body: { event_uuid: eventUuid, type: 'interactive', promo_code: 'friends' },
  });
  await page.reload();
  await expect(row.getByRole('cell').nth(1)).toHaveText('1');
  await expect(row.getByRole('cell').nth(2)).toHaveText('1');

  await page.getByRole('link', { name: 'Complimentary' }).click();
  await page.getByLabel('Email addresses').fill('kitchen-guest@mail.com\nnobody');
  await page.getByRole('button', { name: 'Send tickets' }).click();
  await expect(page.getByText('1 ticket sent.')).toBeVisible();
  await expect(page.getByText('Not a valid email address')).toBeVisible();
  await expect(page.getByRole('rowheader', { name: 'kitchen-guest@mail.com' })).toBeVisible();

  const guest = await people.newViewer();
  await guest.page.goto(await guestJoinLink(product, 'kitchen-guest@mail.com'));
  await expect(guest.page.getByText('Guests of the kitchen').first()).toBeVisible();

  await page.getByRole('link', { name: 'Guest list' }).click();
  await expect(page.getByRole('row', { name: /kitchen-guest@mail.com/ })).toBeVisible();
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await downloaded).suggestedFilename()).toBe('guest-list-Guests-of-the-kitchen.csv');
});
