import { IconChevronUp } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireOwnQuestion } from '@frontrow/contract/rooms/audience-api.ts';
import { questionCharsMax } from '@frontrow/core/rooms/questions.ts';
import { byCursor } from '#web/shared/api/by-cursor.ts';
import { call } from '#web/shared/api/call.ts';
import { isAnswer, messageOf, refusalSentence } from '#web/shared/api/refusal.ts';
import { userText } from '#web/shared/catalog/user-text.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { newId } from '#web/shared/new-id.ts';
import { toastError } from '#web/shared/toasts/toast.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Form, unlessTyped } from '#web/shared/ui/Form.tsx';
import { ShowMore } from '#web/shared/ui/ShowMore.tsx';
import styles from './TicketQuestions.module.css';

const keyOf = (eventUuid: string) => ['questions', eventUuid] as const;

/** Before the event: what the audience wants to know, to add to and to vote for. */
export function TicketQuestions({ eventUuid }: { eventUuid: string }) {
  const { t } = useTranslation('audience');
  const questions = useInfiniteQuery({
    queryKey: keyOf(eventUuid),
    queryFn: ({ pageParam: cursor, signal }) =>
      call('GET /events/streaming/questions/:uuid', { params: { uuid: eventUuid }, query: { cursor }, signal }),
    ...byCursor,
    refetchOnWindowFocus: true,
  });
  // The ticket is what this page is for: without an answer it stays as it is.
  if (!questions.data) return null;
  const open = questions.data.pages.flatMap((page) => page.questions).filter(({ state }) => state === 'open');
  return (
    <section className={styles.part} aria-labelledby="ticket-questions">
      <h2 id="ticket-questions">{t('questions.before')}</h2>
      <p>{t('questions.beforeText')}</p>
      <AskForm eventUuid={eventUuid} />
      <ul>
        {open.map((question) => (
          <QuestionLine key={question.question_id} eventUuid={eventUuid} question={question} />
        ))}
      </ul>
      {questions.hasNextPage && (
        <ShowMore loading={questions.isFetchingNextPage} onMore={() => void questions.fetchNextPage()}>
          {t('questions.more')}
        </ShowMore>
      )}
    </section>
  );
}

/** Every change shows the list as the server has it then. */
function useListed(eventUuid: string): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keyOf(eventUuid) });
}

function AskForm({ eventUuid }: { eventUuid: string }) {
  const { t } = useTranslation('audience');
  const listed = useListed(eventUuid);
  const [text, setText] = useState('');
  // Pressed twice, or again after a lost answer, it is the same question.
  const [key, setKey] = useState(newId);
  const length = [...text].length;
  const tooLong = length > questionCharsMax;
  const ask = useMutation({
    mutationFn: (sent: string) =>
      call('POST /events/streaming/questions/ask', {
        body: { event_uuid: eventUuid, text: sent },
        headers: { 'idempotency-key': key },
      }),
    onSuccess: async (_answer, sent) => {
      setText(unlessTyped(sent, ''));
      setKey(newId());
      await listed();
    },
    onError: (error) => isAnswer(error) && setKey(newId()),
  });
  const [isMissing, setMissing] = useState(false);
  const refused = isMissing
    ? t('questions.missing')
    : ask.isError
      ? (refusalSentence(ask.error) ?? t('questions.notSent'))
      : null;
  const send = (): void => {
    setMissing(text.trim() === '');
    if (text.trim() !== '' && !tooLong && !ask.isPending) ask.mutate(text);
  };
  return (
    <Form className={styles.form} onSubmit={send}>
      <label htmlFor="ticket-question">{t('questions.field')}</label>
      <input
        id="ticket-question"
        {...userText}
        value={text}
        aria-invalid={tooLong || refused !== null}
        aria-describedby="ticket-question-hint"
        autoComplete="off"
        onChange={(event) => {
          setText(event.target.value);
          setKey(newId());
          setMissing(false);
          ask.reset();
        }}
      />
      <p id="ticket-question-hint" className={styles.hint} role="status" data-invalid={refused !== null || tooLong}>
        <span>{refused ?? t(ask.isSuccess ? 'questions.sent' : 'questions.hint')}</span>
        <span>{t('questions.counter', { length, max: questionCharsMax })}</span>
      </p>
      <Button type="submit" variant="default" loading={ask.isPending}>
        {t('questions.send')}
      </Button>
    </Form>
  );
}

function QuestionLine({ eventUuid, question }: { eventUuid: string; question: WireOwnQuestion }) {
  const { t } = useTranslation('audience');
  const listed = useListed(eventUuid);
  const vote = useMutation({
    mutationFn: () =>
      call('POST /events/streaming/questions/vote', {
        body: { question_id: question.question_id, voted: !question.voted },
      }),
    onError: (error) => toastError(messageOf(error)),
    onSettled: listed,
  });
  return (
    <li className={styles.question}>
      <button
        type="button"
        aria-pressed={question.voted}
        aria-disabled={vote.isPending || undefined}
        aria-label={`${t('questions.vote', { text: question.text })}, ${t('questions.votes', { count: question.votes })}`}
        onClick={() => !vote.isPending && vote.mutate()}
      >
        <IconChevronUp size={18} stroke={2} aria-hidden="true" />
        {question.votes}
      </button>
      <div>
        <p {...userText}>{question.text}</p>
        <p className={styles.by}>
          <Avatar username={question.user.username} src={question.user.user_avatar} size={24} />
          {question.user.username}
        </p>
      </div>
    </li>
  );
}
