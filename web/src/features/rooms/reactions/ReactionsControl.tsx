import { IconMoodHeart } from '@tabler/icons-react';
import { useState } from 'react';
import { reactionEmoji } from '@frontrow/core/rooms/reactions.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Control, controlIcon } from '../controls/Control.tsx';
import { useWhyNot } from '../room/use-why-not.ts';
import { useCapabilities, useRoomParts } from '../room/room-view.ts';
import styles from './Reactions.module.css';

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
