import {
  type ConnectionStep,
  isConnectionStep,
  qualitiesGatheredMs,
  qualityPeopleMax,
  qualityReportedEveryMs,
} from '@frontrow/core/rooms/connection-quality.ts';
import type { Sql } from '../../../db/db.ts';
import type { RoomSocket } from './room-feeds.ts';

/** What one socket reported; a null step says that the socket is gone. */
export interface QualityReport {
  readonly userId: number;
  readonly socketId: string;
  readonly step: ConnectionStep | null;
}

export interface QualitiesParts {
  /** Pushes all known ones of a room to its moderators in this process. */
  readonly push: (eventUuid: string, known: ReadonlyMap<number, ConnectionStep>) => Promise<void>;
  /** Announces to the other processes, which push to theirs. */
  readonly tell: (eventUuid: string, report: QualityReport) => void;
}

type Known = Map<number, Pick<QualityReport, 'socketId'> & { step: ConnectionStep }>;

/**
 * How good people's connections are, as their browsers report it. Kept in memory: after a restart browsers connect
 * again, and report with that. Each process knows all of a room, because moderators may be connected to any of them.
 */
export class ConnectionQualities {
  readonly #parts: QualitiesParts;
  readonly #rooms = new Map<string, Known>();
  /** Rooms with changes that were not pushed yet. */
  readonly #changed = new Set<string>();
  #stopped = false;

  constructor(parts: QualitiesParts) {
    this.#parts = parts;
  }

  /** Takes the reports of a socket of this process until it disconnects. */
  listenTo(socket: RoomSocket): void {
    const { eventUuid, actor } = socket.data.person;
    const from = { userId: actor.id, socketId: socket.id };
    let lastAt = -Infinity;
    socket.on('connectionQuality', (step: unknown) => {
      const now = performance.now();
      if (!isConnectionStep(step) || now - lastAt < qualityReportedEveryMs || socket.data.ended) return;
      lastAt = now;
      const report = { ...from, step };
      if (this.heard(eventUuid, report)) this.#parts.tell(eventUuid, report);
    });
    socket.on('disconnect', () => {
      const report = { ...from, step: null };
      if (this.heard(eventUuid, report)) this.#parts.tell(eventUuid, report);
    });
  }

  /** A socket of any process reported. False where that changes nothing here. */
  heard(eventUuid: string, { userId, socketId, step }: QualityReport): boolean {
    const known: Known = this.#rooms.get(eventUuid) ?? new Map();
    const before = known.get(userId);
    if (step === null) {
      // The person may have reported from another device since.
      if (before?.socketId !== socketId) return false;
      known.delete(userId);
    } else {
      if (!before && known.size >= qualityPeopleMax && (step === 'good' || !forgetOneGood(known))) return false;
      known.set(userId, { socketId, step });
    }
    if (known.size > 0) this.#rooms.set(eventUuid, known);
    else this.#rooms.delete(eventUuid);
    this.#pushSoon(eventUuid);
    return true;
  }

  stop(): void {
    this.#stopped = true;
  }

  #pushSoon(eventUuid: string): void {
    if (this.#stopped || this.#changed.has(eventUuid)) return;
    this.#changed.add(eventUuid);
    setTimeout(() => {
      this.#changed.delete(eventUuid);
      const known = this.#rooms.get(eventUuid);
      if (!this.#stopped && known)
        void this.#parts.push(eventUuid, new Map([...known].map(([userId, { step }]) => [userId, step])));
    }, qualitiesGatheredMs).unref();
  }
}

/** Makes room for somebody whose connection is not good. False where nobody known has a good one. */
function forgetOneGood(known: Known): boolean {
  for (const [userId, { step }] of known) if (step === 'good') return known.delete(userId);
  return false;
}

/** Who gets them, and of whom: only people with a seat, so that an app admin who watches unseen is not named. */
export async function qualitiesForModerators(
  sql: Sql,
  eventUuid: string,
  known: ReadonlyMap<number, ConnectionStep>,
): Promise<{ moderators: number[]; people: Record<string, ConnectionStep> }> {
  const rows = await sql.query<{ user_id: number; username: string; is_moderator: boolean }>(
    `SELECT m.user_id, u.username, e.host_id = m.user_id OR m.is_admin OR m.stage_role = 'cohost' AS is_moderator
     FROM room_member m JOIN event e ON e.id = m.event_id JOIN app_user u ON u.id = m.user_id
     WHERE m.event_id = $1 AND (e.host_id = m.user_id OR m.seat_until > app_now())
       AND (m.user_id = ANY ($2) OR e.host_id = m.user_id OR m.is_admin OR m.stage_role = 'cohost')`,
    [eventUuid, [...known.keys()]],
  );
  return {
    moderators: rows.filter((row) => row.is_moderator).map((row) => row.user_id),
    people: Object.fromEntries(
      rows.flatMap(({ user_id: id, username }) => {
        const step = known.get(id);
        return step ? [[username, step]] : [];
      }),
    ),
  };
}
