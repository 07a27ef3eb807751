import { IconHelpCircle } from '@tabler/icons-react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { useClientConfig } from '#web/shared/client-config.ts';
import { OutLink } from '#web/shared/ui/OutLink.tsx';

/** The help center: another site where one is configured, else our own page. */
export function HelpLink({ className, icon }: { className: string | undefined; icon?: true }) {
  const { t } = useTranslation();
  const url = useClientConfig().data?.help_url ?? '/help';
  return (
    <OutLink to={url} className={className}>
      {icon && <IconHelpCircle size={18} stroke={1.8} aria-hidden="true" />}
      {t('nav.help')}
    </OutLink>
  );
}
