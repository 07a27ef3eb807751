import '#web/shared/styles/components.ts';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import { memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { formatTime } from '#web/shared/format/time.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { LinkedText } from '#web/shared/ui/LinkedText.tsx';
import { userText } from '#web/shared/catalog/user-text.ts';
import type { ChatLine } from '../model/chat-lines.ts';
import styles from './Chat.module.css';
import notices from './Notices.module.css';
import { useOpenDialog, useRoomParts } from '../room-view.ts';

/** When the controls of a message hide after the last movement over it. */
const hoverMs = 2_000;

interface ChatMessageProps {
  line: ChatLine;
  role: 'host' | 'admin' | 'viewer';
  /** Offered only to the owner and event admins, and never on the owner or oneself. */
  moderates: boolean;
  /** By someone else: it can be reported. */
  reportable: boolean;
  promotes: boolean;
  banned: boolean;
  timedOut: boolean;
  pinned: boolean;
  /** Can become a question. */
  askable: boolean;
  pinnable: boolean;
}

export const ChatMessage = memo(function ChatMessage(props: ChatMessageProps) {
  const { line, role, reportable, askable, pinnable } = props;
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const [hovered, setHovered] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const acts = reportable || askable || pinnable;
  const wake = (): void => {
    if (!acts) return;
    setHovered(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setHovered(false), hoverMs);
  };
  const actions = acts && line.status === 'sent' && line.seq !== null;
  return (
    <article
      className={line.announcement ? `${styles.message} ${notices.line}` : styles.message}
      data-status={line.status}
      onPointerMove={wake}
      onPointerDown={wake}
      onPointerLeave={() => setHovered(false)}
    >
      <Avatar username={line.username} src={line.avatar} size={32} />
      <div className={styles.body}>
        <div className={styles.who}>
          {role !== 'viewer' && (
            <span className={styles.badge} data-role={role}>
              {t(role === 'host' ? 'chat.host' : 'chat.admin')}
            </span>
          )}
          <strong>{line.username}</strong>
          {line.announcement && (
            <span className={`${styles.badge} ${notices.mark}`}>{t('moderation:announce.label')}</span>
          )}
          {line.at !== null && <time dateTime={new Date(line.at).toISOString()}>{formatTime(line.at)}</time>}
        </div>
        {line.status === 'removed' ? (
          <p className={styles.removed}>{t('chat.removed')}</p>
        ) : (
          <p {...userText} className={styles.words}>
            <LinkedText text={line.text} />
          </p>
        )}
        {line.status === 'failed' && (
          <p className={styles.failed}>
            {t('chat.failed')}{' '}
            <button
              type="button"
              onClick={(event) => {
                // The button disappears while the message is sent, so the focus moves to the list.
                event.currentTarget.closest<HTMLElement>('[role="log"]')?.focus({ preventScroll: true });
                void model.retry(line.clientId);
              }}
            >
              {t('chat.retry')}
            </button>
          </p>
        )}
      </div>
      {actions && <MessageMenu {...props} shown={hovered} />}
    </article>
  );
});

function MessageMenu({ shown, ...props }: ChatMessageProps & { shown: boolean }) {
  const { line, moderates, reportable, askable, pinnable, pinned } = props;
  const { t } = useTranslation('moderation');
  const { model } = useRoomParts();
  const open = useOpenDialog();
  const { username } = line;
  // Only a sent message has a menu.
  const seq = line.seq!;
  const makeQuestion = (): void =>
    void model.moderation.makeQuestion(seq).then((made) => made && toastGood(t('question.made')));
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="quiet"
          size={28}
          className={styles.actions}
          data-shown={shown || undefined}
          aria-label={t('rooms:chat.actions', { name: username })}
        >
          <IconDotsVertical size={16} stroke={1.8} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {pinnable && (
          <Menu.Item onClick={() => void model.moderation.pin(pinned ? null : seq)}>
            {t(pinned ? 'pin.unpin' : 'pin.pin')}
          </Menu.Item>
        )}
        {askable && <Menu.Item onClick={makeQuestion}>{t('question.make')}</Menu.Item>}
        {moderates && (
          <Menu.Item onClick={() => open({ kind: 'removeMessage', seq })}>{t('rooms:dialog.remove')}</Menu.Item>
        )}
        {moderates && <AuthorItems {...props} />}
        {reportable && <Menu.Item onClick={() => open({ kind: 'reportMessage', seq })}>{t('app:report')}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}

/** What a moderator can do about the author. */
function AuthorItems({ line: { username }, role, promotes, banned, timedOut }: ChatMessageProps) {
  const { t } = useTranslation('moderation');
  const { model } = useRoomParts();
  const open = useOpenDialog();
  const admin = role === 'admin';
  return (
    <>
      <Menu.Item onClick={() => open({ kind: 'removeAll', username })}>{t('removeAll.action')}</Menu.Item>
      <Menu.Item onClick={() => void model.moderation.timeOut(username, timedOut ? 0 : undefined)}>
        {t(timedOut ? 'timeOut.end' : 'timeOut.start')}
      </Menu.Item>
      <Menu.Item onClick={() => open({ kind: banned ? 'unblock' : 'block', username })}>
        {t(banned ? 'rooms:people.unblock' : 'rooms:people.block')}
      </Menu.Item>
      {promotes && (
        <Menu.Item onClick={() => open({ kind: admin ? 'downgrade' : 'promote', username })}>
          {t(admin ? 'rooms:people.downgrade' : 'rooms:people.promote')}
        </Menu.Item>
      )}
    </>
  );
}
