import { refuse } from '@frontrow/core/refuse.ts';
import { expect, test } from 'vitest';
import { createSecurityLog } from '../process/security-log.ts';
import { silentLog } from '../ports/log.ts';
import type { OpenRateCounter } from '../ports/rate-counters.ts';
import { createGate, type GateParts } from './signaling-gate.ts';

const counted: OpenRateCounter = () => {
  const counts = new Map<number | string, number>();
  return {
    take: (key) => {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return { current: counts.get(key)!, ttl: 30_000 };
    },
    isFull: () => false,
  };
};
const holder = { room: 'room', identity: 'u:1' };
const gateWith = (parts: Partial<GateParts> = {}) => {
  const lines: object[] = [];
  const gate = createGate({
    config: { production: true },
    video: {
      state: () => 'ready',
      signalingUrl: () => 'http://engine',
      readToken: async (token) => (token === 'good' ? holder : undefined),
    },
    openRateCounter: counted,
    security: createSecurityLog({
      log: { ...silentLog, info: (fields) => void lines.push(fields) },
      clock: { now: () => 0 },
    }).security,
    accountOf: () => 1,
    refusalToConnect: async () => undefined,
    onRefused: () => undefined,
    ...parts,
  });
  const ask = (token: string, address = '203.0.113.1') =>
    gate({ token, sessionId: undefined, address }).then(
      ({ engineUrl }) => engineUrl,
      ({ status, code, retryAfter }: { status: number; code: string; retryAfter?: number }) => ({
        status,
        code,
        retryAfter,
      }),
    );
  return { ask, lines };
};

test('a person has 240 attempts a minute from any network, and is then told when to retry', async () => {
  const { ask } = gateWith();
  for (let nth = 1; nth <= 240; nth += 1) expect(await ask('good', `198.51.100.${nth}`)).toBe('http://engine');
  expect(await ask('good')).toEqual({ status: 429, code: 'too_many_requests', retryAfter: 30 });
});

test('a network has 3,000 a minute, whatever its tokens; another network is not touched', async () => {
  const { ask } = gateWith();
  for (let nth = 1; nth <= 3_000; nth += 1) await ask('bad', '203.0.113.9');
  expect(await ask('good', '203.0.113.9')).toMatchObject({ status: 429 });
  expect(await ask('good', '203.0.113.10')).toBe('http://engine');
});

test('a refusal by right is final for the client whatever its own status, and is logged with its reason', async () => {
  const { ask, lines } = gateWith({ refusalToConnect: async () => refuse('room_closed') });
  expect(await ask('good')).toMatchObject({ status: 403, code: 'room_closed' });
  expect(await ask('bad')).toMatchObject({ status: 401, code: 'token_invalid' });
  expect(lines).toEqual([
    { event: 'access_refused', actor: 1, network: '203.0.113.1', reason: 'room_closed', route: '/livekit' },
    { event: 'access_refused', actor: 'nobody', network: '203.0.113.1', reason: 'token_invalid', route: '/livekit' },
  ]);
});

test('an engine that is away, or that browsers reach directly, is no refusal by right', async () => {
  const video = { state: () => 'down' as const, signalingUrl: () => 'http://engine', readToken: async () => holder };
  expect(await gateWith({ video }).ask('good')).toMatchObject({ status: 503, code: 'video_down' });
  const direct = { ...video, signalingUrl: () => undefined };
  expect(await gateWith({ video: direct }).ask('good')).toMatchObject({ status: 404 });
});
