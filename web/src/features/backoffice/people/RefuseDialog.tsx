import type { WireAdminUser } from '@frontrow/contract/accounts/admin-api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { call } from '#web/shared/api/call.ts';
import { ReasonDialog } from '../ui/ReasonDialog.tsx';

interface RefuseDialogProps {
  user: WireAdminUser;
  onClose: () => void;
  onDone: () => void;
}

/** Asks for the reason of a refusal, which is mailed. */
export function RefuseDialog({ user, onClose, onDone }: RefuseDialogProps) {
  const { t } = useTranslation('admin');
  return (
    <ReasonDialog
      title={t('refuseTitle', { name: user.user_username })}
      text={t('refuseText')}
      action={t('refuse')}
      done={t('refused', { name: user.user_username })}
      act={(reason) => call('POST /admin/influencer_requests/refuse', { body: { user_ide: user.user_ide, reason } })}
      onClose={onClose}
      onSettled={onDone}
    />
  );
}
