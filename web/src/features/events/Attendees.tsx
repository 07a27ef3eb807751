import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import { useTranslation } from '#web/app/i18n/use-translation.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import styles from './Attendees.module.css';

const facesMax = 8;
const namesMax = 3;

/** Who has a seat: a row of faces, a few names, and how many more. */
export function Attendees({ page }: { page: WireEventPage }) {
  const { t } = useTranslation('event');
  const faces = page.attendees_users.slice(0, facesMax);
  const names = page.attendees_users.slice(0, namesMax).map((user) => user.user_name);
  const others = Math.max(0, page.event.event_num_tickets_sold - names.length);
  return (
    <section>
      <h2 className={styles.title}>{t(page.event.event_state === 2 ? 'came' : 'coming')}</h2>
      {page.event.event_num_tickets_sold === 0 ? (
        <p className={styles.line}>{t('nobody')}</p>
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
