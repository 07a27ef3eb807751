/**
 * A broadcast with thousands of listeners: the chat as files and over 5,000 sockets of one room, also over a drop of
 * all; 300 real subscribers of its picture; what an encoder by RTMP costs; and how old the picture is when it is shown.
 * `npm run bench broadcast`, with `small`, or one part: `npm run bench broadcast sockets`. Correctness first: figures
 * count only when every message came once.
 */
import { measureEncoder } from './broadcast/encoder.ts';
import { measureFiles } from './broadcast/files.ts';
import { measurePictureDelay } from './broadcast/picture-delay.ts';
import { requireFiles } from './broadcast/open-files.ts';
import { measureSockets } from './broadcast/sockets.ts';
import { measureSubscribers } from './broadcast/subscribers.ts';
import { runParts } from './run-parts.ts';

const full = {
  encoderSeconds: 20,
  returns: 10,
  sockets: 5_000,
  steadyMs: 20_000,
  dropMs: 15_000,
  readers: 2_000,
  readMs: 30_000,
  subscribers: 300,
  watchMs: 30_000,
  pictures: 600,
};
const small: typeof full = {
  encoderSeconds: 8,
  returns: 3,
  sockets: 300,
  steadyMs: 6_000,
  dropMs: 4_000,
  readers: 200,
  readMs: 10_000,
  subscribers: 12,
  watchMs: 8_000,
  pictures: 150,
};

const words = new Set(process.argv.slice(2));
const profile = words.has('small') ? small : full;
const parts = {
  encoder: () => measureEncoder(profile),
  delay: () => measurePictureDelay(profile),
  files: () => measureFiles(profile),
  sockets: () => measureSockets(profile),
  subscribers: () => measureSubscribers(profile),
};

requireFiles(profile.sockets);
await runParts(parts, words);
