import { describe, expect, test } from 'vitest';
import { matchTicketType, type TicketType } from '../catalog/selling-terms.ts';
import { days } from '../kernel/instant.ts';
import { refuse } from '../refuse.ts';
import type { EventDraft } from './event-draft.ts';
import { type PublishRules, validateEventDraft } from './validate-event-draft.ts';

const type = (id: number, more: Partial<TicketType>): TicketType => ({
  id,
  kind: 'interactive',
  rally: false,
  priced: false,
  seatsMax: 49,
  ...more,
});
const ticketTypes = [
  type(1, {}),
  type(2, { priced: true }),
  type(3, { rally: true }),
  type(4, { kind: 'broadcast', seatsMax: 1000 }),
  type(5, { kind: 'broadcast', priced: true, seatsMax: 100_000 }),
  type(6, { kind: 'broadcast', rally: true, seatsMax: 1000 }),
];
const now = Date.UTC(2026, 4, 1, 12, 0);
const rules = {
  ticketTypes,
  categoryIdes: [1],
  langIdes: [1, 2],
  hostZone: 'UTC',
  massive: true,
  now,
  promoEndsAfter: now,
};
const good: EventDraft = {
  kind: 'interactive',
  title: 'An evening',
  description: 'All about it.',
  date: now + days(1),
  startHour: '12:00',
  zone: undefined,
  listed: true,
  openTicketing: true,
  seats: 49,
  price: 0,
  ticketTypeId: undefined,
  nftCollections: [],
  coins: [],
  tags: [],
  langIdes: [],
  categoryIde: undefined,
  promoCode: undefined,
  promoPercent: undefined,
};

const sentences = (draft: Partial<EventDraft>, more: Partial<typeof rules> = {}): [string, string][] => {
  const judged = validateEventDraft({ ...good, ...draft }, { ...rules, ...more });
  return 'problems' in judged
    ? judged.problems.map((problem) => [problem.field, refuse(problem.code, problem.params).message])
    : [];
};

test('a past day is refused before its hour is chosen; today is not', () => {
  const hour: [string, string] = ['startHour', 'Please choose a start time.'];
  expect(sentences({ date: now - days(1), startHour: '' })).toEqual([
    ['date', 'The date cannot be in the past.'],
    hour,
  ]);
  expect(sentences({ date: now - 1, startHour: '' })).toEqual([hour]);
});

