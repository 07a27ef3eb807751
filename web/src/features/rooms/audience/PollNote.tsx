import '#web/shared/styles/components.ts';
import { CloseButton } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { type MouseEvent, useEffect } from 'react';
import { userText } from '#web/shared/catalog/user-text.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { pollToNote } from '../model/polls.ts';
import { useCapabilities, useRoomParts, useSnapshot, useView } from '../room-view.ts';
import styles from './PollNote.module.css';

/** Leads to a poll that opened while this person looked at something else. The room's announcer says it. */
export function PollNote() {
  const { t } = useTranslation('audience');
  const { view } = useRoomParts();
  const can = useCapabilities();
  const openPoll = useSnapshot(({ live }) => live?.openPoll ?? null);
  const polls = useSnapshot((snapshot) => snapshot.polls);
  const isInSight = useView(({ showChat, tab }) => showChat && tab === 'polls');
  const seenPoll = useView((one) => one.seenPoll);
  useEffect(() => {
    if (isInSight && openPoll !== null) view.setState({ seenPoll: openPoll });
  }, [isInSight, openPoll, view]);
  const poll = isInSight ? null : pollToNote(polls ?? [], can, { openPoll, seenPoll });
  if (!poll) return null;
  const hide = ({ currentTarget }: MouseEvent<HTMLElement>): void => {
    // The button disappears with the note.
    currentTarget.closest<HTMLElement>('[role="region"]')?.focus({ preventScroll: true });
    view.setState({ seenPoll: poll.id });
  };
  return (
    <div className={styles.note} role="group" aria-label={t('polls.note.title')} data-poll-note>
      <IconChartBar size={20} stroke={1.7} aria-hidden="true" />
      <div className={styles.words}>
        <span>{t('polls.note.title')}</span>
        <p {...userText}>{poll.text}</p>
      </div>
      <Button size="sm" onClick={() => view.setState({ showChat: true, tab: 'polls' })}>
        {t('polls.note.vote')}
      </Button>
      <CloseButton size={40} iconSize={20} radius={999} aria-label={t('polls.note.hide')} onClick={hide} />
    </div>
  );
}
