import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { shownTitle } from '#web/shared/catalog/shown-title.ts';
import '#web/shared/styles/components.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { formatLongDateTime, formatTime } from '#web/shared/format/time.ts';
import { serverNow } from '#web/shared/server-clock.ts';
import { Countdown } from '#web/shared/ui/Countdown.tsx';
import { roomPath } from '#web/shared/ui/event-card-model.ts';
import { Link } from '#web/shared/ui/Link.tsx';
import { useNow } from '#web/shared/ui/use-now.ts';
import { RecordedNote } from '#web/features/events/index.ts';
import { backstageOpensMs } from '@frontrow/core/rooms/limits.ts';
import type { RoomRole } from '@frontrow/core/rooms/room-rules.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';
import { carriesVideo } from '../media/video-support.ts';
import cards from './Cards.module.css';
import { PreJoinLayout, type PreJoinProps } from './PreJoinLayout.tsx';
import styles from './PreJoin.module.css';
import { FeatureCard } from './FeatureCard.tsx';
import { NetworkCard } from './NetworkCard.tsx';
import { Preview } from './Preview.tsx';
import { useHint } from './use-hint.ts';
import { useNetwork } from './network-check.ts';
import { usePreview } from '../devices/use-preview.ts';

/** A role can be given or taken while someone waits here. */
const roleEveryMs = 15_000;

interface Backstage {
  /** The host, co-hosts and guest speakers may enter now. */
  readonly isOpen: boolean;
  readonly role: RoomRole;
  /** When this person may enter; undefined for viewers, for the host and once it is open. */
  readonly hint: string | undefined;
}

/** Whether this person may enter the room before the event is live. */
function useBackstage(event: WireEvent, me: { username: string; isOwner: boolean } | undefined): Backstage {
  const { t } = useTranslation('rooms');
  const now = useNow();
  const waits = event.event_state === 0;
  const state = useQuery({
    queryKey: ['event', event.event_uuid, 'roles'],
    queryFn: () => call('GET /events/streaming/streaming_state/:uuid', { params: { uuid: event.event_uuid } }),
    enabled: waits && me !== undefined && !me.isOwner,
    refetchInterval: roleEveryMs,
    retry: false,
  });
  const role = state.data?.current_state.roles.find(({ username }) => username === me?.username)?.role ?? 'viewer';
  const opensAt = event.event_date - backstageOpensMs;
  const mayEnter = waits && (me?.isOwner === true || role !== 'viewer');
  return {
    isOpen: mayEnter && now >= opensAt,
    role,
    hint:
      waits && role !== 'viewer' && now < opensAt ? t(`backstage.${role}`, { time: formatTime(opensAt) }) : undefined,
  };
}

/** The time until the event starts, for viewers who wait. */
function StartsInCard({ at }: { at: number }) {
  const { t } = useTranslation('rooms');
  return (
    <section className={cards.card}>
      <h2>{t('startsAt', { when: formatLongDateTime(at, { now: serverNow() }) })}</h2>
      <Countdown to={at} />
    </section>
  );
}

/** Before the interactive room: camera, microphone, network check and one button. */
export function PreJoinScreen({ page, isOwner, model, phase }: PreJoinProps) {
  const { t } = useTranslation('rooms');
  const camera = usePreview('camera', isOwner);
  const microphone = usePreview('microphone', isOwner);
  const findings = useNetwork(phase !== 'outside');
  const { event } = page;
  const now = useNow();
  const preparing = phase === 'waiting' || findings.videoRoom === 'preparing';
  const hint = useHint({ event, isOwner, preparing, videoRoom: findings.videoRoom });
  const backstage = useBackstage(event, model?.me);

  const enter = (options?: { backstage: true }): void => {
    // Closed before entering: on some machines a camera that is still open cannot be opened a second time.
    camera.setOn(false);
    microphone.setOn(false);
    void model?.enter(options);
  };

  const cannotEnter = !model || !carriesVideo() || findings.videoRoom === 'preparing';
  const waits = !isOwner && event.event_state === 0 && now < event.event_date;

  return (
    <PreJoinLayout
      title={isOwner ? t('title.owner') : t('title.viewer', { eventName: shownTitle(event) })}
      note={page.event_recorded && <RecordedNote isOwner={isOwner} className={cards.recorded} />}
      toEvent={`/event/${event.event_uuid}`}
      hint={backstage.hint ?? (isOwner && backstage.isOpen ? `${t('backstage.isOpen')} ${hint}` : hint)}
      action={
        <>
          <Button
            size="lg"
            fullWidth
            onClick={() => enter()}
            disabled={cannotEnter || backstage.hint !== undefined}
            loading={phase === 'entering' || phase === 'waiting'}
          >
            {t(isOwner ? 'start' : backstage.isOpen ? 'backstage.join' : 'join')}
          </Button>
          {isOwner && event.event_state === 0 && !backstage.isOpen && (
            <Button
              className={styles.second ?? ''}
              size="lg"
              variant="default"
              fullWidth
              component={Link}
              to={`${roomPath(event)}?rehearsal`}
            >
              {t('rehearse')}
            </Button>
          )}
          {isOwner && backstage.isOpen && (
            <Button
              className={styles.second ?? ''}
              size="lg"
              variant="default"
              fullWidth
              disabled={cannotEnter || phase !== 'outside'}
              onClick={() => enter({ backstage: true })}
            >
              {t('backstage.open')}
            </Button>
          )}
        </>
      }
      side={
        <>
          {waits && <StartsInCard at={event.event_date} />}
          <NetworkCard findings={findings} />
          <FeatureCard isOwner={isOwner} />
        </>
      }
    >
      <Preview camera={camera} microphone={microphone} />
    </PreJoinLayout>
  );
}
