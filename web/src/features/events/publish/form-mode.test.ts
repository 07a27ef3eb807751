import type { WireEventDraft } from '@frontrow/contract/events/api.ts';
import { validateEventDraft } from '@frontrow/core/events/validate-event-draft.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openingDraft, rulesIn } from './form-mode.ts';
import { toEventDraft, typeFor } from './publish-draft.ts';
import { types } from './ticket-types.examples.ts';
import { saveDraft } from './saved-draft.ts';
import { emptyDraft, type PublishDraft } from './draft-shape.ts';

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

const broadcast: WireEventDraft = {
  event_uuid: 'e1',
  event_kind: 'broadcast',
  event_cover_image: '/cover.jpg',
  event_title: 'Songs for a square',
  event_description: 'A band, a fountain, and whatever the weather does.',
  event_location: { data: { zoneName: 'UTC' } },
  event_date: Date.UTC(2030, 4, 1, 20),
  event_start_hour: '20:00',
  event_duration_minutes: null,
  public: true,
  event_opening_ticketing: true,
  event_rally_coins: [],
  event_rally_nfts_collections: [],
  event_rally_delegates: false,
  tickets: 800,
  price: 12,
  currency: 'EUR',
  event_tags: [],
  event_lang_ides: [],
  event_category_ide: null,
  event_promotional_code: null,
  event_promotional_code_discount: null,
  event_promotional_code_cap: null,
  event_promotional_code_from: null,
  event_promotional_code_until: null,
  event_self_cancel_hours: null,
  event_self_cancel_percent: null,
  tickets_taken: 3,
  price_fixed: true,
};

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

/** What is wrong with a published event whose host changes nothing, or its sale's day. */
function problemsOf(of: WireEventDraft, now: number, change: Partial<PublishDraft> = {}) {
  const mode = { kind: 'change', of } as const;
  const draft = { ...openingDraft(mode, false), ...change };
  const rules = { ticketTypes: types, categoryIdes: [], langIdes: [], hostZone: 'UTC', massive: false };
  const judged = validateEventDraft(
    toEventDraft(draft, 'UTC', typeFor(draft, types)?.id),
    rulesIn(mode, { ...rules, now, promoEndsAfter: now }),
  );
  return 'problems' in judged ? judged.problems.map((problem) => problem.code) : [];
}

it('an event with a start of ticket sales can be changed after they have opened, but not their start', () => {
  const opensAt = Date.UTC(2030, 3, 1, 9, 30, 12);
  const onSale = { ...broadcast, event_sales_open_date: opensAt };
  expect(problemsOf(onSale, opensAt - 1_000)).toEqual([]);
  expect(problemsOf(onSale, opensAt + 60_000)).toEqual([]);
  expect(problemsOf(onSale, opensAt + 60_000, { salesOpenTime: '10:00' })).toEqual(['sales_open_fixed']);
});

it('an event that has more seats than its host may give today can be changed', () => {
  const now = Date.UTC(2030, 3, 1);
  expect(problemsOf({ ...broadcast, tickets: 5_000 }, now)).toEqual([]);
  expect(problemsOf({ ...broadcast, tickets: 5_000 }, now, { tickets: '5001' })).toEqual(['tickets_over_maximum']);
});
