import type { Language } from '@frontrow/core/kernel/language.ts';
import { useMemo, useSyncExternalStore } from 'react';
import type { Feature, Translate } from './catalogues.ts';
import { text } from './index.ts';
import { language, onLanguage } from './language.ts';

export interface Translation<F extends Feature> {
  /** `t('card.seatsLeft', { count: 3 })`; another feature's text as `t('app:error.unknown')`. */
  t: Translate<F>;
  language: Language;
}

/** The texts of a feature; `app` (the shell's) by default. The feature's catalogue is named in its route's row. */
export function useTranslation<F extends Feature = 'app'>(feature: F = 'app' as F): Translation<F> {
  const current = useSyncExternalStore(onLanguage, language, language);
  return useMemo(() => ({ t: (key, values) => text(feature, key, values), language: current }), [feature, current]);
}
