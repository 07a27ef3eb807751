import type { SeriesScope } from '@frontrow/core/events/series.ts';
import { describe, expect, it } from 'vitest';
import { changeForm, creationForm } from './draft-payload.ts';
import { emptyDraft, type PublishDraft } from './draft-shape.ts';
import { asksPromo, draftOfEvent, toEventDraft } from './publish-draft.ts';
import { types } from './ticket-types.examples.ts';

const bassLab = { ...emptyDraft, title: 'Bass lab', description: 'Bring a bass', tickets: '49' };

describe('the payload', () => {
  const draft = { ...bassLab, date: '2026-11-30', time: '19:00', price: '9' };

  it('the payload has only the fields of its kind', () => {
    const interactive = creationForm(draft, 'Europe/Berlin', types[1]!, { cover: 'data:image/jpeg;base64,x' });
    expect(Object.fromEntries(interactive)).toMatchObject({
      event_num_attendees: '49',
      event_price_ticket: '9',
      event_ticket_type: '2',
      event_date: String(Date.UTC(2026, 10, 30, 18)),
      event_start_hour: '19:00',
      event_opening_ticketing: 'true',
      event_rally_coins: '[]',
    });
    expect(interactive.has('event_num_attendees_streaming')).toBe(false);
    const broadcast = creationForm({ ...draft, kind: 'broadcast' }, 'UTC', types[3]!, { cover: 'x' });
    expect(broadcast.get('event_ticket_type_streaming')).toBe('4');
    expect(broadcast.has('event_ticket_type')).toBe(false);
  });

  it('an event for token holders sends the token rule as JSON text, and no price', () => {
    const form = creationForm(
      {
        ...draft,
        openTicketing: false,
        nftCollections: ['apes'],
        coins: [{ coinName: 'Coin', coinId: 'CN', minCoinBalance: '2.5', coinChainId: '', coinAddress: '' }],
      },
      'UTC',
      types[2]!,
      { cover: 'x' },
    );
    expect(form.get('event_rally_coins')).toBe('[{"coinName":"Coin","coinId":"CN","minCoinBalance":2.5}]');
    expect(form.get('event_rally_nfts_collections')).toBe('["apes"]');
    expect(form.get('event_price_ticket')).toBe('0');
  });
});

describe('a series', () => {
  const draft = { ...bassLab, date: '2027-03-21', time: '20:00' };
  const sent = (more: Partial<PublishDraft>) =>
    creationForm({ ...draft, ...more }, 'Europe/Berlin', types[0]!, { cover: 'x' }).get('event_repeats');

  it('a series says how it repeats, and a single event sends no repeats', () => {
    expect(sent({})).toBeNull();
    expect(sent({ repeats: 'weeks', repeatWeeks: '8' })).toBe('{"weeks":8}');
    expect(sent({ repeats: 'until', repeatUntil: '2027-05-01' })).toBe('{"until":"2027-05-01"}');
    expect(sent({ repeats: 'dates', repeatDates: ['2027-04-02'] })).toBe('{"dates":["2027-04-02"]}');
  });

  it('a further date of a series names the series', () =>
    expect(creationForm(draft, 'UTC', types[0]!, { cover: 'x', series: 's1' }).get('event_series')).toBe('s1'));
});

