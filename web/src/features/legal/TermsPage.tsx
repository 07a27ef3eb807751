import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Link } from '#web/shared/ui/Link.tsx';
import { LegalText } from './LegalText.tsx';
import styles from './LegalText.module.css';

const parts = ['account', 'tickets', 'refunds', 'hosts', 'rooms', 'liability', 'changes'] as const;

export default function TermsPage() {
  const { t } = useTranslation('legal');
  return (
    <LegalText
      title={t('terms.title')}
      updated={t('updated')}
      lead={t('terms.lead')}
      parts={parts.map((part) => ({ title: t(`terms.${part}.title`), text: t(`terms.${part}.text`) }))}
    >
      <p className={styles.other}>
        <Link to="/terms/privacy" className="fr-link">
          {t('privacy.title')}
        </Link>
      </p>
    </LegalText>
  );
}
