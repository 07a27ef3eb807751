import { IconArrowsMove, IconMicrophone, IconMicrophoneOff } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import { type Feed, isAway } from '../media/media-model.ts';
import type { Person } from '../model/room-state.ts';
import { useSnapshot } from '../room/room-view.ts';
import styles from './SpeakerTile.module.css';
import { VideoSurface } from './VideoSurface.tsx';

export type Corner = 'topLeft' | 'topRight' | 'bottomLeft' | 'bottomRight';

const cornerOf = (top: boolean, left: boolean): Corner =>
  top ? (left ? 'topLeft' : 'topRight') : left ? 'bottomLeft' : 'bottomRight';

/** The neighbouring corner in the direction of an arrow key. */
function moved(corner: Corner, key: string): Corner {
  const top = corner.startsWith('top');
  const left = corner.endsWith('Left');
  if (key === 'ArrowUp') return cornerOf(true, left);
  if (key === 'ArrowDown') return cornerOf(false, left);
  if (key === 'ArrowLeft') return cornerOf(top, true);
  return cornerOf(top, false);
}

/** Small picture of who speaks; dragged, or moved by arrow keys, to any corner. */
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
  const [corner, setCorner] = useState(first);
  const [drag, setDrag] = useState<{ x: number; y: number } | null>(null);
  const from = useRef({ x: 0, y: 0 });

  const onDown = (event: PointerEvent<HTMLButtonElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, y: event.clientY };
    setDrag({ x: 0, y: 0 });
  };
  const onMove = (event: PointerEvent<HTMLButtonElement>): void => {
    if (drag) setDrag({ x: event.clientX - from.current.x, y: event.clientY - from.current.y });
  };
  const onUp = (event: PointerEvent<HTMLButtonElement>): void => {
    const stage = event.currentTarget.closest('[data-stage]')?.getBoundingClientRect();
    const far = drag !== null && Math.hypot(drag.x, drag.y) > 24;
    setDrag(null);
    if (stage && far)
      setCorner(cornerOf(event.clientY < stage.top + stage.height / 2, event.clientX < stage.left + stage.width / 2));
  };
  const onKey = (event: KeyboardEvent): void => {
    if (!event.key.startsWith('Arrow')) return;
    event.preventDefault();
    setCorner(moved(corner, event.key));
  };

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
        onKeyDown={onKey}
        onPointerDown={onDown}
        onPointerMove={onMove}
        onPointerUp={onUp}
        onPointerCancel={() => setDrag(null)}
        onDoubleClick={(event) => event.stopPropagation()}
      >
        <IconArrowsMove size={16} stroke={1.8} aria-hidden="true" />
      </button>
    </figure>
  );
}
