import { type ReactNode, useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { rich } from '#web/shared/i18n/rich.tsx';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import type { Person } from '../model/room-state.ts';
import { useCapabilities, useRoomParts, useSnapshot } from '../room-view.ts';
import styles from './Chat.module.css';
import { freshIn, rowsOf, type ChatLine } from '../model/chat-lines.ts';
import { PinnedMessage } from './PinnedMessage.tsx';
import { ChatField } from './ChatField.tsx';
import { ChatMessage } from './ChatMessage.tsx';
import { useFollowNewest } from './use-follow-newest.ts';

/** Folds of the latest hundred messages; older ones are not shown any more. */
const openedMax = 100;

const bold = { name: (part: string) => <strong>{part}</strong> };

function Messages({ lines }: { lines: readonly ChatLine[] }) {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const live = useSnapshot((snapshot) => snapshot.live)!;
  const can = useCapabilities();
  const roleOf = (username: string) => {
    if (username === live.owner.username) return 'host';
    return live.admins.includes(username) ? 'admin' : 'viewer';
  };
  const open = (fold: number, button: HTMLElement): void => {
    // The button disappears, so the focus moves to the list; what is read now must not move.
    button.closest<HTMLElement>('[role="log"]')?.focus({ preventScroll: true });
    model.holdChat(true);
    setOpened(new Set([...opened, fold].slice(-openedMax)));
  };
  return rowsOf(lines, opened).map((row) =>
    row.kind === 'fold' ? (
      <button
        key={row.key}
        type="button"
        className={styles.fold}
        onClick={(event) => open(row.fold, event.currentTarget)}
      >
        {t('chat.folded', { count: row.count })}
      </button>
    ) : (
      <ChatMessage
        key={row.line.clientId || row.line.seq}
        line={row.line}
        role={roleOf(row.line.username)}
        moderates={
          can.mayModerate && row.line.username !== live.owner.username && row.line.username !== model.me.username
        }
        reportable={row.line.username !== model.me.username}
        promotes={can.mayPromote}
        banned={live.banned.includes(row.line.username)}
        timedOut={live.timedOut.some((one) => one.username === row.line.username)}
        pinned={live.pinned !== null && live.pinned.seq === row.line.seq}
        askable={
          row.line.username !== live.owner.username &&
          !row.line.announcement &&
          (can.mayModerate || (can.mayAsk && row.line.username === model.me.username))
        }
        pinnable={can.mayModerate}
      />
    ),
  );
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
export function ChatPanel({ aboveField }: { aboveField?: ReactNode }) {
  const { t } = useTranslation('rooms');
  const { model, page } = useRoomParts();
  const lines = useSnapshot((snapshot) => snapshot.held ?? snapshot.chat);
  const waiting = useSnapshot(({ chat, held }) => (held ? freshIn(held, chat, model.me.username).length : 0));
  const speaking = useSnapshot((snapshot) => snapshot.live?.speaking ?? null);
  const can = useCapabilities();
  const lost = useSnapshot((snapshot) => snapshot.link === 'lost');
  const { username } = model.me;
  const { list, behind, toEnd } = useFollowNewest({
    lines,
    username,
    below: speaking?.username,
    onAway: model.holdChat,
  });
  return (
    <div className={styles.chat}>
      <PinnedMessage />
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
          <p className={styles.empty}>
            {t(can.mayChat ? (page ? 'chat.empty' : 'meeting.chatEmpty') : 'meeting.chatReads')}
          </p>
        )}
        <Messages lines={lines} />
        {speaking && <OnStageLine speaking={speaking} />}
      </div>
      {(behind || waiting > 0) && (
        <button type="button" className={styles.newer} onClick={toEnd}>
          {waiting > 0 ? t('chat.newerCount', { count: waiting }) : t('chat.newer')}
        </button>
      )}
      {lost && (
        <p className={styles.lost} aria-hidden="true">
          {t('room.linkLost')}
        </p>
      )}
      {aboveField}
      <ChatField />
    </div>
  );
}
