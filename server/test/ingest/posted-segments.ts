import { randomUUID } from 'node:crypto';
import { ingestListenerSecret } from '../../src/keys.ts';
import type { TestApp } from '../harness.ts';

/** The header that identifies our RTMP listener to the app. */
export const listenerHeader = (app: TestApp) => ({
  'x-ingest-listener': ingestListenerSecret(app.kit.config.secret),
});

/** Replaces the event's open session as admitting another encoder does, and returns the id of the new one. */
export async function openSession(app: TestApp, eventUuid: string, via: 'rtmp' | 'whip' = 'rtmp'): Promise<string> {
  await app.db.query('UPDATE ingest_session SET ended_at = app_now() WHERE event_id = $1 AND ended_at IS NULL', [
    eventUuid,
  ]);
  const id = randomUUID();
  await app.db.query('INSERT INTO ingest_session (id, event_id, key_version, via) VALUES ($1, $2, 1, $3)', [
    id,
    eventUuid,
    via,
  ]);
  return id;
}

interface PostedSegment {
  readonly session: string;
  readonly part: string;
  readonly ordinal: number;
  /** Sent with the first segment only. */
  readonly head: Buffer;
  readonly bytes: Buffer;
  /** Values of the query to change. */
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Posts a segment of two seconds as our listener does. */
export function postSegment(app: TestApp, { session, part, ordinal, head, bytes, query, headers }: PostedSegment) {
  const isFirst = ordinal === 0;
  return app.http.inject({
    method: 'POST',
    url: `/whip/sessions/${session}/recording`,
    query: {
      part,
      ordinal: String(ordinal),
      headBytes: isFirst ? String(head.length) : '0',
      beginsMs: String(ordinal * 2000),
      lengthMs: '2000',
      ageMs: String((ordinal + 1) * 2000),
      ...query,
    },
    headers: { 'content-type': 'application/octet-stream', ...(headers ?? listenerHeader(app)) },
    payload: isFirst ? Buffer.concat([head, bytes]) : bytes,
  });
}

/** What the listener reports of a stream without problems. */
export const goodHealth = {
  codec: 'H264',
  width: 1280,
  height: 720,
  fps: 30,
  bitrate_kbps: 2500,
  key_frame_interval_s: 2,
  dropped_frames: 0,
  reencoding: false,
  audio_codec: 'opus',
  audio_level: 0.4,
};
