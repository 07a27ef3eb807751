import type { StoreApi } from 'zustand/vanilla';
import { ApiRefusal, messageOf } from '#web/shared/api/refusal.ts';
import { lastWrote, lineOf, maySend, withLines, withoutLine, withStatus, type ChatLine } from './chat-lines.ts';
import type { RoomDeps, RoomModel } from './room-deps.ts';
import { capabilitiesIn, type RoomSnapshot } from './room-state.ts';

/** Sends messages: each shows at once, is never sent twice, and returns to the field when it is refused. */
export function createChat(
  { call, eventUuid, me, newId, notify, now }: RoomDeps,
  store: StoreApi<RoomSnapshot>,
): Pick<RoomModel, 'send' | 'retry' | 'takeReturned' | 'holdChat'> {
  const get = store.getState;
  const set = (chat: ChatLine[]): void => store.setState({ chat });

  /** This browser did not know of the last message: another tab wrote it, or it is no longer among those kept. */
  const waitFor = (ms: number): void => {
    const slowMs = (get().live?.slowModeSeconds ?? 0) * 1000;
    store.setState({ wroteAt: now() + ms - slowMs });
  };

  const post = async (line: ChatLine): Promise<void> => {
    try {
      const { message } = await call('POST /events/streaming/messages_new', {
        body: { event_uuid: eventUuid, message: line.text, client_id: line.clientId },
      });
      const { chat, wroteAt } = get();
      store.setState({
        chat: withLines(chat, [lineOf(message)]),
        wroteAt: lastWrote([lineOf(message)], me.username, wroteAt),
      });
    } catch (error) {
      const refused = error instanceof ApiRefusal && error.status >= 400 && error.status < 500;
      set(refused ? withoutLine(get().chat, line.clientId) : withStatus(get().chat, line.clientId, 'failed'));
      if (!refused) return;
      if (error.errors.some(({ code }) => code === 'chat_slow')) waitFor(error.retryAfterMs ?? 0);
      const why = messageOf(error);
      store.setState({ returned: { text: line.text, why } });
      notify({ kind: 'refused', message: why });
    }
  };

  return {
    send: async (text) => {
      if (!maySend(text) || !capabilitiesIn(get(), me).mayChat) return;
      const line: ChatLine = {
        clientId: newId(),
        seq: null,
        text: text.trim(),
        at: null,
        username: me.username,
        avatar: me.avatar,
        announcement: false,
        status: 'sending',
      };
      store.setState({ chat: withLines(get().chat, [line]), held: null });
      await post(line);
    },
    retry: async (clientId) => {
      const line = get().chat.find((one) => one.clientId === clientId && one.status === 'failed');
      if (!line) return;
      set(withStatus(get().chat, clientId, 'sending'));
      await post(line);
    },
    holdChat: (isAbove) => {
      const { chat, held } = get();
      if (isAbove !== (held !== null)) store.setState({ held: isAbove ? chat : null });
    },
    takeReturned: () => {
      const { returned } = get();
      if (returned) store.setState({ returned: null });
      return returned;
    },
  };
}
