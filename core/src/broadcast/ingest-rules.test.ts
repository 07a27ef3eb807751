import { describe, expect, test } from 'vitest';
import { minutes, seconds } from '../kernel/instant.ts';
import { Refusal } from '../kernel/refusal.ts';
import { ingestMachine } from './ingest-machine.ts';
import { admitEncoder, decideControlRoom, decidePlace } from './ingest-rules.ts';

const said = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error instanceof Refusal ? error.code : error;
  }
};
const event = { isBroadcast: true, isOwner: true, state: 0 as const, startsAt: minutes(60), takenDown: false };

describe('the control room', () => {
  test.each([
    ['a millisecond too early', event, minutes(45) - 1, 'start_too_early'],
    ['15 minutes before', event, minutes(45), 'prepare'],
    ['while live', { ...event, state: 1 as const }, minutes(61), 'again'],
    ['after the finish', { ...event, state: 2 as const }, minutes(61), 'room_closed'],
    ['after a take-down', { ...event, state: 2 as const, takenDown: true }, minutes(61), 'room_taken_down'],
    ['by someone else', { ...event, isOwner: false }, minutes(61), 'host_only'],
    ['for an interactive event', { ...event, isBroadcast: false }, minutes(61), 'broadcast_only'],
  ])('the control room requested %s answers $3', (_name, which, now, answer) =>
    expect(said(() => decideControlRoom(which, now))).toBe(answer),
  );
});

describe('an encoder with the right key', () => {
  test.each([
    ['a millisecond too early', event, minutes(45) - 1, 'ingest_too_early'],
    ['15 minutes before', event, minutes(45), undefined],
    ['while live', { ...event, state: 1 as const }, 0, undefined],
    ['after the finish', { ...event, state: 2 as const }, minutes(61), 'ingest_over'],
    ['for an interactive event', { ...event, isBroadcast: false }, minutes(61), 'broadcast_only'],
  ])('an encoder that connects %s is admitted or refused', (_name, which, now, answer) =>
    expect(said(() => admitEncoder(which, now))).toBe(answer),
  );
});

describe('one encoder at a time', () => {
  const held = { id: 'a', atEngine: true as boolean | 'unknown', listenerSilent: false, silentSince: undefined };
  const now = minutes(1);
  test.each([
    ['no one sends', undefined, undefined, 'take'],
    ['the first sends', held, undefined, 'ingest_busy'],
    ['the engine does not answer', { ...held, atEngine: 'unknown' as const }, undefined, 'ingest_busy'],
    ['the first is gone from the engine', { ...held, atEngine: false }, undefined, 'replace'],
    ['its listener is silent', { ...held, listenerSilent: true }, undefined, 'replace'],
    ['the listener repeats it', held, 'a', 'replace'],
    ['the listener repeats another', held, 'b', 'ingest_busy'],
    ['no picture arrived 10 s ago', { ...held, silentSince: now - seconds(10) }, undefined, 'replace'],
    ['no picture arrived 11 s ago', { ...held, silentSince: now - seconds(11) }, undefined, 'ingest_busy'],
  ])('a new encoder is answered $3 when %s', (_name, place, replaces, answer) =>
    expect(said(() => decidePlace(place, replaces, now))).toBe(answer),
  );
});

test('an encoder that was on air and stops is lost; one that was only previewed leaves the room waiting', () => {
  expect(ingestMachine.next('live', 'stop')).toBe('lost');
  expect(ingestMachine.next('preview', 'stop')).toBe('waiting');
  expect(ingestMachine.next('waiting', 'goLive')).toBeUndefined();
});
