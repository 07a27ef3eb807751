import type { SocketHandshake } from '@frontrow/contract/rooms/live-updates.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { isUuid } from '@frontrow/core/kernel/text.ts';
import type { Authenticator } from '../../../http/callers/authenticate.ts';
import { requireMayRead } from '../room-views.ts';
import type { RoomsDeps } from '../rooms-deps.ts';

/** Whose socket it is, and of which event. */
export interface SocketPerson {
  readonly actor: Account;
  readonly eventUuid: string;
  readonly sessionId: string | undefined;
  readonly lastSeq: number | undefined;
  readonly isHost: boolean;
}

const isAnyUuid = (value: unknown): value is string => typeof value === 'string' && isUuid(value.toLowerCase());

/**
 * Admits a socket: its person must own the event, hold a ticket and not be removed, or be an app admin. Identity comes
 * from the token alone; the username and id that the client sends are only compared with it. `known` gets the account
 * even if the socket is refused afterwards. Throws refusals.
 */
export async function readHandshake(
  deps: RoomsDeps,
  authenticator: Authenticator,
  auth: Partial<Record<keyof SocketHandshake, unknown>>,
  known: (actor: Account) => void,
): Promise<SocketPerson> {
  if (typeof auth.token !== 'string' || !isAnyUuid(auth.event_uuid))
    throw refuse('bad_input', { detail: 'token and event_uuid are needed.' });
  const eventUuid = auth.event_uuid.toLowerCase();
  const actor = await authenticator.authenticate(auth.token);
  if (actor.kind === 'anonymous') throw refuse('login_required');
  known(actor);
  if (actor.guestOf !== undefined && actor.guestOf !== eventUuid) throw refuse('forbidden');
  if (auth.username !== undefined && auth.username !== actor.username) throw refuse('forbidden');
  if (auth.user_ide !== undefined && Number(auth.user_ide) !== actor.id) throw refuse('forbidden');
  await requireMayRead(deps, actor, eventUuid);
  const sessionId = isAnyUuid(auth.session_id) ? auth.session_id.toLowerCase() : undefined;
  const seat = await deps.db.one<{ seat_session: string | null; is_host: boolean; held: boolean }>(
    `SELECT m.seat_session, e.host_id = $2 AS is_host,
       coalesce(m.seat_until > app_now(), false) OR e.host_id = $2 AS held
     FROM event e LEFT JOIN room_member m ON m.event_id = e.id AND m.user_id = $2 WHERE e.id = $1`,
    [eventUuid, actor.id],
  );
  // A device whose seat moved to another one must not take it over again on reconnect.
  if (seat?.held && seat.seat_session && sessionId && seat.seat_session !== sessionId) throw refuse('session_moved');
  const lastSeq = Number.isSafeInteger(auth.last_seq) && Number(auth.last_seq) >= 0 ? Number(auth.last_seq) : undefined;
  return { actor, eventUuid, sessionId, lastSeq, isHost: seat?.is_host ?? false };
}
