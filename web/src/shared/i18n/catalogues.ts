import type { Translated } from './translated.ts';
import type account from './en/account.ts';
import type activity from './en/activity.ts';
import type admin from './en/admin.ts';
import type app from './en/app.ts';
import type asking from './en/asking.ts';
import type audience from './en/audience.ts';
import type auth from './en/auth.ts';
import type away from './en/away.ts';
import type backoffice from './en/backoffice.ts';
import type balance from './en/balance.ts';
import type billing from './en/billing.ts';
import type broadcast from './en/broadcast.ts';
import type captions from './en/captions.ts';
import type cards from './en/cards.ts';
import type crop from './en/crop.ts';
import type developers from './en/developers.ts';
import type discover from './en/discover.ts';
import type event from './en/event.ts';
import type help from './en/help.ts';
import type guests from './en/guests.ts';
import type hosts from './en/hosts.ts';
import type hosting from './en/hosting.ts';
import type hostarea from './en/hostarea.ts';
import type landingPages from './en/landing-pages.ts';
import type legal from './en/legal.ts';
import type mailbox from './en/mailbox.ts';
import type meetings from './en/meetings.ts';
import type missing from './en/missing.ts';
import type moderation from './en/moderation.ts';
import type myevents from './en/myevents.ts';
import type notifications from './en/notifications.ts';
import type offering from './en/offering.ts';
import type payouts from './en/payouts.ts';
import type pip from './en/pip.ts';
import type rally from './en/rally.ts';
import type refusals from './en/refusals.ts';
import type rehearsal from './en/rehearsal.ts';
import type replay from './en/replay.ts';
import type reports from './en/reports.ts';
import type reviews from './en/reviews.ts';
import type rooms from './en/rooms.ts';
import type scanner from './en/scanner.ts';
import type search from './en/search.ts';
import type publish from './en/publish.ts';
import type purchase from './en/purchase.ts';
import type publicProfile from './en/public-profile.ts';
import type series from './en/series.ts';
import type seriesPass from './en/series-pass.ts';
import type stats from './en/stats.ts';
import type tickets from './en/tickets.ts';
import type waiting from './en/waiting.ts';
import type waitlist from './en/waitlist.ts';

/** One line per feature: `useTranslation('discover')` then knows its keys. Types only; texts load with their page. */
export interface Catalogues {
  account: typeof account;
  activity: typeof activity;
  admin: typeof admin;
  app: typeof app;
  asking: typeof asking;
  audience: typeof audience;
  auth: typeof auth;
  away: typeof away;
  backoffice: typeof backoffice;
  balance: typeof balance;
  billing: typeof billing;
  broadcast: typeof broadcast;
  captions: typeof captions;
  cards: typeof cards;
  crop: typeof crop;
  developers: typeof developers;
  discover: typeof discover;
  event: typeof event;
  guests: typeof guests;
  hosts: typeof hosts;
  hosting: typeof hosting;
  hostarea: typeof hostarea;
  help: typeof help;
  'landing-pages': typeof landingPages;
  legal: typeof legal;
  mailbox: typeof mailbox;
  meetings: typeof meetings;
  missing: typeof missing;
  moderation: typeof moderation;
  myevents: typeof myevents;
  notifications: typeof notifications;
  offering: typeof offering;
  payouts: typeof payouts;
  pip: typeof pip;
  reports: typeof reports;
  reviews: typeof reviews;
  rooms: typeof rooms;
  scanner: typeof scanner;
  search: typeof search;
  publish: typeof publish;
  rally: typeof rally;
  refusals: typeof refusals;
  rehearsal: typeof rehearsal;
  replay: typeof replay;
  purchase: typeof purchase;
  'public-profile': typeof publicProfile;
  series: typeof series;
  'series-pass': typeof seriesPass;
  stats: typeof stats;
  tickets: typeof tickets;
  waiting: typeof waiting;
  waitlist: typeof waitlist;
}

export type Feature = keyof Catalogues;

/** Every catalogue of another language, fetched with the page that needs it. */
export type TranslatedFiles = {
  readonly [Name in Feature]: () => Promise<{ readonly default: Translated<Catalogues[Name]> }>;
};

type Plural<K extends string> = K extends `${infer Stem}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}`
  ? Stem
  : K;

/** `card.seatsLeft` for `{ card: { seatsLeft_one, seatsLeft_other } }`. */
type KeysOf<T> = { [K in keyof T & string]: T[K] extends string ? Plural<K> : `${K}.${KeysOf<T[K]>}` }[keyof T &
  string];

/** Keys of one feature, and of any other as `feature:key`. */
export type TextKey<F extends Feature> =
  | KeysOf<Catalogues[F]>
  | { [G in Feature]: `${G}:${KeysOf<Catalogues[G]>}` }[Feature];

/** `count` chooses the plural form; every value may be used in the text as `{{name}}`. */
export type TextValues = Readonly<Record<string, string | number>>;

export type Translate<F extends Feature> = (key: TextKey<F>, values?: TextValues) => string;
