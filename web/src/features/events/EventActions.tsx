import { IconCalendarPlus, IconLink, IconShare3 } from '@tabler/icons-react';
import { Suspense, useState, type ReactNode } from 'react';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { copyText } from '#web/shared/copy-text.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { lazy } from '#web/shared/lazy.tsx';
import { eventPath } from '#web/shared/ui/event-card-model.ts';
import { focusWhereLost } from '#web/shared/ui/focus-once.ts';
import { themed } from '#web/shared/themed.tsx';
import styles from './EventActions.module.css';

const ShareMenu = lazy(themed(() => import('./ShareMenu.tsx')));

/** The event's address without the query that a return from a payment adds. */
export const eventLink = (event: WireEvent): string => `${window.location.origin}${eventPath(event)}`;

/** Address of the event's .ics file, which is the same as in mails. */
const calendarPath = (event: WireEvent): string => `${eventPath(event)}.ics`;

/** Downloads the file without leaving the page. */
export const saveToCalendar = (event: WireEvent): void => window.location.assign(calendarPath(event));

interface ActionProps {
  icon: ReactNode;
  children: ReactNode;
  focused?: boolean;
  onClick: () => void;
}

const Action = ({ icon, children, focused, onClick }: ActionProps) => (
  <button type="button" className={styles.action} ref={focused ? focusWhereLost : undefined} onClick={onClick}>
    {icon}
    {children}
  </button>
);

/** Add to calendar until the event is over, share, and copy link; one more action may follow. */
export function EventActions({ event, last }: { event: WireEvent; last?: ReactNode }) {
  const { t } = useTranslation('event');
  const [menu, setMenu] = useState<'open' | 'missing'>();
  const icon = { size: 20, stroke: 1.7, 'aria-hidden': true } as const;
  const share = () => {
    if (typeof navigator.share !== 'function') return setMenu('open');
    // A cancelled share is no error.
    navigator.share({ title: event.event_title, url: eventLink(event) }).catch(() => undefined);
  };
  const copy = () => void copyText(eventLink(event), { done: t('action.copied'), label: t('action.copy') });
  // The button keeps its place and the focus after it was pressed, unless there is a menu.
  const shareButton = (
    <Action icon={<IconShare3 {...icon} />} focused={menu !== undefined} onClick={share}>
      {t('action.share')}
    </Action>
  );
  return (
    <div className={styles.actions}>
      {event.event_state !== 2 && (
        <a href={calendarPath(event)} download className={styles.action}>
          <IconCalendarPlus {...icon} />
          {t('action.calendar')}
        </a>
      )}
      {menu === 'open' ? (
        <Suspense fallback={shareButton}>
          <ShareMenu
            title={event.event_title}
            url={eventLink(event)}
            className={styles.action ?? ''}
            onClose={() => setMenu('missing')}
          />
        </Suspense>
      ) : (
        shareButton
      )}
      <Action icon={<IconLink {...icon} />} onClick={copy}>
        {t('action.copy')}
      </Action>
      {last}
    </div>
  );
}
