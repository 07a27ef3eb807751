import { type DemoEvent, quarters } from './demo-event.ts';

/** Put on again and again, always on the next quarter of an hour, so that `host` can go live within a minute. */
export const openStages: readonly DemoEvent[] = [
  {
    slug: 'open-stage',
    host: 'host',
    category: 'talk',
    title: 'Open stage: bring a story',
    description: 'Ten minutes of mine, then the floor is yours. Raise a hand and take your turn.',
    when: quarters(0),
    langs: ['en'],
    tags: ['open stage', 'stories'],
    price: 0,
    sold: 0,
  },
  {
    slug: 'front-row-session',
    host: 'host',
    category: 'music',
    title: 'Front row session',
    description: 'Six songs, no setlist. The first row picks the next one.',
    when: quarters(0),
    langs: ['en'],
    tags: ['acoustic', 'requests'],
    price: 12,
    sold: 0,
    promos: [{ code: 'FRONT25', percent: 25 }],
  },
  {
    slug: 'open-broadcast',
    host: 'host',
    category: 'music',
    title: 'Open broadcast: from the rehearsal room',
    description: 'The whole band, one afternoon, no cuts. Bring headphones.',
    when: quarters(0),
    langs: ['en'],
    tags: ['rehearsal', 'live'],
    broadcast: true,
    seats: 1000,
    price: 0,
    sold: 0,
  },
];
