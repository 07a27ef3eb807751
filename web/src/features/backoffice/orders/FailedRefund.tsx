import { useMutation } from '@tanstack/react-query';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import type { WireAdminRefund } from '@frontrow/contract/backoffice/api.ts';
import { formatMoney } from '#web/shared/format/money.ts';
import { ReasonDialog } from '../ui/ReasonDialog.tsx';

/** Has the provider asked once more for a refund that was given up. */
export function RetryRefund({ refundUuid, onSettled }: { refundUuid: string; onSettled: () => void }) {
  const { t } = useTranslation('admin');
  const retry = useMutation({
    mutationFn: () => call('POST /admin/refunds/retry', { body: { refund_uuid: refundUuid } }),
    onSuccess: () => toastGood(t('refundRetried')),
    onError: (error) => toastError(messageOf(error)),
    onSettled,
  });
  return (
    <Button size="sm" loading={retry.isPending} onClick={() => retry.mutate()}>
      {t('retryRefund')}
    </Button>
  );
}

interface MarkAsPaidDialogProps {
  refund: WireAdminRefund;
  onClose: () => void;
  onSettled: () => void;
}

/** Asks how a refund was paid that the provider could not make. */
export function MarkAsPaidDialog({ refund, onClose, onSettled }: MarkAsPaidDialogProps) {
  const { t, language } = useTranslation('admin');
  return (
    <ReasonDialog
      title={t('markAsPaidTitle')}
      text={t('markAsPaidText', {
        amount: formatMoney(refund.refund_amount, refund.currency, language),
        who: `@${refund.buyer_username}`,
      })}
      label={t('reference')}
      action={t('markAsPaid')}
      done={t('markAsPaidDone')}
      act={(reference) =>
        call('POST /admin/refunds/paid_otherwise', { body: { refund_uuid: refund.refund_uuid, reference } })
      }
      onClose={onClose}
      onSettled={onSettled}
    />
  );
}
