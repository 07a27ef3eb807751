import type { WireEventDraft } from '@frontrow/contract/events/api.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openingDraft } from './form-mode.ts';
import { saveDraft } from './saved-draft.ts';
import { emptyDraft } from './draft-shape.ts';

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

const broadcast = {
  event_uuid: 'e1',
  event_kind: 'broadcast',
  event_title: 'Songs for a square',
  event_location: { data: { zoneName: 'UTC' } },
  event_date: 0,
  event_rally_coins: [],
  event_promotional_code: null,
  event_promotional_code_discount: null,
  event_promotional_code_cap: null,
  event_promotional_code_from: null,
  event_promotional_code_until: null,
  event_self_cancel_hours: null,
  event_self_cancel_percent: null,
} as unknown as WireEventDraft;

it('a host without massive streaming gets an interactive form, whatever was saved or is copied', () => {
  saveDraft(null, { ...emptyDraft, kind: 'broadcast', title: 'Saved' });
  expect(openingDraft({ kind: 'new' }, false)).toMatchObject({ kind: 'interactive', title: 'Saved' });
  expect(openingDraft({ kind: 'copy', of: broadcast }, false).kind).toBe('interactive');
});

it('a host with massive streaming gets the kind that was saved or is copied', () => {
  saveDraft(null, { ...emptyDraft, kind: 'broadcast' });
  expect(openingDraft({ kind: 'new' }, true).kind).toBe('broadcast');
  expect(openingDraft({ kind: 'copy', of: broadcast }, true).kind).toBe('broadcast');
});

it('a published event keeps its kind', () => {
  expect(openingDraft({ kind: 'change', of: broadcast }, false).kind).toBe('broadcast');
});
