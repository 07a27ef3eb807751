import { sourcesOf, type Source, type Grants } from '@frontrow/core/rooms/grants.ts';
import type { Participant } from '../../../ports/video.ts';
import { identityOf, type RoomsDeps, userIdOf } from '../rooms-deps.ts';
import { keepSeats } from '../seat-leases.ts';
import { callInBatches, mayBeThere, noteApplied } from './grants.ts';

interface RightRow {
  user_id: number;
  /**
   * A seated viewer with a ticket, the host, or an app admin who watches unseen; in a meeting its two people and app
   * admins with a seat. Each with a valid log-in.
   */
  may_be_there: boolean;
  desired_grants: Grants | null;
  desired_ver: number | null;
  applied_ver: number | null;
}

const grantsOf = (row: RightRow): Grants => row.desired_grants ?? 'sub';
const covers = (grants: Grants, publishing: readonly Source[]): boolean =>
  publishing.every((source) => sourcesOf[grants].includes(source));

/**
 * Makes the engine's room agree with the database: its encoder is followed, people in its list keep their seats, people
 * without a right to be there are removed, and differing grants are applied. What is left at the deadline is done in
 * the next run. Throws if the engine does not list the room.
 */
export async function reconcileRoom(deps: RoomsDeps, eventUuid: string, deadline: number): Promise<void> {
  const participants = await deps.video.participants(eventUuid);
  await deps.listed(eventUuid, participants);
  const listed = new Map(
    participants.flatMap((one): [number, Participant][] => {
      const userId = userIdOf(one.identity);
      return userId === undefined ? [] : [[userId, one]];
    }),
  );
  await keepSeats(
    deps,
    [...listed.keys()].map((userId) => ({ eventUuid, userId, sessionId: undefined })),
  );
  const rights = await rightsIn(deps, eventUuid, [...listed.keys()]);
  const asItShould = (row: RightRow): boolean => {
    const participant = listed.get(row.user_id);
    if (!participant) return true;
    const grants = grantsOf(row);
    return row.may_be_there && participant.grants === grants && covers(grants, participant.publishing);
  };
  const { right = [], wrong = [] } = Object.groupBy(rights, (row) => (asItShould(row) ? 'right' : 'wrong'));
  const made = await callInBatches(deps, wrong, deadline, (row) =>
    row.may_be_there
      ? deps.video.applyGrants(eventUuid, identityOf(row.user_id), grantsOf(row))
      : deps.video.removeParticipant(eventUuid, identityOf(row.user_id)),
  );
  await noteApplied(
    deps.db,
    eventUuid,
    [...right, ...made].flatMap(({ user_id: userId, desired_ver: version, applied_ver }) =>
      version === null || version === applied_ver ? [] : [{ userId, version }],
    ),
  );
}

/** What these people, and everyone whose grants are not applied yet, may do. */
function rightsIn({ db }: Pick<RoomsDeps, 'db'>, eventUuid: string, userIds: readonly number[]): Promise<RightRow[]> {
  return db.query<RightRow>(
    `SELECT u.id AS user_id, m.desired_grants, m.desired_ver, m.applied_ver,
       ${mayBeThere} AS may_be_there
     FROM event e
     JOIN app_user u ON u.id = ANY ($2)
       OR u.id IN (SELECT user_id FROM room_member WHERE event_id = $1 AND applied_ver <> desired_ver)
     LEFT JOIN room_member m ON m.event_id = e.id AND m.user_id = u.id
     LEFT JOIN room_login l ON l.event_id = e.id AND l.user_id = u.id
     LEFT JOIN ticket t ON t.event_id = e.id AND t.holder_key = person_holder(u.id) AND t.voided_at IS NULL
     WHERE e.id = $1`,
    [eventUuid, userIds],
  );
}
