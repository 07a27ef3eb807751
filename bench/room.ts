/**
 * The interactive room: from a chosen hand to its sound, from the end of a timed turn to the end of its tracks, a host
 * and 49 viewers at the engine, the chat of 60 full rooms, what a chat message costs for each who gets it, against a
 * bare `ws` server, and what a viewer's tab in a full room takes.
 * `npm run bench room`, with `--long`, or one part: `npm run bench room chat`. Correctness first: figures count only
 * when every turn was heard and ended and every message came once.
 */
import { requireFiles } from './broadcast/open-files.ts';
import { measureSubscribers } from './broadcast/subscribers.ts';
import { measureChat } from './room/chat.ts';
import { measureRooms, peopleInRoom } from './room/rooms.ts';
import { measureTab } from './room/tab.ts';
import { measureTurns } from './room/turns.ts';
import { runParts } from './run-parts.ts';

const viewers = 49;
const short = { turns: 20, timedTurns: 3, watchMs: 60_000, sockets: 500, steadyMs: 10_000, rooms: 60, tabMs: 30_000 };
const long: typeof short = {
  turns: 100,
  timedTurns: 10,
  watchMs: 600_000,
  sockets: 3_000,
  steadyMs: 30_000,
  rooms: 60,
  tabMs: 120_000,
};

const words = new Set(process.argv.slice(2));
const profile = words.has('--long') ? long : short;
const parts = {
  turns: () => measureTurns(profile),
  full: () =>
    measureSubscribers({
      subscribers: viewers,
      watchMs: profile.watchMs,
      title: `room: a host and ${viewers} viewers for ${profile.watchMs / 1000} s`,
      lossMax: 0.001,
      staysConnected: true,
    }),
  rooms: () => measureRooms(profile),
  chat: () => measureChat(profile),
  tab: () => measureTab(profile),
};

requireFiles(Math.max(profile.sockets, profile.rooms * peopleInRoom));
await runParts(parts, words);
