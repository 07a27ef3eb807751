import type { Page } from '@playwright/test';
import { deskAndPhone } from '../../support/live-room.ts';
import { upright, withKeyboard } from '../../support/phone.ts';
import { callApi, hostEmail, tokenOf } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

const longQuestion = `Which soy sauce do you buy? ${'Lebensmittelunverträglichkeitsuntersuchung '.repeat(2)}`.trim();

/** What lies over the picture: none of it covers another one, and the question is not cut. */
const faultsOverPicture = (page: Page): Promise<string[]> =>
  page.getByRole('region', { name: 'Stage' }).evaluate((stage) => {
    const question = stage.querySelector('[role="group"][aria-label="Answering now"]')!;
    const words = question.querySelector('p')!;
    const parts = {
      question,
      clock: stage.querySelector('[aria-label^="Time left"]')!.parentElement!,
      announcement: stage.querySelector('[data-announcement]'),
      tile: stage.querySelector('[data-corner]')!,
    };
    const boxes = Object.entries(parts).flatMap(([name, part]) =>
      part?.checkVisibility() ? [{ name, box: part.getBoundingClientRect() }] : [],
    );
    const covered = boxes.flatMap(({ name, box }, index) =>
      boxes
        .slice(index + 1)
        .filter(
          ({ box: other }) =>
            box.left < other.right && box.right > other.left && box.top < other.bottom && box.bottom > other.top,
        )
        .map((other) => `${name} and ${other.name}`),
    );
    return words.scrollHeight > words.clientHeight ? [...covered, 'the question is cut'] : covered;
  });

/**
 * A host with a keyboard and a viewer with a phone: a question with the hand, a turn that ends by the clock, a question
 * that is answered on stage, and a poll.
 */
