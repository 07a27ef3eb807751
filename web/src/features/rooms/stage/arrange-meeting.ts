import type { Feed } from '../media/media-model.ts';
import { type LiveState, otherIn, type Person } from '../model/room-state.ts';

interface Shown {
  readonly person: Person;
  readonly feed: Feed | null;
}

export interface MeetingArrangement {
  /** Fills the stage: the other one's screen, else camera. */
  readonly main: Shown;
  /** Small pictures above it: the own one, and the other one's face next to their screen. */
  readonly tiles: readonly Shown[];
}

/** Who is shown where: the other one large, oneself small. An app admin sees the host large and the viewer small. */
export function arrangeMeeting(
  live: LiveState,
  feeds: readonly Feed[],
  me: { username: string; avatar: string | null },
): MeetingArrangement {
  const pictureOf = (username: string, source: Feed['source']): Feed | null =>
    feeds.find((feed) => feed.username === username && feed.source === source) ?? null;
  const other = otherIn(live, me);
  const screen = pictureOf(other.username, 'screen');
  const camera = pictureOf(other.username, 'camera');
  const viewer = live.meeting?.viewer ?? other;
  const isParty = me.username === live.owner.username || me.username === viewer.username;
  const second = isParty ? { username: me.username, avatar: me.avatar } : viewer;
  const tiles: Shown[] = [{ person: second, feed: pictureOf(second.username, 'camera') }];
  if (screen && camera) tiles.push({ person: other, feed: camera });
  return { main: { person: other, feed: screen ?? camera }, tiles };
}
