import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import type { TestApp } from '../harness.ts';
import { listenerHeader } from '../ingest/posted-segments.ts';
import type { TestRoom } from '../rooms.ts';

const run = promisify(execFile);
const outputBytesMax = 64 * 1024 * 1024;
/** Between key frames, and so of each piece. */
export const drawnPieceMs = 2_000;

const inputOf = (kind: DrawnTrack['kind'], look: string, seconds: number): string[] =>
  kind === 'audio'
    ? // A beep at the start of every second.
      [
        '-f',
        'lavfi',
        '-i',
        `sine=frequency=${look}:sample_rate=48000:duration=${seconds},volume='2*lt(mod(t,1),0.2)':eval=frame`,
      ]
    : ['-f', 'lavfi', '-i', `color=c=${look}:s=320x180:r=15:d=${seconds}`];

const forms = {
  'video/mp4': ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '30', '-keyint_min', '30', '-pix_fmt', 'yuv420p'],
  'audio/mp4': ['-c:a', 'libopus', '-b:a', '32k'],
  'video/webm': [
    '-c:v',
    'libvpx',
    '-threads',
    '1',
    '-deadline',
    'realtime',
    '-cpu-used',
    '8',
    '-g',
    '30',
    '-keyint_min',
    '30',
  ],
} as const;
const fragmented = ['-movflags', '+frag_keyframe+empty_moov+default_base_moof', '-f', 'mp4'];

/** A track that ffmpeg draws: a picture of one color, or beeps of one pitch (in hertz). */
export interface DrawnTrack {
  readonly kind: 'camera' | 'screen' | 'audio';
  readonly mimeType: keyof typeof forms;
  readonly look: string;
  readonly seconds: number;
}

export interface DrawnFile {
  readonly head: Buffer;
  readonly pieces: readonly Buffer[];
}

/** Draws a track as a recorder writes it: each piece begins with a key frame. */
export async function drawTrack({ kind, mimeType, look, seconds }: DrawnTrack): Promise<DrawnFile> {
  const container =
    mimeType === 'video/webm'
      ? // Shorter than that, or a cluster would begin after the key frame.
        ['-cluster_time_limit', String(drawnPieceMs - 10), '-f', 'webm', '-live', '1']
      : [...fragmented, ...(kind === 'audio' ? ['-frag_duration', String(drawnPieceMs * 1000)] : [])];
  const words = ['-v', 'error', ...inputOf(kind, look, seconds), ...forms[mimeType], ...container, '-'];
  const { stdout } = await run('ffmpeg', words, { encoding: 'buffer', maxBuffer: outputBytesMax });
  return inPieces(stdout, mimeType === 'video/webm' ? clustersOf(stdout) : fragmentsOf(stdout));
}

/** The stream of an encoder, picture and sound in one file. */
export async function drawStream(look: string, seconds: number, size = '320x180'): Promise<DrawnFile> {
  const words = [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    `color=c=${look}:s=${size}:r=15:d=${seconds}`,
    ...inputOf('audio', '440', seconds),
    ...forms['video/mp4'],
    '-c:a',
    'aac',
    ...fragmented,
    '-',
  ];
  const { stdout } = await run('ffmpeg', words, { encoding: 'buffer', maxBuffer: outputBytesMax });
  return inPieces(stdout, fragmentsOf(stdout));
}

function fragmentsOf(file: Buffer): number[] {
  const starts: number[] = [];
  for (let at = 0; at + 8 <= file.length; at += file.readUInt32BE(at)) {
    const kind = file.toString('latin1', at + 4, at + 8);
    if (kind === 'moof') starts.push(at);
    if (kind === 'mfra') return [...starts, at];
  }
  return [...starts, file.length];
}

function clustersOf(file: Buffer): number[] {
  const id = Buffer.from('1f43b675', 'hex');
  const starts: number[] = [];
  for (let at = file.indexOf(id); at >= 0; at = file.indexOf(id, at + 1)) starts.push(at);
  return [...starts, file.length];
}

const inPieces = (file: Buffer, starts: readonly number[]): DrawnFile => ({
  head: file.subarray(0, starts[0]),
  pieces: starts.slice(0, -1).map((start, index) => file.subarray(start, starts[index + 1])),
});

interface Handed {
  readonly publisher: { readonly id: number };
  readonly kind: DrawnTrack['kind'];
  readonly mimeType: string;
  readonly beganAt: number;
}

/** Hands a drawn track over, as a recorder does. */
export async function handOverTrack(app: TestApp, room: TestRoom, file: DrawnFile, track: Handed): Promise<void> {
  const part = randomUUID();
  for (const [ordinal, piece] of file.pieces.entries()) {
    const query = new URLSearchParams({
      file: part,
      kind: track.kind,
      mimeType: track.mimeType,
      identity: `u:${track.publisher.id}`,
      ordinal: String(ordinal),
      beganAt: String(track.beganAt),
      headBytes: String(ordinal === 0 ? file.head.length : 0),
      beginsMs: String(ordinal * drawnPieceMs),
      lengthMs: String(drawnPieceMs),
    });
    const answer = await app.http.inject({
      method: 'POST',
      url: `/recorder/rooms/${room.event.id}/pieces?${query.toString()}`,
      headers: { ...listenerHeader(app), 'content-type': 'application/octet-stream' },
      payload: ordinal === 0 ? Buffer.concat([file.head, piece]) : piece,
    });
    expect(answer.statusCode).toBe(200);
  }
}

/** Stores the stream of an encoder as a part of a recording that is over. */
export async function keepStream(app: TestApp, eventUuid: string, file: DrawnFile, beganAt: number): Promise<void> {
  const part = randomUUID();
  await app.db.query(
    `INSERT INTO recording_part (id, event_id, begins_at, head) VALUES ($1, $2, to_timestamp($3::double precision / 1000), $4)`,
    [part, eventUuid, beganAt, file.head],
  );
  for (const [ordinal, piece] of file.pieces.entries()) {
    const key = `recordings/${eventUuid}/${randomUUID()}.m4s`;
    await app.kit.storage.put(key, piece, 'video/mp4');
    await app.db.query(
      `INSERT INTO recording_piece (part_id, ordinal, file_key, bytes, begins_ms, length_ms)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [part, ordinal, key, piece.length, ordinal * drawnPieceMs, drawnPieceMs],
    );
  }
}
