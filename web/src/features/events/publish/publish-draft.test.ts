import { describe, expect, it } from 'vitest';
import {
  asksPromo,
  changeForm,
  creationForm,
  draftOfEvent,
  emptyDraft,
  hourLabel,
  isTimeLike,
  priceLimit,
  type PublishDraft,
  readDay,
  startOf,
  startTimes,
  takings,
  ticketTypeOf,
  toEventDraft,
  typedTickets,
  typeFor,
} from './publish-draft.ts';

const euro = { code: 'EUR', digits: 2 };
const wire = (
  type_id: number,
  event_type: 0 | 1,
  rally_ticket: boolean,
  ticket_price_enabled: boolean,
  max_attendees = 49,
  max_ticket_price = ticket_price_enabled ? 500 : 0,
) => ({
  type_id,
  event_type,
  rally_ticket,
  ticket_price_enabled,
  max_attendees,
  max_ticket_price,
  frontrow_min_ticket_fee: 0.5,
  frontrow_ticket_fee: 5,
});
const types = [
  wire(1, 0, false, false),
  wire(2, 0, false, true),
  wire(3, 0, true, false),
  wire(4, 1, false, true, 1000),
].map((type) => ticketTypeOf(type, euro));

const bassLab = { ...emptyDraft, title: 'Bass lab', description: 'Bring a bass', tickets: '49' };

describe('the matching ticket type', () => {
  it('follows kind, ticketing and price', () => {
    expect(typeFor(emptyDraft, types)?.id).toBe(1);
    expect(typeFor({ ...emptyDraft, price: '9' }, types)?.id).toBe(2);
    expect(typeFor({ ...emptyDraft, price: '9', openTicketing: false }, types)?.id).toBe(3);
    expect(typeFor({ ...emptyDraft, price: '9', kind: 'broadcast' }, types)?.id).toBe(4);
    expect(typeFor({ ...emptyDraft, kind: 'broadcast' }, types)).toBeUndefined();
  });
});

describe('the price limit', () => {
  const paid = [...types, ticketTypeOf(wire(5, 1, false, true, 1000, 900), euro)].filter(({ id }) => id !== 4);

  it('is that of the ticket type that fits', () => {
    expect(priceLimit({ ...emptyDraft, price: '9' }, paid)).toBe(500);
    expect(priceLimit({ ...emptyDraft, price: '9', kind: 'broadcast' }, paid)).toBe(900);
  });

  it('is known before there is a price', () => {
    for (const price of ['0', '', 'x']) expect(priceLimit({ ...emptyDraft, price }, paid)).toBe(500);
  });

  it('is unknown without a type that fits', () => {
    expect(priceLimit({ ...emptyDraft, price: '9' }, [])).toBeUndefined();
  });
});

