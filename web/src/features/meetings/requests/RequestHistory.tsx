import type { WireRequest } from '@frontrow/contract/meetings/api.ts';
import { userText } from '#web/shared/catalog/user-text.ts';
import { historyLine } from './history-line.ts';
import styles from './Requests.module.css';
import { useWords } from './use-words.ts';

/** Every change, the oldest first: who, when, what, and the words that came with it. */
export function RequestHistory({ request }: { request: WireRequest }) {
  const words = useWords(request);
  const { t } = words;
  return (
    <section className={styles.group} aria-labelledby="history">
      <h2 id="history">{t('history.title')}</h2>
      <ol className={styles.history}>
        {request.history.map((step, n) => {
          const { key, by } = historyLine(request, n);
          const who = by === null ? '' : by === request.side ? t('history.you') : words.name;
          const what = t('history.what', {
            when: words.range(step),
            minutes: step.minutes,
            price: words.money(step.price),
          });
          return (
            <li key={`${step.at} ${key}`}>
              <p>{t(`history.${key}`, { who, what })}</p>
              {step.message && n > 0 && (
                <p className={styles.quote} {...userText}>
                  {step.message}
                </p>
              )}
              <time className={styles.line} dateTime={new Date(step.at).toISOString()}>
                {words.moment(step.at)}
              </time>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
