import type { Kit } from '../../kit.ts';

/** Whether an encoder sends now, and how. Needs the table `r` (room). */
const encoderSends = (how: string): string => `EXISTS (SELECT 1 FROM ingest_session i
  WHERE i.event_id = r.event_id AND i.ended_at IS NULL ${how})`;

/**
 * Whether an event is being recorded: its host enabled it, it is live, and there is something to record. Needs the
 * tables `r` (room) and `e` (event).
 */
export const recordingNow = `(r.recording AND e.state = 1 AND e.private_for IS NULL
  AND (e.kind = 0 OR r.source = 'camera' OR ${encoderSends('')}))`;

/** The same for what our RTMP listener records. */
export const listenerRecordsNow = `(r.recording AND e.state = 1 AND r.source = 'encoder'
  AND ${encoderSends("AND i.via = 'rtmp'")})`;

/** The same for what a recorder in the room records. */
export const recorderRecordsNow = `(r.recording AND e.state = 1 AND e.private_for IS NULL
  AND (e.kind = 0 OR r.source = 'camera' OR ${encoderSends("AND i.via = 'whip'")}))`;

/** More tickets are sold than viewers may watch by WebRTC. Needs the table `e` (event). */
const hasCrowd = `e.sold > (SELECT x.broadcast_webrtc_viewers_max FROM installation x)`;

/**
 * Whether a recorder in the room writes segments for viewers by HLS: the picture comes from a camera or by WHIP, in a
 * codec that HLS carries (core's `hasHlsVideo`). Needs the tables `r` (room) and `e` (event).
 */
export const recorderSegmentsNow = `(e.state = 1 AND e.kind = 1 AND ${hasCrowd} AND coalesce(r.feed_codec, 'h264') = 'h264'
  AND (r.source = 'camera' OR ${encoderSends("AND i.via = 'whip'")}))`;

/**
 * Whether segments of a broadcast are stored for viewers by HLS: it is live over RTMP, and more tickets are sold than
 * viewers may watch by WebRTC. Needs the tables `r` (room) and `e` (event).
 */
export const segmentsNow = `(e.state = 1 AND r.source = 'encoder'
  AND ${hasCrowd} AND ${encoderSends("AND i.via = 'rtmp'")})`;

/** A recorder runs wherever the RTMP listener does: here, or where its public URL says. */
export const canRecord = ({ config, rtmp }: Pick<Kit, 'config' | 'rtmp'>): boolean =>
  rtmp !== undefined || config.rtmp.publicUrl !== undefined;
