import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { formatLongDate, formatTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { Countdown } from '#web/shared/ui/Countdown.tsx';
import { useMobileDevice } from '#web/shared/mobile-device.ts';
import { roomPath } from '#web/shared/ui/event-card-model.ts';
import { StageBackdrop } from '#web/shared/ui/StageBackdrop.tsx';
import { useNow } from '#web/shared/ui/use-now.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import { bannerLine, bannerTime, startBanner, type StartBanner as Banner, type Viewpoint } from './event-page-model.ts';
import styles from './StartBanner.module.css';

/** The banner for a buyer or the creator: the event begins in…, began, or its host is late. */
export default function StartBanner({ page, viewpoint }: { page: WireEventPage; viewpoint: Viewpoint }) {
  const banner = startBanner(page, viewpoint, useNow());
  return banner && <Shown banner={banner} page={page} />;
}

function Shown({ banner, page }: { banner: Banner; page: WireEventPage }) {
  const { t } = useTranslation('event');
  const dates = useDates();
  const phone = useMobileDevice();
  return (
    <StageBackdrop lights="banner">
      <section className={`fr-column ${styles.banner}`} aria-label={t('banner.label')}>
        <div className={styles.text}>
          <p className={styles.title}>{t(`banner.${banner.kind}`, { title: page.event.event_title })}</p>
          <p className={styles.line}>{t(bannerLine(banner, page), { time: formatTime(bannerTime(banner)) })}</p>
        </div>
        {banner.kind === 'begins' && (
          <>
            <span className="fr-visually-hidden">
              {t('banner.startsAt', { date: `${formatLongDate(banner.at, dates)}, ${formatTime(banner.at)}` })}
            </span>
            <Countdown to={banner.at} full />
          </>
        )}
        <Button size="lg" component={Link} to={roomPath(page.event, phone)} className={styles.button}>
          {t(banner.button === 'start' ? 'banner.start' : 'banner.view')}
        </Button>
      </section>
    </StageBackdrop>
  );
}
