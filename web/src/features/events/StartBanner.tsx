import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { noShowAfterMs } from '@frontrow/core/events/limits.ts';
import { useTranslation } from '#web/app/i18n/use-translation.ts';
import { formatLongDate, formatTime } from '#web/shared/format/time.ts';
import { Countdown } from '#web/shared/ui/Countdown.tsx';
import { eventPrice } from '#web/shared/ui/event-card-model.ts';
import { StageBackdrop } from '#web/shared/ui/StageBackdrop.tsx';
import { useNow } from '#web/shared/ui/use-now.ts';
import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import { lateLine, startBanner, type StartBanner as Banner, type Viewpoint } from './event-page-model.ts';
import styles from './StartBanner.module.css';

function useLine({ kind, at, button, doors }: Banner, free: boolean): string {
  const { t } = useTranslation('event');
  if (kind === 'began') return t('banner.beganAgo', { time: formatTime(at) });
  if (kind === 'late')
    return t(lateLine(button === 'start' ? 'Owner' : 'Viewer', free), { time: formatTime(at + noShowAfterMs) });
  if (button === 'start') return t(doors ? 'banner.doorsOwnerOpen' : 'banner.doorsOwner');
  return doors ? t('banner.doorsOpen') : t('banner.doorsViewer');
}

/** On top of the page for a buyer or the creator: begins in…, began, or the host is late. */
export function StartBanner({ page, viewpoint, room }: { page: WireEventPage; viewpoint: Viewpoint; room: string }) {
  const banner = startBanner(page, viewpoint, useNow());
  return banner && <Shown banner={banner} page={page} room={room} />;
}

function Shown({ banner, page: { event }, room }: { banner: Banner; page: WireEventPage; room: string }) {
  const { t } = useTranslation('event');
  const line = useLine(banner, eventPrice(event).free);
  return (
    <StageBackdrop lights="banner">
      <section className={`fr-column ${styles.banner}`} aria-label={t('banner.label')}>
        <div className={styles.text}>
          <p className={styles.title}>{t(`banner.${banner.kind}`, { title: event.event_title })}</p>
          <p className={styles.line}>{line}</p>
        </div>
        {banner.kind === 'begins' && (
          <>
            <span className="fr-visually-hidden">
              {t('banner.startsAt', { date: `${formatLongDate(banner.at)}, ${formatTime(banner.at)}` })}
            </span>
            <Countdown to={banner.at} full />
          </>
        )}
        <Button size="lg" component={Link} to={room} className={styles.button}>
          {t(banner.button === 'start' ? 'banner.start' : 'banner.view')}
        </Button>
      </section>
    </StageBackdrop>
  );
}
