import { isReservedName } from '@frontrow/core/accounts/reserved-names.ts';
import { describe, expect, it } from 'vitest';
import { pageAt } from '../../app/page-loader.ts';
import { pages } from '../../app/routes.tsx';
import type { Audience } from './menu.ts';
import { menu, menuFor, modeButton, sideMenuFor } from './menu-entries.ts';

/** An entry whose screen does not exist yet is left out; the others stand in this order. */
const bySpec: readonly [string, Audience, 'bar' | 'account' | 'side', readonly string[]][] = [
  ['header', 'visitor', 'bar', ['/']],
  ['header', 'viewer', 'bar', ['/', '/live_events', '/message/private_request']],
  ['influencer menu', 'influencer', 'side', ['/my_live_events', '/stats', '/private_meeting', '/activity']],
  [
    'account, influencer',
    'influencer',
    'account',
    [
      '/profile_influencer',
      '/influencer_profile/active',
      '/my_live_events',
      '/my_balance',
      '/my_influencer_payout_methods',
    ],
  ],
  [
    'account, viewer',
    'viewer',
    'account',
    ['/profile', '/viewer_profile', '/billing_viewer', '/my_viewer_payment_methods'],
  ],
];

describe('menus', () => {
  it.each(bySpec)('%s of a %s keeps the order of the specification', (_name, audience, place, wanted) => {
    const shown = menuFor(audience, place).map((entry) => entry.to);
    expect(shown.filter((to) => wanted.includes(to))).toEqual(
      wanted.filter((to) => menu.some((entry) => entry.to === to)),
    );
  });

  it.each(['/broadcast', '/mobileStreaming'])('the menus leave out %s, a reserved name without a screen', (path) => {
    expect(menu.some(({ to }) => to === path)).toBe(false);
    expect(['/:username', '*']).toContain(pageAt(path).path);
    expect(isReservedName(path.split('/')[1]!)).toBe(true);
  });

  it.each([
    ['/notifications', ['viewer', 'influencer'], 'profile'],
    ['/hosting/developers/webhooks', ['influencer'], 'hostHome'],
    ['/hosting/results/x', ['influencer'], 'myEvents'],
  ] as const)('the page %s, which has no entry, marks the entry it belongs to', (path, audiences, text) => {
    for (const audience of audiences) {
      const open = sideMenuFor(audience).filter(({ covers = [] }) => covers.some((each) => path.startsWith(each)));
      expect(open.map((entry) => entry.text)).toEqual([text]);
    }
  });

  it('every entry leads to a screen that exists, under a word that no one can sign up with', () => {
    const isPath = (pattern: string, path: string) =>
      new RegExp(`^${pattern.replaceAll(/\/:\w+\?/g, '(/[^/]+)?').replaceAll(/:\w+/g, '[^/]+')}$`).test(path);
    const own = pages.filter(({ path }) => path !== '*' && path !== '/:username');
    for (const { to } of menu) {
      expect(own.some(({ path }) => isPath(path, to))).toBe(true);
      const word = to.split('/')[1]!;
      expect(word === '' || isReservedName(word)).toBe(true);
    }
  });

  it('no address is shown twice in one place', () => {
    for (const audience of ['visitor', 'viewer', 'influencer'] as const)
      for (const place of ['bar', 'account'] as const) {
        const shown = menuFor(audience, place, true).map((entry) => entry.to);
        expect(new Set(shown).size).toBe(shown.length);
      }
  });

  it('the side menu has the pages of the account and those of the role, each once', () => {
    const sideMenu = (audience: Audience) => sideMenuFor(audience).map(({ to }) => to);
    const hosts = [
      '/hosting',
      '/my_live_events',
      '/stats',
      '/private_meeting',
      '/activity',
      '/profile_influencer',
      '/influencer_profile/active',
      '/my_balance',
      '/my_influencer_payout_methods',
      '/message/private_request',
      '/profile',
    ];
    expect(sideMenu('visitor')).toEqual([]);
    expect(sideMenu('viewer')).toEqual([
      '/live_events',
      '/message/private_request',
      '/profile',
      '/viewer_profile',
      '/billing_viewer',
      '/my_viewer_payment_methods',
    ]);
    expect(sideMenu('influencer')).toEqual(hosts);
  });

  it('a host has three places in the header, and only Host leads to a page of the side menu', () => {
    const bar = menuFor('influencer', 'bar').map(({ to }) => to);
    expect(bar).toEqual(['/', '/live_events', '/hosting']);
    const twice = sideMenuFor('influencer').filter(({ to }) => bar.includes(to));
    expect(twice.map(({ to }) => to)).toEqual(['/hosting']);
  });

  it('entries for app admins are shown to no one else', () => {
    const admins = menu.filter((entry) => entry.adminOnly).map((entry) => entry.to);
    expect(admins).toContain('/admin');
    for (const audience of ['viewer', 'influencer'] as const) {
      expect(menuFor(audience, 'account').some((entry) => admins.includes(entry.to))).toBe(false);
      expect(menuFor(audience, 'account', true).some((entry) => entry.to === '/admin')).toBe(true);
    }
  });
});

describe('the mode button', () => {
  const viewer = { user_role: 0 as const, influencer_request: null, user_is_guest: false };

  it('the mode button lets a viewer become an influencer, shows a pending request, or changes sides', () => {
    expect(modeButton(viewer, false)).toBe('become');
    expect(modeButton({ ...viewer, influencer_request: { influencer_request_authorized: false } }, false)).toBe(
      'processing',
    );
    expect(modeButton({ ...viewer, user_role: 1 }, false)).toBe('toViewer');
    expect(modeButton({ ...viewer, user_role: 1 }, true)).toBe('toInfluencer');
    expect(modeButton({ ...viewer, user_is_guest: true }, false)).toBeUndefined();
  });
});

describe('the footer', () => {
  it.each(['/social_sign_up', '/talent', '/wellness'])('the footer is hidden on %s', (path) =>
    expect(pages.find((page) => page.path === path)?.shell).toBe('no-footer'),
  );

  it.each(['/streaming/:uuid', '/broadcast/:uuid', '/mobileStreaming/:uuid'])('the room %s has no footer', (path) =>
    expect(pages.find((page) => page.path === path)?.shell).toBe('bare'),
  );
});
