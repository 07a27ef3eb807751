import { IconMoodHeart } from '@tabler/icons-react';
import { useState } from 'react';
import { reactionEmoji } from '@frontrow/core/rooms/reactions.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Control, controlIcon } from './Control.tsx';
import { useWhyNot, useCapabilities, useRoomParts } from '../room-view.ts';
import styles from './Reactions.module.css';
import { useStore } from 'zustand';

/** The button of the bar that shows the row of reactions. The row stays open, so that one can tap along. */
export function ReactionsControl() {
  const { t } = useTranslation('audience');
  const { model } = useRoomParts();
  const can = useCapabilities();
  const why = useWhyNot('react');
  const [wanted, setOpen] = useState(false);
  const open = wanted && can.mayReact;
  return (
    <>
      <Control
        label={can.mayReact ? t(open ? 'reactions.hide' : 'reactions.show') : why}
        disabled={!can.mayReact}
        icon={<IconMoodHeart {...controlIcon} />}
        tone={open ? 'on' : 'idle'}
        pressed={open}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <div className={styles.row} role="group" aria-label={t('reactions.label')}>
          {reactionEmoji.map((emoji) => (
            <button
              key={emoji}
              type="button"
              className={styles.emoji}
              aria-label={t(`reactions.names.${emoji}`)}
              onClick={() => void model.reactions.send(emoji)}
            >
              {emoji}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

/** Columns next to each other, so that emoji of one moment do not cover each other. */
const columns = 4;

/**
 * The audience's reactions over the picture, counted together. They rise; where motion is not wanted they stand in a
 * row. Screen readers are not told: hundreds a minute would drown everything else.
 */
export function ReactionFloats() {
  const { language } = useTranslation('rooms');
  const { model } = useRoomParts();
  const floats = useStore(model.reactions.store, (state) => state.floats);
  return (
    <div className={styles.floats} aria-hidden="true" data-reactions>
      {floats.map(({ id, emoji, count }) => (
        <span key={id} className={styles.float} data-column={id % columns}>
          <span className={styles.sign}>{emoji}</span>
          {count > 1 && <span className={styles.count}>{count.toLocaleString(language)}</span>}
        </span>
      ))}
    </div>
  );
}