describe('a promo code', () => {
  const draft = {
    ...emptyDraft,
    price: '20',
    promoCode: 'SPRING',
    promoPercent: '25',
    promoCap: '10',
    promoFrom: '2026-03-28',
    promoUntil: '2026-03-29',
  };
  const sent = (draftOfHost: typeof draft) => creationForm(draftOfHost, 'Europe/Berlin', types[1]!, { cover: 'data:' });

  it('a promo code is valid from the start of its first day to the end of its last, across a change of clocks', () => {
    const form = sent(draft);
    expect([form.get('event_promotional_code_cap'), form.get('event_promotional_code_discount')]).toEqual(['10', '25']);
    expect(new Date(Number(form.get('event_promotional_code_from'))).toISOString()).toBe('2026-03-27T23:00:00.000Z');
    expect(new Date(Number(form.get('event_promotional_code_until'))).toISOString()).toBe('2026-03-29T22:00:00.000Z');
    expect(toEventDraft(draft, 'Europe/Berlin', 2)).toMatchObject({ promoCode: 'SPRING', promoCap: 10 });
  });

  it('a promo code opens in the form with the days that were typed, in a copy too', () => {
    const form = sent(draft);
    const wireDraft = {
      event_date: 0,
      event_location: { data: { zoneName: 'Europe/Berlin' } },
      event_rally_coins: [],
      event_promotional_code: 'SPRING',
      event_promotional_code_discount: 25,
      event_promotional_code_cap: 10,
      event_promotional_code_from: Number(form.get('event_promotional_code_from')),
      event_promotional_code_until: Number(form.get('event_promotional_code_until')),
    } as unknown as Parameters<typeof draftOfEvent>[0];
    const { promoCode, promoPercent, promoCap, promoFrom, promoUntil } = draft;
    for (const withDate of [true, false])
      expect(draftOfEvent(wireDraft, { withDate })).toMatchObject({
        promoCode,
        promoPercent,
        promoCap,
        promoFrom,
        promoUntil,
      });
  });

  it('the fields of a promo code are shown wherever the rules judge them', () => {
    expect(asksPromo({ ...draft, promoCode: '', promoPercent: '' })).toBe(true);
    const half = { ...emptyDraft, promoPercent: '25' };
    expect(toEventDraft(half, 'UTC', 1).promoPercent).toBe(25);
    expect(asksPromo(half)).toBe(true);
    expect(asksPromo(emptyDraft)).toBe(false);
    expect(asksPromo({ ...draft, openTicketing: false })).toBe(false);
  });

  it('an empty promo code is not sent', () => {
    const form = sent({ ...draft, promoCode: '', promoPercent: '' });
    expect(form.has('event_promotional_code_cap')).toBe(false);
  });
});

describe('the holders’ right to cancel', () => {
  const draft = { ...bassLab, date: '2026-11-30', time: '19:00', selfCancel: true, selfCancelPercent: '50' };
  const sent = (draftOfHost: typeof draft) => creationForm(draftOfHost, 'UTC', types[1]!, { cover: 'data:' });

  it('a right to cancel is sent while it is on, and judged even if its hours were deleted', () => {
    expect([sent(draft).get('event_self_cancel_hours'), sent(draft).get('event_self_cancel_percent')]).toEqual([
      '24',
      '50',
    ]);
    expect(toEventDraft({ ...draft, selfCancelHours: '' }, 'UTC', 1).selfCancelHours).toBeNaN();
  });

  it('a right to cancel that is off is not sent, whatever was typed before', () => {
    expect(sent({ ...draft, selfCancel: false }).has('event_self_cancel_hours')).toBe(false);
    const { selfCancelHours, selfCancelPercent } = toEventDraft({ ...draft, selfCancel: false }, 'UTC', 1);
    expect([selfCancelHours, selfCancelPercent]).toEqual([undefined, undefined]);
  });
});

