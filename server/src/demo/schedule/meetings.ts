import type { MeetingMinutes } from '@frontrow/core/meetings/limits.ts';
import type { MeetingSide, MeetingState } from '@frontrow/core/meetings/meeting-machine.ts';

/** What a host of the demo offers on every day of the week, between two full hours of the zone. Prices in euros. */
export interface DemoOffer {
  readonly host: string;
  readonly tz: string;
  readonly lengths: readonly { readonly minutes: MeetingMinutes; readonly price: number }[];
  readonly from: number;
  readonly to: number;
}

export const demoOffers: readonly DemoOffer[] = [
  {
    host: 'host',
    tz: 'Europe/Lisbon',
    lengths: [
      { minutes: 30, price: 20 },
      { minutes: 60, price: 35 },
    ],
    from: 8,
    to: 22,
  },
  { host: 'noravale', tz: 'Europe/London', lengths: [{ minutes: 30, price: 25 }], from: 16, to: 22 },
  {
    host: 'ivomarek',
    tz: 'Europe/Prague',
    lengths: [
      { minutes: 15, price: 0 },
      { minutes: 60, price: 30 },
    ],
    from: 9,
    to: 21,
  },
  { host: 'meitanaka', tz: 'Asia/Tokyo', lengths: [{ minutes: 45, price: 18 }], from: 8, to: 20 },
  { host: 'luciaortega', tz: 'Europe/Madrid', lengths: [{ minutes: 30, price: 15 }], from: 10, to: 20 },
];

/** One invented request. */
export interface DemoRequest {
  readonly host: string;
  readonly viewer: string;
  readonly minutes: MeetingMinutes;
  /** Whole euros. */
  readonly price: number;
  /** In so many days at this time, UTC; negative: ago. */
  readonly days: number;
  readonly at: string;
  readonly question: string;
  /** What came of it. */
  readonly history: readonly {
    readonly by: MeetingSide | null;
    readonly to: MeetingState;
    readonly message?: string;
  }[];
  /** The host has moved it: it was asked for so many hours earlier. */
  readonly movedByHours?: number;
}

/**
 * One in each state that is worth looking at: those of `viewer` to several hosts, and of the crowd to `host`. Between
 * a viewer and a host at most one is open.
 */
export const demoRequests: readonly DemoRequest[] = [
  {
    host: 'host',
    viewer: 'viewer',
    minutes: 30,
    price: 20,
    days: -6,
    at: '17:00',
    question: 'How do you keep a conversation going when nobody raises a hand?',
    history: [
      { by: 'host', to: 'accepted' },
      { by: 'viewer', to: 'confirmed' },
      { by: null, to: 'finished' },
    ],
  },
  {
    host: 'host',
    viewer: 'viewer',
    minutes: 60,
    price: 35,
    days: 2,
    at: '10:00',
    question: 'I am about to host my first evening. May I show you my plan?',
    history: [
      { by: 'host', to: 'accepted' },
      { by: 'viewer', to: 'confirmed' },
    ],
  },
  {
    host: 'noravale',
    viewer: 'viewer',
    minutes: 30,
    price: 25,
    days: 4,
    at: '20:00',
    question: 'Would you listen to two of my songs and say what you would cut?',
    history: [{ by: 'host', to: 'modified', message: 'Gladly! I sing on that evening until seven. Two hours later?' }],
    movedByHours: 2,
  },
  {
    host: 'ivomarek',
    viewer: 'viewer',
    minutes: 60,
    price: 30,
    days: 5,
    at: '17:00',
    question: 'A game that I lost in forty moves, and I still do not know where.',
    history: [{ by: 'host', to: 'accepted' }],
  },
  {
    host: 'meitanaka',
    viewer: 'viewer',
    minutes: 45,
    price: 18,
    days: 3,
    at: '09:00',
    question: 'My broth is cloudy, always. Could you watch me make one?',
    history: [],
  },
  {
    host: 'luciaortega',
    viewer: 'viewer',
    minutes: 30,
    price: 15,
    days: 3,
    at: '15:00',
    question: 'Can one learn a bulería in half an hour?',
    history: [
      { by: 'host', to: 'rejected', message: 'Not in half an hour, I fear. Ask me for the week after my tour!' },
    ],
  },
  {
    host: 'host',
    viewer: 'anacosta',
    minutes: 30,
    price: 20,
    days: 3,
    at: '11:00',
    question: 'I would like to sing on your stage. Where do I begin?',
    history: [],
  },
  {
    host: 'host',
    viewer: 'benfischer',
    minutes: 60,
    price: 35,
    days: 4,
    at: '12:00',
    question: 'An hour about microphones, cables and the courage to plug them in.',
    history: [{ by: 'host', to: 'modified', message: 'I am on a train until ten. Is noon all right?' }],
    movedByHours: 3,
  },
  {
    host: 'host',
    viewer: 'carlarossi',
    minutes: 30,
    price: 20,
    days: 5,
    at: '09:30',
    question: '',
    history: [{ by: 'host', to: 'accepted' }],
  },
];
