import { IconPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { userText } from '#web/shared/catalog/user-text.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { useCapabilities, useDraft, useRoomParts, useSnapshot } from '../room-view.ts';
import { PollCard } from './PollCard.tsx';
import { newPoll, PollForm } from './PollForm.tsx';
import styles from './Polls.module.css';
import type { Poll } from '../model/polls.ts';

/** The open poll, closed ones with their results, and for the host those that are prepared. */
export function PollsPanel() {
  const { t } = useTranslation('audience');
  const { model } = useRoomParts();
  const can = useCapabilities();
  const polls = useSnapshot((snapshot) => snapshot.polls);
  const [failed, setFailed] = useState(false);
  const [typed, setTyped] = useDraft('poll');
  const making = typed !== null;
  useEffect(() => {
    void model.audience.loadPolls().then((loaded) => setFailed(!loaded));
  }, [model]);
  const of = (state: Poll['state']): Poll[] => polls?.filter((poll) => poll.state === state) ?? [];
  const prepared = of('prepared');
  const mayManage = can.mayRunPolls;
  return (
    <div className={styles.panel}>
      <div className={styles.list} aria-busy={polls === null}>
        {failed && polls === null && (
          <div className={styles.empty} role="alert">
            <span>{t('polls.failed')}</span>
            <Button
              size="sm"
              variant="default"
              onClick={() => void model.audience.loadPolls().then((loaded) => setFailed(!loaded))}
            >
              {t('questions.retry')}
            </Button>
          </div>
        )}
        {model.isRehearsal && mayManage && <p className={styles.hint}>{t('rehearsal:polls')}</p>}
        {polls?.length === 0 && !making && (
          <p className={styles.empty}>
            <strong>{t('polls.empty')}</strong>
            <span>{t(mayManage ? 'polls.emptyHost' : 'polls.emptyText')}</span>
          </p>
        )}
        {making && <PollForm typed={typed} onChange={setTyped} />}
        {of('open').map((poll) => (
          <PollCard key={poll.id} poll={poll} />
        ))}
        {prepared.length > 0 && (
          <section aria-labelledby="polls-prepared">
            <h3 id="polls-prepared">{t('polls.prepared')}</h3>
            <ul>
              {prepared.map((poll) => (
                <PreparedPoll key={poll.id} poll={poll} />
              ))}
            </ul>
          </section>
        )}
        {of('closed')
          .toReversed()
          .map((poll) => (
            <PollCard key={poll.id} poll={poll} />
          ))}
      </div>
      {mayManage && !making && (
        <div className={styles.foot}>
          <Button variant="default" fullWidth leftSection={<IconPlus size={18} />} onClick={() => setTyped(newPoll)}>
            {t('polls.new')}
          </Button>
        </div>
      )}
    </div>
  );
}

function PreparedPoll({ poll }: { poll: Poll }) {
  const { t } = useTranslation('audience');
  const { model } = useRoomParts();
  const busy = useSnapshot((snapshot) => snapshot.busy.has('poll'));
  const isLive = useSnapshot((snapshot) => snapshot.live?.isLive ?? false);
  return (
    <li className={styles.prepared}>
      <div>
        <strong {...userText}>{poll.text}</strong>
        <span>
          {t('polls.answers', { count: poll.choices.length })} · {t(poll.multiple ? 'polls.several' : 'polls.one')}
        </span>
      </div>
      <Button
        size="sm"
        variant="default"
        disabled={busy || !isLive}
        aria-label={t('polls.startWhich', { text: poll.text })}
        onClick={() => void model.audience.openPoll(poll.id)}
      >
        {t('polls.start')}
      </Button>
    </li>
  );
}
