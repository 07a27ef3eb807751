import { expect, it } from 'vitest';
import script from '../first-paint.js?raw';
import { inAppBrowser } from './in-app-browser.ts';

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

const inApps: readonly [string, string][] = [
  [`${iphone} Mobile/22B83 Instagram 356.0.0.41.101 (iPhone15,2; iOS 18_1; en_US)`, 'Instagram'],
  [`${iphone} Mobile/22B83 [LinkedInApp]/9.30.1`, 'LinkedIn'],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36 Discord/250.10',
    'Discord',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Slack/4.41.98 Safari/537.36', 'Slack'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Slack_SSB/4.41', 'Slack'],
];
it.each(inApps)('%s is the browser of an app', (agent, name) => expect(inAppBrowser(agent)).toBe(name));

const others = [
  `${iphone} Version/18.1 Mobile/15E148 Safari/604.1`,
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0)',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  '',
];
it.each(others)('%s is not the browser of an app', (agent) => expect(inAppBrowser(agent)).toBeUndefined());

it('first-paint.js makes room for the same browsers', () => {
  const asked = new RegExp(/if \(\/(.+)\/\.test\(navigator\.userAgent\)\)/.exec(script)?.[1] ?? 'nothing');
  expect(inApps.filter(([agent]) => !asked.test(agent))).toEqual([]);
  expect(others.filter((agent) => asked.test(agent))).toEqual([]);
});
