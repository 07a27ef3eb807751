import { describe, expect, it } from 'vitest';
import { guardDecision } from './guard.tsx';
import { audienceOf } from '#web/shared/menu/menu.ts';
import { menuFor, modeButton } from '#web/shared/menu/menu-entries.ts';

const viewer = { user_role: 0 as const, user_is_admin: false };
const host = { user_role: 1 as const, user_is_admin: false };
const admin = { user_role: 0 as const, user_is_admin: true };

describe('guards', () => {
  it('renders nothing while the user loads', () => {
    expect(guardDecision({ user: null, loading: true }, ['viewer'])).toBe('wait');
    expect(guardDecision({ user: host, loading: true }, ['influencer'])).toBe('wait');
  });

  it('sends strangers and wrong roles home', () => {
    expect(guardDecision({ user: null, loading: false }, ['viewer', 'influencer'])).toBe('home');
    expect(guardDecision({ user: viewer, loading: false }, ['influencer'])).toBe('home');
  });

  it('lets the named roles in', () => {
    expect(guardDecision({ user: host, loading: false }, ['influencer'])).toBe('page');
    expect(guardDecision({ user: viewer, loading: false }, ['viewer', 'influencer'])).toBe('page');
    expect(guardDecision({ user: admin, loading: false }, ['admin'])).toBe('page');
  });
});

describe('menus', () => {
  it('shows visitors only what they may open', () => {
    expect(menuFor('visitor', 'bar').map((entry) => entry.to)).toEqual(['/']);
    expect(menuFor('visitor', 'account')).toEqual([]);
  });

  it('treats a host in viewer mode as a viewer', () => {
    expect(audienceOf({ user: host, isInfluencer: false })).toBe('viewer');
    expect(menuFor('viewer', 'account').some((entry) => entry.to === '/publish_event')).toBe(false);
    expect(menuFor('influencer', 'account').some((entry) => entry.to === '/publish_event')).toBe(true);
  });

  it('shows administration to app admins only', () => {
    expect(menuFor('viewer', 'account').some((entry) => entry.to === '/admin')).toBe(false);
    expect(menuFor('viewer', 'account', true).some((entry) => entry.to === '/admin')).toBe(true);
  });

  it('has one button for becoming an influencer, waiting, and changing sides', () => {
    const person = { user_role: 0 as const, user_is_guest: false, influencer_request: null };
    const asked = { influencer_request_authorized: false };
    expect(modeButton({ ...person, user_is_guest: true }, false)).toBeUndefined();
    expect(modeButton(person, false)).toBe('become');
    expect(modeButton({ ...person, influencer_request: asked }, false)).toBe('processing');
    expect(modeButton({ ...person, user_role: 1 }, false)).toBe('toViewer');
    expect(modeButton({ ...person, user_role: 1 }, true)).toBe('toInfluencer');
  });
});
