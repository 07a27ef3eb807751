import type { WireRecordedEvent } from '@frontrow/contract/broadcast/api.ts';
import { userText } from '#web/shared/catalog/user-text.ts';
import { formatCountdown } from '#web/shared/format/time.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import styles from './ComposedPlayer.module.css';

interface ChaptersProps {
  chapters: WireRecordedEvent['chapters'];
  begins: number;
  onJump: (moment: number) => void;
}

/** Turns, answered questions and polls, which lead to their moments. */
export function Chapters({ chapters, begins, onJump }: ChaptersProps) {
  const { t } = useTranslation('replay');
  return (
    <section aria-labelledby="replay-chapters">
      <h2 id="replay-chapters" className={styles.heading}>
        {t('chapters')}
      </h2>
      <ol className={styles.chapters}>
        {chapters.map(({ at, kind, title }) => (
          <li key={`${at} ${kind} ${title}`}>
            <button type="button" onClick={() => onJump(at)}>
              <span className={styles.moment}>{formatCountdown(at - begins)}</span>
              <span className={styles.kind}>{t(`chapter.${kind}`)}</span>
              <span {...userText} className={styles.what}>
                {title}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
