import {
  AudioStream,
  Room,
  RoomEvent,
  TrackKind,
  VideoStream,
  LocalVideoTrack,
  VideoSource,
  TrackPublishOptions,
  TrackSource,
  type RemoteTrack,
} from '@livekit/rtc-node';

export interface Spectator {
  /** Pictures and pieces of sound that were decoded so far. */
  readonly seen: { pictures: number; sounds: number };
  /** Tries to send its own picture; false when the engine does not let it. */
  triesToPublish(): Promise<boolean>;
  leave(): Promise<void>;
}

/** Someone who enters the engine's room with a token and decodes what is sent there. */
export async function enterAsSpectator(url: string, token: string): Promise<Spectator> {
  const room = new Room();
  const seen = { pictures: 0, sounds: 0 };
  room.on(RoomEvent.TrackSubscribed, (track) => void count(track, seen));
  await room.connect(url, token, { autoSubscribe: true, dynacast: false });
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
    leave: () => room.disconnect(),
  };
}

async function count(track: RemoteTrack, seen: Spectator['seen']): Promise<void> {
  if (track.kind === TrackKind.KIND_VIDEO) for await (const _ of new VideoStream(track)) seen.pictures++;
  else for await (const _ of new AudioStream(track)) seen.sounds++;
}
