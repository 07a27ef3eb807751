import '#web/shared/styles/components.ts';
import { Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireReview } from '@frontrow/contract/reviews/api.ts';
import { reportCharsMax } from '@frontrow/core/reviews/limits.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import styles from './Reviews.module.css';

/** A host asks an administrator to look at a review. */
export default function ReportDialog({ review, onClose }: { review: WireReview; onClose: () => void }) {
  const { t } = useTranslation('reviews');
  const [reason, setReason] = useState('');
  const report = useMutation({
    mutationFn: () => call('POST /reviews/report', { body: { review_ide: review.review_ide, reason } }),
    onSuccess: () => {
      onClose();
      toastGood(t('report.done'));
    },
    onError: (error) => toastError(messageOf(error)),
  });
  return (
    <Dialog title={t('report.title')} onClose={onClose} fullScreenOnPhone={false} closable={!report.isPending}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          report.mutate();
        }}
      >
        <p className={styles.soft}>{t('report.text')}</p>
        <Textarea
          label={t('report.reason')}
          data-autofocus
          autosize
          minRows={3}
          maxLength={reportCharsMax}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Button type="submit" size="lg" loading={report.isPending}>
          {t('report.send')}
        </Button>
      </form>
    </Dialog>
  );
}
