import { DisconnectReason, type Room, RoomEvent } from 'livekit-client';
import { machine } from '@frontrow/core/kernel/machine.ts';
import { connectOptions } from './engine-room.ts';
import type { Connection, ConnectOptions, EngineAddress } from './media-model.ts';

/**
 * The line to the engine.
 * `dialling`: the first attempt. `unreached`: it failed; asked again with new tokens until one is let in.
 * `interrupted`: lost a moment ago, the engine's own attempts go on. `lost`: those failed; asked again with new tokens.
 */
type LineState = 'dialling' | 'unreached' | 'open' | 'interrupted' | 'lost' | 'closed';
type LineTrigger = 'connect' | 'fail' | 'interrupt' | 'recover' | 'lose' | 'close';

const lineMachine = machine<LineState, LineTrigger>('line to the engine', 'dialling', {
  dialling: { connect: 'open', fail: 'unreached', close: 'closed' },
  unreached: { connect: 'open', close: 'closed' },
  open: { interrupt: 'interrupted', lose: 'lost', close: 'closed' },
  interrupted: { interrupt: 'interrupted', recover: 'open', lose: 'lost', close: 'closed' },
  lost: { connect: 'open', close: 'closed' },
  closed: {},
});

/** What the rest of the room calls these states. */
const shownAs: Readonly<Record<LineState, Connection>> = {
  dialling: 'connecting',
  unreached: 'none',
  open: 'connected',
  interrupted: 'reconnecting',
  lost: 'reconnecting',
  closed: 'ended',
};

/** Pauses before each ask for a fresh token; the last one is repeated. */
const renewPausesMs = [300, 1000, 2000, 4000];
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export interface LineParts extends Pick<ConnectOptions, 'renew' | 'onRemoved' | 'log'> {
  readonly onState: (connection: Connection) => void;
  /** Nothing goes out or comes in any more, until the line is back. */
  readonly onLost: () => void;
  /** The line is open again after it was lost, or open at last. */
  readonly onBack: () => void;
}

export interface EngineLine {
  dial(address: EngineAddress): void;
  close(): void;
}

/** Keeps the line to the engine: the engine's own attempts first, then a fresh token until the room lets this browser in again. */
export function createEngineLine(
  room: Room,
  { renew, onRemoved, log, onState, onLost, onBack }: LineParts,
): EngineLine {
  let state = lineMachine.initial;
  const isClosed = (): boolean => state === 'closed';
  const move = (trigger: LineTrigger): boolean => {
    const next = lineMachine.next(state, trigger);
    if (!next) return false;
    state = next;
    onState(shownAs[next]);
    return true;
  };

  const connect = async ({ url, token }: EngineAddress): Promise<void> => {
    try {
      await room.connect(url, token, connectOptions(url));
    } catch (error) {
      if (!isClosed()) log('The connection to the video room failed', error);
      throw error;
    }
    move('connect');
  };
  /** Ends when the line is open, or when there is nothing to come back to. */
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

  // While a line is dialled the machine has no step for these: the engine's own attempts are a part of dialling.
  for (const event of [RoomEvent.Reconnecting, RoomEvent.SignalReconnecting] as const)
    room.on(event, () => void move('interrupt'));
  room.on(RoomEvent.Reconnected, () => void move('recover'));
  room.on(RoomEvent.Disconnected, (reason) => {
    if (!lineMachine.can(state, 'lose')) return;
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
