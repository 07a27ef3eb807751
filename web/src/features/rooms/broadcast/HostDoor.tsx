import { IconBroadcast, IconDeviceMobile, IconEyeOff, IconLivePhoto, IconMessageCircle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { startWindowMs } from '@frontrow/core/events/limits.ts';
import { formatLongDate, formatTime } from '#web/shared/format/time.ts';
import { isMobileDevice } from '#web/shared/mobile-device.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Countdown } from '#web/shared/ui/Countdown.tsx';
import { useNow } from '#web/shared/ui/use-now.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { DoorScreen } from '../instructions/DoorScreen.tsx';
import { FeatureList } from '../instructions/FeatureCard.tsx';
import { type DoorProps, usePreparedEngine } from '../instructions/InstructionsScreen.tsx';
import { NetworkCard } from '../instructions/NetworkCard.tsx';
import { carriesVideo } from '../media/video-support.ts';
import { useHint } from '../instructions/use-hint.ts';
import { useNetwork } from '../instructions/use-network.ts';
import { ConnectionCard } from './ConnectionCard.tsx';
import styles from './Doors.module.css';
import { ObsSteps } from './ObsSteps.tsx';

/** The server's clock is known to the second: asked a moment too early the door would be refused. */
const clockMarginMs = 1_000;

/** Opens the control room once, as soon as it may be opened. After a refusal it waits for the button. */
function useOpensItself({ model, phase }: DoorProps, mayOpen: boolean): void {
  const [tried, setTried] = useState(false);
  useEffect(() => {
    if (tried || !mayOpen || !model || phase !== 'outside') return;
    setTried(true);
    void model.enter();
  }, [tried, mayOpen, model, phase]);
}

/** On a phone nothing has to be set up. */
function PhoneSource() {
  const { t } = useTranslation('broadcast');
  return (
    <section className={styles.phone}>
      <IconDeviceMobile size={32} stroke={1.5} aria-hidden="true" />
      <h2>{t('door.phone')}</h2>
      <p>{t('door.phoneText')}</p>
    </section>
  );
}

/** Before the control room, for the host: the time until it opens, and the encoder's settings. */
export function HostDoor(props: DoorProps) {
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
  usePreparedEngine(findings.videoUrl);
  useOpensItself(props, !isEarly && carriesVideo());
  return (
    <DoorScreen
      title={t('rooms:title.owner')}
      toEvent={`/event/${event.event_uuid}`}
      hint={isEarly ? t(phone ? 'door.earlyPhone' : 'door.early') : usual}
      action={
        isEarly ? (
          <div className={styles.opens}>
            <p>
              <span aria-hidden="true">{t('door.opensIn')}</span>
              <span className="fr-visually-hidden">
                {t('door.opensAt', { date: `${formatLongDate(opensAt, { now })}, ${formatTime(opensAt)}` })}
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
            {t('door.open')}
          </Button>
        )
      }
      side={
        <>
          <NetworkCard findings={findings} />
          <FeatureList
            title={t('door.room')}
            features={[
              { icon: IconBroadcast, name: t('door.source'), text: t(phone ? 'door.sourcePhone' : 'door.sourceText') },
              { icon: IconEyeOff, name: t('door.preview'), text: t('door.previewText') },
              { icon: IconLivePhoto, name: t('door.live'), text: t('door.liveText') },
              { icon: IconMessageCircle, name: t('door.moderation'), text: t('door.moderationText') },
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
    </DoorScreen>
  );
}
