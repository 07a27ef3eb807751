import { describe, expect, it } from 'vitest';
import { guardDecision } from './guard.tsx';
import { audienceOf } from '#web/shared/menu/menu.ts';
import { menuFor } from '#web/shared/menu/menu-entries.ts';

const viewer = { user_role: 0 as const, user_is_admin: false };
const host = { user_role: 1 as const, user_is_admin: false };
const admin = { user_role: 0 as const, user_is_admin: true };

describe('guards', () => {
  it('a guarded page waits while the user loads', () => {
    expect(guardDecision({ user: null, loading: true }, ['viewer'])).toBe('wait');
    expect(guardDecision({ user: host, loading: true }, ['influencer'])).toBe('wait');
  });

  it('visitors and people of another role are sent home', () => {
    expect(guardDecision({ user: null, loading: false }, ['viewer', 'influencer'])).toBe('home');
    expect(guardDecision({ user: viewer, loading: false }, ['influencer'])).toBe('home');
  });

  it('people with one of the named roles see the page', () => {
    expect(guardDecision({ user: host, loading: false }, ['influencer'])).toBe('page');
    expect(guardDecision({ user: viewer, loading: false }, ['viewer', 'influencer'])).toBe('page');
    expect(guardDecision({ user: admin, loading: false }, ['admin'])).toBe('page');
  });
});

describe('menus', () => {
  it('visitors see only what they may open', () => {
    expect(menuFor('visitor', 'bar').map((entry) => entry.to)).toEqual(['/']);
    expect(menuFor('visitor', 'account')).toEqual([]);
  });

  it('a host in viewer mode has the menu of a viewer', () => {
    expect(audienceOf({ user: host, isInfluencer: false })).toBe('viewer');
    expect(menuFor('viewer', 'account').some((entry) => entry.to === '/publish_event')).toBe(false);
    expect(menuFor('influencer', 'account').some((entry) => entry.to === '/publish_event')).toBe(true);
  });

  it('only app admins see Administration', () => {
    expect(menuFor('viewer', 'account').some((entry) => entry.to === '/admin')).toBe(false);
    expect(menuFor('viewer', 'account', true).some((entry) => entry.to === '/admin')).toBe(true);
  });
});
