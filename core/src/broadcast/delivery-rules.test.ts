import { expect, test } from 'vitest';
import { Refusal } from '../kernel/refusal.ts';
import { decideChatDelivery, decideDelivery, type KeyRequester, requireKeyRequester } from './delivery-rules.ts';

test('viewers beyond those who watch by WebRTC watch by HLS, where there are segments', () => {
  const full = { webrtcViewers: 2, webrtcViewersMax: 2, hasSegments: true };
  expect(decideDelivery({ ...full, webrtcViewers: 1 }, undefined)).toBe('webrtc');
  expect(decideDelivery(full, undefined)).toBe('hls');
  expect(decideDelivery(full, 'hls')).toBe('hls');
  expect(decideDelivery({ ...full, webrtcViewers: 1 }, 'hls'), 'a place is free').toBe('webrtc');
  expect(decideDelivery({ ...full, webrtcViewers: 3 }, 'webrtc'), 'no one is moved down').toBe('webrtc');
});

test('viewers beyond those who watch by WebRTC are refused where there are no segments, and nobody inside is', () => {
  const full = { webrtcViewers: 2, webrtcViewersMax: 2, hasSegments: false };
  expect(decideDelivery({ ...full, webrtcViewers: 1 }, undefined)).toBe('webrtc');
  expect(() => decideDelivery(full, undefined)).toThrow(Refusal);
  expect(decideDelivery(full, 'hls'), 'the source changed while they were inside').toBe('hls');
  expect(decideDelivery(full, 'webrtc')).toBe('webrtc');
});

test('viewers by HLS beyond a number of sockets read the chat as files, until they write or moderate', () => {
  const reader = { delivery: 'hls', isModerator: false, hasWritten: false } as const;
  const full = { sockets: 2, socketsMax: 2, hasSegments: true };
  expect(decideChatDelivery(reader, full, undefined)).toBe('files');
  expect(decideChatDelivery(reader, full, 'files')).toBe('files');
  expect(decideChatDelivery(reader, { ...full, sockets: 1 }, undefined)).toBe('socket');
  expect(decideChatDelivery(reader, { ...full, sockets: 1 }, 'files'), 'a socket is free').toBe('socket');
  expect(decideChatDelivery(reader, full, 'socket'), 'no one is moved to files').toBe('socket');
  expect(decideChatDelivery(reader, { ...full, hasSegments: false }, undefined), 'without keys').toBe('socket');
  for (const more of [{ delivery: 'webrtc' }, { isModerator: true }, { hasWritten: true }] as const)
    expect(decideChatDelivery({ ...reader, ...more }, full, undefined)).toBe('socket');
});

const live = { state: 1, takenDown: false } as const;
const viewer: KeyRequester = {
  isHost: false,
  isAppAdmin: false,
  hasTicket: true,
  isRemoved: false,
  isBanned: false,
  isPresent: true,
  isElsewhere: false,
};

test('a key is for people in the room with a ticket, its host and app admins', () => {
  expect(() => requireKeyRequester(live, viewer)).not.toThrow();
  for (const who of ['isHost', 'isAppAdmin'] as const)
    expect(() =>
      requireKeyRequester(live, { ...viewer, hasTicket: false, isPresent: false, isElsewhere: true, [who]: true }),
    ).not.toThrow();
});

test.each<[string, Partial<KeyRequester>, RegExp]>([
  ['without a ticket', { hasTicket: false }, /Only ticket holders/],
  ['who were removed', { isRemoved: true }, /You were removed/],
  ['who are blocked', { isBanned: true }, /You have been blocked/],
  ['who have not joined', { isPresent: false }, /Join the event first/],
  ['who joined on another device', { isElsewhere: true }, /on another device/],
])('a key is refused to people %s', (_who, more, sentence) => {
  expect(() => requireKeyRequester(live, { ...viewer, ...more })).toThrow(sentence);
});

test('no key is handed out before the start, after the end and of an event that was taken down', () => {
  for (const event of [
    { ...live, state: 0 },
    { ...live, state: 2 },
    { ...live, takenDown: true },
  ] as const)
    for (const who of [viewer, { ...viewer, isHost: true }]) expect(() => requireKeyRequester(event, who)).toThrow();
});