test('a hand with a question, a turn with a time limit, questions of the audience, and a poll', async ({
  product,
  people,
}) => {
  const { host, viewer, uuid, end, look } = await deskAndPhone(people, product, 'An evening with questions');
  await viewer.opensRoom(uuid);
  await viewer.joins();
  await host.opensRoom(uuid);
  await host.page.getByRole('button', { name: 'Start streaming' }).click();
  await host.page.getByRole('tab', { name: 'Hands' }).click();

  await test.step('the hand carries a question, which the host reads in the queue', async () => {
    await viewer.raisesHand();
    await viewer.page.getByRole('button', { name: 'Add a question' }).click();
    const field = viewer.page.getByRole('textbox', { name: 'Your question (optional)' });
    await field.fill('Do I rinse the noodles before they go in the broth?');
    await look('hand');
    await field.press('Enter');
    await expect(host.page.getByText('Do I rinse the noodles')).toBeVisible();
  });

  await test.step('the host limits turns and calls the next person with one key; both see the countdown', async () => {
    await host.page.getByRole('button', { name: '1 minute', exact: true }).click();
    await expect(host.page.getByRole('button', { name: '1 minute', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await look('queue');
    await host.page.getByRole('region', { name: 'Live room' }).press('n');
    await expect(viewer.page.getByRole('heading', { name: 'You’re up!' })).toBeVisible();
    await expect(viewer.page.getByRole('region', { name: 'Stage' }).getByText('You’re on stage')).toBeVisible();
    await expect(viewer.page.getByRole('timer', { name: /^Time left: 0:\d\d$/ })).toBeVisible();
    await viewer.page.getByRole('button', { name: 'Go on air' }).click();
    await host.page.getByRole('button', { name: 'Give viewer2 one more minute' }).click();
    await expect(host.page.getByRole('timer', { name: /^Time left: 1:\d\d$/ }).first()).toBeVisible();
    await look('turn');
    await host.page.getByRole('button', { name: 'Stop viewer2’s turn' }).click();
    await expect(viewer.page.getByRole('region', { name: 'Stage' }).getByText('You’re on stage')).toBeHidden();
  });

  await test.step('a question of the audience is asked, voted for, and answered on stage', async () => {
    await viewer.page.getByRole('tab', { name: 'Questions' }).click();
    await viewer.page.getByRole('textbox', { name: 'Your question' }).fill(longQuestion);
    await viewer.page.getByRole('button', { name: 'Ask' }).click();
    await host.page.getByRole('tab', { name: /Questions/ }).click();
    const vote = host.page.getByRole('button', { name: /Vote for “Which soy sauce/ });
    await vote.click();
    await expect(viewer.page.getByRole('button', { name: /Which soy sauce.*1 vote$/ })).toBeVisible();
    await viewer.page.reload();
    await viewer.page.getByRole('tab', { name: 'Questions' }).click();
    await expect(viewer.page.getByRole('button', { name: /Which soy sauce.*1 vote$/ })).toBeVisible();
    await look('questions');
    await host.page.getByRole('button', { name: 'Give viewer2 the turn to ask this question' }).click();
    await expect(viewer.page.getByRole('heading', { name: 'You’re up!' })).toBeVisible();
    // It stays on top of the open ones, and everyone sees on the stage which one it is.
    await expect(host.page.getByRole('listitem').filter({ hasText: 'Which soy sauce' })).toContainText('Answering now');
    for (const { page } of [host, viewer])
      await expect(page.getByRole('group', { name: 'Answering now' })).toContainText('Which soy sauce do you buy?');
    // On a phone there is room for the announcement alone, which is gone after half a minute.
    for (const { page } of [host, viewer]) expect(await faultsOverPicture(page)).toEqual([]);
    const { access_token: hosts } = await tokenOf(product, hostEmail);
    const body = { event_uuid: uuid, text: 'Soup is served' };
    await callApi(product, 'POST', '/events/streaming/announce', { token: hosts, body });
    for (const { page } of [host, viewer]) {
      await expect(page.getByRole('region', { name: 'Stage' }).getByText('Soup is served')).toBeVisible();
      expect(await faultsOverPicture(page)).toEqual([]);
    }
    await look('stage');
    await host.page.getByRole('tab', { name: 'Hands' }).click();
    await host.page.getByRole('button', { name: 'Stop viewer2’s turn' }).click();
    await expect(viewer.page.getByRole('heading', { name: 'You’re up!' })).toBeHidden();
    for (const { page } of [host, viewer])
      await expect(page.getByRole('group', { name: 'Answering now' })).toBeHidden();
    await host.page.getByRole('tab', { name: /Questions/ }).click();
    await expect(host.page.getByText('No open questions')).toBeVisible();
    await expect(host.page.getByRole('button', { name: 'Answered 1' })).toBeVisible();
  });

  await test.step('the host prepares a poll and starts it; the viewer votes and changes the vote; both see the result', async () => {
    await host.page.getByRole('tab', { name: 'Polls' }).click();
    await host.page.getByRole('button', { name: 'New poll' }).click();
    // What is missing is said at every field at once, in our words.
    await host.page.getByRole('button', { name: 'Prepare poll' }).click();
    const question = host.page.getByRole('textbox', { name: 'Question' });
    await expect(question).toBeFocused();
    await expect(question).toHaveAccessibleDescription('Write a question.');
    for (const name of ['Answer 1', 'Answer 2'])
      await expect(host.page.getByRole('textbox', { name })).toHaveAccessibleDescription('Write an answer.');
    await question.fill('Soft egg or hard egg?');
    await host.page.getByRole('textbox', { name: 'Answer 1' }).fill('Soft, runny in the middle');
    await host.page.getByRole('textbox', { name: 'Answer 2' }).fill('Hard, all the way');
    await look('poll-form');
    const anonymous = host.page.getByRole('switch', { name: 'Anonymous' }).locator('xpath=ancestor::label');
    expect((await anonymous.boundingBox())!.height, 'label and switch are one line').toBeLessThan(40);
    await expect(host.page.getByRole('switch', { name: 'Record this event' })).toBeInViewport();
    await host.page.getByRole('button', { name: 'Prepare poll' }).click();
    await host.page.getByRole('button', { name: 'Start the poll “Soft egg or hard egg?”' }).click();
    // The viewer reads questions, and is led to the poll by a note that leaves the field free.
    const note = viewer.page.getByRole('group', { name: 'New poll' });
    await expect(note).toContainText('Soft egg or hard egg?');
    await expect(host.page.getByRole('group', { name: 'New poll' })).toHaveCount(0);
    const leads = note.getByRole('button', { name: 'Vote' });
    // On so small a screen the announcement comes first.
    await expect(viewer.page.getByText('Soup is served')).toBeHidden({ timeout: 40_000 });
    for (const size of [withKeyboard, upright]) {
      await viewer.page.setViewportSize(size);
      await viewer.page.getByRole('textbox', { name: 'Your question' }).focus();
      await viewer.page.getByRole('textbox', { name: 'Your question' }).click({ trial: true });
      await leads.click({ trial: true });
    }
    await look('poll-note');
    await leads.click();
    await expect(viewer.page.getByRole('tab', { name: /Polls/ })).toBeFocused();
    await expect(note).toBeHidden();
    await viewer.page.getByRole('button', { name: 'Vote', exact: true }).click();
    await expect(viewer.page.getByText('Choose an answer first.')).toBeVisible();
    await expect(viewer.page.getByRole('radio').first()).toBeFocused();
    await viewer.page.getByRole('radio', { name: 'Hard, all the way' }).check();
    await look('poll-ballot');
    await viewer.page.getByRole('button', { name: 'Vote', exact: true }).click();
    await expect(viewer.page.getByText('1 person voted')).toBeVisible();
    await viewer.page.reload();
    await viewer.page.getByRole('tab', { name: /Polls/ }).click();
    await viewer.page.getByRole('button', { name: 'Change vote' }).click();
    await viewer.page.getByRole('radio', { name: 'Soft, runny in the middle' }).check();
    await viewer.page.getByRole('button', { name: 'Vote', exact: true }).click();
    // The host watches the result without a vote of their own, and may give one.
    await expect(host.page.getByText('100%')).toBeVisible();
    await host.page.getByRole('button', { name: 'Vote', exact: true }).click();
    await host.page.getByRole('radio', { name: 'Soft, runny in the middle' }).check();
    await host.page.getByRole('button', { name: 'Vote', exact: true }).click();
    await expect(viewer.page.getByText('100%')).toBeVisible();
    // The host's ballot has given way to the result, and no button moves any more.
    await expect(host.page.getByRole('button', { name: 'Change vote' })).toBeVisible();
    await look('poll-results');
    await host.page.getByRole('button', { name: 'Close poll' }).click();
    await expect(viewer.page.getByText('Closed', { exact: true })).toBeVisible();
  });
  await end();
});

test(
  'what is being written next to the chat stays while somebody looks at the chat',
  { tag: '@long' },
  async ({ product, people }) => {
    const { host, viewer, uuid, end } = await deskAndPhone(people, product, 'An evening with half a poll');
    await viewer.opensRoom(uuid);
    await viewer.joins();
    await host.opensRoom(uuid);
    await host.page.getByRole('button', { name: 'Start streaming' }).click();
    const opens = (page: Page, tab: string) => page.getByRole('tab', { name: tab }).click();

    const ask = viewer.page.getByRole('textbox', { name: 'Your question' });
    await opens(viewer.page, 'Questions');
    await ask.fill('Do I rinse the');
    await opens(viewer.page, 'Chat');
    await opens(viewer.page, 'Questions');
    await expect(ask).toHaveValue('Do I rinse the');

    const first = host.page.getByRole('textbox', { name: 'Answer 1' });
    const added = host.page.getByRole('textbox', { name: 'Answer 3' });
    await opens(host.page, 'Polls');
    await host.page.getByRole('button', { name: 'New poll' }).click();
    await first.fill('Soft');
    await host.page.getByRole('button', { name: 'Add an answer' }).click();
    await added.fill('Al dente');
    await opens(host.page, 'Chat');
    await opens(host.page, 'Polls');
    await expect(first).toHaveValue('Soft');
    await expect(added).toHaveValue('Al dente');
    await host.page.getByRole('button', { name: 'Cancel' }).click();
    await host.page.getByRole('button', { name: 'New poll' }).click();
    await expect(first).toHaveValue('');

    const announcement = host.page.getByRole('textbox', { name: 'Announcement' });
    await opens(host.page, 'People');
    await host.page.getByRole('button', { name: 'Announce', exact: true }).click();
    await announcement.fill('We go on at');
    await opens(host.page, 'Chat');
    await opens(host.page, 'People');
    await host.page.getByRole('button', { name: 'Announce', exact: true }).first().click();
    await expect(announcement).toHaveValue('We go on at');
    await end();
  },
);
