import { ApiRefusal } from '#web/shared/api/refusal.ts';
import type { WireChatMessage, WireCurrentState } from '@frontrow/contract/rooms/api.ts';
import type { ConnectionStep } from '@frontrow/core/rooms/connection-quality.ts';
import {
  type ConnectOptions,
  type FeedSample,
  type MediaState,
  quietMedia,
  type RoomMedia,
} from '../../media/media-model.ts';
import { type Device, DevicePermissionError, type DeviceTrouble } from '../../media/permission-error.ts';
import type { Notice, RoomDeps, RoomModel, LinkOptions, LiveUpdate, RememberedRoom } from '../room-deps.ts';
import { createRoomModel } from '../room-model.ts';
import { chatFilesByHand } from './chat-files-by-hand.ts';

export const uuid = 'e1';
export const person = (username: string) => ({ username, user_avatar: null });
export const state = (seq: number, more: Partial<WireCurrentState> = {}): WireCurrentState => ({
  influencer: person('nora'),
  viewers: [person('theo')],
  viewers_count: 1,
  banned_viewers: [],
  timed_out_viewers: [],
  removed_viewers: [],
  admin_users: [],
  roles: [],
  stage_guest: null,
  raised_hands: [],
  speaking_viewer: null,
  turn: null,
  turn_length: 0,
  new_voices_first: false,
  screening: false,
  next_turn: null,
  warm_up: null,
  open_mic: false,
  chat_enabled: true,
  slow_mode_seconds: 0,
  raised_hand_enabled: true,
  reactions_enabled: true,
  captions_enabled: false,
  announcement: null,
  pinned_message: null,
  source: null,
  ingest_state: null,
  recording: false,
  open_questions: 0,
  recording_enabled: false,
  open_poll: null,
  event_state: 1,
  started_at: 1,
  seq,
  ...more,
});
export const message = (seq: number, text: string, username = 'pia', clientId = `c${seq}`): WireChatMessage => ({
  seq,
  message: text,
  at: seq,
  client_id: clientId,
  announcement: false,
  user: { user_avatar: null, user_username: username, user_ide: 9, user_role: 0 },
});

/** Where a browser of these tests connects to the engine. */
export const engineUrl = 'ws://x/?session_id=s1';

/** The server's answer to a person who may enter. */
export const seat = (seq: number) => ({
  token: 't',
  url: 'ws://x',
  room: uuid,
  identity: 'u:1',
  delivery: 'webrtc' as 'webrtc' | 'hls',
  chat: 'socket' as 'socket' | 'files',
  current_state: state(seq),
  messages: [],
});

/** A video engine for tests: it remembers what was asked of the devices, and changes when told to. */
function mediaByHand() {
  const device: string[] = [];
  const stopped: string[] = [];
  let now: MediaState = { ...quietMedia, connection: 'connected' };
  let options: ConnectOptions | null = null;
  let denied: { device: Device; why: DeviceTrouble } | null = null;
  let noScreen: Error | null = null;
  let measured: Partial<FeedSample> = {};
  let microphone: MediaStreamTrack | null = null;
  let switching: (id: string) => Promise<void> = async () => undefined;
  const listeners = new Set<() => void>();
  const put = (change: Partial<MediaState>): void => {
    now = { ...now, ...change };
    for (const listener of listeners) listener();
  };
  const turnOn = (which: Device) => async (on: boolean) => {
    device.push(`${which} ${on ? 'on' : 'off'}`);
    if (on && denied?.device === which) throw new DevicePermissionError(which, denied.why, null);
    put({ [which]: on });
  };
  const turnOff = (which: Device) => async () => {
    stopped.push(which);
    put({ [which]: false });
  };
  const media: RoomMedia = {
    state: () => now,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setPriority: () => undefined,
    setCamera: turnOn('camera'),
    setMicrophone: turnOn('microphone'),
    setScreen: async (on) => {
      if (noScreen) throw noScreen;
      put({ screen: on });
      return on;
    },
    stopCamera: turnOff('camera'),
    stopMicrophone: turnOff('microphone'),
    microphoneTrack: () => microphone,
    switchDevice: async (_kind, id) => switching(id),
    turnCamera: async () => void device.push('camera turned'),
    setTorch: async (torch) => put({ torch }),
    reopen: async (which) => {
      device.push(`${which} again`);
      if (denied?.device === which) throw new DevicePermissionError(which, denied.why, null);
      put({ [which]: true, interrupted: now.interrupted.filter((one) => one !== which) });
    },
    allowSound: async () => undefined,
    measureFeed: async () => ({ at: 0, paused: false, picture: null, sound: null, ...measured }),
    listen: (on) => void device.push(on ? 'listens' : 'silent'),
    leave: async () => void device.push('left'),
  };
  return {
    connect: (next: ConnectOptions) => {
      options = next;
      return { ...media };
    },
    told: {
      device,
      microphone: (track: MediaStreamTrack) => void (microphone = track),
      stopped,
      media: () => options,
      put,
      measures: (sample: Partial<FeedSample>) => void (measured = sample),
      deny: (which: Device, why: DeviceTrouble = 'denied') => (denied = { device: which, why }),
      failsToShare: (why: Error) => (noScreen = why),
      switchesBy: (work: (id: string) => Promise<void>) => (switching = work),
    },
  };
}

