import type { TestActor } from './actors.ts';
import type { TestEvent } from './events.ts';
import type { TestApp } from './harness.ts';

type Guest = { readonly email: string; readonly headers?: Record<string, string> };

const asked = (who: TestActor | Guest) => ('token' in who ? { as: who.token } : { headers: who.headers ?? {} });

export const joinList = (app: TestApp, event: TestEvent, who: TestActor | Guest) =>
  app.call('POST /events/waitlist', {
    ...asked(who),
    body: { event_uuid: event.id, join: true, ...(!('token' in who) && { email: who.email }) },
  });

export const leaveList = (app: TestApp, event: TestEvent, who: TestActor | Guest) =>
  app.call('POST /events/waitlist', { ...asked(who), body: { event_uuid: event.id, join: false } });

/** The person's place on this event's list; undefined without one. */
export async function placeOf(app: TestApp, event: TestEvent, who: TestActor | Guest) {
  const { data } = await app.call('GET /events/waitlist/mine', { ...asked(who), query: { event_uuid: event.id } });
  return data.places[0];
}

/** The states of all places of an event, in the order of the line. */
export const placeStates = async (app: TestApp, event: TestEvent): Promise<string[]> => {
  const rows = await app.db.query<{ status: string }>(
    'SELECT status FROM waitlist_place WHERE event_id = $1 ORDER BY id',
    [event.id],
  );
  return rows.map(({ status }) => status);
};
