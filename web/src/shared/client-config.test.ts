import { expect, it } from 'vitest';
import purchase from '#web/shared/i18n/en/purchase.ts';
import { appStores } from './client-config.ts';

const appStore = 'https://apps.example.com/frontrow';
const playStore = 'https://play.example.com/frontrow';

it.each([
  [undefined, []],
  [{ app_store_url: null, play_store_url: null }, []],
  [{ app_store_url: appStore, play_store_url: null }, [{ name: 'App Store', url: appStore }]],
  [{ app_store_url: null, play_store_url: playStore }, [{ name: 'Google Play', url: playStore }]],
  [
    { app_store_url: appStore, play_store_url: playStore },
    [
      { name: 'App Store', url: appStore },
      { name: 'Google Play', url: playStore },
    ],
  ],
])('the app is offered where the installation says: %j', (config, stores) => {
  expect(appStores(config)).toEqual(stores);
});

it('no one is asked to download an app that does not exist', () => {
  expect(purchase.after.noApp).not.toMatch(/download/i);
});
