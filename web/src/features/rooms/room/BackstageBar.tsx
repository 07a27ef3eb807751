import { IconLivePhoto } from '@tabler/icons-react';
import { startWindowMs } from '@frontrow/core/events/limits.ts';
import { formatTime } from '#web/shared/format/time.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { useNow } from '#web/shared/ui/use-now.ts';
import styles from '../broadcast/GoLiveBar.module.css';
import { useEventPage, useRoomParts, useSnapshot } from '../room-view.ts';
import own from './Backstage.module.css';

/** Before an interactive event is live: who can see and hear this, and for the host the button that goes live. */
export function BackstageBar() {
  const isBackstage = useSnapshot(
    ({ live }) => live !== null && live.source === null && !live.isLive && !live.finished,
  );
  // The card that offers the stage lies in the same place.
  const offered = useSnapshot((snapshot) => snapshot.turn === 'offered');
  return isBackstage && !offered ? <Bar /> : null;
}

function Bar() {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const { event } = useEventPage();
  const busy = useSnapshot((snapshot) => snapshot.busy.has('goLive'));
  const opensAt = event.event_date - startWindowMs;
  const isEarly = useNow() < opensAt;
  const { isOwner } = model.me;
  const text = !isOwner
    ? t('backstage.speaker', { time: formatTime(event.event_date) })
    : isEarly
      ? t('backstage.hostEarly', { time: formatTime(opensAt) })
      : t('backstage.host');
  return (
    <section className={`${styles.bar} ${own.bar} ${isOwner ? '' : own.speaker}`} aria-label={t('backstage.label')}>
      <p id="backstage-state" role="status">
        {text}
      </p>
      {isOwner && (
        <Button
          size="md"
          disabled={isEarly}
          loading={busy}
          aria-describedby="backstage-state"
          leftSection={<IconLivePhoto size={20} stroke={1.8} aria-hidden="true" />}
          onClick={() => void model.goLive()}
        >
          {t('backstage.go')}
        </Button>
      )}
    </section>
  );
}
