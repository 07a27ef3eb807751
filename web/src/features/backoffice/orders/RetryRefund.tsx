import { useMutation } from '@tanstack/react-query';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';

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
