import { expect, it } from 'vitest';
import type { Feed } from '../media/media-model.ts';
import { liveStateOf } from '../model/room-state.ts';
import { person, state } from '../model/test/room-world.ts';
import { arrangeMeeting } from './arrange-meeting.ts';

const live = liveStateOf(
  state(1, {
    meeting: { viewer: person('theo'), starts_at: 0, ends_at: 1, host_here: true, viewer_here: true, admins: [] },
  }),
);
const feed = (username: string, source: Feed['source']): Feed => ({
  key: `${username} ${source}`,
  username,
  source,
  local: false,
  facesAway: false,
  attach: () => () => undefined,
});
const shown = (username: string, feeds: readonly Feed[]) => {
  const { main, tiles } = arrangeMeeting(live, feeds, { username, avatar: null });
  return [main, ...tiles].map((one) => `${one.person.username}: ${one.feed?.source ?? 'none'}`);
};
const cameras = [feed('nora', 'camera'), feed('theo', 'camera')];

it('each side sees the other one large and itself small', () => {
  expect(shown('nora', cameras)).toEqual(['theo: camera', 'nora: camera']);
  expect(shown('theo', cameras)).toEqual(['nora: camera', 'theo: camera']);
  expect(shown('theo', [])).toEqual(['nora: none', 'theo: none']);
});

it('the other side’s screen fills the stage with their face next to it, and one’s own screen never does', () => {
  const feeds = [...cameras, feed('theo', 'screen')];
  expect(shown('nora', feeds)).toEqual(['theo: screen', 'nora: camera', 'theo: camera']);
  expect(shown('theo', feeds)).toEqual(['nora: camera', 'theo: camera']);
});

it('an app admin sees the host large and the viewer small', () => {
  expect(shown('ada', cameras)).toEqual(['nora: camera', 'theo: camera']);
});
