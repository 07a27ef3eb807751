import type { WireRequest } from '@frontrow/contract/meetings/api.ts';
import { toneOf } from './request-model.ts';
import styles from './Requests.module.css';
import { useWords } from './use-words.ts';

/** Where a request stands, in a word. */
export function StatePill({ request }: { request: WireRequest }) {
  const { t, state } = useWords(request);
  return (
    <span className={styles.state} data-tone={toneOf(request)}>
      <span className="fr-visually-hidden">{t('stateLabel')}: </span>
      {state}
    </span>
  );
}
