import { IconCalendarPlus, IconLink, IconShare3 } from '@tabler/icons-react';
import { Suspense, useState, type ReactNode } from 'react';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { lazy } from '#web/shared/lazy.tsx';
import { eventPath } from '#web/shared/ui/event-card-model.ts';
import { focusWhereLost } from '#web/shared/ui/focus-once.ts';
import styles from './EventActions.module.css';

const ShareMenu = lazy(() => import('./ShareMenu.tsx'));

/** The event's own address, without what a payment's return added to it. */
export const eventLink = (event: WireEvent): string => `${window.location.origin}${eventPath(event)}`;

/** The event's .ics file; the server makes it, the same the mails carry. */
const calendarPath = (event: WireEvent): string => `${eventPath(event)}.ics`;

/** Downloads the file; the page stays. */
export const saveToCalendar = (event: WireEvent): void => window.location.assign(calendarPath(event));

async function copyLink(event: WireEvent, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(eventLink(event));
    toastGood(said);
  } catch {
    // No clipboard here (plain http, or refused): show the address so that it can be copied by hand.
    window.prompt(said, eventLink(event));
  }
}

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

/** Add to calendar while there is something to come to, share, copy link; one more may come last. */
export function EventActions({ event, last }: { event: WireEvent; last?: ReactNode }) {
  const { t } = useTranslation('event');
  const [menu, setMenu] = useState<'open' | 'missing'>();
  const icon = { size: 20, stroke: 1.7, 'aria-hidden': true } as const;
  const share = () => {
    if (typeof navigator.share !== 'function') return setMenu('open');
    // A share that was thought better of is no error.
    navigator.share({ title: event.event_title, url: eventLink(event) }).catch(() => undefined);
  };
  // Once pressed it is another button in the same place, as long as there is no menu: the keyboard stays.
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
      <Action icon={<IconLink {...icon} />} onClick={() => void copyLink(event, t('action.copied'))}>
        {t('action.copy')}
      </Action>
      {last}
    </div>
  );
}