describe('what is typed', () => {
  it('ignores a larger number of tickets', () => {
    expect(typedTickets('49', '4', 49)).toBe('49');
    expect(typedTickets('490', '49', 49)).toBe('49');
    expect(typedTickets('4x', '4', 49)).toBe('4');
  });

  it('lets a number shrink that stands over a new limit', () => {
    expect(typedTickets('50', '500', 49)).toBe('50');
    expect(typedTickets('499', '500', 49)).toBe('499');
    expect(typedTickets('501', '500', 49)).toBe('500');
    expect(typedTickets('5000', '500', 49)).toBe('500');
    expect(typedTickets('', '500', 49)).toBe('');
  });

  it('offers quarter hours on a 12-hour clock', () => {
    expect(startTimes).toHaveLength(96);
    expect(startTimes.at(-1)).toBe('23:45');
    expect([hourLabel('00:00'), hourLabel('12:15'), hourLabel('19:00')]).toEqual(['12:00 AM', '12:15 PM', '7:00 PM']);
  });

  it('reads a day month first, and takes none that the calendar does not have', () => {
    for (const typed of ['12-24-2026', ' 12/24/2026 ', '12.24.2026', '2026-12-24'])
      expect(readDay(typed)).toBe('2026-12-24');
    expect(readDay('1-5-2027')).toBe('2027-01-05');
    for (const typed of ['', '12', '12-2', '12-24-20', '24-12-2026', '02-30-2027', '13-40-2026', 'tomorrow'])
      expect(readDay(typed)).toBeNull();
  });

  it('finds a start however its time is written', () => {
    const found = (typed: string) => startTimes.filter((time) => isTimeLike(time, typed));
    for (const typed of ['7:15 PM', '7:15pm', ' 7:15 P', '19:15']) expect(found(typed)).toEqual(['19:15']);
    expect(found('7:15')).toEqual(['07:15', '19:15']);
    expect(found('19:00')).toEqual(['19:00']);
    // Not half past midnight, 12:30 AM, which ends alike.
    expect(found('2:30 AM')).toEqual(['02:30']);
    for (const typed of ['7pm', '7 PM', '7p']) expect(found(typed)).toEqual(['19:00', '19:15', '19:30', '19:45']);
    expect(found('11am')).toEqual(['11:00', '11:15', '11:30', '11:45']);
    expect(found('7:07')).toEqual([]);
  });

  it('reads the wall clock of a zone, across the change of clocks', () => {
    expect(startOf('2026-11-30', '19:00', 'Europe/Berlin')).toBe(Date.UTC(2026, 10, 30, 18));
    expect(startOf('2026-07-30', '19:00', 'Europe/Berlin')).toBe(Date.UTC(2026, 6, 30, 17));
    expect(startOf(null, '19:00', 'UTC')).toBeUndefined();
    expect(startOf('2026-02-30', '19:00', 'UTC')).toBeUndefined();
  });

  it('says what viewers pay and a full room earns', () => {
    expect(takings({ ...emptyDraft, tickets: '49', price: '9' }, types[1], 2)).toEqual({ total: 9.95, earn: 441 });
    expect(takings({ ...emptyDraft, tickets: '49', price: '0' }, types[0], 2)).toEqual({ total: 0, earn: 0 });
    expect(takings({ ...emptyDraft, price: 'x' }, types[0], 2)).toBeUndefined();
  });

  it('hands numbers that are none to the rules as such', () => {
    const draft = toEventDraft(
      { ...emptyDraft, tickets: '', price: 'x', coins: [{ id: 1, coinName: '', coinId: '', minCoinBalance: 'lots' }] },
      'UTC',
      1,
    );
    expect(draft.seats).toBeUndefined();
    expect(draft.price).toBeNaN();
    expect(draft.coins[0]?.minCoinBalance).toBeNaN();
  });
});

