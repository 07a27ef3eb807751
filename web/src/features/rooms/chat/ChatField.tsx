import { IconMoodSmile, IconSend2 } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { chatMessageCharsMax } from '@frontrow/core/chat/messages.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { formatTime } from '#web/shared/format/time.ts';
import { isComposing } from '#web/shared/ui/is-composing.ts';
import { useNow } from '#web/shared/ui/use-now.ts';
import { userText } from '#web/shared/catalog/user-text.ts';
import { slowUntil, timedOutUntil } from '../model/room-state.ts';
import { returnRefused, useCapabilities, useRoomParts, useSnapshot, useView } from '../room-view.ts';
import styles from './Chat.module.css';
import { lengthOf, maySend } from '../model/chat-lines.ts';
import { EmojiPicker } from './EmojiPicker.tsx';

/** As if it were typed: what is selected is replaced, and the caret stands behind the emoji. */
function typeEmoji(input: HTMLInputElement, emoji: string): void {
  input.setRangeText(emoji, input.selectionStart!, input.selectionEnd!, 'end');
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  input.focus();
}

/**
 * Why the last message was refused, how long slow mode lasts, and the length of the new one, in the error color above
 * the maximum.
 */
function UnderField({ length, tooLong, wait }: { length: number; tooLong: boolean; wait: number }) {
  const { t } = useTranslation('rooms');
  const refused = useView((one) => one.refused);
  const hint = wait > 0 ? t('chat.slow', { seconds: wait }) : t('chat.hint');
  return (
    <div className={styles.under}>
      <span
        id="chat-refused"
        data-invalid={(refused !== null && wait === 0) || undefined}
        data-waits={wait > 0 || undefined}
        className={styles.refused}
      >
        {wait > 0 ? hint : (refused ?? hint)}
      </span>
      <span id="chat-counter" data-invalid={tooLong || undefined} className={styles.counter}>
        {t('chat.counter', { length, max: chatMessageCharsMax })}
      </span>
    </div>
  );
}

/** Seconds until slow mode lets this person write again; 0 where it does. */
function useSlowWait(): number {
  const { model } = useRoomParts();
  const until = useSnapshot((snapshot) => slowUntil(snapshot, model.me));
  const now = useNow();
  return Math.max(0, Math.ceil((until - now) / 1000));
}

/** The field for a message; Enter or numpad Enter sends. People who may not write read why. */
export function ChatField() {
  const { t } = useTranslation('rooms');
  const { model, view } = useRoomParts();
  const can = useCapabilities();
  const until = useSnapshot((snapshot) => timedOutUntil(snapshot.live, model.me.username));
  useEffect(() => returnRefused({ model, view }), [model, view]);
  if (can.chatWaits)
    return <p className={styles.closed}>{t(can.maySelectSource ? 'broadcast:chat.waits' : 'backstage.chatWaits')}</p>;
  if (can.chatClosed) return <p className={styles.closed}>{t('chat.disabled')}</p>;
  if (!can.mayChat && until > 0)
    return <p className={styles.closed}>{t('moderation:timeOut.mine', { time: formatTime(until) })}</p>;
  if (!can.mayChat) return <p className={styles.closed}>{t('chat.blocked')}</p>;
  return <Field />;
}

function Field() {
  const { t } = useTranslation('rooms');
  const { model, view } = useRoomParts();
  const text = useView((one) => one.draft);
  const setText = (draft: string): void => view.setState({ draft, refused: null });
  const [picking, setPicking] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const wait = useSlowWait();
  const length = lengthOf(text);
  const tooLong = length > chatMessageCharsMax;
  const send = (): void => {
    if (!maySend(text) || wait > 0) return;
    void model.send(text);
    setText('');
    setPicking(false);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    send();
  };
  return (
    <div className={styles.field} data-field>
      {picking && (
        <div className={styles.picker}>
          <EmojiPicker onPick={(emoji) => typeEmoji(field.current!, emoji)} onClose={() => setPicking(false)} />
        </div>
      )}
      <div className={styles.input} data-invalid={tooLong || undefined}>
        <input
          ref={field}
          {...userText}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKey}
          placeholder={t('chat.placeholder')}
          aria-label={t('chat.field')}
          aria-describedby="chat-refused chat-counter"
          aria-invalid={tooLong}
          enterKeyHint="send"
          autoComplete="off"
        />
        <button
          type="button"
          className={styles.emoji}
          aria-label={t('chat.emoji')}
          aria-expanded={picking}
          onClick={() => setPicking(!picking)}
        >
          <IconMoodSmile size={22} stroke={1.7} aria-hidden="true" />
        </button>
        <button
          type="button"
          className={styles.send}
          aria-label={t('chat.send')}
          disabled={!maySend(text) || wait > 0}
          onClick={send}
        >
          <IconSend2 size={20} stroke={1.8} aria-hidden="true" />
        </button>
      </div>
      <UnderField length={length} tooLong={tooLong} wait={wait} />
    </div>
  );
}
