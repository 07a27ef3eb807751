import type { DeviceKind } from '../media/devices.ts';
import type { RoomMedia } from '../media/media-model.ts';
import { type Device, DevicePermissionError } from '../media/permission-error.ts';
import type { Act } from './actions.ts';
import type { Memory } from './remembered-room.ts';
import { keepsDevices, type RoomDeps, type RoomModel } from './room-deps.ts';
import type { RoomScope } from './room-scope.ts';
import { capabilitiesIn, type OwnDevices, type RoomSnapshot } from './room-state.ts';
import type { TurnModel } from './turn.ts';

type OpenDevice = (name: string, work: () => Promise<unknown> | undefined) => Promise<void>;

const deviceOf = { videoinput: 'camera', audioinput: 'microphone' } as const satisfies Record<DeviceKind, Device>;

/**
 * Switches to another camera or microphone: one switch of a kind at a time, and of those that wait only the last.
 * Resolves when none is under way. A switch that was overtaken fails silently.
 */
function createSwitching(
  open: OpenDevice,
  media: () => RoomMedia | null,
  turnOn: (device: Device) => Promise<void>,
): RoomModel['switchDevice'] {
  const wanted = new Map<DeviceKind, string>();
  const underWay = new Map<DeviceKind, Promise<void>>();
  /** Kinds whose device was on and was closed by a switch that failed and was overtaken. */
  const closed = new Set<DeviceKind>();

  const take = async (kind: DeviceKind, id: string): Promise<void> => {
    if (wanted.get(kind) !== id) return;
    const device = deviceOf[kind];
    const wasOn = media()?.state()[device];
    await open(kind, async () => {
      try {
        await media()?.switchDevice(kind, id);
      } catch (error) {
        if (wanted.get(kind) === id) throw error;
        if (wasOn) closed.add(kind);
      }
    });
    if (wanted.get(kind) === id && closed.delete(kind)) await turnOn(device);
  };

  return async (kind, id) => {
    wanted.set(kind, id);
    const before = underWay.get(kind);
    const mine = Promise.resolve(before).then(() => take(kind, id));
    underWay.set(kind, mine);
    for (let last: Promise<void> | undefined; last !== underWay.get(kind);) {
      last = underWay.get(kind);
      await last;
    }
  };
}

type Devices = Pick<
  RoomModel,
  | 'goOnAir'
  | 'setCamera'
  | 'setMicrophone'
  | 'setScreen'
  | 'switchDevice'
  | 'turnCamera'
  | 'setTorch'
  | 'microphoneTrack'
  | 'allowSound'
>;

export interface OwnDevicesModel {
  /** What the person may press. */
  readonly presses: Devices;
  /** Reports a device that does not open; it is no longer wanted. */
  failed(error: unknown): void;
  /** Takes the device off the air. It does not open automatically when the connection or the engine is back. */
  takeOffAir(device: Device): Promise<void>;
  takeBothOffAir(): void;
  /** Opens a device that the phone took away in the meantime. */
  reopen(device: Device): Promise<void>;
  /** Opens devices again as they were, of those who keep them. Those of other viewers never open without a tap. */
  openAgain(wanted: OwnDevices): void;
}

const ways = {
  camera: { right: 'mayUseCamera', set: 'setCamera', stop: 'stopCamera' },
  microphone: { right: 'mayUseMicrophone', set: 'setMicrophone', stop: 'stopMicrophone' },
} as const;

interface Parts {
  readonly media: () => RoomMedia | null;
  readonly memory: Memory;
  readonly turn: TurnModel;
  readonly act: Act;
  /** True when the person is asked first whether they agree to be recorded. */
  readonly asksBefore: (device: Device) => boolean;
}