describe('a change of a published event', () => {
  const opened = {
    ...bassLab,
    price: '20',
    tags: ['bass'],
    langIdes: [1],
    categoryIde: 3,
    promoCode: 'LEAKED',
    promoPercent: '100',
    promoUntil: '2026-03-29',
  };
  const sent = (
    draft: PublishDraft,
    { before = opened as PublishDraft, named = [] as string[], cover = '', scope = 'this' as SeriesScope } = {},
  ) =>
    Object.fromEntries(
      changeForm(draft, {
        uuid: 'e1',
        zone: 'Europe/Berlin',
        opened: before,
        named: new Set(named),
        cover: cover || undefined,
        scope,
      }),
    );

  it('a new cover is sent alone, so a promo code that was removed elsewhere does not come back', () => {
    expect(sent(opened, { cover: 'data:x' })).toEqual({ event_uuid: 'e1', event_cover_image: 'data:x' });
  });

  it('a change of all following dates names its scope', () =>
    expect(sent({ ...opened, tags: [] }, { scope: 'following' })).toEqual({
      event_uuid: 'e1',
      series_scope: 'following',
      event_tags: '[]',
    }));

  it('a form that is unchanged, or was changed back, sends only the event’s id', () => {
    expect(sent({ ...opened, tags: ['bass'], langIdes: [1] })).toEqual({ event_uuid: 'e1' });
  });

  it.each([
    [{ title: 'Bass' }, { event_title: 'Bass' }],
    [{ description: '' }, { event_description: '' }],
    [{ public: false }, { public: 'false' }],
    [{ tickets: '50' }, { event_num_attendees: '50' }],
    [{ price: '' }, { event_price_ticket: '0' }],
    [{ tags: [] }, { event_tags: '[]' }],
    [{ langIdes: [1, 2] }, { event_lang_ides: '[1,2]' }],
    [{ categoryIde: null }, { event_category_ide: '' }],
    [{ promoPercent: '20' }, { event_promotional_code_before: 'LEAKED', event_promotional_code_discount: '20' }],
    [{ promoCap: '7' }, { event_promotional_code_before: 'LEAKED', event_promotional_code_cap: '7' }],
    [
      { promoFrom: '2026-03-28' },
      { event_promotional_code_before: 'LEAKED', event_promotional_code_from: String(Date.UTC(2026, 2, 27, 23)) },
    ],
    [{ promoUntil: null }, { event_promotional_code_before: 'LEAKED', event_promotional_code_until: '' }],
  ])('the change %j is sent alone', (change, fields) => {
    expect(sent({ ...opened, ...change })).toEqual({ event_uuid: 'e1', ...fields });
  });

  it('seats and price of a broadcast are sent in their own fields', () => {
    const before = { ...opened, kind: 'broadcast' as const };
    expect(sent({ ...before, tickets: '900', price: '5' }, { before })).toEqual({
      event_uuid: 'e1',
      event_num_attendees_streaming: '900',
      event_price_ticket_streaming: '5',
    });
  });

  it('another promo code is sent with all its limits, so it inherits none from a code made elsewhere', () => {
    const promo = {
      event_promotional_code: 'SPRING',
      event_promotional_code_discount: '100',
      event_promotional_code_cap: '',
      event_promotional_code_from: '',
      event_promotional_code_until: String(Date.UTC(2026, 2, 29, 22)),
    };
    const form = { event_uuid: 'e1', event_promotional_code_before: 'LEAKED', ...promo };
    expect(sent({ ...opened, promoCode: 'SPRING' })).toEqual(form);
    const before = { ...opened, promoCode: '', promoPercent: '', promoUntil: null };
    expect(sent({ ...opened, promoCode: 'SPRING' }, { before })).toEqual({
      ...form,
      event_promotional_code_before: '',
    });
  });

  it('an attempt without an answer may have changed the code, so the next one does not say which there was', () =>
    expect(sent({ ...opened, promoCode: 'THIRD' }, { named: ['event_promotional_code'] })).not.toHaveProperty(
      'event_promotional_code_before',
    ));

  it('a promo code is removed with all its limits', () => {
    expect(sent({ ...opened, promoCode: '', promoPercent: '' })).toEqual({
      event_uuid: 'e1',
      event_promotional_code_before: 'LEAKED',
      event_promotional_code: '',
      event_promotional_code_discount: '',
      event_promotional_code_until: '',
    });
  });

  it('a field of an unanswered attempt is sent again, because it may have been written', () => {
    expect(sent(opened, { named: ['event_uuid', 'event_title'] })).toEqual({
      event_uuid: 'e1',
      event_title: 'Bass lab',
    });
  });
});
