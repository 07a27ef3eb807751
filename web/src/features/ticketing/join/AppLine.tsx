import { Fragment } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { appStores, useClientConfig } from '#web/shared/client-config.ts';

/** Tells a guest after a purchase where to get the app or, where there is none, that the browser is enough. */
export function AppLine({ linkClass }: { linkClass?: string | undefined }) {
  const { t } = useTranslation('purchase');
  const { data } = useClientConfig();
  const stores = appStores(data);
  if (stores.length === 0) return <>{data && t('after.noApp')}</>;
  return (
    <span>
      {t('after.app')}
      {stores.map(({ name, url }) => (
        <Fragment key={name}>
          {' '}
          <a href={url} target="_blank" rel="noopener noreferrer" className={linkClass}>
            {name}
          </a>
        </Fragment>
      ))}
    </span>
  );
}
