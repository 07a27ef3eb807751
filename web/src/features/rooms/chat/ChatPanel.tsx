import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { rich } from '#web/shared/i18n/rich.tsx';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import { newestOf } from './chat-lines.ts';
import { ChatField } from './ChatField.tsx';
import { ChatMessage } from './ChatMessage.tsx';
import styles from './Chat.module.css';
import { useCapabilities, useRoomParts, useSnapshot } from '../room/room-view.ts';

/** Nearer to the end than this the list follows new messages. */
const nearEndPx = 80;

const bold = { name: (part: string) => <strong>{part}</strong> };

/** The latest messages and the field. */
export function ChatPanel() {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const lines = useSnapshot((snapshot) => snapshot.chat);
  const live = useSnapshot((snapshot) => snapshot.live)!;
  const can = useCapabilities();
  const lost = useSnapshot((snapshot) => snapshot.link === 'lost');
  const list = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const [behind, setBehind] = useState(false);
  const last = lines.at(-1);
  const newest = newestOf(lines);
  const before = useRef({ last, newest });
  const onStage = live.speaking?.username;

  useLayoutEffect(() => {
    const element = list.current;
    const was = before.current;
    before.current = { last, newest };
    if (!element) return;
    // What they said themselves is seen; what others say meanwhile takes nobody along who reads above.
    const isSaid = last?.seq === null && last.clientId !== was.last?.clientId;
    // A line that was removed changes, too, or goes: only a higher number is news.
    const isNews = (newest?.seq ?? 0) > (was.newest?.seq ?? 0);
    const isHeard = isNews && newest?.username === model.me.username;
    if (follows.current || isSaid || isHeard) element.scrollTop = element.scrollHeight;
    else if (isNews) setBehind(true);
  }, [last, newest, model]);

  useLayoutEffect(() => {
    if (follows.current && list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [onStage]);

  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const sizeNow = (): string => `${element.clientWidth} ${element.clientHeight}`;
    let size = sizeNow();
    const onScroll = (): void => {
      // Where another size put it is not where the reader went.
      if (size !== sizeNow()) return;
      follows.current = element.scrollHeight - element.scrollTop - element.clientHeight < nearEndPx;
      if (follows.current) setBehind(false);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    // A phone's keyboard, a turned phone or a smaller window takes the room of the newest lines.
    const onResize = new ResizeObserver(() => {
      size = sizeNow();
      if (follows.current) element.scrollTop = element.scrollHeight;
    });
    onResize.observe(element);
    return () => {
      element.removeEventListener('scroll', onScroll);
      onResize.disconnect();
    };
  }, []);

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
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling list must be reachable by keyboard
        tabIndex={0}
      >
        {lines.length === 0 && <p className={styles.empty}>{t('chat.empty')}</p>}
        {lines.map((line) => (
          <ChatMessage
            key={line.clientId || line.seq}
            line={line}
            role={
              line.username === live.owner.username ? 'host' : live.admins.includes(line.username) ? 'admin' : 'viewer'
            }
            moderates={can.mayModerate && line.username !== live.owner.username && line.username !== model.me.username}
            promotes={can.mayPromote}
            banned={live.banned.includes(line.username)}
          />
        ))}
        {live.speaking && (
          // The announcer says it.
          <p className={styles.onStage} aria-hidden="true">
            <Avatar username={live.speaking.username} src={live.speaking.avatar} size={28} />
            <span>{rich(t('chat.onStage', { name: live.speaking.username }), bold)}</span>
          </p>
        )}
      </div>
      {behind && (
        <button
          type="button"
          className={styles.newer}
          onClick={() => {
            follows.current = true;
            setBehind(false);
            if (list.current) list.current.scrollTop = list.current.scrollHeight;
          }}
        >
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
