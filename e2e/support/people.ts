import { type BrowserContext, expect, type FileChooser, type Page } from '@playwright/test';
import type { Product } from './product.ts';
import { coverFile, laterQuarter, startableQuarter } from './publish.ts';
import { loudnessOfSides, received, since } from './receivers.ts';
import { demoPassword } from './session.ts';
import { until } from './until.ts';

/** Numbers of the sandbox, by what comes of them. */
export const testCards = {
  pays: '4242424242424242',
  declines: '4000000000000002',
  asks3ds: '4000002500003155',
} as const;

const arrivesWithinMs = 30_000;
const slateWithinMs = 3_000;
/** Three seconds, and two for the encoder's own program, which has to start again. */
const pictureWithinMs = 5_000;

/** One person with one browser. */
export class Person {
  readonly context: BrowserContext;
  readonly product: Product;
  readonly page: Page;

  constructor(context: BrowserContext, product: Product, page: Page) {
    this.context = context;
    this.product = product;
    this.page = page;
  }

  async logsIn(email: string): Promise<void> {
    const { page } = this;
    await page.goto(this.product.url);
    // Before that the link leads to the login page, as it does without scripts.
    await page.locator('html[data-ready]').waitFor();
    await page.getByRole('link', { name: 'Log in or sign up' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByLabel('Password', { exact: true }).fill(demoPassword);
    await dialog.getByRole('button', { name: 'Log in', exact: true }).last().click();
    await expect(dialog).toBeHidden();
  }

  /** Presses what opens the browser's file dialog, and chooses there. */
  async choosesFile(button: string | RegExp, file: Parameters<FileChooser['setFiles']>[0]): Promise<void> {
    const asked = this.page.waitForEvent('filechooser');
    await this.page.getByRole('button', { name: button }).click();
    await (await asked).setFiles(file);
  }

  async opensRoom(eventUuid: string): Promise<void> {
    await this.page.goto(`${this.product.url}/streaming/${eventUuid}`);
  }

  async opensBroadcast(eventUuid: string): Promise<void> {
    await this.page.goto(`${this.product.url}/broadcast/${eventUuid}`);
  }

  /** Writes and presses Enter, as people do. */
  async says(text: string): Promise<void> {
    const field = this.page.getByRole('textbox', { name: 'Message' });
    await field.fill(text);
    await field.press('Enter');
    await expect(field).toHaveValue('');
  }

  async reads(text: string): Promise<void> {
    await expect(this.page.getByLabel('Chat messages').getByText(text, { exact: true })).toBeVisible();
  }

  async doesNotRead(text: string): Promise<void> {
    await expect(this.page.getByLabel('Chat messages').getByText(text, { exact: true })).toBeHidden();
  }

  /** New frames and new sound arrive now, by this browser's own receivers. */
  async seesAndHears(what: string, videoTracks = 1): Promise<void> {
    const before = await received(this.page);
    await until(
      `${what}: frames and sound arrive`,
      async () => {
        const now = await received(this.page);
        return (
          since(before.frames, now.frames) > 5 &&
          since(before.audioPackets, now.audioPackets) > 20 &&
          Object.keys(now.frames).length >= videoTracks
        );
      },
      arrivesWithinMs,
    );
  }

  /** What plays is a tone on the left and silence on the right: nothing on the way mixed the two. */
  async hearsTheLeftAlone(): Promise<void> {
    let heard = [0, 0];
    await until(
      'a tone is heard on the left',
      async () => (heard = await loudnessOfSides(this.page))[0]! > 0.05,
      arrivesWithinMs,
    );
    expect(heard[1]).toBeLessThan(heard[0]! / 10);
  }

  /** Exactly so many pictures arrive, by the receivers. */
  async receivesPictures(count: number): Promise<void> {
    await until(
      `${count} pictures arrive`,
      async () => {
        const before = await received(this.page);
        await this.lets(1000);
        const now = await received(this.page);
        return Object.keys(now.frames).filter((id) => before.frames[id] !== now.frames[id]).length === count;
      },
      arrivesWithinMs,
    );
  }

  /** Sound that is not silence arrives now. */
  async hears(what: string): Promise<void> {
    const before = await received(this.page);
    await until(
      `${what}: sound arrives`,
      async () => since(before.audioEnergy, (await received(this.page)).audioEnergy) > 0,
      arrivesWithinMs,
    );
  }

  /** No audio packet arrives during a whole second. */
  async hearsNothing(): Promise<void> {
    await until(
      'no more sound arrives',
      async () => {
        const before = await received(this.page);
        await this.lets(1000);
        return since(before.audioPackets, (await received(this.page)).audioPackets) === 0;
      },
      arrivesWithinMs,
    );
  }

  /** Lets this much time of the page pass: for counting what arrives per second, never to wait for something. */
  private async lets(ms: number): Promise<void> {
    const from = await this.page.evaluate(() => performance.now());
    await this.page.waitForFunction((end) => performance.now() > end, from + ms);
  }

  async switchesOn(): Promise<void> {
    await this.page.getByRole('button', { name: /^Camera on/ }).click();
    await this.page.getByRole('button', { name: /^Microphone on/ }).click();
    await expect(this.page.getByRole('button', { name: /^Camera off/ })).toBeVisible();
  }
}

export class Host extends Person {
  async startsStreaming(): Promise<void> {
    await this.page.getByRole('button', { name: 'Start streaming' }).click();
    await expect(this.page.getByRole('button', { name: 'Finish' })).toBeVisible();
    await this.switchesOn();
  }

  private async opensTab(name: RegExp): Promise<void> {
    await this.page.getByRole('tab', { name }).click();
  }

  async givesTurnTo(username: string): Promise<void> {
    await this.opensTab(/^Hands/);
    await this.page.getByRole('button', { name: `Choose ${username}` }).click();
  }

  async stopsTurnOf(username: string): Promise<void> {
    await this.opensTab(/^Hands/);
    await this.page.getByRole('button', { name: `Stop ${username}’s turn` }).press('Enter');
    await expect(
      this.page.getByRole('tabpanel').locator('> [tabindex="-1"]'),
      'what was pressed is gone',
    ).toBeFocused();
  }

  async switches(name: 'Open mic' | 'Chat' | 'Raise hand', on: boolean): Promise<void> {
    await this.opensTab(/^Hands/);
    const control = this.page.getByRole('switch', { name });
    if ((await control.isChecked()) !== on) await control.press('Space');
    await expect(control).toBeChecked({ checked: on });
    await expect(control, 'the keyboard is where it was').toBeFocused();
  }

  async opensChat(): Promise<void> {
    await this.opensTab(/^Chat/);
  }

  private async choosesInPeople(username: string, action: string, confirm: string): Promise<void> {
    await this.opensTab(/^People/);
    const row = this.page.getByRole('listitem').filter({ hasText: username });
    await row.getByRole('button').last().click();
    await this.page.getByRole('menuitem', { name: action }).click();
    await this.page.getByRole('dialog').getByRole('button', { name: confirm, exact: true }).click();
  }

  blocks(username: string): Promise<void> {
    return this.choosesInPeople(username, 'Block user', 'Block');
  }

  unblocks(username: string): Promise<void> {
    return this.choosesInPeople(username, 'Unblock user', 'Unblock');
  }

  removes(username: string): Promise<void> {
    return this.choosesInPeople(username, 'Remove from the event', 'Remove');
  }

  async letsBackIn(username: string): Promise<void> {
    await this.page.getByRole('button', { name: `Let ${username} back in` }).press('Enter');
    await expect(this.page.locator('#content'), 'the row took nothing along').toBeFocused();
  }

  /** Chooses a picture for the event and takes its crop as it is offered. */
  async choosesCover(): Promise<void> {
    const { page } = this;
    await this.choosesFile(/^Drop a picture/, coverFile);
    const dialog = page.getByRole('dialog', { name: 'Edit your Event Photo' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  }

  /** Fills the form and publishes; `startable` as for an event published by the API. */
  async publishes(event: {
    title: string;
    description: string;
    tickets: number;
    price?: number;
    startable?: boolean;
  }): Promise<void> {
    const { page } = this;
    await page.getByLabel('Title').fill(event.title);
    await page.getByLabel('Description').fill(event.description);
    const startsAt = new Date(event.startable ? await startableQuarter() : laterQuarter());
    const [year, month, day] = startsAt.toISOString().slice(0, 10).split('-');
    await page.getByLabel('Date', { exact: true }).fill(`${month}-${day}-${year}`);
    await page.getByRole('combobox', { name: 'Start' }).click();
    const hour = startsAt
      .toLocaleTimeString('en-US', { timeZone: 'UTC', hour: 'numeric', minute: '2-digit' })
      .replaceAll('\u202f', ' ');
    await page.getByRole('option', { name: hour, exact: true }).click();
    await page.getByRole('textbox', { name: 'Tickets', exact: true }).fill(String(event.tickets));
    if (event.price !== undefined) await page.getByLabel('Price').fill(String(event.price));
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
  }

  /** In the control room: the stream comes from this browser, and is on air from here on. */
  async goesLiveWithCamera(): Promise<void> {
    const { page } = this;
    await expect(page.getByText('Only you can see this')).toBeVisible();
    await page.getByRole('button', { name: /^Use this camera/ }).click();
    await this.goesLive();
  }

  async goesLive(): Promise<void> {
    const button = this.page.getByRole('button', { name: 'Go live' });
    await expect(button).toBeEnabled();
    await button.click();
    await expect(this.page.getByRole('button', { name: 'Finish' })).toBeVisible();
  }

  async finishes(): Promise<void> {
    // On a phone there is one in the bar, too.
    await this.page.getByRole('button', { name: 'Finish' }).first().press('Enter');
    const dialog = this.page.getByRole('dialog');
    // A held Enter goes on pressing what it finds.
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Finish event' }).click();
  }
}

export class Viewer extends Person {
  async joins(): Promise<void> {
    await this.page.getByRole('button', { name: 'Join streaming' }).click();
    await expect(this.page.getByRole('button', { name: 'Exit' })).toBeVisible();
  }

  /** Instead of a broadcast's picture, soon after its end; or not any more, soon after its return. */
  async seesSlate(shown: boolean): Promise<void> {
    const slate = this.page.getByRole('heading', { name: 'Back in a moment' });
    await expect(slate).toBeVisible({ visible: shown, timeout: shown ? slateWithinMs : pictureWithinMs });
  }

  async getsFreeSeat(): Promise<void> {
    await this.page.getByRole('button', { name: 'Get your seat' }).first().click();
    await this.page.getByRole('dialog').getByRole('button', { name: 'Get your seat' }).click();
    await this.isIn();
  }

  async paysWithCard(number: string): Promise<void> {
    await this.opensCheckoutWithCard(number);
    await this.pays();
    await this.isIn();
  }

  async paysWithCardAsGuest(number: string, email: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Buy ticket' }).first().click();
    await this.typesAddress(email);
    await this.typesCard(number);
    await this.pays();
    await this.isIn();
  }

  async getsFreeSeatAsGuest(email: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Get your seat' }).first().click();
    await this.typesAddress(email);
    await this.page.getByRole('dialog').getByRole('button', { name: 'Get your seat' }).click();
    await this.isIn();
  }

  /** A guest's address, twice, and both consents. */
  async typesAddress(email: string): Promise<void> {
    const dialog = this.page.getByRole('dialog');
    await dialog.getByLabel('Email', { exact: true }).fill(email);
    await dialog.getByLabel('Confirm email').fill(email);
    await dialog.getByRole('checkbox', { name: /privacy/i }).check();
    await dialog.getByRole('checkbox', { name: /terms/i }).check();
  }

  async opensJoinLinkAs(name: string): Promise<void> {
    await this.page.getByLabel('Your name in the room').fill(name);
    await this.page.getByRole('button', { name: 'Take my seat' }).click();
    await expect(this.page.getByRole('button', { name: 'Take my seat' })).toBeHidden();
  }

  /** Opens the checkout and fills the sandbox's card field. */
  async opensCheckoutWithCard(number: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Buy ticket' }).first().click();
    const dialog = this.page.getByRole('dialog');
    await expect(dialog.getByText('We’re holding your seat')).toBeVisible();
    // A saved card is chosen beforehand; without one there is only "Card".
    const another = dialog.getByText('New card', { exact: true });
    if (await another.isVisible()) await another.click();
    await this.typesCard(number);
  }

  async typesCard(number: string): Promise<void> {
    const dialog = this.page.getByRole('dialog');
    await dialog.getByLabel('Card number').fill(number);
    await dialog.getByLabel('Expiry date, month and year').fill('1230');
    await dialog.getByLabel('Security code (CVC)').fill('123');
  }

  async pays(): Promise<void> {
    await this.page.getByRole('dialog').getByRole('button', { name: /^Pay / }).click();
  }

  async isIn(): Promise<void> {
    await expect(this.page.getByRole('dialog').getByText('You’re in!')).toBeVisible();
  }

  async raisesHand(): Promise<void> {
    await this.page.getByRole('button', { name: /^Raise hand/ }).click();
    await expect(this.page.getByRole('button', { name: /in line/ })).toBeVisible();
  }

  /**
   * From now on this page goes on sending whatever the server says: only the engine can end what others get from it.
   */
  async refusesToStop(): Promise<void> {
    await this.page.evaluate(() => {
      const nothing = (): void => undefined;
      MediaStreamTrack.prototype.stop = nothing;
      RTCPeerConnection.prototype.removeTrack = nothing;
      RTCRtpSender.prototype.replaceTrack = async () => undefined;
      RTCRtpSender.prototype.setParameters = async () => undefined;
      for (const [kind, name] of [
        [MediaStreamTrack, 'enabled'],
        [RTCRtpTransceiver, 'direction'],
      ] as const) {
        const own = Object.getOwnPropertyDescriptor(kind.prototype, name)!;
        Object.defineProperty(kind.prototype, name, { ...own, set: nothing });
      }
    });
  }

  /** A turn never opens a camera automatically: the tap does. */
  async goesOnAir(): Promise<void> {
    await this.page.getByRole('button', { name: 'Go on air' }).press('Enter');
    await expect(this.page.getByRole('region', { name: 'Live room' }), 'the offer took nothing along').toBeFocused();
  }
}
