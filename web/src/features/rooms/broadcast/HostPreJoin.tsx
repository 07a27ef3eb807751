import { IconBroadcast, IconDeviceMobile, IconEyeOff, IconLivePhoto, IconMessageCircle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { startWindowMs } from '@frontrow/core/events/limits.ts';
import { formatLongDateTime } from '#web/shared/format/time.ts';
import { isMobileDevice } from '#web/shared/mobile-device.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Countdown } from '#web/shared/ui/Countdown.tsx';
import { useNow } from '#web/shared/ui/use-now.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { PreJoinLayout, type PreJoinProps } from '../pre-join/PreJoinLayout.tsx';
import { FeatureList } from '../pre-join/FeatureCard.tsx';
import { NetworkCard } from '../pre-join/NetworkCard.tsx';
import { carriesVideo } from '../media/video-support.ts';
import { useHint } from '../pre-join/use-hint.ts';
import { useNetwork } from '../pre-join/network-check.ts';
import { ConnectionCard } from './ConnectionCard.tsx';
import styles from './BroadcastPreJoin.module.css';
import { ObsSteps } from './ObsSteps.tsx';

/** The server's clock is known to the second: asked a moment too early it would refuse. */
const clockMarginMs = 1_000;

/**
 * Opens the control room once, as soon as it may be opened. After a refusal it waits for the button, and where it has
 * waited for the time the host may have opened it on another device, which keeps it.
 */
function useOpensItself({ model, phase, wasInside }: PreJoinProps, mayOpen: boolean): void {
  const [tried, setTried] = useState(wasInside);
  const [waited] = useState(!mayOpen);
  useEffect(() => {
    if (tried || !mayOpen || !model || phase !== 'outside') return;
    setTried(true);
    void model.enter({ returning: waited });
  }, [tried, mayOpen, model, phase, waited]);
}

/** On a phone nothing has to be set up. */
function PhoneSource() {
  const { t } = useTranslation('broadcast');
  return (
    <section className={styles.phone}>
      <IconDeviceMobile size={32} stroke={1.5} aria-hidden="true" />
      <h2>{t('preJoin.phone')}</h2>
      <p>{t('preJoin.phoneText')}</p>
    </section>
  );
}

/** Before the control room, for the host: the time until it opens, and the encoder's settings. */
export function HostPreJoin(props: PreJoinProps) {
  const { page, model, phase } = props;
  const { t } = useTranslation('broadcast');
  const { event } = page;
  const now = useNow();
  const [phone] = useState(isMobileDevice);
  const opensAt = event.event_date - startWindowMs;
  const isEarly = event.event_state === 0 && now < opensAt + clockMarginMs;
  const findings = useNetwork(phase !== 'outside');
  const preparing = phase === 'waiting' || findings.videoRoom === 'preparing';
  const usual = useHint({ event, isOwner: true, preparing, videoRoom: findings.videoRoom });
  useOpensItself(props, !isEarly && carriesVideo());
  return (
    <PreJoinLayout
      title={t('rooms:title.owner')}
      toEvent={`/event/${event.event_uuid}`}
      hint={isEarly ? t(phone ? 'preJoin.earlyPhone' : 'preJoin.early') : usual}
      action={
        isEarly ? (
          <div className={styles.opens}>
            <p>
              <span aria-hidden="true">{t('preJoin.opensIn')}</span>
              <span className="fr-visually-hidden">
                {t('preJoin.opensAt', { date: formatLongDateTime(opensAt, { now }) })}
              </span>
            </p>
            <Countdown to={opensAt} />
          </div>
        ) : (
          <Button
            size="lg"
            fullWidth
            onClick={() => void model?.enter()}
            disabled={!model || !carriesVideo()}
            loading={phase === 'entering' || phase === 'waiting'}
          >
            {t('preJoin.open')}
          </Button>
        )
      }
      side={
        <>
          <NetworkCard findings={findings} />
          <FeatureList
            title={t('preJoin.room')}
            features={[
              {
                icon: IconBroadcast,
                name: t('preJoin.source'),
                text: t(phone ? 'preJoin.sourcePhone' : 'preJoin.sourceText'),
              },
              { icon: IconEyeOff, name: t('preJoin.preview'), text: t('preJoin.previewText') },
              { icon: IconLivePhoto, name: t('preJoin.live'), text: t('preJoin.liveText') },
              { icon: IconMessageCircle, name: t('preJoin.moderation'), text: t('preJoin.moderationText') },
            ]}
          />
        </>
      }
    >
      {phone ? (
        <PhoneSource />
      ) : (
        <div className={styles.setup}>
          <ConnectionCard eventUuid={event.event_uuid} />
          <ObsSteps />
        </div>
      )}
    </PreJoinLayout>
  );
}
