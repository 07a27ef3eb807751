import type { WireIngest, WireStreamHealth } from '@frontrow/contract/broadcast/api.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import type { BroadcastKit } from './broadcast-kit.ts';
import { ownBroadcast } from './own-broadcast.ts';
import { lastRefusal } from './ingest/encoder-refusals.ts';
import { recordingView } from './replay/recorded-feed.ts';
import { streamKeyOf } from './stream-keys.ts';

interface FeedRow {
  source: WireIngest['source'] | null;
  ingest_state: WireIngest['state'] | null;
  health: WireStreamHealth | null;
}

/** What the owner of a broadcast is shown: addresses, key, and the state of the encoder. */
export async function readIngest(kit: BroadcastKit, actor: Account, eventUuid: string): Promise<WireIngest> {
  await ownBroadcast(kit, actor, eventUuid);
  const feed = await kit.db.one<FeedRow>(
    `SELECT r.source, r.ingest_state, s.health FROM event e LEFT JOIN room r ON r.event_id = e.id
     LEFT JOIN ingest_session s ON s.event_id = e.id AND s.ended_at IS NULL WHERE e.id = $1`,
    [eventUuid],
  );
  const recording = await recordingView(kit, eventUuid);
  return {
    ...addressesOf(kit),
    stream_key: await streamKeyOf(kit, eventUuid),
    state: feed?.ingest_state ?? 'waiting',
    source: feed?.source ?? 'encoder',
    health: withProblem(feed?.health, recording.problem),
    refusal: await lastRefusal(kit.db, eventUuid),
    recording,
  };
}

/** A recording that stopped is a problem that its host must know of, where the stream has no worse one. */
const withProblem = (health: WireStreamHealth | null | undefined, problem: string | null): WireStreamHealth | null =>
  health && problem !== null ? { ...health, problem: health.problem ?? problem } : (health ?? null);

/** Where an encoder sends to. Our own listener answers at the host of the pages, another one where the settings say. */
function addressesOf({
  config,
  rtmp,
}: Pick<BroadcastKit, 'config' | 'rtmp'>): Pick<WireIngest, 'whip_url' | 'rtmp_url' | 'rtmps_url'> {
  const host = new URL(config.publicUrl).hostname;
  const own = rtmp?.port === undefined ? null : `rtmp://${host}:${rtmp.port}/live`;
  return {
    whip_url: `${config.publicUrl}/whip`,
    rtmp_url: config.rtmp.publicUrl ?? own,
    ...(rtmp?.tlsPort !== undefined && { rtmps_url: `rtmps://${host}:${rtmp.tlsPort}/live` }),
  };
}
