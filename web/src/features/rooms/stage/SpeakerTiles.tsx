import type { Feed } from '../media/media-model.ts';
import type { Person } from '../model/room-state.ts';
import { useSnapshot } from '../room-view.ts';
import { SpeakerTile } from './SpeakerTile.tsx';
import type { Corner } from './use-corner.ts';

interface SpeakerTilesProps {
  tiles: readonly { person: Person; feed: Feed | null }[];
  /** Where the first one is, and each of the others. */
  corners: readonly [Corner, ...Corner[]];
  frozen: boolean;
}

/** The small pictures above the main one. */
export function SpeakerTiles({ tiles, corners, frozen }: SpeakerTilesProps) {
  const dominant = useSnapshot((snapshot) => snapshot.media.dominant);
  return tiles.map(({ person, feed }, index) => (
    <SpeakerTile
      key={person.username}
      person={person}
      feed={feed}
      corner={corners[Math.min(index, corners.length - 1)]!}
      frozen={frozen}
      onAir={dominant === person.username}
    />
  ));
}
