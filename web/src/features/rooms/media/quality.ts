import { ConnectionQuality, type Participant, type Room, RoomEvent } from 'livekit-client';
import type { ConnectionStep } from '@frontrow/core/rooms/connection-quality.ts';
import { nameOf } from './tracks.ts';

const steps: Readonly<Partial<Record<ConnectionQuality, ConnectionStep>>> = {
  [ConnectionQuality.Excellent]: 'good',
  [ConnectionQuality.Good]: 'good',
  [ConnectionQuality.Poor]: 'weak',
  [ConnectionQuality.Lost]: 'lost',
};

/** After this long with a weak connection pictures are given up: a short dip changes nothing. */
const weakForMs = 8_000;
/**
 * Without pictures the connection looks good at once. They are tried again after this long, and twice as long after
 * each time that they were too much.
 */
const tryAgainMs = 15_000;
const tryAgainMsMax = 120_000;
/** Pictures that were received this long were not too much. */
const settledMs = 60_000;

interface WeakNetwork {
  /** What the engine reports of this browser's connection. */
  report(step: ConnectionStep): void;
  stop(): void;
}

/** Decides when a browser with a weak connection receives sound alone, and when it tries pictures again. */
export function createWeakNetwork(setAudioOnly: (on: boolean) => void): WeakNetwork {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAudioOnly = false;
  let pauseMs = tryAgainMs;
  let now: ConnectionStep = 'good';
  let picturesSince = -Infinity;
  const set = (on: boolean): void => {
    clearTimeout(timer);
    timer = undefined;
    isAudioOnly = on;
    setAudioOnly(on);
  };
  const giveUp = (): void => {
    pauseMs = performance.now() - picturesSince < settledMs ? Math.min(pauseMs * 2, tryAgainMsMax) : tryAgainMs;
    set(true);
    if (now === 'good') wait();
  };
  const tryPictures = (): void => {
    picturesSince = performance.now();
    set(false);
  };
  const wait = (): void => {
    timer ??= isAudioOnly ? setTimeout(tryPictures, pauseMs) : setTimeout(giveUp, weakForMs);
  };
  return {
    report: (step) => {
      now = step;
      const isWeak = step !== 'good';
      if (isWeak !== isAudioOnly) return wait();
      // It is as it should be: what was about to change stays.
      clearTimeout(timer);
      timer = undefined;
    },
    stop: () => clearTimeout(timer),
  };
}

/**
 * How good each connection is, as far as the engine tells: this browser's own, and those of people whose sound or
 * picture it receives. Answers what stops it.
 */
export function followQuality(
  room: Room,
  onChange: (quality: ReadonlyMap<string, ConnectionStep>) => void,
  setAudioOnly: (on: boolean) => void,
): () => void {
  let known: ReadonlyMap<string, ConnectionStep> = new Map();
  const network = createWeakNetwork(setAudioOnly);
  const put = (participant: Participant, step: ConnectionStep | undefined): void => {
    const name = nameOf(participant);
    if (known.get(name) === step) return;
    const others = [...known].filter(([other]) => other !== name);
    known = new Map(step === undefined ? others : [...others, [name, step]]);
    onChange(known);
  };
  const changed = (quality: ConnectionQuality, participant: Participant): void => {
    const step = steps[quality];
    put(participant, step);
    if (participant === room.localParticipant && step) network.report(step);
  };
  const left = (participant: Participant): void => put(participant, undefined);
  room.on(RoomEvent.ConnectionQualityChanged, changed);
  room.on(RoomEvent.ParticipantDisconnected, left);
  return () => {
    room.off(RoomEvent.ConnectionQualityChanged, changed);
    room.off(RoomEvent.ParticipantDisconnected, left);
    network.stop();
  };
}
