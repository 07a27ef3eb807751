import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { askToLogin } from '#web/shared/login-modal.ts';
import { useSession } from '#web/shared/session/session.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { openPopup } from './open-popup.ts';

/** "Get ticket" of a token-gated event; `onPress` gets the window, null where it was blocked. */
export default function GetTicket({
  soldOut,
  onPress,
}: {
  soldOut: boolean;
  onPress: (popup: Window | null | undefined) => void;
}) {
  const { t } = useTranslation('event');
  const knows = useSession(({ user }) => user !== null && !user.user_is_guest);
  // A wallet belongs to an account. After logging in another press opens the window: browsers want one for it.
  const press = () => (knows ? onPress(openPopup()) : askToLogin('login', null, () => onPress(undefined)));
  return (
    <Button size="lg" fullWidth disabled={soldOut} onClick={press}>
      {t(soldOut ? 'card.soldOut' : 'rally:getTicket')}
    </Button>
  );
}
