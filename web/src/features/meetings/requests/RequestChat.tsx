import { useQuery } from '@tanstack/react-query';
import type { WireRequest } from '@frontrow/contract/meetings/api.ts';
import { call } from '#web/shared/api/call.ts';
import styles from './Requests.module.css';
import { useWords } from './use-words.ts';

/** What the two wrote in the room; it stays with the request. Nothing where nothing was written. */
export function RequestChat({ request }: { request: WireRequest }) {
  const words = useWords(request);
  const uuid = request.request_uuid;
  const { data } = useQuery({
    queryKey: ['meeting-chat', uuid],
    queryFn: ({ signal }) => call('GET /private_requests/:uuid/chat', { params: { uuid }, signal }),
    // Before it was confirmed there was no room.
    enabled: request.history.some(({ state }) => state === 'confirmed'),
  });
  if (!data || data.messages.length === 0) return null;
  return (
    <section className={styles.group} aria-labelledby="meeting-chat">
      <h2 id="meeting-chat">{words.t('chat.title')}</h2>
      <ol className={styles.history}>
        {data.messages.map(({ seq, message, at, user }) => (
          <li key={seq}>
            <p>{user.user_username === words.other.username ? words.name : words.t('history.you')}</p>
            <p className={styles.quote}>{message}</p>
            <time className={styles.line} dateTime={new Date(at).toISOString()}>
              {words.moment(at)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}