describe('the payload', () => {
  const draft = { ...bassLab, date: '2026-11-30', time: '19:00', price: '9' };

  it('names the fields of its kind only', () => {
    const interactive = creationForm(draft, 'Europe/Berlin', types[1]!, 'data:image/jpeg;base64,x');
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
    const broadcast = creationForm({ ...draft, kind: 'broadcast' }, 'UTC', types[3]!, 'x');
    expect(broadcast.get('event_ticket_type_streaming')).toBe('4');
    expect(broadcast.has('event_ticket_type')).toBe(false);
  });

  it('sends the token rule as JSON text, and no price, with open ticketing off', () => {
    const form = creationForm(
      {
        ...draft,
        openTicketing: false,
        nftCollections: ['apes'],
        coins: [{ id: 1, coinName: 'Coin', coinId: 'CN', minCoinBalance: '2.5' }],
      },
      'UTC',
      types[2]!,
      'x',
    );
    expect(form.get('event_rally_coins')).toBe('[{"coinName":"Coin","coinId":"CN","minCoinBalance":2.5}]');
    expect(form.get('event_rally_nfts_collections')).toBe('["apes"]');
    expect(form.get('event_price_ticket')).toBe('0');
  });
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
  const sent = (draftOfHost: typeof draft) => creationForm(draftOfHost, 'Europe/Berlin', types[1]!, 'data:');

  it('counts from the first minute of its first day to the end of its last, through a change of the clocks', () => {
    const form = sent(draft);
    expect([form.get('event_promotional_code_cap'), form.get('event_promotional_code_discount')]).toEqual(['10', '25']);
    expect(new Date(Number(form.get('event_promotional_code_from'))).toISOString()).toBe('2026-03-27T23:00:00.000Z');
    expect(new Date(Number(form.get('event_promotional_code_until'))).toISOString()).toBe('2026-03-29T22:00:00.000Z');
    expect(toEventDraft(draft, 'Europe/Berlin', 2)).toMatchObject({ promoCode: 'SPRING', promoCap: 10 });
  });

  it('comes back into the form as the days it was typed with, into a copy too', () => {
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

  it('is on the form wherever the rules would ask about it', () => {
    expect(asksPromo({ ...draft, promoCode: '', promoPercent: '' })).toBe(true);
    const half = { ...emptyDraft, promoPercent: '25' };
    expect(toEventDraft(half, 'UTC', 1).promoPercent).toBe(25);
    expect(asksPromo(half)).toBe(true);
    expect(asksPromo(emptyDraft)).toBe(false);
    expect(asksPromo({ ...draft, openTicketing: false })).toBe(false);
  });

  it('is not sent when there is none', () => {
    const form = sent({ ...draft, promoCode: '', promoPercent: '' });
    expect(form.has('event_promotional_code_cap')).toBe(false);
  });
});

describe('a change of an event that is out', () => {
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
  const sent = (draft: PublishDraft, { before = opened as PublishDraft, named = [] as string[], cover = '' } = {}) =>
    Object.fromEntries(
      changeForm(draft, {
        uuid: 'e1',
        zone: 'Europe/Berlin',
        opened: before,
        named: new Set(named),
        cover: cover || undefined,
      }),
    );

  it('names a new cover alone: a code taken away elsewhere meanwhile does not come back', () => {
    expect(sent(opened, { cover: 'data:x' })).toEqual({ event_uuid: 'e1', event_cover_image: 'data:x' });
  });

  it('names nothing but the event when nothing was changed, or changed back', () => {
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
    [{ promoPercent: '20' }, { event_promotional_code_discount: '20' }],
    [{ promoCap: '7' }, { event_promotional_code_cap: '7' }],
    [{ promoFrom: '2026-03-28' }, { event_promotional_code_from: String(Date.UTC(2026, 2, 27, 23)) }],
    [{ promoUntil: null }, { event_promotional_code_until: '' }],
  ])('%j alone', (change, fields) => {
    expect(sent({ ...opened, ...change })).toEqual({ event_uuid: 'e1', ...fields });
  });

  it('names the seats and the price of a broadcast by its own fields', () => {
    const before = { ...opened, kind: 'broadcast' as const };
    expect(sent({ ...before, tickets: '900', price: '5' }, { before })).toEqual({
      event_uuid: 'e1',
      event_num_attendees_streaming: '900',
      event_price_ticket_streaming: '5',
    });
  });

  it('names another code with all that is said of it: one of elsewhere meanwhile hands down neither its cap nor its days', () => {
    const promo = {
      event_promotional_code: 'SPRING',
      event_promotional_code_discount: '100',
      event_promotional_code_cap: '',
      event_promotional_code_from: '',
      event_promotional_code_until: String(Date.UTC(2026, 2, 29, 22)),
    };
    expect(sent({ ...opened, promoCode: 'SPRING' })).toEqual({ event_uuid: 'e1', ...promo });
    const before = { ...opened, promoCode: '', promoPercent: '', promoUntil: null };
    expect(sent({ ...opened, promoCode: 'SPRING' }, { before })).toEqual({ event_uuid: 'e1', ...promo });
  });

  it('takes a promotion away with all that was said of it', () => {
    expect(sent({ ...opened, promoCode: '', promoPercent: '' })).toEqual({
      event_uuid: 'e1',
      event_promotional_code: '',
      event_promotional_code_discount: '',
      event_promotional_code_until: '',
    });
  });

  it('names again what an unanswered try named: it may have been written', () => {
    expect(sent(opened, { named: ['event_uuid', 'event_title'] })).toEqual({
      event_uuid: 'e1',
      event_title: 'Bass lab',
    });
  });
});