/** A server for tests: it answers every call with the room as it is, or with what it was told to answer. */
function serverByHand() {
  const calls: { name: string; body: Record<string, unknown> }[] = [];
  const answers = new Map<string, () => unknown>();
  let current = state(10);
  let link: LinkOptions | null = null;
  const push = (name: LiveUpdate['name'], update: object) =>
    link?.onUpdate({ name, update: { event_uuid: uuid, ...update } } as LiveUpdate);
  return {
    call: (async (name: string, options?: { body?: Record<string, unknown> }) => {
      calls.push({ name, body: options?.body ?? {} });
      const answer = answers.get(name);
      if (answer) return answer();
      const room = { current_state: current, messages: [] };
      return name.endsWith('_streaming') || name.endsWith('/open') ? { ...seat(10), ...room } : room;
    }) as RoomDeps['call'],
    openLink: (options: LinkOptions) => void (link = options),
    told: {
      calls,
      push,
      link: () => link,
      answer: (name: string, how: () => unknown) => answers.set(name, how),
      refuse: (name: string, status: number, code: string, retryAfterMs?: number) =>
        answers.set(name, () => {
          throw new ApiRefusal(status, [{ message: code, code }], retryAfterMs);
        }),
      begins: (more: Partial<WireCurrentState>) => void (current = { ...current, ...more }),
      change: (more: Partial<WireCurrentState>) => {
        current = state(current.seq + 1, { ...current, ...more, seq: current.seq + 1 });
        push('updateEvent', { seq: current.seq, current_state: current });
      },
    },
  };
}

/** A clock for tests: timers run when told to. */
function clockByHand() {
  const timers = new Set<{ ms: number; work: () => void }>();
  let now = 0;
  return {
    now: () => now,
    after: (ms: number, work: () => void) => {
      const timer = { ms, work };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    told: {
      advance: (ms: number) => void (now += ms),
      /** Whether a timer of this length waits. */
      waits: (ms: number): boolean => [...timers].some((one) => one.ms === ms),
      /** Runs the timers of exactly this length. */
      pass: async (ms: number) => {
        for (const timer of [...timers].filter((one) => one.ms === ms)) {
          timers.delete(timer);
          timer.work();
        }
        await Promise.resolve();
        await new Promise((resolve) => setTimeout(resolve, 0));
      },
    },
  };
}

/** One person's model in a world for tests: what it called, what it told the person, and what can happen to it. */
export function world(
  username: 'nora' | 'theo',
  before: RememberedRoom = { sessionId: 's1', inside: false, camera: false, microphone: false },
  kind: RoomDeps['kind'] = 'interactive',
  { phone = false, playsH264 = true } = {},
) {
  const server = serverByHand();
  const engine = mediaByHand();
  const files = chatFilesByHand();
  const clock = clockByHand();
  const notices: Notice[] = [];
  const went: string[] = [];
  const sounds: (ArrayBuffer | null)[] = [];
  const reports: ConnectionStep[] = [];
  let memory = before;
  let returns = (): void => undefined;
  const deps: RoomDeps = {
    eventUuid: uuid,
    kind,
    me: { username, ide: 1, avatar: null, isOwner: username === 'nora' },
    call: server.call,
    callFile: files.callFile,
    token: () => 'token',
    connectMedia: engine.connect,
    openLink: (options) => {
      server.openLink(options);
      return {
        close: () => void went.push('link closed'),
        sendSound: (sound) => void sounds.push(sound),
        reportQuality: (step) => void reports.push(step),
      };
    },
    notify: (notice) => notices.push(notice),
    log: () => undefined,
    goToEvent: () => void went.push('event page'),
    reload: () => void went.push('reload'),
    after: clock.after,
    now: clock.now,
    nextTask: () => Promise.resolve(),
    jitterMs: () => 300,
    newId: () => 'mine',
    remembered: () => memory,
    remember: (next) => void (memory = next),
    portrait: () => false,
    phone,
    playsH264,
    onPageReturn: (listener) => {
      returns = listener;
      return () => (returns = () => undefined);
    },
  };
  const model: RoomModel = createRoomModel(deps);
  return {
    model,
    notices,
    went,
    sounds,
    reports,
    memory: () => memory,
    pageReturns: () => returns(),
    see: () => model.store.getState(),
    files: files.told,
    stateAt: state,
    ...server.told,
    ...engine.told,
    ...clock.told,
  };
}

export type World = ReturnType<typeof world>;

/** A viewer and the host, both in the room. */
export async function bothInside(): Promise<{ theo: World; nora: World }> {
  const both = { theo: world('theo'), nora: world('nora') };
  await both.theo.model.enter();
  await both.nora.model.enter();
  return both;
}
