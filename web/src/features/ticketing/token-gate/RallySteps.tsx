import { IconWallet } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { claimOrWait } from './claim-or-wait.ts';
import { openPopup } from './open-popup.ts';
import styles from './Rally.module.css';
import { popupOf } from './popup-of.ts';
import { createRally, type RallyPhase } from './rally-model.ts';
import { takeRally } from './rally-stored.ts';
import { useClaimPhase } from './use-claim-phase.ts';

/** What each way to claim is given by the dialog. */
export interface ClaimStepsProps {
  event: WireEvent;
  /** There is a ticket now, or was all along. */
  onDone: () => void;
  /** The claim went through: the dialog says so. */
  onClaimed: () => void;
  /** It is sold out, and the holder has this place on the waitlist; the claim is over as well. */
  onWaits: (position: number) => void;
  /** While a claim is under way the dialog stays. */
  onBusy: (busy: boolean) => void;
  onClose: () => void;
}

/** The way of the provider, from the open popup to the claim. `popup`: null where it was blocked. */
export function RallySteps({
  event,
  popup,
  onDone,
  onClaimed,
  onWaits,
  onBusy,
  onClose,
}: ClaimStepsProps & { popup: Window | null | undefined }) {
  const { t } = useTranslation('rally');
  const [flow] = useState(() =>
    createRally({
      begin: () => call('POST /auth/rally', { body: {} }),
      claim: (code, state) =>
        claimOrWait(
          event.event_uuid,
          () =>
            call('POST /events/purchase_rally', {
              body: { event_uuid: event.event_uuid, code, skipValidation: false, ...(state !== null && { state }) },
            }),
          onWaits,
        ),
      take: takeRally,
      every(ms, work) {
        const timer = setInterval(work, ms);
        return () => clearInterval(timer);
      },
      say: messageOf,
      tooLong: t('tooLong'),
      done: onDone,
    }),
  );
  const phase = useStore(flow.store);
  useClaimPhase(phase.is, { onClaimed, onBusy });
  const started = useRef(false);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  // React's strict mode takes every dialog away and back once, which must not close the window.
  useEffect(() => {
    clearTimeout(leaving.current);
    if (!started.current && popup !== undefined) void flow.start(popupOf(popup));
    started.current = true;
    return () => void (leaving.current = setTimeout(flow.stop));
  }, [flow, popup]);
  const press = () => void flow.start(popupOf(openPopup()));
  if (phase.is === 'done') return null;
  return <Steps phase={phase} onPress={press} onClaimAgain={() => void flow.claimAgain()} onClose={onClose} />;
}

interface StepsProps {
  phase: Exclude<RallyPhase, { is: 'done' }>;
  onPress: () => void;
  onClaimAgain: () => void;
  onClose: () => void;
}

function Steps({ phase, onPress, onClaimAgain, onClose }: StepsProps) {
  const { t } = useTranslation('rally');
  const failed = phase.is === 'refused' ? phase.message : phase.is === 'ready' && phase.blocked ? t('blocked') : '';
  const text =
    phase.is === 'waiting' && phase.closed
      ? t('closed')
      : t(phase.is === 'claiming' ? 'claiming' : phase.is === 'waiting' ? 'waiting' : 'why');
  const works = phase.is === 'claiming' || (phase.is === 'waiting' && !phase.closed);
  return (
    <>
      <div aria-live="assertive" className={failed ? styles.refusal : undefined}>
        {failed}
      </div>
      {!failed && (
        <p className={styles.text} role="status">
          {text}
        </p>
      )}
      {phase.is === 'refused' && phase.again === 'nothing' ? (
        <Button size="lg" fullWidth variant="default" onClick={onClose} data-autofocus>
          {t('back')}
        </Button>
      ) : phase.is === 'refused' && phase.again === 'claim' ? (
        <Button size="lg" fullWidth onClick={onClaimAgain} data-autofocus>
          {t('again')}
        </Button>
      ) : (
        <Button
          size="lg"
          fullWidth
          onClick={onPress}
          loading={works}
          leftSection={<IconWallet size={20} stroke={1.7} aria-hidden="true" />}
          data-autofocus
        >
          {t(phase.is === 'refused' ? 'signInAgain' : phase.is === 'waiting' ? 'openAgain' : 'open')}
        </Button>
      )}
    </>
  );
}
