import { IconHourglass, IconMailFast, IconWallet, IconWorld } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { lazy } from '#web/shared/lazy.tsx';
import { useSession } from '#web/shared/session/session.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { openPopup } from './open-popup.ts';
import styles from './Rally.module.css';
import { RallySteps } from './RallySteps.tsx';
import type { ClaimWay } from './use-claim-ways.ts';

const WalletSteps = lazy(() => import('./WalletSteps.tsx'), ['rally']);

interface ClaimDialogProps {
  event: WireEvent;
  ways: readonly ClaimWay[];
  /** The provider's window that the press opened, null where it was blocked; undefined: nobody pressed yet. */
  popup: Window | null | undefined;
  onClose: () => void;
  /** There is a ticket now. */
  onDone: () => void;
}

/**
 * "Get ticket" of a token-gated event: the way it is claimed, then that way, to the mail with the magic link, or
 * to a place on the waitlist where it is sold out.
 */
export default function ClaimDialog({ event, ways, popup, onClose, onDone }: ClaimDialogProps) {
  const { t } = useTranslation('rally');
  const [only, ...others] = ways;
  const [way, setWay] = useState<ClaimWay | undefined>(others.length === 0 ? only : undefined);
  const [opened, setOpened] = useState(popup);
  const [isDone, setDone] = useState(false);
  const [position, setPosition] = useState<number>();
  const [isBusy, setBusy] = useState(false);
  const steps = { event, onDone, onClaimed: () => setDone(true), onWaits: setPosition, onBusy: setBusy, onClose };
  return (
    <Dialog
      title={t(!isDone ? 'title' : position === undefined ? 'done.title' : 'waits.title')}
      onClose={onClose}
      fullScreenOnPhone={false}
      closable={!isBusy}
      closeOnClickOutside={false}
    >
      {isDone ? (
        <Done position={position} onClose={onClose} />
      ) : way === 'wallet' ? (
        <Suspense>
          <WalletSteps {...steps} />
        </Suspense>
      ) : way === 'provider' ? (
        <RallySteps {...steps} popup={opened} />
      ) : (
        <>
          <p className={styles.text}>{t('ways.text')}</p>
          <div className={styles.wallets}>
            <Button
              size="lg"
              fullWidth
              leftSection={<IconWallet size={22} stroke={1.7} aria-hidden="true" />}
              onClick={() => setWay('wallet')}
              data-autofocus
            >
              {t('ways.wallet')}
            </Button>
            <Button
              size="lg"
              fullWidth
              variant="default"
              leftSection={<IconWorld size={22} stroke={1.7} aria-hidden="true" />}
              onClick={() => {
                setOpened(openPopup());
                setWay('provider');
              }}
            >
              {t('ways.provider')}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

/** What became of the claim: a ticket, or a place in line. */
function Done({ position, onClose }: { position: number | undefined; onClose: () => void }) {
  const { t } = useTranslation('rally');
  const email = useSession(({ user }) => user?.user_email ?? '');
  return (
    <>
      <p className={styles.sent}>
        {position === undefined ? (
          <IconMailFast size={40} stroke={1.5} aria-hidden="true" />
        ) : (
          <IconHourglass size={40} stroke={1.5} aria-hidden="true" />
        )}
      </p>
      <p className={styles.text} role="status">
        {position === undefined ? t('done.text', { email }) : t('waits.text', { position })}
      </p>
      <Button size="lg" fullWidth onClick={onClose} data-autofocus>
        {t('done.ok')}
      </Button>
    </>
  );
}
