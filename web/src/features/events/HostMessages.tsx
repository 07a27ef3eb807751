import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { call } from '#web/shared/api/call.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { userText } from '#web/shared/catalog/user-text.ts';
import styles from './HostMessages.module.css';

export const messagesKey = (eventUuid: string) => ['event', eventUuid, 'messages'] as const;

/** The host's messages to ticket holders; nothing where there are none. */
export default function HostMessages({ eventUuid }: { eventUuid: string }) {
  const { t } = useTranslation('event');
  const dates = useDates();
  const messages = useQuery({
    queryKey: messagesKey(eventUuid),
    queryFn: async () => (await call('GET /events/:id/messages', { params: { id: eventUuid } })).messages,
  });
  if (!messages.data?.length) return null;
  return (
    <section>
      <h2 className={styles.title}>{t('messages')}</h2>
      <ul className={styles.list}>
        {messages.data.map(({ subject, text, sent_at: at }) => (
          <li key={`${at}-${subject}`} className={styles.message}>
            <h3 className={styles.subject} {...userText}>
              {subject}
            </h3>
            <p className={styles.text} {...userText}>
              {text}
            </p>
            <p className={styles.at}>{formatShortDateTime(at, dates)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
