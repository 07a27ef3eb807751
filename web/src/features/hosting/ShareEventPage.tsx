import '#web/shared/styles/components.ts';
import { TextInput } from '@mantine/core';
import {
  IconBrandWhatsapp,
  IconCircleCheck,
  IconCopy,
  IconDiscount,
  IconMail,
  IconPencil,
  IconQrcode,
  IconShare3,
  IconTicket,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import { call } from '#web/shared/api/call.ts';
import { userText } from '#web/shared/catalog/user-text.ts';
import { formatCount, formatMoney } from '#web/shared/format/money.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { copyText } from '#web/shared/copy-text.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { useMobileDevice } from '#web/shared/mobile-device.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Cover } from '#web/shared/ui/Cover.tsx';
import { DateLeaf } from '#web/shared/ui/DateLeaf.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { eventPath, eventPrice, eventSeats, isInteractive, roomPath } from '#web/shared/ui/event-card-model.ts';
import { Link } from '#web/shared/ui/Link.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { useNow } from '#web/shared/ui/use-now.ts';
import { changePath, eventKey, eventLink, fetchEvent, guestsPath } from '../events/index.ts';
import { EmbedSection } from './EmbedSection.tsx';
import { QrDialog } from './QrDialog.tsx';
import styles from './ShareEvent.module.css';
import { shareHeading } from './share-model.ts';

/** `/event/{uuid}/share`: where publishing ends, and what helps to sell. */
export default function ShareEventPage() {
  const { t } = useTranslation('hostarea');
  const { uuid = '' } = useParams();
  usePageTitle(t('share.title'));
  const page = useQuery({ queryKey: eventKey(uuid), queryFn: () => fetchEvent(uuid, undefined) });
  // Only the host is answered, so that nobody else is shown a host's tools.
  const codes = useQuery({
    queryKey: ['event', uuid, 'promo'],
    queryFn: () => call('GET /events/:id/promo_codes', { params: { id: uuid } }),
  });
  const failed = page.error ?? codes.error;
  return (
    <div className={`fr-column ${styles.page}`}>
      {page.data && codes.data ? (
        <Loaded
          page={page.data}
          codes={codes.data.promo_codes.filter(({ promo_state: state }) => state !== 'ended').length}
        />
      ) : failed ? (
        <ErrorNote
          error={failed}
          onRetry={() => {
            void page.refetch();
            void codes.refetch();
          }}
        />
      ) : (
        <Skeleton height={480} radius={16} />
      )}
    </div>
  );
}

function Loaded({ page, codes }: { page: WireEventPage; codes: number }) {
  const { event } = page;
  const over = event.event_state === 2;
  return (
    <>
      <div className={styles.main}>
        <Head page={page} />
        <ShareLink page={page} />
        {!over && <SellingRows page={page} codes={codes} />}
        {!over && <EmbedSection event={event} />}
      </div>
      <aside className={styles.side}>
        <SharePreview page={page} />
        {event.event_state === 0 && <NextStep page={page} />}
      </aside>
    </>
  );
}

function Head({ page: { event } }: { page: WireEventPage }) {
  const { t } = useTranslation('hostarea');
  const dates = useDates();
  const { state } = useLocation() as { state: { published?: boolean } | null };
  const published = state?.published === true && event.event_state === 0;
  const now = useNow();
  const words = shareHeading({ event, published, now });
  const date = formatShortDateTime(event.event_date, dates);
  return (
    <div>
      {published && (
        <p className={styles.published}>
          <IconCircleCheck size={20} stroke={1.8} aria-hidden="true" />
          {t('share.published')}
        </p>
      )}
      <h1 className={styles.title} {...userText}>
        {t(`share.${words}`, { title: event.event_title })}
      </h1>
      <p className={styles.when}>
        {event.event_state === 2
          ? `${date}. ${t('share.over')}`
          : `${t('share.whenTell', { date })}${published && event.public ? ` ${t('share.followers')}` : ''}`}
      </p>
      {!event.public && <p className={styles.when}>{t('share.unlisted')}</p>}
    </div>
  );
}

/** The word by which the stats know where people came from. */
const refOf = (url: string, place: string): string => `${url}?ref=${place}`;

function ShareLink({ page: { event } }: { page: WireEventPage }) {
  const { t } = useTranslation('hostarea');
  const [qr, setQr] = useState(false);
  const url = eventLink(event);
  const words = encodeURIComponent(event.event_title);
  const address = (place: string) => encodeURIComponent(refOf(url, place));
  const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;
  const canShare = typeof navigator.share === 'function';
  return (
    <div>
      <div className={styles.link}>
        <TextInput
          label={t('share.link')}
          readOnly
          value={url}
          className={styles.url}
          onFocus={(focus) => focus.currentTarget.select()}
        />
        <Button
          size="lg"
          leftSection={<IconCopy size={20} stroke={1.7} aria-hidden="true" />}
          onClick={() => void copyText(url, { done: t('share.copied'), label: t('share.copy') })}
        >
          {t('share.copy')}
        </Button>
      </div>
      <div className={styles.places}>
        <Button
          size="sm"
          variant="default"
          component="a"
          href={`https://wa.me/?text=${words}%20${address('whatsapp')}`}
          target="_blank"
          rel="noopener noreferrer"
          leftSection={<IconBrandWhatsapp {...icon} />}
        >
          {t('share.whatsapp')}
        </Button>
        <Button
          size="sm"
          variant="default"
          component="a"
          href={`mailto:?subject=${words}&body=${address('email')}`}
          leftSection={<IconMail {...icon} />}
        >
          {t('share.email')}
        </Button>
        <Button size="sm" variant="default" leftSection={<IconQrcode {...icon} />} onClick={() => setQr(true)}>
          {t('share.qr')}
        </Button>
        {canShare && (
          <Button
            size="sm"
            variant="default"
            leftSection={<IconShare3 {...icon} />}
            // A cancelled share is no error.
            onClick={() => void navigator.share({ title: event.event_title, url }).catch(() => undefined)}
          >
            {t('share.more')}
          </Button>
        )}
      </div>
      {qr && <QrDialog url={refOf(url, 'qr')} onClose={() => setQr(false)} />}
    </div>
  );
}

interface RowProps {
  icon: ReactNode;
  title: string;
  text: string;
  to: string;
  action: string;
}

const Row = ({ icon, title, text, to, action }: RowProps) => (
  <li className={styles.row}>
    <span className={styles.icon} aria-hidden="true">
      {icon}
    </span>
    <div className={styles.rowText}>
      <h2>{title}</h2>
      <p>{text}</p>
    </div>
    <Button size="sm" variant="default" component={Link} to={to}>
      {action}
    </Button>
  </li>
);

function SellingRows({ page: { event }, codes }: { page: WireEventPage; codes: number }) {
  const { t, language } = useTranslation('hostarea');
  const { event_uuid: uuid } = event;
  const { total } = eventSeats(event);
  const icon = { size: 20, stroke: 1.7 } as const;
  return (
    <ul className={styles.rows}>
      {!eventPrice(event).free && (
        <Row
          icon={<IconDiscount {...icon} />}
          title={codes > 0 ? t('share.promo.titleMore', { count: codes }) : t('share.promo.title')}
          text={t(codes > 0 ? 'share.promo.textMore' : 'share.promo.text')}
          to={guestsPath(uuid, 'promo_codes')}
          action={t(codes > 0 ? 'share.promo.actionMore' : 'share.promo.action')}
        />
      )}
      <Row
        icon={<IconTicket {...icon} />}
        title={t('share.give.title')}
        text={t('share.give.text', { count: total, number: formatCount(total, language) })}
        to={guestsPath(uuid, 'complimentary')}
        action={t('share.give.action')}
      />
      {event.event_state === 0 && (
        <Row
          icon={<IconPencil {...icon} />}
          title={t('share.edit.title')}
          text={t('share.edit.text')}
          to={changePath(event)}
          action={t('share.edit.action')}
        />
      )}
    </ul>
  );
}

function SharePreview({ page: { event, user } }: { page: WireEventPage }) {
  const { t, language } = useTranslation('hostarea');
  const dates = useDates();
  const price = eventPrice(event);
  const { total } = eventSeats(event);
  return (
    <section>
      <h2 className={styles.label}>{t('share.preview')}</h2>
      <div className={styles.preview}>
        <div className={styles.cover}>
          <Cover src={event.event_cover_image} sizes="384px" eager />
          <span className={styles.leaf}>
            <DateLeaf at={event.event_date} />
          </span>
        </div>
        <div className={styles.previewText}>
          <p className={styles.site}>{window.location.host}</p>
          <p className={styles.previewTitle} {...userText}>
            {event.event_title}
          </p>
          <p className={styles.soft}>
            {t('share.previewLine', {
              host: user.user_name,
              date: formatShortDateTime(event.event_date, dates),
              seats: t('share.previewSeats', {
                count: total,
                number: formatCount(total, language),
                price: price.free ? t('share.free') : formatMoney(price.total, event.currency, language),
              }),
            })}
          </p>
        </div>
      </div>
    </section>
  );
}

function NextStep({ page: { event } }: { page: WireEventPage }) {
  const { t } = useTranslation('hostarea');
  const phone = useMobileDevice();
  const encoder = isInteractive(event) ? '' : 'Encoder';
  return (
    <section className={styles.nextStep}>
      <h2>{t(`share.next${encoder}`)}</h2>
      <p className={styles.soft}>{t(`share.nextText${encoder}`)}</p>
      <div className={styles.nextActions}>
        <Button size="sm" variant="default" component={Link} to={roomPath(event, phone)}>
          {t(`share.nextAction${encoder}`)}
        </Button>
        <Link to={eventPath(event)} className="fr-link">
          {t('share.view')}
        </Link>
      </div>
    </section>
  );
}
