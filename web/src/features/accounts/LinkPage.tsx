import { Fragment, type ReactNode } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { useLinkToken } from '#web/shared/use-link-token.ts';
import { ContactLine } from '#web/shared/ui/ContactLine.tsx';
import { BackButton, type BackLink } from './BackButton.tsx';
import { LinkCard } from './LinkCard.tsx';

interface LinkPageProps {
  /** Where people can ask for another link. */
  back: BackLink;
  /** The title for a link without its token, if it has its own. */
  wrong?: string;
  children: (token: string) => ReactNode;
}

/**
 * The page of a mailed link. Another link in the same tab starts it again. A link without its token leads to a new one.
 */
export function LinkPage({ back, wrong, children }: LinkPageProps) {
  const { t } = useTranslation('auth');
  const token = useLinkToken();
  if (token !== undefined) return <Fragment key={token}>{children(token)}</Fragment>;
  return (
    <LinkCard title={wrong ?? t('link.title')} text={t('link.cut')} result>
      <BackButton {...back} only />
      <ContactLine />
    </LinkCard>
  );
}