describe('the sentences of the publish form', () => {
  test.each<[string, Partial<EventDraft>, string]>([
    ['title', { title: ' \n ' }, 'Live Event title is a required field'],
    ['title', { title: '\u200B\u202E' }, 'Live Event title is a required field'],
    ['description', { description: '\u200B' }, 'Event description is a required field'],
    ['title', { title: '🎸'.repeat(121) }, 'Maximum length is 120 characters.'],
    ['description', { description: '' }, 'Event description is a required field'],
    ['description', { description: 'x'.repeat(251) }, 'Maximum length is 250 characters.'],
    ['seats', { seats: undefined }, 'Tickets number is a required field'],
    ['seats', { seats: Number.NaN }, 'This must be a valid number'],
    ['seats', { seats: 1.5 }, 'This must be a valid number'],
    ['seats', { seats: 0 }, 'The minimum tickets number is 1'],
    ['seats', { seats: 50 }, 'The maximum tickets number is 49'],
    ['seats', { kind: 'broadcast', seats: 1001 }, 'The maximum tickets number is 1000'],
    ['seats', { kind: 'broadcast', price: 5, seats: 100_001 }, 'The maximum tickets number is 100000'],
    ['price', { price: 501 }, 'The maximum price is 500'],
    ['price', { price: 501, currency: 'USD' }, 'The maximum price is $500'],
    ['price', { price: 451, currency: 'GBP' }, 'The maximum price is £450'],
    ['price', { price: 501, currency: 'CHF' }, 'The maximum price is CHF 500'],
    ['price', { price: 80_001, currency: 'JPY' }, 'The maximum price is ¥80,000'],
    ['price', { price: 99, currency: 'JPY' }, 'The minimum price is ¥100. Enter 0 for a free event.'],
    ['price', { price: 1500.5, currency: 'JPY' }, 'The price must be a whole number of at least 0.'],
    ['currency', { price: 10, currency: 'SEK' }, 'Please choose one of these currencies: EUR, USD, GBP, CHF, JPY.'],
    [
      'currency',
      { price: 0, currency: 'constructor' },
      'Please choose one of these currencies: EUR, USD, GBP, CHF, JPY.',
    ],
    ['price', { price: -1 }, 'The price must be a whole number of at least 0.'],
    ['price', { price: 9.5 }, 'The price must be a whole number of at least 0.'],
    ['price', { price: 9.5, ticketTypeId: 2 }, 'The price must be a whole number of at least 0.'],
    ['date', { date: undefined }, 'Please enter a valid date.'],
    ['startHour', { startHour: '' }, 'Please choose a start time.'],
    ['date', { startHour: '24:00' }, 'Please enter a valid date.'],
    ['date', { date: now + days(4000) }, 'Please enter a valid date.'],
    ['date', { date: now - days(1) }, 'The date cannot be in the past.'],
    ['date', { date: now + 5 * 60_000, startHour: '12:05' }, 'Events start on a quarter hour, such as 20:00 or 20:15.'],
    ['startHour', { startHour: '13:00' }, 'The start time does not match the date in UTC.'],
    ['zone', { zone: 'Mars/Olympus' }, 'Mars/Olympus is not a time zone we know.'],
    ['zone', { zone: '+02:00' }, '+02:00 is not a time zone we know.'],
    ['coins', { openTicketing: false }, 'Enter a NFT collection or a coin'],
    [
      'coins',
      { openTicketing: false, coins: [{ coinName: '', coinId: 'X', minCoinBalance: 1 }] },
      'Coin name is required',
    ],
    [
      'coins',
      { openTicketing: false, coins: [{ coinName: 'X', coinId: ' ', minCoinBalance: 1 }] },
      'Coin symbol is required',
    ],
    [
      'coins',
      { openTicketing: false, coins: [{ coinName: 'X', coinId: 'X', minCoinBalance: Number.NaN }] },
      'Please enter a valid number',
    ],
    [
      'coins',
      { openTicketing: false, coins: [{ coinName: 'X', coinId: 'X', minCoinBalance: undefined }] },
      'Coin balance is required',
    ],
    ['tags', { tags: ['a', 'b', 'c', 'd', 'e', 'f'] }, 'An event can have at most 5 tags.'],
    ['tags', { tags: ['x'.repeat(31)] }, 'A tag can have at most 30 characters.'],
    ['langIdes', { langIdes: [1, 99] }, 'Please choose a language from the list.'],
    ['category', { categoryIde: 99 }, 'Please choose a category from the list.'],
    ['ticketType', { kind: undefined }, 'This ticket type does not match the event.'],
    ['ticketType', { ticketTypeId: 2 }, 'This ticket type does not match the event.'],
    ...[0, 1.5, Number.NaN, 721, undefined].map((selfCancelHours): [string, Partial<EventDraft>, string] => [
      'selfCancelHours',
      { selfCancelHours, selfCancelPercent: 50 },
      'Choose a whole number of hours from 1 to 720.',
    ]),
    ...[0, 14, 30.5, Number.NaN, 721].map((durationMinutes): [string, Partial<EventDraft>, string] => [
      'durationMinutes',
      { durationMinutes },
      'Choose a length between 15 minutes and 12 hours.',
    ]),
    ...[0, 1.5, Number.NaN, 101].map((selfCancelPercent): [string, Partial<EventDraft>, string] => [
      'selfCancelPercent',
      { selfCancelHours: 24, selfCancelPercent },
      'The refund must be a whole number from 1 to 100 percent.',
    ]),
    ['promoCode', { promoCode: 'a b', promoPercent: 10 }, 'A promo code must have 3 to 20 letters, numbers or dashes.'],
    ['promoPercent', { promoCode: 'SPRING', promoPercent: 101 }, 'The discount must be a whole number from 1 to 100.'],
    ...[0, 1.5, Number.NaN, 100_001].map((promoCap): [string, Partial<EventDraft>, string] => [
      'promoCap',
      { promoCode: 'SPRING', promoPercent: 10, promoCap },
      'Enter how many tickets the promo code is valid for, as a whole number of at least 1.',
    ]),
    [
      'promoUntil',
      { promoCode: 'SPRING', promoPercent: 10, promoFrom: now, promoUntil: now },
      'The promo code must end after it starts.',
    ],
    [
      'promoFrom',
      { promoCode: 'SPRING', promoPercent: 10, promoFrom: Number.NaN, promoUntil: now + 1 },
      'Please enter a valid date.',
    ],
    [
      'promoUntil',
      { promoCode: 'SPRING', promoPercent: 10, promoUntil: now },
      'The last day of the promo code has already passed.',
    ],
    [
      'promoFrom',
      { promoCode: 'SPRING', promoPercent: 10, promoFrom: now + days(1) },
      'The promo code must start before the event.',
    ],
  ])('%s %j', (field, draft, sentence) => {
    expect(sentences(draft)).toEqual([[field, sentence]]);
  });

  test('broadcast is for hosts with massive streaming', () => {
    expect(sentences({ kind: 'broadcast', seats: 1000 }, { massive: false }).map(([field]) => field)).toEqual([
      'ticketType',
    ]);
    expect(sentences({ kind: 'broadcast', seats: 1000 })).toEqual([]);
  });

  test('all problems are reported at once', () => {
    expect(
      sentences({ title: '', description: '', seats: 0, price: 501, date: now - days(1) }).map(([field]) => field),
    ).toEqual(['title', 'description', 'date', 'price', 'seats']);
  });
});

