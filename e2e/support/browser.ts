import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

/** The system's Chromium where there is one (Playwright's own download may be out of reach), else Playwright's. */
const systemChromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);

/** Chromium with a fake camera and microphone, as quiet on the network as it can be. */
export const browserOptions: LaunchOptions = {
  ...((process.env['CHROMIUM_PATH'] ?? systemChromium) && {
    executablePath: process.env['CHROMIUM_PATH'] ?? systemChromium,
  }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Few pictures a second prove as much as many, and three browsers encode and decode them without a graphics card.
    '--use-fake-device-for-media-stream=fps=5',
    '--use-fake-ui-for-media-stream',
    '--autoplay-policy=no-user-gesture-required',
  ],
};

/**
 * With its back/forward cache on, as readers have it: "Back" shows a page again as it was left. Playwright turns it
 * off by default.
 */
export const withBackForwardCache: LaunchOptions = {
  ...browserOptions,
  ignoreDefaultArgs: ['--disable-back-forward-cache'],
  args: [...(browserOptions.args ?? []), '--enable-features=BackForwardCache'],
};

/** With scrollbars that take room, as on Windows and Linux. Playwright hides them by default. */
export const withClassicScrollbars: LaunchOptions = {
  ...browserOptions,
  ignoreDefaultArgs: ['--hide-scrollbars'],
};
