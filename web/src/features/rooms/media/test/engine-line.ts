import { ConnectionState, type Room, RoomEvent } from 'livekit-client';

type Source = 'camera' | 'microphone';

/** Devices that open and close by hand, as the engine's own participant has them. */
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

/** The engine's room as far as connecting and publishing know it: its line comes and goes by hand, nothing is sent. */
export function engineLine(state = ConnectionState.Disconnected) {
  const opened: string[] = [];
  const on = new Set<Source>();
  const listeners = new Map<RoomEvent, Set<() => void>>();
  const dials: { taken(): void; refused(): void }[] = [];
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
    connect: () =>
      new Promise<void>((resolve, reject) => {
        engine.state = ConnectionState.Connecting;
        dials.push({
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
    /** What was asked of the devices. */
    opened,
    dials,
    becomes,
    waiting: (event: RoomEvent): number => of(event).size,
    /** The line is gone, and with it what was on. */
    drops: () => {
      on.clear();
      becomes(ConnectionState.Disconnected, RoomEvent.Disconnected);
    },
    breaks: () => void (broken = true),
  };
}
