import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Link } from '#web/shared/ui/Link.tsx';
import { LegalText } from './LegalText.tsx';
import styles from './LegalText.module.css';

const parts = ['what', 'why', 'who', 'video', 'long', 'rights', 'counted', 'cookies'] as const;

export default function PrivacyPage() {
  const { t } = useTranslation('legal');
  return (
    <LegalText
      title={t('privacy.title')}
      updated={t('updated')}
      lead={t('privacy.lead')}
      parts={parts.map((part) => ({ title: t(`privacy.${part}.title`), text: t(`privacy.${part}.text`) }))}
    >
      <p className={styles.other}>
        <Link to="/terms/service" className="fr-link">
          {t('terms.title')}
        </Link>
      </p>
    </LegalText>
  );
}
