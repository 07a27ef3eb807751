import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import styles from './Attendees.module.css';

const facesMax = 8;
const namesMax = 3;

/** The title, and the line for an event without attendees. Who had seats in a cancelled one has been refunded. */
function wordsOf({ event_state, event_cancelled }: WireEventPage['event']) {
  if (event_cancelled) return ['hadSeats', undefined] as const;
  return event_state === 2 ? (['came', 'nobodyCame'] as const) : (['coming', 'nobody'] as const);
}

/** Attendees: a row of avatars, a few names, and the number of others. */
export function Attendees({ page }: { page: WireEventPage }) {
  const { t } = useTranslation('event');
  const faces = page.attendees_users.slice(0, facesMax);
  const names = page.attendees_users.slice(0, namesMax).map((user) => user.user_name);
  const others = Math.max(0, page.event.event_num_tickets_sold - names.length);
  const [title, nobody] = wordsOf(page.event);
  const isEmpty = page.event.event_num_tickets_sold === 0;
  if (isEmpty && !nobody) return null;
  return (
    <section>
      <h2 className={styles.title}>{t(title)}</h2>
      {isEmpty && nobody ? (
        <p className={styles.line}>{t(nobody)}</p>
      ) : (
        <div className={styles.row}>
          {faces.length > 0 && (
            <ul className={styles.faces} aria-hidden="true">
              {faces.map((user) => (
                <li key={user.user_username}>
                  <Avatar username={user.user_username} src={user.user_avatar} size={44} />
                </li>
              ))}
            </ul>
          )}
          <p className={styles.line}>
            <strong>{names.join(', ')}</strong>{' '}
            {others > 0 && t(names.length === 0 ? 'unnamed' : 'others', { count: others })}
          </p>
        </div>
      )}
    </section>
  );
}
