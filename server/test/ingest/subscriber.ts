/**
 * A viewer as its own process (the native client lives as long as its process): joins with the token and tells four
 * times a second what really arrived. `node subscriber.ts <url> <token>`.
 */
import process from 'node:process';
import { AudioStream, type RemoteTrack, Room, RoomEvent, TrackKind, VideoStream } from '@livekit/rtc-node';
import { enterEngine } from './engine-client.ts';

/** Totals since the viewer joined. */
export interface Received {
  pictures: number;
  width: number;
  height: number;
  /** Pieces of sound, and those of them that were not silent. */
  sounds: number;
  loud: number;
  tracks: number;
  /** Of the picture that was offered last. */
  codec: string;
}

const tellEveryMs = 50;
const loudSample = 1_000;
const received: Received = { pictures: 0, width: 0, height: 0, sounds: 0, loud: 0, tracks: 0, codec: '' };

async function look(track: RemoteTrack): Promise<void> {
  for await (const { frame } of new VideoStream(track)) {
    received.pictures += 1;
    received.width = frame.width;
    received.height = frame.height;
  }
}

async function listen(track: RemoteTrack): Promise<void> {
  for await (const { data } of new AudioStream(track, { sampleRate: 48_000, numChannels: 2 })) {
    received.sounds += 1;
    if (data.some((sample) => Math.abs(sample) > loudSample)) received.loud += 1;
  }
}

const [url = '', token = ''] = process.argv.slice(2);
const room = new Room();
room.on(RoomEvent.TrackSubscribed, (track, { mimeType }) => {
  received.tracks += 1;
  if (track.kind === TrackKind.KIND_VIDEO) received.codec = mimeType ?? '';
  void (track.kind === TrackKind.KIND_VIDEO ? look(track) : listen(track));
});
room.on(RoomEvent.TrackUnsubscribed, () => (received.tracks -= 1));
room.on(RoomEvent.Disconnected, () => process.exit(0));
await enterEngine(room, url, token, true);
setInterval(() => process.send?.(received), tellEveryMs);
process.on('disconnect', () => process.exit(0));
