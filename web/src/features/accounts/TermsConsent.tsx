import { rich } from '#web/shared/i18n/rich.tsx';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import styles from './forms.module.css';

/** "I accept the terms and the privacy policy", with a link to each. */
export function TermsConsent() {
  const { t } = useTranslation('auth');
  const link = (to: string) => (part: string) => (
    <a key={to} href={to} target="_blank" rel="noreferrer" className={styles.link}>
      {part}
    </a>
  );
  return rich(t('accept'), { terms: link('/terms/service'), privacy: link('/terms/privacy') });
}
