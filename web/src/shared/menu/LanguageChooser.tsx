import { useEffect, useState } from 'react';
import { type Language, languages } from '@frontrow/core/kernel/language.ts';
import { choosing, language as languageNow } from '#web/shared/i18n/language.ts';
import styles from './LanguageChooser.module.css';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';

/** Languages by their own names, which a person who reads only one of them finds. */
const names: Readonly<Record<Language, string>> = { en: 'English', es: 'Español', de: 'Deutsch' };

/** The menu that the server drew, in which someone may choose before this code has loaded. */
const drawnChooser = () => document.querySelector<HTMLSelectElement>('select[name="language"]');

/** A choice among the languages of the product. */
export function LanguageChooser() {
  const { t, language } = useTranslation();
  // React resets the drawn menu to the language of the page when it takes it over.
  const [early] = useState(() => (import.meta.env.SSR ? undefined : drawnChooser()?.value));
  useEffect(() => {
    if (early && early !== languageNow()) choosing.choose(early as Language);
  }, [early]);
  return (
    <label className={styles.chooser}>
      {t('footer.language')}
      <select
        className={styles.select}
        name="language"
        // A restored choice of an earlier visit would count as a new one.
        autoComplete="off"
        value={language}
        onChange={({ currentTarget }) => choosing.choose(currentTarget.value as Language)}
      >
        {languages.map((each) => (
          <option key={each} value={each} lang={each}>
            {names[each]}
          </option>
        ))}
      </select>
    </label>
  );
}
