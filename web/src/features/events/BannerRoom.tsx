import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import { useTranslation } from '#web/app/i18n/use-translation.ts';
import { StageBackdrop } from '#web/shared/ui/StageBackdrop.tsx';
import { eventPrice } from '#web/shared/ui/event-card-model.ts';
import { useOpenedAt } from '#web/shared/ui/use-now.ts';
import { lateLine, startBanner, type Viewpoint } from './event-page-model.ts';
import styles from './StartBanner.module.css';

/**
 * The start banner's room with its title in it, as tall as the banner. The server draws it for a visitor, who sees it only where
 * the browser remembers somebody that gets the banner (`public/first-paint.js`).
 */
export function BannerRoom({ page, viewpoint }: { page: WireEventPage; viewpoint: Viewpoint }) {
  const { t } = useTranslation('event');
  const banner = startBanner(page, 'buyer', useOpenedAt());
  if (!banner) return null;
  const late = banner.kind === 'late';
  const { free } = eventPrice(page.event);
  // As wide as any time: which one it is depends on the browser's zone.
  const time = '00:00';
  return (
    <div className={styles.room} data-viewpoint={viewpoint} aria-hidden="true">
      <StageBackdrop lights="banner">
        <div className={`fr-column ${styles.banner}`}>
          <div className={styles.text}>
            <p className={styles.title}>{t(`banner.${banner.kind}`, { title: page.event.event_title })}</p>
            {viewpoint !== 'owner' && (
              <p className={styles.forBuyer}>
                {late ? t(lateLine('Viewer', free), { time }) : t('banner.doorsViewer')}
              </p>
            )}
            {viewpoint !== 'buyer' && (
              <p className={styles.forOwner}>{late ? t(lateLine('Owner', free), { time }) : t('banner.doorsOwner')}</p>
            )}
          </div>
          <div className={styles.rest} data-kind={banner.kind} />
        </div>
      </StageBackdrop>
    </div>
  );
}
