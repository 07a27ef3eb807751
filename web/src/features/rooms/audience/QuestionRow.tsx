import '#web/shared/styles/components.ts';
import { ActionIcon, Menu } from '@mantine/core';
import { IconChevronUp, IconDots, IconMicrophone2, IconPinFilled } from '@tabler/icons-react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { userText } from '#web/shared/catalog/user-text.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { useCapabilities, useRoomParts, useSnapshot } from '../room-view.ts';
import { isKnownAway } from '../model/people.ts';
import styles from './Questions.module.css';
import type { Question } from '../model/questions.ts';

function Vote({ question }: { question: Question }) {
  const { t } = useTranslation('audience');
  const { model } = useRoomParts();
  const can = useCapabilities();
  const wanted = useSnapshot((snapshot) => snapshot.busy.get(`vote ${question.id}`));
  const voted = wanted ?? question.voted;
  const votes = question.votes + Number(voted) - Number(question.voted);
  if (question.state !== 'open' || !can.mayVote)
    return (
      <span className={styles.votes}>
        {votes}
        <span className="fr-visually-hidden"> {t('questions.votes', { count: votes })}</span>
      </span>
    );
  return (
    <button
      type="button"
      className={styles.vote}
      aria-pressed={voted}
      aria-label={`${t('questions.vote', { text: question.text })}, ${t('questions.votes', { count: votes })}`}
      onClick={() => void model.audience.vote(question.id, !voted)}
    >
      <IconChevronUp size={18} stroke={2} aria-hidden="true" />
      {votes}
    </button>
  );
}

function Moderation({ question, isHere }: { question: Question; isHere: boolean }) {
  const { t } = useTranslation('audience');
  const { model } = useRoomParts();
  const can = useCapabilities();
  const busy = useSnapshot((snapshot) => snapshot.busy.has(`question ${question.id}`));
  const giving = useSnapshot((snapshot) => snapshot.busy.has('turn'));
  const { answering, id, state, pinned, username } = question;
  const { update, answerOnStage } = model.audience;
  return (
    <div className={styles.actions}>
      {state === 'open' && !answering && can.mayChooseSpeaker && isHere && (
        <Button
          size="sm"
          disabled={giving}
          aria-label={t('questions.onStageWho', { name: username })}
          onClick={() => void answerOnStage(id)}
        >
          {t('questions.onStage')}
        </Button>
      )}
      <Button
        size="sm"
        variant="default"
        loading={busy}
        onClick={() => void update(id, { state: state === 'open' ? 'answered' : 'open' })}
      >
        {t(state === 'open' ? 'questions.done' : 'questions.reopen')}
      </Button>
      {state !== 'dismissed' && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="quiet" size={36} aria-label={t('questions.actions', { name: username })}>
              <IconDots size={18} stroke={1.8} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {state === 'open' && !answering && (
              <Menu.Item onClick={() => void update(id, { pinned: !pinned })}>
                {t(pinned ? 'questions.unpin' : 'questions.pin')}
              </Menu.Item>
            )}
            <Menu.Item onClick={() => void update(id, { state: 'dismissed' })}>{t('questions.dismiss')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}

/** One question with its votes, and for moderators what they can do with it. */
export function QuestionRow({ question }: { question: Question }) {
  const { t } = useTranslation('audience');
  const { model } = useRoomParts();
  const can = useCapabilities();
  const isAway = useSnapshot(({ live }) => live === null || isKnownAway(live, question.username));
  const isMe = question.username === model.me.username;
  return (
    <li className={styles.row} data-pinned={question.pinned || question.answering || undefined}>
      <Vote question={question} />
      <div className={styles.words}>
        {question.answering && (
          <p className={styles.answering}>
            <IconMicrophone2 size={14} aria-hidden="true" /> {t('questions.answering')}
          </p>
        )}
        <p {...userText}>{question.text}</p>
        <p className={styles.by}>
          <Avatar username={question.username} src={question.avatar} size={24} />
          <span>{isMe ? t('questions.you') : question.username}</span>
          {question.voted && <strong>· {t('questions.voted')}</strong>}
          {can.mayModerate && isAway && <span>· {t('questions.away')}</span>}
          {question.pinned && !question.answering && (
            <span className={styles.pinned}>
              <IconPinFilled size={14} aria-hidden="true" /> {t('questions.pinned')}
            </span>
          )}
        </p>
        {can.mayModerate && <Moderation question={question} isHere={!isAway} />}
      </div>
    </li>
  );
}
