import { Button } from '#web/shared/ui/Button.tsx';
import { IconCopy, IconMail, IconMoodSmile, IconPencil, IconPlus, IconUsers } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { mayWriteToHolders } from '@frontrow/core/events/holder-message.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { lazy } from '#web/shared/lazy.tsx';
import { useOpenedAt } from '#web/shared/ui/use-now.ts';
import { isInteractive, roomPath } from '#web/shared/ui/event-card-model.ts';
import { Link } from '#web/shared/ui/Link.tsx';
import styles from './HostPanel.module.css';
import { mayAddSeats } from './more-seats.ts';
import { changePath, copyPath, guestsPath } from './host-paths.ts';

const AddSeatsDialog = lazy(() => import('./AddSeatsDialog.tsx'), ['hosting']);
const MessageDialog = lazy(() => import('./MessageDialog.tsx'), ['hosting', 'refusals']);

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** What a host may do with a published event besides running it. */
export function ManageEvent({ event }: { event: WireEvent }) {
  const { t } = useTranslation('hosting');
  const [writing, setWriting] = useState(false);
  const [adding, setAdding] = useState(false);
  const openedAt = useOpenedAt();
  const canWrite =
    event.event_num_tickets_sold > 0 &&
    !event.event_cancelled &&
    mayWriteToHolders(event.event_finished_date, openedAt);
  return (
    <div className={styles.manage}>
      {event.event_state === 0 && (
        <Button variant="default" component={Link} to={changePath(event)} leftSection={<IconPencil {...icon} />}>
          {t('host.edit')}
        </Button>
      )}
      {event.event_state === 0 && isInteractive(event) && (
        <Button
          variant="default"
          component={Link}
          to={`${roomPath(event)}?rehearsal`}
          leftSection={<IconMoodSmile {...icon} />}
        >
          {t('host.rehearse')}
        </Button>
      )}
      {mayAddSeats(event) && (
        <Button variant="default" onClick={() => setAdding(true)} leftSection={<IconPlus {...icon} />}>
          {t('host.addSeats')}
        </Button>
      )}
      <Button variant="default" component={Link} to={copyPath(event)} leftSection={<IconCopy {...icon} />}>
        {t('host.duplicate')}
      </Button>
      <Button
        variant="default"
        component={Link}
        to={guestsPath(event.event_uuid)}
        leftSection={<IconUsers {...icon} />}
      >
        {t('host.guests')}
      </Button>
      {canWrite && (
        <Button variant="default" onClick={() => setWriting(true)} leftSection={<IconMail {...icon} />}>
          {t('host.message')}
        </Button>
      )}
      <Suspense fallback={null}>
        {adding && <AddSeatsDialog event={event} onClose={() => setAdding(false)} />}
        {writing && <MessageDialog event={event} onClose={() => setWriting(false)} />}
      </Suspense>
    </div>
  );
}
