import { newAccount, newPassword } from '../../support/account.ts';
import { newHostAccount, offersMeetings } from '../../support/meeting.ts';
import { testCards } from '../../support/people.ts';
import { callApi, logIn, tokenOf, viewer2Email, viewerEmail } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

const minuteMs = 60_000;

/** A full minute so far ahead that both are still on the pre-join screen, and in the ten minutes of the open room. */
const soon = (): Date => new Date(Math.ceil(Date.now() / minuteMs) * minuteMs + 7 * minuteMs);

test('a private meeting: asked, moved, agreed, paid, met, reviewed', async ({ product, people }) => {
  test.setTimeout(420_000);
  const still = { reducedMotion: 'reduce' } as const;
  const host = await people.newHost(still);
  const viewer = await people.newViewer(still);
  const hostEmail = await newHostAccount(product, 'meets.host');
  const ownEmail = await newAccount(product, 'meets.viewer');
  await offersMeetings(product, hostEmail, 20);
  await logIn(host.context, product, hostEmail, newPassword);
  await logIn(viewer.context, product, ownEmail, newPassword);
  const card = viewer.page.getByRole('article', { name: /^30 minutes with / });

  await test.step('nothing yet, on either side; then the viewer asks on the host’s page', async () => {
    await host.page.goto(`${product.url}/private_meeting`);
    await expect(host.page.getByRole('heading', { name: 'No requests yet' })).toBeVisible();
    await viewer.page.goto(`${product.url}/message/private_request`);
    await expect(viewer.page.getByRole('heading', { name: 'No requests yet' })).toBeVisible();
    await viewer.page.goto(`${product.url}/meets.host`);
    await viewer.page.getByRole('button', { name: 'Private meeting' }).click();
    const dialog = viewer.page.getByRole('dialog', { name: /^Private meeting with / });
    await dialog
      .getByRole('group', { name: /^Available times on / })
      .getByRole('button')
      .last()
      .click();
    await dialog.getByLabel('What would you like to talk about?').fill('Would you hear my song?');
    await dialog.getByRole('button', { name: 'Send request' }).click();
    await expect(dialog.getByText('We’ve let ')).toBeVisible();
    await viewer.page.goto(`${product.url}/message/private_request`);
    await expect(card.getByText('Pending confirmation')).toBeVisible();
  });

  await test.step('the host sees it at once, and proposes another time and another price', async () => {
    const asked = host.page.getByRole('article', { name: /^30 minutes with / });
    await expect(asked, 'pushed to the open page').toBeVisible();
    await asked.getByRole('link', { name: /^Details/ }).click();
    await expect(host.page.getByText('Would you hear my song?').first()).toBeVisible();
    await host.page.getByRole('button', { name: 'Propose a change' }).click();
    const dialog = host.page.getByRole('dialog', { name: 'Propose a change' });
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Change the time, length or price first.');
    const [day, time] = soon().toISOString().split('T') as [string, string];
    await dialog.getByLabel('Date').fill(day);
    await dialog.getByLabel('Start').fill(time.slice(0, 5));
    await dialog.getByLabel(/^Your price/).fill('12');
    await dialog.getByLabel('Message').fill('Now would be perfect.');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(dialog).toBeHidden();
    await expect(host.page.getByText('Status: Change proposed')).toBeVisible();
  });

  await test.step('the viewer reads it at once, agrees to exactly that, and pays by card', async () => {
    await expect(card.getByText('Change proposed')).toBeVisible();
    await card.getByRole('button', { name: 'Agree' }).click();
    const dialog = viewer.page.getByRole('dialog', { name: 'Agree to this change?' });
    await expect(dialog.getByText('Now would be perfect.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Agree' }).click();
    await expect(card.getByText('Pending ticket purchase')).toBeVisible();
    await card.getByRole('button', { name: 'Pay €13.10' }).click();
    await expect(viewer.page.getByRole('dialog').getByText('We’re holding your seat')).toBeVisible();
    await viewer.typesCard(testCards.pays);
    await viewer.pays();
    await expect(card.getByText('Confirmed')).toBeVisible();
    await expect(host.page.getByText('Status: Confirmed'), 'pushed to the host').toBeVisible();
  });

  await test.step('both enter, and see and hear each other', async () => {
    // What is on before the room stays on.
    for (const who of [viewer, host]) {
      await who.page.getByRole('link', { name: 'Join meeting' }).click();
      for (const device of ['camera', 'microphone'])
        await expect(who.page.getByRole('button', { name: `Turn ${device} off` })).toBeVisible();
      await who.page.getByRole('button', { name: 'Join meeting' }).click();
    }
    await viewer.seesAndHears('viewer from host');
    await host.seesAndHears('host from viewer');
  });

  await test.step('the video engine is killed, and they see and hear each other again', async () => {
    await product.killEngine();
    await viewer.seesAndHears('viewer after the engine was killed');
    await host.seesAndHears('host after the engine was killed');
  });

  await test.step('nobody else gets in, and what was agreed stays readable', async () => {
    const uuid = new URL(host.page.url()).pathname.split('/').pop()!;
    const { access_token: other } = await tokenOf(product, viewer2Email);
    const body = { platform: 'web', event_uuid: uuid };
    const joins = callApi(product, 'POST', '/events/streaming/join_streaming', { token: other, body });
    await expect(joins).rejects.toThrow(/404|403/);
    await viewer.page.getByRole('button', { name: 'Leave' }).click();
    await viewer.page.getByRole('link', { name: 'Back to request' }).click();
    const history = viewer.page.getByRole('region', { name: 'History' }).getByRole('listitem');
    await expect(history).toHaveText([/^You requested/, /proposed .*€12\.00/, /^You agreed/, /^You paid/]);
  });

  // No meeting ends while a journey waits: one of the demo's has ended.
  await test.step('who has met says how it was', async () => {
    // An open page would follow the change of who is here.
    await viewer.page.goto('about:blank');
    await logIn(viewer.context, product, viewerEmail);
    await viewer.page.goto(`${product.url}/message/private_request`);
    const met = viewer.page.getByRole('article').filter({ hasText: 'Finished' });
    await met.getByRole('button', { name: 'Review' }).click();
    const dialog = viewer.page.getByRole('dialog');
    await dialog.locator('label').filter({ hasText: '5 stars' }).click();
    await dialog.getByLabel('Your review').fill('Half an hour that helped.');
    await dialog.getByRole('button', { name: 'Send review' }).click();
    await expect(dialog).toBeHidden();
    await expect(met.getByRole('button', { name: 'Review' })).toBeHidden();
  });
});
