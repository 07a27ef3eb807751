import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import { readStored, staleTicketKey } from '#web/shared/api/storage.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { lazy } from '#web/shared/lazy.tsx';
import { useMobileDevice } from '#web/shared/mobile-device.ts';
import { useSession } from '#web/shared/session/session.ts';
import { useCountView } from '#web/shared/use-count-view.ts';
import { useTakingOver } from '#web/shared/first-page.ts';
import { useKnownReader } from '#web/shared/known-reader.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { Cover } from '#web/shared/ui/Cover.tsx';
import { InAppHint } from '#web/shared/ui/InAppHint.tsx';
import { Heart } from '#web/shared/ui/Heart.tsx';
import { LazySection } from '#web/shared/ui/LazySection.tsx';
import { WhenNear } from '#web/shared/ui/WhenNear.tsx';
import { Attendees } from '#web/features/events/Attendees.tsx';
import { BannerRoom } from '#web/features/events/BannerRoom.tsx';
import { coverSizes } from '#web/features/events/cover-sizes.ts';
import { EventAbout } from '#web/features/events/EventAbout.tsx';
import type { Dialog } from './EventDialogs.tsx';
import { useEvent } from '#web/features/events/event-feed.ts';
import { EventHead } from '#web/features/events/EventHead.tsx';
import { eventPageModel, type EventPageModel, videoOfPage } from '#web/features/events/event-page-model.ts';
import styles from './EventPage.module.css';
import { HostBlock } from '#web/features/events/HostBlock.tsx';
import { PhoneBar } from './PhoneBar.tsx';
import { PurchaseCard } from './PurchaseCard.tsx';
import { useMailedTicket } from '#web/features/events/mailed-tickets.ts';
import { useFadeIn } from '#web/features/events/use-fade-in.ts';
import { useSlideIn } from '#web/features/events/use-slide-in.ts';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { themed } from '#web/shared/themed.tsx';

/** Only for events with a video, for buyers and the host. */
const PlayOnce = lazy(
  themed(() => import('#web/features/events/videos/PlayOnce.tsx')),
  [],
  'stays',
);
/** With the first press, or back from a wallet. */
const EventDialogs = lazy(() => import('./EventDialogs.tsx'));
const StartBanner = lazy(() => import('#web/features/events/StartBanner.tsx'));
const HostMessages = lazy(() => import('#web/features/events/HostMessages.tsx'));
/** Only the host's, with the dialogs in it. */
const HostPanel = lazy(
  themed(() => import('#web/features/events/HostPanel.tsx')),
  ['hosting', 'refusals'],
);
const MoreLikeThis = lazy(() => import('#web/features/events/MoreLikeThis.tsx'));
const NoEvent = lazy(() => import('#web/features/events/NoEvent.tsx'));
/** Only of recorded events; after the end for those who may watch it. */
const EventRecording = lazy(() => import('./EventRecording.tsx'));
const EventReviews = lazy(() => import('#web/features/reviews/EventReviews.tsx'), ['reviews']);
const HostVideos = lazy(() => import('#web/features/events/videos/HostVideos.tsx'), ['hosting', 'refusals']);

const none: readonly string[] = [];

/** The cover, or the video that plays once before it. */
function Media({ page, hasSeat, phone }: { page: WireEventPage; hasSeat: boolean; phone: boolean }) {
  const { t } = useTranslation('event');
  const { event } = page;
  // The server draws the cover for everybody: which video it is depends on the screen and on the seat.
  const takingOver = useTakingOver();
  const video = takingOver ? undefined : videoOfPage(event, hasSeat, phone);
  const cover = <Cover src={event.event_cover_image} eager sizes={coverSizes} />;
  return (
    <div className={styles.media} data-upright={phone && (video?.upright ?? false)}>
      {video ? (
        <Suspense fallback={cover}>
          <PlayOnce
            key={video.src}
            src={video.src}
            cover={event.event_cover_image}
            label={t(video.thanks ? 'video.thanks' : 'video.trailer')}
            sizes={coverSizes}
            autoPlay
          />
        </Suspense>
      ) : (
        cover
      )}
      <Heart eventUuid={event.event_uuid} title={event.event_title} />
    </div>
  );
}

