import '#web/shared/styles/components.ts';
import { Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import {
  type MessageProblem,
  messageSubjectCharsMax,
  messageTextCharsMax,
  readHolderMessage,
} from '@frontrow/core/events/holder-message.ts';
import { charCount } from '@frontrow/core/events/limits.ts';
import { refusalText } from '#web/shared/i18n/refusal-text.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { call } from '#web/shared/api/call.ts';
import { isAnswer, messageOf } from '#web/shared/api/refusal.ts';
import { newId } from '#web/shared/new-id.ts';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Form } from '#web/shared/ui/Form.tsx';
import { userText } from '#web/shared/catalog/user-text.ts';
import styles from './CancelEventDialog.module.css';
import { messagesKey } from './HostMessages.tsx';

const sentence = (problems: readonly MessageProblem[], about: string): string | undefined => {
  const found = problems.find((problem) => problem.startsWith(`message_${about}`));
  return found && refusalText(found);
};

/** A message to all ticket holders: written, then shown with the number of recipients, then sent. */
export default function MessageDialog({ event, onClose }: { event: WireEvent; onClose: () => void }) {
  const { t } = useTranslation('hosting');
  const client = useQueryClient();
  const [typed, setTyped] = useState({ subject: '', text: '' });
  // One key for one message: sent twice, or again after a lost answer, it is the same one. Another text is another one.
  const [key, setKey] = useState(newId);
  const write = (changed: Partial<typeof typed>) => {
    setTyped({ ...typed, ...changed });
    setKey(newId());
  };
  const [problems, setProblems] = useState<readonly MessageProblem[]>([]);
  const [sure, setSure] = useState(false);
  const send = useMutation({
    mutationFn: () =>
      call('POST /events/message', {
        body: { event_uuid: event.event_uuid, ...typed },
        headers: { 'idempotency-key': key },
      }),
    onSuccess: async ({ told }) => {
      onClose();
      toastGood(t('message.done', { count: told }));
      await client.invalidateQueries({ queryKey: messagesKey(event.event_uuid) });
    },
    onError: (error) => {
      if (isAnswer(error)) setKey(newId());
      toastError(messageOf(error));
    },
  });
  const check = () => {
    const read = readHolderMessage(typed);
    setProblems('problems' in read ? read.problems : []);
    setSure('message' in read);
  };
  const count = event.event_num_tickets_sold;
  const counter = (text: string, max: number) => t('message.counter', { count: charCount(text), max });
  if (sure)
    return (
      <Dialog
        title={t('message.sureTitle', { count })}
        onClose={onClose}
        closeOnClickOutside={false}
        closable={!send.isPending}
      >
        <p className={styles.subject}>{typed.subject}</p>
        <p className={styles.words} {...userText}>
          {typed.text}
        </p>
        <p className={styles.warn}>{t('message.final')}</p>
        <div className={styles.buttons}>
          <Button size="lg" variant="default" onClick={() => setSure(false)} disabled={send.isPending}>
            {t('message.back')}
          </Button>
          <Button size="lg" loading={send.isPending} onClick={() => send.mutate()}>
            {t('message.send')}
          </Button>
        </div>
      </Dialog>
    );
  return (
    <Dialog title={t('message.title')} onClose={onClose} closeOnClickOutside={false}>
      <Form
        className={styles.form}
        onSubmit={() => {
          check();
        }}
      >
        <TextInput
          label={t('message.subject')}
          data-autofocus
          value={typed.subject}
          description={counter(typed.subject, messageSubjectCharsMax)}
          error={sentence(problems, 'subject')}
          onChange={(changed) => write({ subject: changed.currentTarget.value })}
        />
        <Textarea
          label={t('message.text')}
          autosize
          minRows={5}
          maxRows={12}
          value={typed.text}
          description={counter(typed.text, messageTextCharsMax)}
          error={sentence(problems, 'text')}
          onChange={(changed) => write({ text: changed.currentTarget.value })}
        />
        <p className={styles.note}>{t('message.who')}</p>
        <Button size="lg" type="submit">
          {t('message.next')}
        </Button>
      </Form>
    </Dialog>
  );
}
