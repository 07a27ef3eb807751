import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { eventFromWire } from '@frontrow/contract/events/event-codec.ts';
import { waitlistIsOpen } from '@frontrow/core/ticketing/waitlist.ts';
import { eventKey } from '#web/features/events/event-feed.ts';
import { openPopup } from '#web/features/ticketing/token-gate/open-popup.ts';
import { useClaimWays } from '#web/features/ticketing/token-gate/use-claim-ways.ts';
import { useMyPlace, waitlistKey } from '#web/features/ticketing/waitlist/use-my-place.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { lazy } from '#web/shared/lazy.tsx';
import { askToLogin } from '#web/shared/login-modal.ts';
import { reloadProfile, useSession } from '#web/shared/session/session.ts';
import { themed } from '#web/shared/themed.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { TokenLine } from '#web/shared/ui/TokenLine.tsx';
import { useNow } from '#web/shared/ui/use-now.ts';
import { useCountView } from '#web/shared/use-count-view.ts';
import { type PurchaseCardProps, Seats } from './PurchaseCard.tsx';
import styles from './PurchaseCard.module.css';

const ClaimDialog = lazy(
  themed(() => import('#web/features/ticketing/token-gate/ClaimDialog.tsx')),
  ['rally'],
);

const WaitlistBox = lazy(() => import('#web/features/ticketing/waitlist/WaitlistBox.tsx'), ['waitlist']);

type Props = Pick<PurchaseCardProps, 'page' | 'model'>;

/** What a token-gated event asks for, and the way to its ticket; in the phone's bar the button alone. */
export default function HoldersOnly({ page, model, bar = false }: Props & { bar?: boolean }) {
  const { t } = useTranslation('rally');
  const { event_tokens: shown = [], event_holders_of: names = [] } = page.event;
  const tokens = names.join(', ');
  if (bar) return <GetTicket page={page} model={model} bar />;
  return (
    <>
      <p className={styles.why}>
        {t('event:card.gated')} {t('anyOf', { tokens })} {t('howChecked')}
      </p>
      {shown.length > 0 && (
        <ul className={styles.tokens}>
          {shown.map((token) => (
            <li key={`${token.token_chain_id} ${token.token_address} ${token.token_id}`}>
              <TokenLine token={token} />
            </li>
          ))}
        </ul>
      )}
      {model.offer === 'gated' && <Seats page={page} model={model} />}
      <div className={styles.button}>
        <GetTicket page={page} model={model} />
      </div>
      <Suspense>
        <WaitlistBox event={page.event} onOffer={ignore} />
      </Suspense>
    </>
  );
}

/** The button asks for itself whether a seat is offered. */
const ignore = (): void => undefined;

function GetTicket({ page, model, bar = false }: Props & { bar?: boolean }) {
  const { t } = useTranslation('rally');
  const client = useQueryClient();
  const uuid = page.event.event_uuid;
  const ways = useClaimWays(page.event);
  const knows = useSession(({ user }) => user !== null && !user.user_is_guest);
  const place = useMyPlace(uuid);
  const canJoin = waitlistIsOpen(eventFromWire(page.event), useNow()) && !place;
  const offered = place?.offer !== undefined;
  const [dialog, setDialog] = useState<{ popup: Window | null | undefined }>();
  useCountView(uuid, 'checkout', dialog !== undefined);
  const got = useRef(false);
  /** A person with a ticket sees another card, once the dialog has said so. */
  const tell = useEffectEvent(() => {
    if (!got.current) return;
    got.current = false;
    void reloadProfile().catch(() => undefined);
    for (const queryKey of [eventKey(uuid), ['tickets'], waitlistKey]) void client.invalidateQueries({ queryKey });
  });
  useEffect(() => () => tell(), []);
  useEffect(() => {
    if (dialog === undefined) tell();
  }, [dialog]);
  // A wallet belongs to an account. After logging in another press opens the window: browsers want one for it.
  const press = () => {
    if (knows) setDialog({ popup: ways[0] === 'provider' && ways.length === 1 ? openPopup() : undefined });
    else askToLogin('login', null, () => setDialog({ popup: undefined }));
  };
  const canPress = offered || canJoin || !model.seats.soldOut;
  // The phone's bar says next to it that there is no seat.
  if (bar && !canPress) return null;
  return (
    <>
      {model.offer === 'gated' || offered ? (
        <Button size="lg" fullWidth disabled={!canPress} onClick={press}>
          {t(offered ? 'take' : !model.seats.soldOut ? 'getTicket' : canJoin ? 'join' : 'event:card.soldOut')}
        </Button>
      ) : (
        <p className={styles.why}>{t('event:card.closed')}</p>
      )}
      <Suspense>
        {dialog && (
          <ClaimDialog
            event={page.event}
            ways={ways}
            popup={dialog.popup}
            onClose={() => setDialog(undefined)}
            onDone={() => void (got.current = true)}
          />
        )}
      </Suspense>
    </>
  );
}