/** Camera, microphone and screen of this person: only with the right to use them, and only by a tap of their own. */
export function createOwnDevices(scope: RoomScope, { media, memory, turn, act, asksBefore }: Parts): OwnDevicesModel {
  const { deps, get } = scope;
  const can = () => capabilitiesIn(get(), deps.me);
  const may = (device: Device): boolean => can()[ways[device].right];
  const hasEngine = (): boolean => get().media.connection !== 'none';

  const failed: OwnDevicesModel['failed'] = (error) => {
    if (!(error instanceof DevicePermissionError)) return deps.notify({ kind: 'unnamed' });
    const { device, why } = error;
    // It is off: a reload must not open it without a tap.
    memory.remember({ [device]: false });
    // A device whose turn ended while it opened is not reported.
    if (may(device)) deps.notify({ kind: 'device', device, why });
  };
  const open = (name: string, work: (on: boolean) => Promise<unknown> | undefined, on?: boolean): Promise<void> =>
    act(
      name,
      async (wish) => {
        await Promise.resolve(work(wish)).catch(failed);
        return null;
      },
      on,
    );
  const takeOffAir: OwnDevicesModel['takeOffAir'] = async (device) => {
    if (get().wanted[device]) memory.remember({ [device]: false });
    await media()?.[ways[device].stop]();
  };
  const press = async (device: Device, on: boolean): Promise<void> => {
    const { set, stop } = ways[device];
    // Without an engine nothing opens: a press takes back what would open when there is one again.
    if (!hasEngine()) return takeOffAir(device);
    if (on && !may(device)) return;
    if (on && asksBefore(device)) return;
    if (on) turn.take();
    memory.remember({ [device]: on });
    // Turned off while it opens, or waits for the connection: it stops waiting.
    if (!on && get().busy.has(device)) void media()?.[stop]();
    // The right may end between two wishes.
    await open(device, (now) => (now && !may(device) ? undefined : media()?.[set](now)), on);
  };
  const openOnce: OpenDevice = (name, work) => open(name, work);

  return {
    failed,
    takeOffAir,
    takeBothOffAir: () => {
      void takeOffAir('camera');
      void takeOffAir('microphone');
    },
    reopen: (device) => open(device, (on) => (on && may(device) ? media()?.reopen(device) : undefined)),
    openAgain: (wanted) => {
      if (keepsDevices(deps) && wanted.microphone) void press('microphone', true);
      if (keepsDevices(deps) && wanted.camera) void press('camera', true);
    },
    presses: {
      goOnAir: async () => {
        if (!keepsDevices(deps) && !turn.has()) return;
        await Promise.all([press('microphone', true), press('camera', true)]);
      },
      setCamera: (on) => press('camera', on),
      setMicrophone: (on) => press('microphone', on),
      setScreen: async (on) => {
        if (can().mayShareScreen && hasEngine()) await open('screen', (now) => media()?.setScreen(now), on);
      },
      switchDevice: createSwitching(openOnce, media, (device) => press(device, true)),
      turnCamera: () => open('turnCamera', () => media()?.turnCamera()),
      setTorch: (on) => open('torch', (now) => media()?.setTorch(now), on),
      microphoneTrack: () => media()?.microphoneTrack() ?? null,
      allowSound: async () => media()?.allowSound(),
    },
  };
}

/** On return LiveKit opens again what it can. Only what is still away after this is opened here. */
const returnSettlesMs = 700;
/** After a longer interruption no one expects their camera to open automatically: it needs a tap. */
const opensItselfMsMax = 60_000;

/**
 * A call, another app or the lock screen takes camera and microphone away. When the page is seen again, they open by
 * themselves after a short interruption. After a longer one they are off, and the person turns them on. Returns what
 * stops that.
 */
export function comeBackFromInterruptions(
  { deps, store, timers, get, isInside }: RoomScope,
  { reopen, takeOffAir }: Pick<OwnDevicesModel, 'reopen' | 'takeOffAir'>,
): () => void {
  let since: number | null = null;
  store.subscribe(({ media: { interrupted } }, before) => {
    if (interrupted === before.media.interrupted) return;
    since = interrupted.length === 0 ? null : (since ?? deps.now());
  });
  const comeBack = (): void => {
    if (!isInside() || since === null) return;
    const isLong = deps.now() - since > opensItselfMsMax;
    for (const device of get().media.interrupted) void (isLong ? takeOffAir(device) : reopen(device));
  };
  return deps.onPageReturn(() => timers.later(returnSettlesMs, comeBack));
}

const isHostsPhone = ({ phone, me, kind }: RoomDeps): boolean => phone && me.isOwner && kind === 'broadcast';

/** Nothing sends yet, and no one watches. */
const isUnused = ({ live, media }: RoomSnapshot): boolean =>
  live !== null && !live.isLive && !media.camera && (live.source === 'camera' || live.ingestState === 'waiting');

/**
 * In the control room on a phone the phone's camera is the source, without being chosen: it opens once, for the private
 * preview. An encoder that sends already stays the source.
 */
export function openPhoneCamera({ deps, store }: RoomScope, selectSource: RoomModel['selectSource']): void {
  if (!isHostsPhone(deps)) return;
  let isDone = false;
  store.subscribe((now) => {
    if (now.phase !== 'inside') isDone = false;
    if (isDone || now.phase !== 'inside' || now.media.connection !== 'connected') return;
    isDone = true;
    if (isUnused(now)) void selectSource('camera');
  });
}
