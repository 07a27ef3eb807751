import { useEffect, useRef } from 'react';
import { formatTime } from '#web/shared/format/time.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { userText } from '#web/shared/catalog/user-text.ts';
import { useReplayChat } from './queries.ts';
import styles from './ReplayChat.module.css';

/** From here on the list follows the newest line again. */
const nearEndPx = 48;

/** The chat as it was up to the moment that is shown. */
export function ReplayChat({ eventUuid, host, moment }: { eventUuid: string; host: string; moment: number }) {
  const { t } = useTranslation('replay');
  const { messages, failed, retry } = useReplayChat(eventUuid, moment);
  const list = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const last = messages.at(-1)?.seq;
  useEffect(() => {
    if (follows.current) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [last]);
  return (
    <section className={styles.chat}>
      <h2 id="replay-chat" className={styles.title}>
        {t('chat.title')}
      </h2>
      <div
        ref={list}
        className={styles.list}
        role="region"
        aria-labelledby="replay-chat"
        tabIndex={0}
        onScroll={({ currentTarget: box }) => {
          follows.current = box.scrollHeight - box.scrollTop - box.clientHeight < nearEndPx;
        }}
      >
        {messages.map(({ seq, at, message, user }) => (
          <article key={seq} className={styles.message}>
            <Avatar username={user.user_username} src={user.user_avatar} size={32} />
            <div className={styles.body}>
              <p className={styles.who}>
                {user.user_username === host && <span className={styles.badge}>{t('chat.host')}</span>}
                <strong>{user.user_username}</strong>
                <time dateTime={new Date(at).toISOString()}>{formatTime(at)}</time>
              </p>
              <p {...userText} className={styles.words}>
                {message}
              </p>
            </div>
          </article>
        ))}
        {messages.length === 0 && !failed && <p className={styles.empty}>{t('chat.empty')}</p>}
      </div>
      {failed && (
        <div role="alert" className={styles.failed}>
          <p>{t('chat.failed')}</p>
          <Button size="sm" variant="default" onClick={retry}>
            {t('retry')}
          </Button>
        </div>
      )}
    </section>
  );
}
