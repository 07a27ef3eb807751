import { expect, it } from 'vitest';
import { openTab } from './PageTabs.tsx';

const tabs = [
  { to: '/my_live_events' },
  { to: '/my_live_events/happening' },
  { to: '/my_live_events/past_live_events' },
];

it.each([
  ['/my_live_events', '/my_live_events'],
  ['/my_live_events/happening', '/my_live_events/happening'],
  ['/my_live_events/happening/', '/my_live_events/happening'],
  ['/my_live_events/', '/my_live_events'],
  ['/my_live_events/unknown', '/my_live_events'],
  ['/my_live_events/happening_soon', '/my_live_events'],
])('at %s the tab %s is open', (pathname, open) => {
  expect(openTab(pathname, tabs)?.to).toBe(open);
});
