import { deskAndPhone } from '../../support/live-room.ts';
import { callApi } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

test('a host moderates: announcement, pin, question from the chat, reactions, word filter and time-out', async ({
  product,
  people,
}) => {
  const { host, viewer, token, uuid, end, look } = await deskAndPhone(people, product, 'An evening with a moderator');
  await viewer.opensRoom(uuid);
  await viewer.joins();
  await host.opensRoom(uuid);
  await host.page.getByRole('button', { name: 'Start streaming' }).click();

  await test.step('a link in the chat is safe, and a message becomes a question and is pinned', async () => {
    const body = { event_uuid: uuid, message: 'Is https://ramen.example/broth the same? javascript:alert(1)' };
    await callApi(product, 'POST', '/events/streaming/messages_new', { token, body });
    const link = host.page.getByRole('log').getByRole('link');
    await expect(link).toHaveAttribute('href', 'https://ramen.example/broth');
    await expect(link).toHaveAttribute('rel', 'nofollow noopener noreferrer ugc');
    const menu = host.page.getByRole('button', { name: 'Actions for viewer2' });
    await menu.hover();
    await menu.click();
    await look('menu');
    await host.page.getByRole('menuitem', { name: 'Turn into a question' }).click();
    await expect(host.page.getByRole('tab', { name: 'Questions 1' })).toBeVisible();
    await menu.hover();
    await menu.click();
    await host.page.getByRole('menuitem', { name: 'Pin message' }).click();
    await viewer.page.reload();
    await expect(viewer.page.getByRole('region', { name: 'Pinned message' })).toContainText('ramen.example');
  });

  await test.step('an announcement is shown to everyone and stays in the chat', async () => {
    await host.page.getByRole('tab', { name: 'People' }).click();
    await host.page.getByRole('button', { name: 'Announce', exact: true }).click();
    await host.page.getByRole('textbox', { name: 'Announcement' }).fill('Break until half past eight');
    await look('announce-form');
    await host.page.getByRole('button', { name: 'Announce', exact: true }).last().click();
    await expect(viewer.page.getByRole('status').filter({ hasText: 'Break until half past eight' })).toBeVisible();
    await expect(viewer.page.getByRole('log')).toContainText('Break until half past eight');
  });

  await test.step('everyone reacts, until the host turns reactions off', async () => {
    await viewer.page.getByRole('button', { name: 'React', exact: true }).click();
    await viewer.page.getByRole('button', { name: 'Clap' }).click();
    await expect(host.page.locator('[data-reactions]')).toContainText('👏');
    await look('reactions');
    await host.page.getByRole('switch', { name: 'Reactions' }).click({ force: true });
    await expect(viewer.page.getByRole('button', { name: 'Clap' })).toBeHidden();
  });

  await test.step('a filtered word is refused with its reason, and a time-out says until when', async () => {
    await host.page.getByRole('button', { name: 'Word filter' }).click();
    await host.page.getByRole('textbox', { name: 'Words viewers can’t write' }).fill('darn');
    await look('filter');
    await host.page.getByRole('button', { name: 'Save list' }).click();
    await expect(host.page.getByText('Word filter saved.')).toBeVisible();
    await viewer.page.getByRole('textbox', { name: 'Message' }).fill('Darn noodles');
    await viewer.page.getByRole('button', { name: 'Send' }).click();
    await expect(viewer.page.getByText('The host doesn’t allow the word “darn”').first()).toBeVisible();
    await expect(viewer.page.getByRole('textbox', { name: 'Message' })).toHaveValue('Darn noodles');
    await host.page.getByRole('button', { name: 'People', exact: true }).click();
    await host.page.getByRole('button', { name: 'Actions for viewer2' }).click();
    await look('person-menu');
    await host.page.getByRole('menuitem', { name: 'Time out 5 minutes' }).click();
    await expect(viewer.page.getByText(/^You’ve been timed out until/).first()).toBeVisible();
    await expect(viewer.page.getByRole('textbox', { name: 'Message' })).toBeHidden();
    await look('timed-out');
    await host.page.getByRole('button', { name: 'Log', exact: true }).click();
    await expect(host.page.getByText('timed out viewer2 for 5 min')).toBeVisible();
    await look('log');
  });

  await test.step('who was blocked and left is unblocked in the list of people', async () => {
    await host.page.getByRole('button', { name: 'People', exact: true }).click();
    await host.blocks('viewer2');
    await viewer.page.getByRole('button', { name: 'Exit' }).click();
    const unblock = host.page.getByRole('button', { name: 'Unblock viewer2' });
    await expect(host.page.getByRole('list', { name: 'Blocked' })).toContainText('viewer2');
    await look('blocked');
    await unblock.press('Enter');
    await host.page.getByRole('dialog').getByRole('button', { name: 'Unblock', exact: true }).click();
    await expect(unblock).toBeHidden();
    await viewer.opensRoom(uuid);
    await viewer.joins();
  });

  await test.step('the keys of the room are listed', async () => {
    await host.page.getByRole('region', { name: 'Live room' }).press('?');
    await expect(host.page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Call the next person');
    await look('keys');
    await host.page.keyboard.press('Escape');
  });

  await test.step('the end thanks the viewer, and shows the host how it went', async () => {
    await end();
    await expect(viewer.page.getByText(/^Thanks for being there/)).toBeVisible();
    await expect(viewer.page.getByRole('button', { name: /^Follow/ })).toBeVisible();
    await host.page.goto(`${product.url}/event/${uuid}`);
    await expect(host.page.getByText('Unanswered questions')).toBeVisible();
    await look('end');
  });
});
