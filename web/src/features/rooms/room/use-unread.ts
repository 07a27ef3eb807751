import { useEffect } from 'react';
import { freshIn } from '../model/chat-lines.ts';
import { useRoomParts } from '../room-view.ts';

/** Counts the messages that came while the chat was hidden. */
export function useUnread(): void {
  const { model, view } = useRoomParts();
  useEffect(
    () =>
      model.store.subscribe((now, before) => {
        const { showChat, tab, unread } = view.getState();
        if (now.chat === before.chat || (showChat && tab === 'chat')) return;
        const fresh = freshIn(before.chat, now.chat, model.me.username).length;
        if (fresh > 0) view.setState({ unread: Math.min(99, unread + fresh) });
      }),
    [model, view],
  );
}
