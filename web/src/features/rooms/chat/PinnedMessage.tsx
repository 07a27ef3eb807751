import '#web/shared/styles/components.ts';
import { CloseButton } from '@mantine/core';
import { IconPinFilled } from '@tabler/icons-react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { userText } from '#web/shared/catalog/user-text.ts';
import { LinkedText } from '#web/shared/ui/LinkedText.tsx';
import { useCapabilities, useRoomParts, useSnapshot } from '../room-view.ts';
import styles from './Notices.module.css';

/** The message that the host or an event admin pinned, above the chat. */
export function PinnedMessage() {
  const { t } = useTranslation('moderation');
  const { model } = useRoomParts();
  const can = useCapabilities();
  const pinned = useSnapshot((snapshot) => snapshot.live?.pinned ?? null);
  if (!pinned) return null;
  return (
    <section className={styles.pinned} aria-label={t('pin.label')}>
      <IconPinFilled size={16} aria-hidden="true" />
      <p {...userText}>
        <strong>{pinned.username}</strong> <LinkedText text={pinned.text} />
      </p>
      {can.mayModerate && (
        <CloseButton
          size={32}
          iconSize={16}
          radius={999}
          aria-label={t('pin.unpin')}
          onClick={() => void model.moderation.pin(null)}
        />
      )}
    </section>
  );
}

/** What the host or an event admin said to everyone, over the picture for a while. Screen readers hear it. */
export function Announcement() {
  const { t } = useTranslation('moderation');
  const announcement = useSnapshot((snapshot) => snapshot.live?.announcement ?? null);
  return (
    <div role="status">
      {announcement && (
        <div key={announcement.seq} className={styles.announcement} data-announcement>
          <span>{t('announce.by', { name: announcement.username })}</span>
          <p {...userText}>
            <LinkedText text={announcement.text} />
          </p>
        </div>
      )}
    </div>
  );
}
