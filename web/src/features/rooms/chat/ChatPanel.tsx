import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { rich } from '#web/shared/i18n/rich.tsx';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import type { Person } from '../model/room-state.ts';
import { useCapabilities, useRoomParts, useSnapshot } from '../room/room-view.ts';
import styles from './Chat.module.css';
import { ChatField } from './ChatField.tsx';
import { ChatMessage } from './ChatMessage.tsx';
import { useFollowNewest } from './use-follow-newest.ts';

const bold = { name: (part: string) => <strong>{part}</strong> };

function Messages() {
  const { model } = useRoomParts();
  const lines = useSnapshot((snapshot) => snapshot.chat);
  const live = useSnapshot((snapshot) => snapshot.live)!;
  const can = useCapabilities();
  const roleOf = (username: string) => {
    if (username === live.owner.username) return 'host';
    return live.admins.includes(username) ? 'admin' : 'viewer';
  };
  return lines.map((line) => (
    <ChatMessage
      key={line.clientId || line.seq}
      line={line}
      role={roleOf(line.username)}
      moderates={can.mayModerate && line.username !== live.owner.username && line.username !== model.me.username}
      promotes={can.mayPromote}
      banned={live.banned.includes(line.username)}
    />
  ));
}

/** Hidden from screen readers, which hear it from the announcer. */
function OnStageLine({ speaking }: { speaking: Person }) {
  const { t } = useTranslation('rooms');
  return (
    <p className={styles.onStage} aria-hidden="true">
      <Avatar username={speaking.username} src={speaking.avatar} size={28} />
      <span>{rich(t('chat.onStage', { name: speaking.username }), bold)}</span>
    </p>
  );
}

/** The latest messages and the field. */
export function ChatPanel() {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const lines = useSnapshot((snapshot) => snapshot.chat);
  const speaking = useSnapshot((snapshot) => snapshot.live?.speaking ?? null);
  const can = useCapabilities();
  const lost = useSnapshot((snapshot) => snapshot.link === 'lost');
  const { username } = model.me;
  const { list, behind, toEnd } = useFollowNewest({ lines, username, below: speaking?.username });
  return (
    <div className={styles.chat}>
      {/* The list is a tab stop so that it can be scrolled by keyboard. */}
      <div
        ref={list}
        className={styles.list}
        role="log"
        aria-live="polite"
        aria-relevant="additions"
        aria-label={t('chat.log')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard
        tabIndex={0}
      >
        {lines.length === 0 && (
          <p className={styles.empty}>{t(can.chatWaits ? 'broadcast:chat.empty' : 'chat.empty')}</p>
        )}
        <Messages />
        {speaking && <OnStageLine speaking={speaking} />}
      </div>
      {behind && (
        <button type="button" className={styles.newer} onClick={toEnd}>
          {t('chat.newer')}
        </button>
      )}
      {lost && (
        <p className={styles.lost} aria-hidden="true">
          {t('room.linkLost')}
        </p>
      )}
      <ChatField />
    </div>
  );
}
