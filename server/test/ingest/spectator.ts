import {
  AudioStream,
  Room,
  RoomEvent,
  TrackKind,
  VideoStream,
  LocalVideoTrack,
  VideoBufferType,
  VideoFrame,
  VideoSource,
  TrackPublishOptions,
  TrackSource,
  type RemoteTrack,
} from '@livekit/rtc-node';
import { enterEngine, leaveEngine } from './engine-client.ts';

export interface Spectator {
  /** Pictures and pieces of sound that were decoded so far, and the energy of the sound on each side. */
  readonly seen: { pictures: number; sounds: number; left: number; right: number };
  /** Tries to send its own picture; false when the engine does not let it. */
  triesToPublish(): Promise<boolean>;
  leave(): Promise<void>;
}

/** Someone who enters the engine's room with a token and decodes what is sent there, its sound in mono or in stereo. */
export async function enterAsSpectator(url: string, token: string, inStereo = false): Promise<Spectator> {
  const room = new Room();
  const seen = { pictures: 0, sounds: 0, left: 0, right: 0 };
  room.on(RoomEvent.TrackSubscribed, (track) => void count(track, seen));
  await enterEngine(room, url, token, true, inStereo);
  return {
    seen,
    async triesToPublish() {
      const options = new TrackPublishOptions();
      options.source = TrackSource.SOURCE_CAMERA;
      const track = LocalVideoTrack.createVideoTrack('intruder', new VideoSource(320, 180));
      return room.localParticipant!.publishTrack(track, options).then(
        () => true,
        () => false,
      );
    },
    leave: async () => (inStereo ? void room.disconnect() : leaveEngine(room)),
  };
}

async function count(track: RemoteTrack, seen: Spectator['seen']): Promise<void> {
  if (track.kind === TrackKind.KIND_VIDEO) for await (const _ of new VideoStream(track)) seen.pictures++;
  else
    for await (const { data } of new AudioStream(track, { sampleRate: 48_000, numChannels: 2 })) {
      seen.sounds++;
      for (const [index, sample] of data.entries()) seen[index % 2 === 0 ? 'left' : 'right'] += sample ** 2;
    }
}

export interface Speaker {
  leave(): Promise<void>;
}

const sentEveryMs = 50;
const size = { width: 320, height: 180 };

/** Someone who enters the engine's room with a token and sends a picture there. */
export async function enterAsSpeaker(url: string, token: string): Promise<Speaker> {
  const room = new Room();
  await enterEngine(room, url, token, false);
  const source = new VideoSource(size.width, size.height);
  const options = new TrackPublishOptions();
  options.source = TrackSource.SOURCE_CAMERA;
  await room.localParticipant!.publishTrack(LocalVideoTrack.createVideoTrack('camera', source), options);
  const grey = new Uint8Array(size.width * size.height * 4).fill(128);
  const timer = setInterval(
    () => source.captureFrame(new VideoFrame(grey, size.width, size.height, VideoBufferType.RGBA)),
    sentEveryMs,
  );
  return {
    leave: async () => {
      clearInterval(timer);
      await leaveEngine(room);
    },
  };
}
