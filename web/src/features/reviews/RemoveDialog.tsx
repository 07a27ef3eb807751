import '#web/shared/styles/components.ts';
import { refusalReasonCharsMax } from '@frontrow/core/accounts/influencer-request.ts';
import { Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireReview } from '@frontrow/contract/reviews/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Form } from '#web/shared/ui/Form.tsx';
import { refreshReviews } from './queries.ts';
import styles from './Reviews.module.css';

interface RemoveDialogProps {
  review: WireReview;
  asAdmin: boolean;
  onClose: () => void;
}

/** Says what goes, then lets it go. */
export default function RemoveDialog({ review, asAdmin, onClose }: RemoveDialogProps) {
  const { t } = useTranslation('reviews');
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const isMissing = asAdmin && reason.trim() === '';
  const remove = useMutation({
    mutationFn: async () => {
      if (asAdmin)
        await call('POST /admin/reviews/decide', { body: { review_ide: review.review_ide, remove: true, reason } });
      else await call('POST /events/reviews/delete', { body: { review_ide: review.review_ide } });
    },
    // What opened the dialog goes with the refresh: closed before that, the keyboard would be on it.
    onSuccess: async () => {
      await refreshReviews(client);
      onClose();
      toastGood(t('remove.done'));
    },
    onError: (error) => toastError(messageOf(error)),
  });
  return (
    <Dialog
      title={t(asAdmin ? 'remove.adminTitle' : 'remove.title')}
      onClose={onClose}
      fullScreenOnPhone={false}
      closeOnClickOutside={!asAdmin}
      closable={!remove.isPending}
    >
      <Form
        onSubmit={() => {
          setTried(true);
          if (!isMissing && !remove.isPending) remove.mutate();
        }}
      >
        <p className={styles.text}>{t(asAdmin ? 'remove.adminText' : 'remove.text')}</p>
        {asAdmin && (
          <Textarea
            label={t('remove.reason')}
            required
            withAsterisk={false}
            mt="md"
            rows={3}
            maxLength={refusalReasonCharsMax}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            error={tried && isMissing ? t('remove.reasonMissing') : undefined}
            data-autofocus
          />
        )}
        <div className={styles.buttons}>
          <Button
            size="lg"
            variant="default"
            disabled={remove.isPending}
            onClick={onClose}
            data-autofocus={!asAdmin || undefined}
          >
            {t('remove.keep')}
          </Button>
          <Button type="submit" size="lg" variant="ink" loading={remove.isPending}>
            {t(asAdmin ? 'remove.admin' : 'remove.own')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
