import { type Language, languages } from '@frontrow/core/kernel/language.ts';
import { choosing } from '#web/shared/i18n/language.ts';
import styles from './LanguageChooser.module.css';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';

/** Languages by their own names, which a person who reads only one of them finds. */
const names: Readonly<Record<Language, string>> = { en: 'English', es: 'Español', de: 'Deutsch' };

/** A choice among the languages of the product. */
export function LanguageChooser() {
  const { t, language } = useTranslation();
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
