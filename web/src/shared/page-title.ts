import { useEffect } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';

/** The document's title while a page is shown: `Slow ramen · Frontrow`; the product's own line without one. */
export function usePageTitle(title?: string): void {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = title ? `${title} · ${t('name')}` : t('title');
  }, [title, t]);
}
