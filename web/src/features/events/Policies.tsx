import { IconCalendarCog, IconClockExclamation, IconReceiptRefund, IconStar } from '@tabler/icons-react';
import { Suspense, useState, type ComponentType } from 'react';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { rescheduleProblem } from '@frontrow/core/events/change-event.ts';
import { refusalText } from '#web/shared/i18n/refusal-text.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { lazy } from '#web/shared/lazy.tsx';
import { useNow } from '#web/shared/ui/use-now.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { CancelEventDialog } from './CancelEventDialog.tsx';
import styles from './HostPanel.module.css';

const RescheduleDialog = lazy(() => import('./RescheduleDialog.tsx'), ['hosting', 'publish', 'refusals', 'series']);

const policies = [
  { icon: IconCalendarCog, key: 'reschedule' },
  { icon: IconReceiptRefund, key: 'cancel' },
  { icon: IconClockExclamation, key: 'late' },
  { icon: IconStar, key: 'score' },
] as const satisfies { icon: ComponentType; key: string }[];

/** Policies that still apply once the event has begun. */
const afterwards: ReadonlySet<string> = new Set(['late', 'score']);

/** The creator's policies, with the buttons to reschedule and to cancel. */
export function Policies({ event }: { event: WireEvent }) {
  const { t } = useTranslation('hosting');
  const [dialog, setDialog] = useState<'none' | 'reschedule' | 'cancel'>('none');
  const close = () => setDialog('none');
  const shown = event.event_state === 0 ? policies : policies.filter(({ key }) => afterwards.has(key));
  const why = rescheduleProblem({
    now: useNow(),
    state: event.event_state === 0 ? 'upcoming' : 'finished',
    startsAt: event.event_date,
    reschedules: event.event_rescheduled ? 1 : 0,
  });
  return (
    <section className={styles.panel}>
      <h2 className={styles.title}>{t('host.policies')}</h2>
      <ul className={styles.policies}>
        {shown.map(({ icon: Icon, key }) => (
          <li key={key}>
            <Icon size={20} stroke={1.6} aria-hidden="true" />
            <div>
              <strong>{t(`host.${key}`)}</strong>
              <p>{t(`host.${key}Text`)}</p>
            </div>
          </li>
        ))}
      </ul>
      {event.event_state === 0 && (
        <>
          <div className={styles.pair}>
            <Button variant="default" disabled={why !== undefined} onClick={() => setDialog('reschedule')}>
              {t('host.rescheduleEvent')}
            </Button>
            <Button variant="subtle" onClick={() => setDialog('cancel')}>
              {t('host.cancelEvent')}
            </Button>
          </div>
          {why && <p className={styles.why}>{refusalText(why)}</p>}
        </>
      )}
      {dialog === 'cancel' && <CancelEventDialog event={event} onClose={close} />}
      <Suspense fallback={null}>
        {dialog === 'reschedule' && <RescheduleDialog event={event} onClose={close} />}
      </Suspense>
    </section>
  );
}
