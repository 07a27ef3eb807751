import type { AnswerOf, CallName } from '@frontrow/contract/api.ts';
import type { WireRequest } from '@frontrow/contract/meetings/api.ts';
import { days, minutes } from '@frontrow/core/kernel/instant.ts';
import { newHost, newViewer, type TestActor } from './actors.ts';
import type { TestAnswer, TestApp } from './harness.ts';

/** Euros of a meeting by its minutes. */
const prices: readonly (readonly [number, number])[] = [
  [15, 0],
  [30, 20],
  [60, 35],
];

/** A host who offers meetings: a quarter of an hour for nothing, half an hour for 20 €, an hour for 35 €. */
export async function offeringHost(app: TestApp, tz = 'UTC'): Promise<TestActor> {
  const host = await newHost(app);
  await app.db.query('INSERT INTO meeting_offer (host_id, enabled, tz, notice_hours) VALUES ($1, true, $2, 0)', [
    host.id,
    tz,
  ]);
  for (const [length, price] of prices)
    await app.db.query(
      "INSERT INTO meeting_length (host_id, minutes, price_minor, currency) VALUES ($1, $2, $3, 'EUR')",
      [host.id, length, price * 100],
    );
  return host;
}

/** A full quarter of an hour, so many milliseconds ahead. */
export const inFuture = (app: TestApp, ms: number = days(3)): number =>
  Math.ceil((app.clock.now() + ms) / minutes(15)) * minutes(15);

export interface Asked {
  readonly host: TestActor;
  readonly viewer: TestActor;
  readonly id: string;
  readonly startsAt: number;
}

type MeetingCallName = Extract<CallName, `POST /private_requests/${string}`>;

/** One call about a request. */
export const call = <N extends MeetingCallName>(
  app: TestApp,
  name: N,
  as: TestActor,
  id: string,
  more: object = {},
): Promise<TestAnswer<AnswerOf<N>>> => app.call(name, { as: as.token, body: { request_uuid: id, ...more } });

/** A viewer has asked a host for a meeting. */
export async function asked(
  app: TestApp,
  {
    host,
    viewer,
    minutes: length = 30,
    inMs,
  }: Partial<Pick<Asked, 'host' | 'viewer'>> & {
    minutes?: number;
    inMs?: number;
  } = {},
): Promise<Asked> {
  const both = { host: host ?? (await offeringHost(app)), viewer: viewer ?? (await newViewer(app)) };
  const startsAt = inFuture(app, inMs);
  const { status, data, errors } = await app.call('POST /private_requests/create', {
    as: both.viewer.token,
    body: { username: both.host.username, starts_at: startsAt, minutes: length, message: 'May I ask you something?' },
  });
  if (status !== 201) throw new Error(`not asked: ${JSON.stringify(errors)}`);
  return { ...both, id: data.request.request_uuid, startsAt };
}

/** The request as one of the two sees it. */
export async function seenBy(app: TestApp, { id, host }: Asked, who: TestActor): Promise<WireRequest> {
  const { data } = await app.call('GET /private_requests', {
    as: who.token,
    query: { side: who.id === host.id ? 'host' : 'viewer', request_uuid: id },
  });
  const [request] = data.requests;
  if (!request) throw new Error('the request is not seen');
  return request;
}