function Loaded({ page }: { page: WireEventPage }) {
  const { t } = useTranslation('event');
  const user = useSession((session) => session.user);
  const isAdmin = user?.user_is_admin ?? false;
  const loading = useSession((session) => session.loading);
  const advertising = useSession((session) => session.influencer?.influencer_advertising ?? false);
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const mobile = useMobileDevice();
  const forAll = eventPageModel(page, {
    username: user?.user_username ?? null,
    purchased: user?.purchased_events ?? none,
  });
  const soldOut = forAll.offer === 'soldOut';
  // A guest who bought in this tab has the ticket by email, and nothing more to buy here.
  const hasMailed = useMailedTicket(page.event.event_uuid) && (user === null || user.user_is_guest);
  const [offered, setOffered] = useState(false);
  // A seat is held for who was next on the waitlist: sold out for everybody else.
  const model: EventPageModel = soldOut && offered ? { ...forAll, offer: forAll.price.free ? 'free' : 'buy' } : forAll;
  usePageTitle(page.event.event_title);
  const takingOver = useTakingOver();
  useCountView(page.event.event_uuid, 'page', !loading && !takingOver && model.offer !== 'own');
  useKnownReader();
  const [dialog, setDialog] = useState<Dialog>('none');
  const [search] = useSearchParams();
  const [fromWallet] = useState(search.has('paypal_callback') || search.has('paypal_callback_error'));
  // An embed leads straight to the checkout.
  const asked = !loading && !takingOver && search.has('checkout') && (model.offer === 'buy' || model.offer === 'free');
  useEffect(() => {
    if (asked) setDialog('buy');
  }, [asked]);
  const banner = useRef<HTMLDivElement>(null);
  useSlideIn(banner, model.viewpoint);
  const side = useRef<HTMLElement>(null);
  const rest = useRef<HTMLDivElement>(null);
  // Next to the rest the card moves nothing of it.
  useFadeIn(phone ? [side, rest] : [side], model.viewpoint);
  return (
    <>
      <div ref={banner}>
        {model.viewpoint === 'visitor' ? (
          takingOver && <BannerRoom page={page} viewpoint="visitor" />
        ) : (
          <Suspense fallback={<BannerRoom page={page} viewpoint={model.viewpoint} />}>
            <StartBanner page={page} viewpoint={model.viewpoint} />
          </Suspense>
        )}
      </div>
      {(page.event.event_state === 2 || page.event.event_cancelled) && (
        <div className={styles.ended}>
          <p className="fr-column">{t(page.event.event_cancelled ? 'cancelled' : 'ended')}</p>
        </div>
      )}
      <div className={`fr-column ${styles.page}`}>
        {model.offer !== 'own' && <InAppHint />}
        <div className={styles.grid} data-first={soldOut || (!takingOver && hasMailed) ? 'side' : undefined}>
          <Media page={page} hasSeat={model.viewpoint === 'buyer'} phone={phone} />
          <div className={styles.head}>
            <LazySection>
              <EventHead page={page} />
            </LazySection>
          </div>
          <div className={styles.host}>
            <LazySection>
              <HostBlock page={page} />
            </LazySection>
          </div>
          <div className={styles.about}>
            {(page.event_recorded ||
              page.event_replay ||
              (page.event.event_state === 2 && (model.viewpoint !== 'visitor' || isAdmin))) && (
              <Suspense fallback={null}>
                <EventRecording page={page} className={styles.recorded} />
              </Suspense>
            )}
            <LazySection>
              <EventAbout page={page} />
            </LazySection>
          </div>
          <aside ref={side} className={styles.side}>
            {model.offer === 'own' ? (
              <Suspense fallback={<Skeleton height={390} radius={16} />}>
                <HostPanel page={page} model={model} />
              </Suspense>
            ) : (
              <LazySection>
                <PurchaseCard
                  page={page}
                  model={model}
                  mailed={!takingOver && hasMailed}
                  onOffer={soldOut ? setOffered : undefined}
                  onBuy={() => setDialog('buy')}
                  onShowTicket={() => setDialog('ticket')}
                />
              </LazySection>
            )}
          </aside>
          <div ref={rest} className={`fr-later ${styles.rest}`}>
            {(model.viewpoint === 'owner' || (model.viewpoint === 'buyer' && model.offer !== 'cancelled')) && (
              <Suspense fallback={null}>
                <HostMessages eventUuid={page.event.event_uuid} />
              </Suspense>
            )}
            {model.offer === 'own' && advertising && !mobile && !page.event.event_cancelled && (
              <Suspense fallback={<Skeleton height={240} />}>
                <HostVideos event={page.event} />
              </Suspense>
            )}
            <LazySection>
              <Attendees page={page} />
            </LazySection>
            <WhenNear>
              <EventReviews page={page} />
            </WhenNear>
          </div>
        </div>
        {model.offer !== 'own' && (
          <WhenNear>
            <MoreLikeThis event={page.event} />
          </WhenNear>
        )}
      </div>
      {(takingOver || !hasMailed) && <PhoneBar page={page} model={model} onBuy={() => setDialog('buy')} />}
      {/* The page was drawn without the wallet's query: what comes of it follows once the page is taken over. */}
      {!takingOver && (fromWallet || dialog !== 'none') && (
        <Suspense>
          <EventDialogs
            page={page}
            dialog={dialog}
            fromWallet={fromWallet}
            onDialog={setDialog}
            onClose={dialog === 'none' ? undefined : () => setDialog('none')}
          />
        </Suspense>
      )}
    </>
  );
}

/** The same boxes while the event comes. */
function Blank() {
  const { t } = useTranslation();
  return (
    <div className={`fr-column ${styles.page}`} aria-busy="true">
      <span className="fr-visually-hidden" role="status">
        {t('loading')}
      </span>
      <div className={styles.grid} aria-hidden="true">
        <div className={styles.media}>
          <Skeleton height="100%" radius={0} />
        </div>
        <div className={styles.head}>
          <Skeleton height={64} width="70%" />
        </div>
        <div className={styles.host}>
          <Skeleton height={96} />
        </div>
        <div className={styles.side}>
          <Skeleton height={390} radius={16} />
        </div>
        <div className={styles.rest}>
          <Skeleton height={120} />
        </div>
      </div>
    </div>
  );
}

/** `/event/{id}`: everything about one event, and the way to a seat in it. */
export default function EventPage() {
  const { id = '' } = useParams();
  const event = useEvent(id);
  useEffect(() => {
    if (readStored(staleTicketKey) === null) return;
    void import('#web/features/events/stale-ticket.ts').then(({ sayStaleTicket }) => sayStaleTicket());
  }, []);
  if (event.data) return <Loaded page={event.data} />;
  if (event.isPending) return <Blank />;
  return (
    <Suspense fallback={<Blank />}>
      <NoEvent error={event.error} onRetry={() => void event.refetch()} />
    </Suspense>
  );
}
