import { type BrowserContextOptions, expect, type LaunchOptions, type Page } from '@playwright/test';
import { browserOptions } from './browser.ts';

export const upright = { width: 390, height: 844 };
export const sideways = { width: 844, height: 390 };
/** What is left above the keyboard of a phone held upright. */
export const withKeyboard = { width: 390, height: 400 };

/** A phone held upright, with touch. */
export const onPhone: BrowserContextOptions = {
  viewport: upright,
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 1,
  reducedMotion: 'reduce',
};

/** With a camera on each side. Neither says which way it faces. */
export const twoCameras: LaunchOptions = {
  ...browserOptions,
  args: browserOptions.args!.map((arg) =>
    arg.startsWith('--use-fake-device') ? '--use-fake-device-for-media-stream=device-count=2,fps=5' : arg,
  ),
};

interface Watched {
  readonly tracks: MediaStreamTrack[];
  readonly locks: number;
}

/** Remembers the page's camera tracks, and how often it asked for the screen to stay on. Before the page opens. */
export async function watchPhone(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched = { tracks: [] as MediaStreamTrack[], locks: 0 };
    Object.assign(window, { watched });
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wish) => {
      const stream = await open(wish);
      watched.tracks.push(...stream.getVideoTracks());
      return stream;
    };
    Object.defineProperty(navigator, 'wakeLock', {
      value: {
        request: async () => {
          watched.locks += 1;
          return { release: async () => undefined };
        },
      },
    });
  });
}

export const asked = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { watched: Watched }).watched.locks);

/** Which camera sends now. */
export const cameraOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(
    () =>
      (window as unknown as { watched: Watched }).watched.tracks.findLast((one) => one.readyState === 'live')?.label,
  );

/** A call takes the camera: its track ends. */
export const callTakesCamera = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const track of (window as unknown as { watched: Watched }).watched.tracks) track.stop();
  });

/** The call is over, and the page is seen again. */
export const comesBack = (page: Page): Promise<void> =>
  page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));

/** Hides the chat and shows it again, by taps. */
export async function hidesAndShowsChat(page: Page): Promise<void> {
  const log = page.getByLabel('Chat messages');
  await page.getByRole('button', { name: /^Hide chat/ }).tap();
  await expect(log).toBeHidden();
  await page.getByRole('button', { name: /^Show chat/ }).tap();
  await expect(log).toBeVisible();
}

/** As on a phone: no window for a whole stage, but a video may stay above other apps. Before the page opens. */
export async function videosPopOut(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'documentPictureInPicture', { value: undefined });
    const popped: Element[] = [];
    Object.defineProperty(Document.prototype, 'pictureInPictureEnabled', { get: () => true });
    Object.defineProperty(Document.prototype, 'pictureInPictureElement', { get: () => popped.at(-1) ?? null });
    HTMLVideoElement.prototype.requestPictureInPicture = async function () {
      popped.push(this);
      return new EventTarget() as PictureInPictureWindow;
    };
    Document.prototype.exitPictureInPicture = async () => {
      popped.pop()?.dispatchEvent(new Event('leavepictureinpicture'));
    };
  });
}
