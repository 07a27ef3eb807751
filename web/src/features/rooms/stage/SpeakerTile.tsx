import { IconArrowsMove, IconMicrophone, IconMicrophoneOff } from '@tabler/icons-react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import { type Feed, isAway } from '../media/media-model.ts';
import type { Person } from '../model/room-state.ts';
import { useSnapshot } from '../room-view.ts';
import styles from './SpeakerTile.module.css';
import { type Corner, useCorner } from './use-corner.ts';
import { VideoSurface } from './VideoSurface.tsx';

/** A small picture of one person, which can be dragged, or moved with the arrow keys, to any corner. */
export function SpeakerTile({
  person,
  feed,
  corner: first,
  frozen,
  onAir,
}: {
  person: Person;
  feed: Feed | null;
  corner: Corner;
  frozen: boolean;
  onAir: boolean;
}) {
  const { t } = useTranslation('rooms');
  const audible = useSnapshot((snapshot) => snapshot.media.audible.includes(person.username));
  const away = useSnapshot((snapshot) => isAway(snapshot.media, person.username));
  const Microphone = audible ? IconMicrophone : IconMicrophoneOff;
  const { corner, drag, handle } = useCorner(first);
  return (
    <figure
      className={styles.tile}
      data-corner={corner}
      data-on-air={onAir || undefined}
      data-dragging={drag !== null || undefined}
      style={drag ? { transform: `translate(${drag.x}px, ${drag.y}px)` } : undefined}
      aria-label={t('tile.label', { name: person.username })}
    >
      {feed ? (
        <VideoSurface feed={feed} fit="cover" frozen={frozen} label={person.username} />
      ) : (
        <div className={styles.face}>
          <Avatar username={person.username} src={person.avatar} size={56} />
          {away && <p>{t('room.reconnecting')}</p>}
        </div>
      )}
      <figcaption className={styles.name}>
        <Microphone size={14} stroke={1.8} aria-hidden="true" />
        <span>{person.username}</span>
      </figcaption>
      <button
        type="button"
        className={styles.move}
        aria-label={t('tile.move')}
        title={t('tile.moveHint')}
        {...handle}
        onDoubleClick={(event) => event.stopPropagation()}
      >
        <IconArrowsMove size={16} stroke={1.8} aria-hidden="true" />
      </button>
    </figure>
  );
}
