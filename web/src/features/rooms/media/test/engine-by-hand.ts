import { ConnectionState, type Room, RoomEvent } from 'livekit-client';

type Source = 'camera' | 'microphone';

/** The own participant of the engine's room, with devices that open at once. */
function participantByHand(on: Set<Source>, opened: string[], isBroken: () => boolean) {
  const set = (source: Source) => async (wish: boolean) => {
    opened.push(`${source} ${wish ? 'on' : 'off'}`);
    if (isBroken() && wish) throw new Error('broken');
    if (wish) on.add(source);
    else on.delete(source);
  };
  return {
    identity: 'me',
    permissions: { canPublish: true },
    videoTrackPublications: new Map(),
    get isCameraEnabled() {
      return on.has('camera');
    },
    get isMicrophoneEnabled() {
      return on.has('microphone');
    },
    isScreenShareEnabled: false,
    setCameraEnabled: set('camera'),
    setMicrophoneEnabled: set('microphone'),
    getTrackPublication: () => undefined,
  };
}

/** The engine's room as far as connecting and publishing use it. Tests decide when it is connected; nothing is sent. */
export function engineByHand(state = ConnectionState.Disconnected) {
  const opened: string[] = [];
  const on = new Set<Source>();
  const listeners = new Map<RoomEvent, Set<() => void>>();
  const dials: { readonly token: string; taken(): void; refused(): void }[] = [];
  let broken = false;
  const of = (event: RoomEvent): Set<() => void> => {
    const known = listeners.get(event) ?? new Set();
    listeners.set(event, known);
    return known;
  };
  const becomes = (next: ConnectionState, event: RoomEvent): void => {
    engine.state = next;
    for (const then of of(event)) then();
  };
  const engine = {
    state,
    canPlaybackAudio: true,
    remoteParticipants: new Map(),
    localParticipant: participantByHand(on, opened, () => broken),
    on: (event: RoomEvent, then: () => void) => of(event).add(then),
    off: (event: RoomEvent, then: () => void) => of(event).delete(then),
    connect: (_url: string, token: string) =>
      new Promise<void>((resolve, reject) => {
        engine.state = ConnectionState.Connecting;
        dials.push({
          token,
          taken: () => {
            becomes(ConnectionState.Connected, RoomEvent.Connected);
            resolve();
          },
          refused: () => {
            becomes(ConnectionState.Disconnected, RoomEvent.Disconnected);
            reject(new Error('refused'));
          },
        });
      }),
    disconnect: async () => void (engine.state = ConnectionState.Disconnected),
  };
  return {
    room: engine as unknown as Room,
    /** Which devices were turned on and off. */
    opened,
    dials,
    becomes,
    waiting: (event: RoomEvent): number => of(event).size,
    /** The connection is lost, and with it the devices that were on. */
    drops: () => {
      on.clear();
      becomes(ConnectionState.Disconnected, RoomEvent.Disconnected);
    },
    breaks: () => void (broken = true),
    /** Somebody's sound is received from now on, or not any more. */
    sound: (event: RoomEvent.TrackSubscribed | RoomEvent.TrackUnsubscribed): void => {
      const track = { kind: 'audio', sid: 'sound', attach: () => ({ remove: () => undefined }), detach: () => [] };
      for (const then of of(event)) (then as (received: object) => void)(track);
    },
    /** The browser plays no sound before a tap. */
    refusesSound: () => void (engine.canPlaybackAudio = false),
  };
}
