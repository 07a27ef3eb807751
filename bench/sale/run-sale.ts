import type pg from 'pg';
import type { RunningServer } from '../read/product.ts';
import { percentile } from '../report.ts';
import { checkNaiveSale, checkSale } from './check-sale.ts';
import { forgetOwedMails } from './forget-owed-mails.ts';
import { post, sendAll } from './load.ts';
import { seedEvent } from './people.ts';
import { type Kind, naiveShare, prices, type Profile } from './profiles.ts';

const paths = { ours: '/api/events/purchase', naive: '/bench/naive', nothing: '/bench/noop' } as const;
export type Way = keyof typeof paths;

const connections = 256;

export interface Market {
  readonly db: pg.Client;
  readonly server: RunningServer;
  readonly hostId: number;
  /** One session per buyer: a token is verified at its first request and known for the rest of its ten minutes. */
  readonly tokens: readonly string[];
}

export interface Run {
  readonly answersPerSecond: number;
  /** Tickets per second until the last one was answered. */
  readonly ticketsPerSecond: number;
  readonly lastTicketSeconds: number;
  readonly p50: number;
  readonly p99: number;
  /** Microseconds of the server's processor per request: what holds also where other programs share the machine. */
  readonly cpu: number;
  /** Answers other than a ticket or sold out; only the naive way may have some. */
  readonly shed: number;
}

/** Sells one event in one way. Throws when the sale was not exact. */
export async function runSale(market: Market, profile: Profile, way: Way, kind: Kind): Promise<Run> {
  const { db, server, hostId, tokens } = market;
  const share = way === 'naive' ? naiveShare : 1;
  const tickets = profile.tickets * share;
  const buyers = profile.buyers * share;
  const eventId = await seedEvent(db, hostId, tickets, prices[kind]);
  const requests = tokens.slice(0, buyers).map((token) =>
    post(paths[way], token, {
      event_uuid: eventId,
      type: 'streaming',
      ...(kind === 'paid' && { stripe_token: 'pm_card_visa' }),
    }),
  );
  const before = await server.spent();
  const told = await sendAll(server.port, requests, connections);
  const cpu = ((await server.spent()).cpu - before.cpu) / buyers;
  if (way === 'ours') await checkSale(db, { eventId, tickets, buyers }, told);
  if (way === 'naive') await checkNaiveSale(db, { eventId, tickets, buyers });
  await forgetOwedMails(db);
  const sold = told.statuses.get(200) ?? 0;
  return {
    answersPerSecond: buyers / told.seconds,
    ticketsPerSecond: sold / told.lastOkSeconds,
    lastTicketSeconds: told.lastOkSeconds,
    p50: percentile(told.times, 50),
    p99: percentile(told.times, 99),
    cpu,
    shed: buyers - sold - (told.statuses.get(409) ?? 0),
  };
}
