import { useEffect, useState } from 'react';
import { IconSend2 } from '@tabler/icons-react';
import { questionCharsMax } from '@frontrow/core/rooms/questions.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { unlessTyped } from '#web/shared/ui/Form.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { isComposing } from '#web/shared/ui/is-composing.ts';
import { userText } from '#web/shared/catalog/user-text.ts';
import { lengthOf } from '../model/chat-lines.ts';
import { useCapabilities, useDraft, useRoomParts, useSnapshot } from '../room-view.ts';
import { QuestionRow } from './QuestionRow.tsx';
import styles from './Questions.module.css';
import type { Question } from '../model/questions.ts';

type Filter = Question['state'];

/** What the audience asks: everyone votes, the host and event admins moderate. */
export function QuestionsPanel() {
  const { t } = useTranslation('audience');
  const { model } = useRoomParts();
  const can = useCapabilities();
  const questions = useSnapshot((snapshot) => snapshot.questions);
  const [failed, setFailed] = useState(false);
  const [filter, setFilter] = useState<Filter>('open');
  const load = async (more: boolean): Promise<void> => setFailed(!(await model.audience.loadQuestions(more)));
  useEffect(() => {
    void model.audience.loadQuestions().then((loaded) => setFailed(!loaded));
  }, [model]);
  const shown = questions?.list.filter((one) => one.state === filter) ?? [];
  const filters: readonly Filter[] = can.mayModerate ? ['open', 'answered', 'dismissed'] : ['open', 'answered'];
  return (
    <div className={styles.panel}>
      <div className={styles.filters} role="group" aria-label={t('questions.sort')}>
        {filters.map((one) => (
          <button key={one} type="button" aria-pressed={one === filter} onClick={() => setFilter(one)}>
            {t('questions.count', {
              label: t(`questions.${one}`),
              count: questions?.list.filter((question) => question.state === one).length ?? 0,
            })}
          </button>
        ))}
      </div>
      <div className={styles.list} aria-busy={questions === null}>
        {questions !== null && shown.length === 0 && (
          <Empty filter={filter} isFirst={filter === 'open' && questions.list.length === 0} />
        )}
        <ol>
          {shown.map((question) => (
            <QuestionRow key={question.id} question={question} />
          ))}
        </ol>
        {failed && (questions === null || questions.next) && (
          <div className={styles.empty} role="alert">
            <span>{t('questions.failed')}</span>
            <Button size="sm" variant="default" onClick={() => void load(questions !== null)}>
              {t('questions.retry')}
            </Button>
          </div>
        )}
        {!failed && questions?.next && (
          <Button size="sm" variant="default" fullWidth onClick={() => void load(true)}>
            {t('questions.more')}
          </Button>
        )}
      </div>
      {can.mayAsk && <AskField />}
    </div>
  );
}

function Empty({ filter, isFirst }: { filter: Filter; isFirst: boolean }) {
  const { t } = useTranslation('audience');
  const { isOwner } = useRoomParts().model.me;
  if (!isFirst) return <p className={styles.empty}>{t(`questions.none.${filter}`)}</p>;
  return (
    <p className={styles.empty}>
      <strong>{t('questions.empty')}</strong>
      <span>{t(isOwner ? 'questions.emptyHost' : 'questions.emptyText')}</span>
    </p>
  );
}

function AskField() {
  const { t } = useTranslation('audience');
  const { model } = useRoomParts();
  const busy = useSnapshot((snapshot) => snapshot.busy.has('ask'));
  const [text, setText] = useDraft('question');
  const length = lengthOf(text);
  const tooLong = length > questionCharsMax;
  const maySend = text.trim() !== '' && !tooLong && !busy;
  const send = (): void => {
    if (maySend) void model.audience.ask(text).then((asked) => asked && setText(unlessTyped(text, '')));
  };
  return (
    <div className={styles.field} data-field>
      <div className={styles.input} data-invalid={tooLong || undefined}>
        <input
          {...userText}
          value={text}
          placeholder={t('questions.placeholder')}
          aria-label={t('questions.field')}
          aria-describedby="question-hint"
          aria-invalid={tooLong}
          enterKeyHint="send"
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
            event.preventDefault();
            send();
          }}
        />
        <button type="button" aria-label={t('questions.send')} disabled={!maySend} onClick={send}>
          <IconSend2 size={20} stroke={1.8} aria-hidden="true" />
        </button>
      </div>
      <p id="question-hint" className={styles.hint} data-invalid={tooLong || undefined}>
        <span>{t('questions.hint')}</span>
        <span>{t('questions.counter', { length, max: questionCharsMax })}</span>
      </p>
    </div>
  );
}
