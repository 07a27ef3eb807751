import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { OutLink } from '#web/shared/ui/OutLink.tsx';
import { useClientConfig } from '#web/shared/client-config.ts';
import { LegalText } from './LegalText.tsx';
import styles from './LegalText.module.css';

const parts = ['enter', 'device', 'refund', 'late', 'host', 'account'] as const;

/** `/help`: what people ask most, where no other help center is configured. */
export default function HelpPage() {
  const { t } = useTranslation('help');
  const support = useClientConfig().data?.support_url;
  return (
    <LegalText
      title={t('title')}
      updated={t('updated')}
      lead={t('lead')}
      parts={parts.map((part) => ({ title: t(`${part}.title`), text: t(`${part}.text`) }))}
    >
      {support !== undefined && support !== '/help' && (
        <p className={styles.other}>
          <OutLink to={support} className="fr-link">
            {t('contact')}
          </OutLink>
        </p>
      )}
    </LegalText>
  );
}
