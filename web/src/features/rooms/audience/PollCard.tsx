import { IconCircleCheck } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { formatCountdown } from '#web/shared/format/time.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { userText } from '#web/shared/catalog/user-text.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Form } from '#web/shared/ui/Form.tsx';
import { useNow } from '#web/shared/ui/use-now.ts';
import { useCapabilities, useRoomParts, useSnapshot } from '../room-view.ts';
import styles from './Polls.module.css';
import { asksToVote, leadingIn, type Poll, sharesOf } from '../model/polls.ts';

/** One poll: its answers to choose from while it is open, and what came of it. */
export function PollCard({ poll }: { poll: Poll }) {
  const { t } = useTranslation('audience');
  const { model } = useRoomParts();
  const can = useCapabilities();
  const heading = useId();
  const busy = useSnapshot((snapshot) => snapshot.busy.has('poll'));
  const [changing, setChanging] = useState(false);
  const isOpen = poll.state === 'open';
  const votes = isOpen && can.mayVote && (changing || asksToVote(poll, can.mayRunPolls));
  return (
    <section className={styles.card} aria-labelledby={heading} data-open={isOpen || undefined}>
      <p className={styles.meta}>
        <span className={styles.state}>{t(isOpen ? 'polls.open' : 'polls.closed')}</span>
        <span>
          {t(poll.multiple ? 'polls.several' : 'polls.one')} · {t(poll.anonymous ? 'polls.anonymous' : 'polls.named')}
        </span>
        {isOpen && poll.closesAt !== null && <Left until={poll.closesAt} />}
      </p>
      <h3 id={heading} {...userText}>
        {poll.text}
      </h3>
      {votes ? <Ballot poll={poll} onVoted={() => setChanging(false)} /> : <Results poll={poll} />}
      <p className={styles.hint} role="status">
        {t('polls.voters', { count: poll.voters })}.
        {isOpen && poll.choices[0]?.votes === null && ` ${t('polls.hidden')}`}
        {isOpen && poll.mine.length > 0 && ` ${t('polls.mayChange')}`}
      </p>
      <div className={styles.buttons}>
        {isOpen && !votes && can.mayVote && (
          <Button size="sm" variant="default" onClick={() => setChanging(true)}>
            {t(poll.mine.length === 0 ? 'polls.vote' : 'polls.change')}
          </Button>
        )}
        {isOpen && can.mayRunPolls && (
          <Button size="sm" loading={busy} onClick={() => void model.audience.closePoll(poll.id)}>
            {t('polls.close')}
          </Button>
        )}
      </div>
    </section>
  );
}

function Left({ until }: { until: number }) {
  const { t } = useTranslation('audience');
  const time = formatCountdown(Math.ceil(Math.max(0, until - useNow()) / 1000) * 1000);
  return (
    <span className={styles.left} role="timer" aria-label={t('polls.left', { time })}>
      {time}
    </span>
  );
}

function Ballot({ poll, onVoted }: { poll: Poll; onVoted: () => void }) {
  const { t } = useTranslation('audience');
  const { model } = useRoomParts();
  const busy = useSnapshot((snapshot) => snapshot.busy.has('pollVote'));
  const [chosen, setChosen] = useState<readonly number[]>(poll.mine);
  const [tried, setTried] = useState(false);
  const problem = useId();
  const isMissing = tried && chosen.length === 0;
  const choose = (choice: number, on: boolean): void =>
    setChosen(poll.multiple ? (on ? [...chosen, choice] : chosen.filter((one) => one !== choice)) : [choice]);
  return (
    <Form
      className={styles.ballot}
      onSubmit={() => {
        setTried(true);
        if (chosen.length > 0 && !busy)
          void model.audience.voteInPoll(poll.id, chosen).then((counted) => counted && onVoted());
      }}
    >
      <fieldset>
        <legend className="fr-visually-hidden">{poll.text}</legend>
        {poll.choices.map(({ text }, choice) => (
          <label key={text} className={styles.choice}>
            <input
              type={poll.multiple ? 'checkbox' : 'radio'}
              name={poll.id}
              checked={chosen.includes(choice)}
              aria-invalid={isMissing || undefined}
              aria-describedby={isMissing ? problem : undefined}
              onChange={(event) => choose(choice, event.target.checked)}
            />
            <span {...userText}>{text}</span>
          </label>
        ))}
      </fieldset>
      {isMissing && (
        <p id={problem} className={styles.problem} role="alert">
          {t('polls.problems.vote')}
        </p>
      )}
      <Button type="submit" size="sm" loading={busy}>
        {t('polls.vote')}
      </Button>
    </Form>
  );
}

function Results({ poll }: { poll: Poll }) {
  const { t, language } = useTranslation('audience');
  const shares = sharesOf(poll);
  const leading = leadingIn(poll);
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  return (
    <ul className={styles.results}>
      {poll.choices.map(({ text, votes, usernames }, choice) => {
        const share = shares[choice] ?? null;
        const isMine = poll.mine.includes(choice);
        return (
          <li key={text}>
            <div className={styles.bar} data-strong={isMine || leading.has(choice) || undefined}>
              <span className={styles.fill} style={{ width: `${share ?? 0}%` }} aria-hidden="true" />
              <span className={styles.text} {...userText}>
                {text}
              </span>
              {isMine && <IconCircleCheck size={18} role="img" aria-label={t('polls.yours')} />}
              {share !== null && (
                <span className={styles.share}>
                  <small>
                    {votes}
                    <span className="fr-visually-hidden"> {t('polls.votes', { count: votes ?? 0 })}</span>
                  </small>
                  {percent.format(share / 100)}
                </span>
              )}
            </div>
            {usernames.length > 0 && <p className={styles.names}>{usernames.join(', ')}</p>}
          </li>
        );
      })}
    </ul>
  );
}
