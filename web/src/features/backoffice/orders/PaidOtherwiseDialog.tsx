import type { WireAdminRefund } from '@frontrow/contract/backoffice/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { call } from '#web/shared/api/call.ts';
import { formatMoney } from '#web/shared/format/money.ts';
import { ReasonDialog } from '../ui/ReasonDialog.tsx';

interface PaidOtherwiseDialogProps {
  refund: WireAdminRefund;
  onClose: () => void;
  onSettled: () => void;
}

/** Asks how a refund was paid that the provider could not make. */
export function PaidOtherwiseDialog({ refund, onClose, onSettled }: PaidOtherwiseDialogProps) {
  const { t, language } = useTranslation('admin');
  return (
    <ReasonDialog
      title={t('paidOtherwiseTitle')}
      text={t('paidOtherwiseText', {
        amount: formatMoney(refund.refund_amount, refund.currency, language),
        who: `@${refund.buyer_username}`,
      })}
      label={t('reference')}
      action={t('paidOtherwise')}
      done={t('paidOtherwiseDone')}
      act={(reference) =>
        call('POST /admin/refunds/paid_otherwise', { body: { refund_uuid: refund.refund_uuid, reference } })
      }
      onClose={onClose}
      onSettled={onSettled}
    />
  );
}
