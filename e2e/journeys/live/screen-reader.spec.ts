import process from 'node:process';
import { timePasses } from '../../support/clock.ts';
import { liveEvent } from '../../support/live-room.ts';
import { accessibilityTree, listenToLiveRegions } from '../../support/screen-reader.ts';
import { callApi, hostEmail, tokenOf, viewerEmail } from '../../support/session.ts';
import { expect, test } from '../../support/test.ts';

/** Prints what was said and the tree at each step, for a person who updates docs/screen-reader.md. */
const isPrinted = process.env['SCREEN_READER_WALK'] === '1';

/** The walk of docs/screen-reader.md: with keys alone, by Chromium's accessibility tree and what live regions say. */
test(
  'a viewer joins, listens, raises a hand, takes a turn, chats, asks and votes by screen reader',
  { tag: '@long' },
  async ({ product, people }) => {
    const { access_token: token } = await tokenOf(product, viewerEmail);
    const { access_token: hosts } = await tokenOf(product, hostEmail);
    const { uuid, end } = await liveEvent(product, 'An evening that is heard', token);
    const asHost = <A>(path: string, body: object): Promise<A> =>
      callApi<A>(product, 'POST', `/events/streaming/${path}`, { token: hosts, body: { event_uuid: uuid, ...body } });
    const viewer = await people.newViewer();
    await viewer.logsIn(viewerEmail);
    const { page } = viewer;
    const said = await listenToLiveRegions(page);
    /** The next step begins with what was said since the last one. */
    const hears = async (what: string, expected: readonly string[]): Promise<void> => {
      const heard: string[] = [];
      await expect(async () => {
        heard.push(...(await said()));
        let from = 0;
        for (const text of expected) {
          const at = heard.findIndex((one, index) => index >= from && one.includes(text));
          expect(at, `${what}: “${text}”, in order, among ${JSON.stringify(heard)}`).toBeGreaterThanOrEqual(0);
          from = at + 1;
        }
      }).toPass({ timeout: 15_000 });
      if (isPrinted) process.stdout.write(`${what}\n${heard.map((one) => `  “${one}”`).join('\n')}\n`);
    };
    const reads = async (...lines: string[]): Promise<void> => {
      const tree = await accessibilityTree(page);
      if (isPrinted) process.stdout.write(`${tree.join('\n')}\n`);
      const all = tree.map((line) => line.trim());
      for (const line of lines) expect(all, all.join('\n')).toContain(line);
    };

    await test.step('joining', async () => {
      await viewer.opensRoom(uuid);
      await expect(page.getByRole('button', { name: 'Join streaming' })).toBeEnabled();
      await reads(
        'heading "Welcome to An evening that is heard"',
        'button "Join streaming"',
        'heading "Network check"',
      );
      await page.getByRole('button', { name: 'Join streaming' }).press('Enter');
      await expect(page.getByRole('region', { name: 'Live room' })).toBeFocused();
    });

    await test.step('listening', async () => {
      await reads(
        'region "Live room"',
        'region "Stage"',
        'toolbar "Room controls"',
        'button "You can unmute when it’s your turn or the host opens all mics" (disabled)',
        'button "Raise hand"',
        'tablist "Panels"',
        'log "Chat messages"',
      );
      await said();
    });

    await test.step('a hand', async () => {
      await page.keyboard.press('h');
      await hears('a hand is raised', ['1st in line']);
      await reads('button "Lower hand, 1st in line" (pressed)', 'region "Your hand is up"');
    });

    await test.step('the turn', async () => {
      await asHost('set_turn_length', { seconds: 60 });
      await asHost('allow_mic', { username: 'viewer', enabled: true });
      await hears('the turn is given', ['You’re up!']);
      await reads('group "You’re up!"', 'button "Go on air"', 'button "Microphone on"');
      await page.getByRole('button', { name: 'Go on air' }).press('Enter');
      await expect(page.getByRole('button', { name: /^Camera off/ })).toBeVisible();
    });

    await test.step('the countdown', async () => {
      await expect(page.getByRole('timer', { name: /^Time left: \d:\d\d$/ })).toBeVisible();
      await timePasses(page, 48_000);
      await hears('the countdown', ['15 seconds left in your turn.']);
      await asHost('allow_mic', { username: 'viewer', enabled: false });
      await expect(page.getByRole('timer', { name: /^Time left/ })).toBeHidden();
      await reads('button "Raise hand"');
    });

    await test.step('chat', async () => {
      await said();
      await asHost('messages_new', { message: 'Welcome to the evening' });
      await hears('a message', ['Welcome to the evening']);
      await viewer.says('Thank you');
      await viewer.reads('Thank you');
    });

    await test.step('a question', async () => {
      await page.getByRole('tab', { name: 'Questions' }).press('Enter');
      const field = page.getByRole('textbox', { name: 'Your question' });
      await field.fill('What comes next?');
      await page.getByRole('button', { name: 'Ask' }).press('Enter');
      await expect(page.getByRole('button', { name: /What comes next\?/ }).first()).toBeVisible();
      await reads('tab "Questions 1" (selected)');
    });

    await test.step('a poll', async () => {
      await said();
      const { poll } = await asHost<{ poll: { poll_id: string } }>('polls/create', {
        text: 'Tea or coffee?',
        choices: ['Tea', 'Coffee'],
        multiple: false,
        anonymous: false,
      });
      await callApi(product, 'POST', '/events/streaming/polls/open', { token: hosts, body: { poll_id: poll.poll_id } });
      await hears('a poll opens', ['Tea or coffee?']);
      await page.getByRole('tab', { name: /^Polls/ }).press('Enter');
      await page.getByRole('radio', { name: 'Tea' }).press('Space');
      await page.getByRole('button', { name: 'Vote', exact: true }).press('Enter');
      await expect(page.getByText('1 person voted')).toBeVisible();
      await reads('button "Change vote"');
    });

    await test.step('the end', async () => {
      await end();
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await reads('link "Back to the event"');
      // Answers that are still on their way must not end with the page.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
  },
);
