import { expect, test } from 'vitest';
import { isBot } from './views.ts';

test.for([
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', true],
  ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', true],
  ['curl/8.5.0', true],
  ['python-requests/2.32', true],
  ['', true],
  ['   ', true],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36', false],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile Safari', false],
  ['Mozilla/5.0 (Linux; Android 15; CUBOT X90) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', false],
] as const)('%s: a bot is %s', ([userAgent, bot]) => {
  expect(isBot(userAgent)).toBe(bot);
});
