import { useEffect, useState } from 'react';
import { announcementCharsMax } from '@frontrow/core/rooms/moderation.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { userText } from '#web/shared/catalog/user-text.ts';
import { formatTime } from '#web/shared/format/time.ts';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Form, unlessTyped } from '#web/shared/ui/Form.tsx';
import { lengthOf } from '../model/chat-lines.ts';
import { useCapabilities, useDraft, useRoomParts, useSnapshot } from '../room-view.ts';
import styles from './Moderation.module.css';

/** How often an open log looks for new lines. */
const refreshMs = 5_000;

/** Says something to everyone in the room. */
export function AnnounceForm() {
  const { t } = useTranslation('moderation');
  const { model } = useRoomParts();
  const busy = useSnapshot((snapshot) => snapshot.busy.has('announce'));
  const [text, setText] = useDraft('announcement');
  const length = lengthOf(text);
  const [tried, setTried] = useState(false);
  const maySend = text.trim() !== '' && length <= announcementCharsMax;
  const isMissing = tried && text.trim() === '';
  const isWrong = isMissing || length > announcementCharsMax;
  const send = (): void => {
    setTried(true);
    if (maySend && !busy)
      void model.moderation.announce(text).then((said) => said && (setText(unlessTyped(text, '')), setTried(false)));
  };
  return (
    <Form className={styles.form} onSubmit={send}>
      <label htmlFor="announcement">{t('announce.field')}</label>
      <textarea
        id="announcement"
        {...userText}
        rows={3}
        value={text}
        placeholder={t('announce.placeholder')}
        aria-invalid={isWrong}
        aria-describedby="announcement-hint"
        onChange={(event) => setText(event.target.value)}
      />
      <p id="announcement-hint" className={styles.hint} role="status" data-invalid={isWrong || undefined}>
        <span>{t(isMissing ? 'announce.missing' : 'announce.hint')}</span>
        <span>{t('announce.counter', { length, max: announcementCharsMax })}</span>
      </p>
      <Button type="submit" size="sm" loading={busy}>
        {t('announce.send')}
      </Button>
    </Form>
  );
}

/** Loads the log and the blocked words when they are shown. True when the server did not answer. */
function useModeration(everyMs?: number): { failed: boolean; load: () => void } {
  const { model } = useRoomParts();
  const [failed, setFailed] = useState(false);
  const load = (): void => void model.moderation.load().then((loaded) => setFailed(!loaded));
  useEffect(() => {
    const read = (): void => void model.moderation.load().then((loaded) => setFailed(!loaded));
    read();
    if (everyMs === undefined) return undefined;
    const timer = setInterval(read, everyMs);
    return () => clearInterval(timer);
  }, [model, everyMs]);
  return { failed, load };
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('moderation');
  return (
    <div className={styles.empty} role="alert">
      <span>{t('log.failed')}</span>
      <Button size="sm" variant="default" onClick={onRetry}>
        {t('log.retry')}
      </Button>
    </div>
  );
}

/** What viewers cannot write: the host changes the list, event admins read it. */
export function WordFilter() {
  const { failed, load } = useModeration();
  const words = useSnapshot((snapshot) => snapshot.moderation?.words);
  if (words) return <WordList words={words} />;
  return failed ? <Failed onRetry={load} /> : null;
}

function WordList({ words }: { words: readonly string[] }) {
  const { t } = useTranslation('moderation');
  const { model } = useRoomParts();
  const can = useCapabilities();
  const busy = useSnapshot((snapshot) => snapshot.busy.has('words'));
  // Until it is saved, what is typed stays, also when somebody else changes the list.
  const [typed, setTyped] = useDraft('words');
  const text = typed ?? words.join('\n');
  const save = (): void => {
    if (busy) return;
    void model.moderation.setWords(text.split('\n')).then((saved) => {
      if (!saved) return;
      setTyped(unlessTyped(typed, undefined));
      toastGood(t('filter.saved'));
    });
  };
  return (
    <Form className={styles.form} onSubmit={save}>
      <label htmlFor="filtered-words">{t('filter.label')}</label>
      <textarea
        id="filtered-words"
        {...userText}
        rows={6}
        value={text}
        placeholder={t('filter.none')}
        readOnly={!can.mayToggle}
        aria-describedby="filtered-words-hint"
        onChange={(event) => setTyped(event.target.value)}
      />
      <p id="filtered-words-hint" className={styles.hint}>
        {t(can.mayToggle ? 'filter.hint' : 'filter.readOnly')}
      </p>
      {can.mayToggle && (
        <Button type="submit" size="sm" loading={busy}>
          {t('filter.save')}
        </Button>
      )}
    </Form>
  );
}

/** Who did what in the room, newest first. */
export function ModerationLog() {
  const { t } = useTranslation('moderation');
  const { model } = useRoomParts();
  const { failed, load } = useModeration(refreshMs);
  const [moreFailed, setMoreFailed] = useState(false);
  const loadMore = (): void => void model.moderation.load(true).then((loaded) => setMoreFailed(!loaded));
  const moderation = useSnapshot((snapshot) => snapshot.moderation);
  if (!moderation) return failed ? <Failed onRetry={load} /> : null;
  if (moderation.actions.length === 0) return <p className={styles.empty}>{t('log.empty')}</p>;
  return (
    <>
      <ol className={styles.log} aria-label={t('panel.log')}>
        {moderation.actions.map(({ seq, at, actor, action, username, text, value }) => (
          <li key={seq}>
            <time dateTime={new Date(at).toISOString()}>{formatTime(at)}</time>
            <span>
              <strong>{actor === model.me.username ? t('log.you') : actor}</strong>{' '}
              {t(`log.actions.${action}`, { name: username ?? '', value: value ?? 0 })}
              {text !== null && (
                <q {...userText} className={styles.said}>
                  {text}
                </q>
              )}
            </span>
          </li>
        ))}
      </ol>
      {moderation.next !== null &&
        (moreFailed ? (
          <Failed onRetry={loadMore} />
        ) : (
          <Button size="sm" variant="default" fullWidth onClick={loadMore}>
            {t('log.more')}
          </Button>
        ))}
    </>
  );
}
