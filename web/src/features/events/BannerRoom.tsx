import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { StageBackdrop } from '#web/shared/ui/StageBackdrop.tsx';
import { useOpenedAt } from '#web/shared/ui/use-now.ts';
import { bannerLine, startBanner, type Viewpoint } from './event-page-model.ts';
import styles from './StartBanner.module.css';

const seats = ['buyer', 'owner'] as const;

/**
 * Reserves the start banner's height with its text. The server draws it for every visitor; it is visible only where the
 * browser remembers a person who gets the banner (`first-paint.js`).
 */
export function BannerRoom({ page, viewpoint }: { page: WireEventPage; viewpoint: Viewpoint }) {
  const { t } = useTranslation('event');
  const now = useOpenedAt();
  const banner = startBanner(page, 'buyer', now);
  if (!banner) return null;
  // As wide as any other time: the real one depends on the browser's zone.
  const time = '00:00';
  return (
    <div className={styles.room} data-viewpoint={viewpoint} aria-hidden="true">
      <StageBackdrop lights="banner">
        <div className={`fr-column ${styles.banner}`}>
          <div className={styles.text}>
            <p className={styles.title}>{t(`banner.${banner.kind}`, { title: page.event.event_title })}</p>
            {(viewpoint === 'visitor' ? seats : [viewpoint]).map((seat) => (
              <p key={seat} className={styles.line} data-seat={seat}>
                {t(bannerLine(startBanner(page, seat, now)!, page), { time })}
              </p>
            ))}
          </div>
          <div className={styles.rest} data-kind={banner.kind} />
        </div>
      </StageBackdrop>
    </div>
  );
}
