import { useState } from 'react';
import { handQuestionCharsMax } from '@frontrow/core/rooms/turn-queue.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { isComposing } from '#web/shared/ui/is-composing.ts';
import { userText } from '#web/shared/catalog/user-text.ts';
import { lengthOf } from '../model/chat-lines.ts';
import { handPlace } from '../model/room-state.ts';
import { useRoomParts, useSnapshot } from '../room-view.ts';
import styles from './HandCard.module.css';
import { ordinal } from './ordinal.ts';

/** For a viewer whose hand is up: their place in the queue, and what they want to ask. */
export function HandCard() {
  const { t, language } = useTranslation('audience');
  const { model } = useRoomParts();
  const { username } = model.me;
  const place = useSnapshot((snapshot) => handPlace(snapshot.live, username));
  const question = useSnapshot(({ live }) => live?.hands.find((hand) => hand.username === username)?.question ?? '');
  const [editing, setEditing] = useState(false);
  if (place === 0) return null;
  return (
    <section className={styles.card} aria-label={t('hand.title')} data-hand-card>
      <p className={styles.place}>
        <strong>{t('hand.title')}</strong>
        <span>{t('hand.place', { place: ordinal(place, language) })}</span>
        {!editing && (
          <Button size="sm" variant="default" onClick={() => setEditing(true)}>
            {t(question === '' ? 'hand.add' : 'hand.edit')}
          </Button>
        )}
      </p>
      {editing ? (
        <QuestionField first={question} onDone={() => setEditing(false)} />
      ) : (
        question !== '' && (
          <p className={styles.question} {...userText}>
            {question}
          </p>
        )
      )}
    </section>
  );
}

function QuestionField({ first, onDone }: { first: string; onDone: () => void }) {
  const { t } = useTranslation('audience');
  const { model } = useRoomParts();
  const busy = useSnapshot((snapshot) => snapshot.busy.has('hand'));
  const [text, setText] = useState(first);
  const length = lengthOf(text);
  const tooLong = length > handQuestionCharsMax;
  const save = (): void => {
    if (!tooLong && !busy) void model.setHand(true, text).then((isSaved) => isSaved && onDone());
  };
  return (
    <div className={styles.field} data-field>
      <label htmlFor="hand-question">{t('hand.label')}</label>
      <textarea
        id="hand-question"
        {...userText}
        rows={2}
        value={text}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that led here is gone
        autoFocus
        aria-invalid={tooLong}
        aria-describedby="hand-question-hint"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation();
            onDone();
          }
          if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
          event.preventDefault();
          save();
        }}
      />
      <p id="hand-question-hint" className={styles.hint} data-invalid={tooLong || undefined}>
        <span>{t('hand.hint')}</span>
        <span>{t('hand.counter', { length, max: handQuestionCharsMax })}</span>
      </p>
      <div className={styles.buttons}>
        <Button size="sm" disabled={tooLong} loading={busy} onClick={save}>
          {t('hand.save')}
        </Button>
        <Button size="sm" variant="default" onClick={onDone}>
          {t('hand.cancel')}
        </Button>
      </div>
    </div>
  );
}
