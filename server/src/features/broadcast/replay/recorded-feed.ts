import type { FeedSource } from '@frontrow/core/broadcast/ingest-rules.ts';
import { type RecordedFeed, whyNotRecorded } from '@frontrow/core/broadcast/recording-rules.ts';
import type { WireIngest } from '@frontrow/contract/broadcast/api.ts';
import type { Sql } from '../../../db/db.ts';
import type { BroadcastKit } from '../broadcast-kit.ts';

interface FeedRow {
  source: FeedSource | null;
  via: 'whip' | 'rtmp' | null;
  recording: boolean | null;
  recording_problem: string | null;
}

const readFeed = (sql: Sql, eventUuid: string): Promise<FeedRow | undefined> =>
  sql.one<FeedRow>(
    `SELECT r.source, s.via, r.recording, r.recording_problem FROM event e LEFT JOIN room r ON r.event_id = e.id
     LEFT JOIN ingest_session s ON s.event_id = e.id AND s.ended_at IS NULL WHERE e.id = $1`,
    [eventUuid],
  );

const feedOf = ({ config, rtmp }: Pick<BroadcastKit, 'config' | 'rtmp'>, row: FeedRow | undefined): RecordedFeed => ({
  rtmp: rtmp?.port !== undefined || config.rtmp.publicUrl !== undefined,
  source: row?.source ?? 'encoder',
  via: row?.via ?? undefined,
});

/** What decides whether the event can be recorded now. */
export const recordedFeed = async (
  kit: Pick<BroadcastKit, 'config' | 'rtmp'>,
  sql: Sql,
  eventUuid: string,
): Promise<RecordedFeed> => feedOf(kit, await readFeed(sql, eventUuid));

/** The switch as the host sees it. */
export async function recordingView(
  kit: Pick<BroadcastKit, 'config' | 'rtmp' | 'db'>,
  eventUuid: string,
): Promise<WireIngest['recording']> {
  const row = await readFeed(kit.db, eventUuid);
  const because = whyNotRecorded(feedOf(kit, row));
  return {
    enabled: row?.recording ?? false,
    available: because === null,
    because,
    problem: row?.recording_problem ?? null,
  };
}
