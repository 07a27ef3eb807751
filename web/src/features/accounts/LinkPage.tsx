import { Fragment, type ReactNode } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { useLinkToken } from '#web/shared/use-link-token.ts';
import { BackButton, type WayBack } from './BackButton.tsx';
import { LinkCard } from './LinkCard.tsx';

interface LinkPageProps {
  /** Where there is another link to ask for. */
  back: WayBack;
  /** What is wrong with a link without its token, where that has a name. */
  wrong?: string;
  children: (token: string) => ReactNode;
}

/** What a link of a mail opens, begun anew for another link in the same tab. Where a part of it is missing, the way to another one. */
export function LinkPage({ back, wrong, children }: LinkPageProps) {
  const { t } = useTranslation('auth');
  const token = useLinkToken();
  if (token !== undefined) return <Fragment key={token}>{children(token)}</Fragment>;
  return (
    <LinkCard title={wrong ?? t('link.title')} text={t('link.cut')} result>
      <BackButton {...back} only />
    </LinkCard>
  );
}
