import { DisconnectReason, type Room, RoomEvent } from 'livekit-client';
import { machine } from '@frontrow/core/kernel/machine.ts';
import { connectOptions } from './engine-room.ts';
import type { Connection, ConnectOptions, EngineAddress } from './media-model.ts';

/**
 * The connection to the engine.
 * `dialling`: the first attempt. `unreached`: it failed; asked again with new tokens until one is let in.
 * `interrupted`: lost a moment ago, LiveKit's own attempts go on. `lost`: those failed or took too long; asked again
 * with new tokens.
 */
type EngineConnectionState = 'dialling' | 'unreached' | 'open' | 'interrupted' | 'lost' | 'closed';
type EngineConnectionTrigger = 'connect' | 'fail' | 'interrupt' | 'recover' | 'lose' | 'close';

const engineConnectionMachine = machine<EngineConnectionState, EngineConnectionTrigger>(
  'connection to the engine',
  'dialling',
  {
    dialling: { connect: 'open', fail: 'unreached', close: 'closed' },
    unreached: { connect: 'open', close: 'closed' },
    open: { interrupt: 'interrupted', lose: 'lost', close: 'closed' },
    interrupted: { interrupt: 'interrupted', recover: 'open', lose: 'lost', close: 'closed' },
    lost: { connect: 'open', close: 'closed' },
    closed: {},
  },
);

/** What the rest of the room calls these states. */
const shownAs: Readonly<Record<EngineConnectionState, Connection>> = {
  dialling: 'connecting',
  unreached: 'none',
  open: 'connected',
  interrupted: 'reconnecting',
  lost: 'reconnecting',
  closed: 'ended',
};

/** Pauses before each request for a fresh token; the last one is repeated. */
const renewPausesMs = [300, 1000, 2000, 4000];
/**
 * LiveKit's own attempts may take this long. After an engine's restart Chromium is back within 7 s; in Firefox an
 * attempt can wait forever for the first message of a socket that has closed again.
 */
const interruptedMaxMs = 15_000;
/** One attempt with a fresh token, and the farewell to a connection that no longer answers. */
const connectMaxMs = 20_000;
const disconnectMaxMs = 3_000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether the work ended within this time; its own error is thrown. */
async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isLate = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), ms)));
  try {
    return await Promise.race([work.then(() => true), isLate]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}

export interface EngineConnectionParts extends Pick<ConnectOptions, 'renew' | 'onRemoved' | 'log'> {
  readonly onState: (connection: Connection) => void;
  /** Nothing is sent or received any more, until it is open again. */
  readonly onLost: () => void;
  /** It is open again, or open at last after the first attempt failed. */
  readonly onBack: () => void;
}

export interface EngineConnection {
  dial(address: EngineAddress): void;
  close(): void;
}

/**
 * Stays connected to the engine: first by LiveKit's own attempts, then with fresh tokens until the room lets this
 * browser in again.
 */
export function createEngineConnection(
  room: Room,
  { renew, onRemoved, log, onState, onLost, onBack }: EngineConnectionParts,
): EngineConnection {
  let state = engineConnectionMachine.initial;
  const isClosed = (): boolean => state === 'closed';
  let interruption: ReturnType<typeof setTimeout> | undefined;
  const move = (trigger: EngineConnectionTrigger): boolean => {
    const next = engineConnectionMachine.next(state, trigger);
    if (!next) return false;
    state = next;
    if (next !== 'interrupted') {
      clearTimeout(interruption);
      interruption = undefined;
    } else interruption ??= setTimeout(() => void startOver(), interruptedMaxMs);
    onState(shownAs[next]);
    return true;
  };

  /** Ends what LiveKit is still attempting, so that the next attempt starts from a closed connection. */
  const hangUp = (): Promise<unknown> => within(disconnectMaxMs, room.disconnect()).catch(() => undefined);
  const connect = async ({ url, token }: EngineAddress): Promise<void> => {
    try {
      const isConnected = await within(connectMaxMs, room.connect(url, token, connectOptions(url)));
      if (!isConnected) {
        await hangUp();
        throw new Error(`no connection within ${connectMaxMs / 1000} s`);
      }
    } catch (error) {
      if (!isClosed()) log('The connection to the video room failed', error);
      throw error;
    }
    move('connect');
  };
  /** Ends when the connection is open, or when there is nothing to come back to. */
  const comeBack = async (): Promise<void> => {
    for (let attempt = 0; !isClosed(); attempt += 1) {
      await pause(renewPausesMs[Math.min(attempt, renewPausesMs.length - 1)]!);
      try {
        const address = isClosed() ? null : await renew();
        if (!address || isClosed()) break;
        await connect(address);
        return onBack();
      } catch {
        // The network or the engine is still away.
      }
    }
    move('close');
  };

  /** LiveKit's own attempts took too long: the connection counts as lost, and we connect with a fresh token. */
  const startOver = async (): Promise<void> => {
    log('The video room did not come back', new Error(`no reconnection within ${interruptedMaxMs / 1000} s`));
    onLost();
    move('lose');
    await hangUp();
    await comeBack();
  };

  // While we dial, the machine has no step for these: LiveKit's own attempts are a part of dialling.
  for (const event of [RoomEvent.Reconnecting, RoomEvent.SignalReconnecting] as const)
    room.on(event, () => void move('interrupt'));
  room.on(RoomEvent.Reconnected, () => void move('recover'));
  room.on(RoomEvent.Disconnected, (reason) => {
    if (!engineConnectionMachine.can(state, 'lose')) return;
    if (reason === DisconnectReason.DUPLICATE_IDENTITY || reason === DisconnectReason.PARTICIPANT_REMOVED) {
      move('close');
      return onRemoved(reason === DisconnectReason.DUPLICATE_IDENTITY ? 'moved' : 'removed');
    }
    onLost();
    move('lose');
    void comeBack();
  });
  return {
    dial: (address) =>
      void connect(address).catch(() => {
        if (move('fail')) void comeBack();
      }),
    close: () => void move('close'),
  };
}
