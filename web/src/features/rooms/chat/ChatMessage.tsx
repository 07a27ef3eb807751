import '#web/shared/styles/components.ts';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import { memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { formatTime } from '#web/shared/format/time.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import { userText } from '#web/shared/catalog/user-text.ts';
import type { ChatLine } from './chat-lines.ts';
import styles from './Chat.module.css';
import { useOpenDialog, useRoomParts } from '../room/room-view.ts';

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
}

export const ChatMessage = memo(function ChatMessage({
  line,
  role,
  moderates,
  reportable,
  promotes,
  banned,
}: ChatMessageProps) {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const [hovered, setHovered] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const wake = (): void => {
    if (!reportable) return;
    setHovered(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setHovered(false), hoverMs);
  };
  const actions = reportable && line.status === 'sent' && line.seq !== null;
  return (
    <article
      className={styles.message}
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
          {line.at !== null && <time dateTime={new Date(line.at).toISOString()}>{formatTime(line.at)}</time>}
        </div>
        {line.status === 'removed' ? (
          <p className={styles.removed}>{t('chat.removed')}</p>
        ) : (
          <p {...userText} className={styles.words}>
            {line.text}
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
      {actions && (
        <MessageMenu
          line={line}
          shown={hovered}
          admin={role === 'admin'}
          moderates={moderates}
          promotes={promotes}
          banned={banned}
        />
      )}
    </article>
  );
});

function MessageMenu({
  line,
  shown,
  admin,
  moderates,
  promotes,
  banned,
}: {
  line: ChatLine;
  shown: boolean;
  admin: boolean;
  moderates: boolean;
  promotes: boolean;
  banned: boolean;
}) {
  const { t } = useTranslation('rooms');
  const open = useOpenDialog();
  const { username, seq } = line;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="quiet"
          size={28}
          className={styles.actions}
          data-shown={shown || undefined}
          aria-label={t('chat.actions', { name: username })}
        >
          <IconDotsVertical size={16} stroke={1.8} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {moderates && (
          <>
            <Menu.Item onClick={() => seq !== null && open({ kind: 'removeMessage', seq })}>
              {t('dialog.remove')}
            </Menu.Item>
            <Menu.Item onClick={() => open({ kind: banned ? 'unblock' : 'block', username })}>
              {t(banned ? 'people.unblock' : 'people.block')}
            </Menu.Item>
          </>
        )}
        <Menu.Item onClick={() => seq !== null && open({ kind: 'reportMessage', seq })}>{t('app:report')}</Menu.Item>
        {moderates && promotes && (
          <Menu.Item onClick={() => open({ kind: admin ? 'downgrade' : 'promote', username })}>
            {t(admin ? 'people.downgrade' : 'people.promote')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
