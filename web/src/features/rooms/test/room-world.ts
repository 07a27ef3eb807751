import type { WireChatMessage, WireCurrentState } from '@frontrow/contract/rooms/api.ts';
import { ApiRefusal } from '#web/shared/api/refusal.ts';
import type { LinkOptions, LiveUpdate } from '../live-link.ts';
import { type ConnectOptions, type MediaState, quietMedia, type RoomMedia } from '../media/media-model.ts';
import { type Device, DevicePermissionError, type DeviceTrouble } from '../media/permission-error.ts';
import type { Notice } from '../notices.ts';
import type { RoomDeps, RoomModel } from '../room-deps.ts';
import { createRoomModel } from '../room-model.ts';
import type { RememberedRoom } from '../room-session.ts';

export const uuid = 'e1';
export const person = (username: string) => ({ username, user_avatar: null });
export const state = (seq: number, more: Partial<WireCurrentState> = {}): WireCurrentState => ({
  influencer: person('nora'),
  viewers: [person('theo')],
  banned_viewers: [],
  removed_viewers: [],
  admin_users: [],
  raised_hands: [],
  speaking_viewer: null,
  open_mic: false,
  chat_enabled: true,
  raised_hand_enabled: true,
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
  user: { user_avatar: null, user_username: username, user_ide: 9, user_role: 0 },
});

/** What the server answers to whoever is let in. */
export const seat = (seq: number) => ({
  token: 't',
  url: 'ws://x',
  room: uuid,
  identity: 'u:1',
  current_state: state(seq),
  messages: [],
});

/** The outside world of one model, with memory: what it called, and what it was told. */
export function world(
  username: 'nora' | 'theo',
  before: RememberedRoom = { sessionId: 's1', inside: false, camera: false, microphone: false },
) {
  const calls: { name: string; body: Record<string, unknown> }[] = [];
  const answers = new Map<string, () => unknown>();
  const notices: Notice[] = [];
  const device: string[] = [];
  const stopped: string[] = [];
  const went: string[] = [];
  const timers = new Set<{ ms: number; work: () => void }>();
  let link: LinkOptions | null = null;
  let now = 0;
  let media: ConnectOptions | null = null;
  let mediaState: MediaState = { ...quietMedia, connection: 'connected' };
  let memory = before;
  let current = state(10);
  let denied: { device: Device; why: DeviceTrouble } | null = null;
  let noScreen: Error | null = null;
  let switching: (id: string) => Promise<void> = async () => undefined;
  const listeners = new Set<() => void>();
  const put = (change: Partial<MediaState>): void => {
    mediaState = { ...mediaState, ...change };
    for (const listener of listeners) listener();
  };
  const turnOn = (which: 'camera' | 'microphone') => async (on: boolean) => {
    device.push(`${which} ${on ? 'on' : 'off'}`);
    if (on && denied?.device === which) throw new DevicePermissionError(which, denied.why, null);
    put({ [which]: on });
  };
  const turnOff = (which: 'camera' | 'microphone') => async () => {
    stopped.push(which);
    put({ [which]: false });
  };
  const roomMedia: RoomMedia = {
    state: () => mediaState,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    cast: () => undefined,
    setCamera: turnOn('camera'),
    setMicrophone: turnOn('microphone'),
    setScreen: async (on) => {
      if (noScreen) throw noScreen;
      return on;
    },
    stopCamera: turnOff('camera'),
    stopMicrophone: turnOff('microphone'),
    microphoneTrack: () => null,
    switchDevice: async (_kind, id) => switching(id),
    allowSound: async () => undefined,
    leave: async () => void device.push('left'),
  };
  const deps: RoomDeps = {
    eventUuid: uuid,
    me: { username, ide: 1, avatar: null, isOwner: username === 'nora' },
    call: (async (name: string, options?: { body?: Record<string, unknown> }) => {
      calls.push({ name, body: options?.body ?? {} });
      const answer = answers.get(name);
      if (answer) return answer();
      if (name.endsWith('_streaming'))
        return { token: 't', url: 'ws://x', room: uuid, identity: 'u:1', current_state: current, messages: [] };
      return { current_state: current, messages: [] };
    }) as RoomDeps['call'],
    token: () => 'token',
    connectMedia: (options) => {
      media = options;
      return roomMedia;
    },
    openLink: (options) => {
      link = options;
      return { close: () => void went.push('link closed') };
    },
    notify: (notice) => notices.push(notice),
    log: () => undefined,
    goToEvent: () => void went.push('event page'),
    reload: () => void went.push('reload'),
    after: (ms, work) => {
      const timer = { ms, work };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    now: () => now,
    soon: () => Promise.resolve(),
    jitterMs: () => 300,
    newId: () => 'mine',
    remembered: () => memory,
    remember: (next) => {
      memory = next;
    },
    portrait: false,
  };
  const model: RoomModel = createRoomModel(deps);
  return {
    model,
    calls,
    notices,
    device,
    stopped,
    went,
    answer: (name: string, how: () => unknown) => answers.set(name, how),
    refuse: (name: string, status: number, code: string, retryAfterMs?: number) =>
      answers.set(name, () => {
        throw new ApiRefusal(status, [{ message: code, code }], retryAfterMs);
      }),
    push: (name: LiveUpdate['name'], update: object) =>
      link?.onUpdate({ name, update: { event_uuid: uuid, ...update } } as LiveUpdate),
    change: (more: Partial<WireCurrentState>) => {
      current = state(current.seq + 1, { ...current, ...more, seq: current.seq + 1 });
      link?.onUpdate({ name: 'updateEvent', update: { event_uuid: uuid, seq: current.seq, current_state: current } });
    },
    /** Runs what waits for exactly this long. */
    pass: async (ms: number) => {
      for (const timer of [...timers].filter((one) => one.ms === ms)) {
        timers.delete(timer);
        timer.work();
      }
      await Promise.resolve();
      await new Promise((resolve) => setTimeout(resolve, 0));
    },
    advance: (ms: number) => void (now += ms),
    link: () => link,
    media: () => media,
    memory: () => memory,
    deny: (which: Device, why: DeviceTrouble = 'denied') => (denied = { device: which, why }),
    failsToShare: (why: Error) => (noScreen = why),
    switchesBy: (work: (id: string) => Promise<void>) => (switching = work),
    put,
    see: () => model.store.getState(),
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
