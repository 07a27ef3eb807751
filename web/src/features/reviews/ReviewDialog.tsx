import '#web/shared/styles/components.ts';
import { Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { charCount } from '@frontrow/core/events/limits.ts';
import { reviewCharsMax } from '@frontrow/core/reviews/reviews.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { call } from '#web/shared/api/call.ts';
import { isAnswer, messageOf } from '#web/shared/api/refusal.ts';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Form } from '#web/shared/ui/Form.tsx';
import { userText } from '#web/shared/catalog/user-text.ts';
import { refreshReviews } from './queries.ts';
import styles from './Reviews.module.css';
import { StarsField } from './StarsField.tsx';

interface ReviewDialogProps {
  eventUuid: string;
  title: string;
  onClose: () => void;
}

/** Stars and words for an event one was at. */
export default function ReviewDialog({ eventUuid, title, onClose }: ReviewDialogProps) {
  const { t } = useTranslation('reviews');
  const client = useQueryClient();
  const [stars, setStars] = useState(0);
  const [text, setText] = useState('');
  const [unchosen, setUnchosen] = useState(false);
  /** What went out and no answer came: one of these may be up. */
  const unanswered = useRef(new Set<string>());
  const send = useMutation({
    mutationFn: async () => {
      const said = JSON.stringify([stars, text]);
      try {
        await call('POST /events/reviews', { body: { event_uuid: eventUuid, stars, text } });
      } catch (error) {
        if (!isAnswer(error)) unanswered.current.add(said);
        else if (error.is('review_twice') && unanswered.current.size === 1 && unanswered.current.has(said)) return;
        throw error;
      }
    },
    // What opened the dialog goes with the refresh: closed before that, the keyboard would be on it.
    onSuccess: async () => {
      await refreshReviews(client);
      onClose();
      toastGood(t('dialog.done'));
    },
  });
  // There is one up that this page does not know of.
  const isKnownElsewhere = isAnswer(send.error) && send.error.is('review_twice');
  const close = isKnownElsewhere ? () => void refreshReviews(client).then(onClose) : onClose;
  const why = unchosen ? t('dialog.choose') : send.isError ? messageOf(send.error) : undefined;
  return (
    <Dialog title={t('dialog.title')} onClose={close} closable={!send.isPending} closeOnClickOutside={false}>
      <Form
        className={styles.form}
        onSubmit={() => {
          setUnchosen(stars === 0);
          if (stars > 0) send.mutate();
        }}
      >
        <p className={styles.event} {...userText}>
          {title}
        </p>
        <StarsField
          value={stars}
          onChange={(next) => {
            setStars(next);
            setUnchosen(false);
          }}
        />
        <Textarea
          label={t('dialog.text')}
          placeholder={t('dialog.placeholder')}
          description={t('dialog.textHelp', { count: charCount(text), max: reviewCharsMax })}
          autosize
          minRows={4}
          maxRows={10}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {why !== undefined && (
          <p className={styles.failed} role="alert">
            {!unchosen && <strong>{t('dialog.failed')}</strong>}
            {why}
          </p>
        )}
        <Button type="submit" size="lg" fullWidth loading={send.isPending}>
          {t('dialog.send')}
        </Button>
      </Form>
    </Dialog>
  );
}