describe('values at their limits', () => {
  test.each<[Partial<EventDraft>]>([
    [{ title: '🎸'.repeat(120), description: 'x'.repeat(250), seats: 1 }],
    [{ price: 500 }],
    [{ kind: 'broadcast', price: 1, seats: 100_000 }],
    [{ date: now, startHour: '12:00' }],
    [{ tags: ['#a', 'b', 'c', 'd', 'e', 'A'] }],
    [{ promoCode: 'spring-26', promoPercent: 100 }],
    [{ promoCode: 'spring-26', promoPercent: 1, promoCap: 1, promoFrom: now, promoUntil: now + 1 }],
    [{ promoCode: 'spring-26', promoPercent: 1, promoCap: 100_000, promoUntil: now + 1 }],
    [{ promoCode: 'spring-26', promoPercent: 1, promoFrom: now + days(1) - 1 }],
  ])('%j passes', (draft) => expect(sentences(draft)).toEqual([]));

  test('the promo code of a published event may have ended', () => {
    const draft = { promoCode: 'SPRING', promoPercent: 10, promoUntil: now - days(1) };
    expect(sentences(draft, { promoEndsAfter: 0 })).toEqual([]);
  });

  test('tags lose their hash and their duplicates; text loses control characters', () => {
    const judged = validateEventDraft(
      { ...good, title: 'An\u0000 evening\n out', tags: ['#Jazz', ' jazz ', 'late night', '#', '..', '#.'] },
      rules,
    );
    expect(judged).toMatchObject({ event: { title: 'An evening out', tags: ['jazz', 'late night'] } });
  });

  test('a token-gated event costs nothing, whatever was sent', () => {
    const judged = validateEventDraft(
      { ...good, openTicketing: false, price: 30, nftCollections: ['Apes', ' Apes ', ''] },
      rules,
    );
    expect(judged).toMatchObject({ event: { price: 0, ticketType: { id: 3 }, nftCollections: ['Apes'] } });
  });
});

test('a collection may name the largest chain, contract and ERC-1155 id; a longer text is refused', () => {
  const largest = `9007199254740991:0x${'a'.repeat(40)}:${2n ** 256n - 1n}`;
  const judge = (name: string) =>
    validateEventDraft({ ...good, openTicketing: false, nftCollections: [name] }, rules) as object;
  expect(judge(largest)).toMatchObject({ event: { nftCollections: [largest] } });
  expect(judge('x'.repeat(161))).toMatchObject({ problems: [{ code: 'rally_too_long', field: 'nftCollections' }] });
});

test.each([
  ['interactive', true, 0, 1],
  ['interactive', true, 1, 2],
  ['interactive', false, 0, 3],
  ['interactive', false, 7, 3],
  ['broadcast', true, 0, 4],
  ['broadcast', true, 1, 5],
  ['broadcast', false, 0, 6],
] as const)('%s, open ticketing %s, price %i is ticket type %i', (kind, openTicketing, price, id) => {
  expect(matchTicketType(ticketTypes, { kind, openTicketing, price })?.id).toBe(id);
});

test('holders may cancel until 1 to 720 hours before the start, or not at all', () => {
  const policy = (draft: Partial<EventDraft>) => {
    const judged = validateEventDraft({ ...good, ...draft }, rules);
    return 'event' in judged ? judged.event.selfCancel : 'refused';
  };
  expect(policy({})).toBeUndefined();
  expect(policy({ selfCancelHours: 1 })).toEqual({ hours: 1, percent: undefined });
  expect(policy({ selfCancelHours: 720, selfCancelPercent: 100 })).toEqual({ hours: 720, percent: 100 });
  expect(policy({ selfCancelHours: 721 })).toBe('refused');
});

describe('the currency of an event', () => {
  const termsOf = (draft: Partial<EventDraft>, more: Partial<PublishRules> = {}) => {
    const judged = validateEventDraft({ ...good, ...draft }, { ...rules, ...more });
    return 'event' in judged ? judged.event.terms : judged.problems;
  };

  test('the currency of an event is the chosen one, with its own fees; euros where none is named', () => {
    expect(termsOf({ price: 1500, currency: 'JPY' })).toMatchObject({ currency: { code: 'JPY' }, minFeeMinor: 80 });
    expect(termsOf({ price: 450, currency: 'GBP' })).toMatchObject({ currency: { code: 'GBP' }, minFeeMinor: 45 });
    expect(termsOf({ price: 10 })).toMatchObject({ currency: { code: 'EUR' }, minFeeMinor: 50 });
  });

  test('the currency matters for a price only, and a free event counts in the default currency', () => {
    expect(termsOf({ price: 0, currency: 'JPY' })).toMatchObject({ currency: { code: 'EUR' } });
    expect(
      termsOf({ openTicketing: false, price: 30, currency: 'JPY', coins: [], nftCollections: ['Apes'] }),
    ).toMatchObject({
      currency: { code: 'EUR' },
    });
  });

  test('a published price may exceed limits that changed since, in its own currency', () => {
    const standing = { price: 90_000, currency: 'JPY' };
    expect(termsOf({ price: 90_000, currency: 'JPY' }, { standing })).toMatchObject({ currency: { code: 'JPY' } });
    expect(termsOf({ price: 90_001, currency: 'JPY' }, { standing })).toMatchObject([{ code: 'price_over_maximum' }]);
    expect(termsOf({ price: 501, currency: 'EUR' }, { standing })).toMatchObject([{ code: 'price_over_maximum' }]);
  });
});
