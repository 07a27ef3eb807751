import type { WireAdminUser } from '@frontrow/contract/accounts/admin-api.ts';
import { refusalReasonCharsMax } from '@frontrow/core/accounts/influencer-request.ts';
import { Button, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '#web/app/i18n/use-translation.ts';
import { toastGood } from '#web/app/toast.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import styles from './Admin.module.css';

interface RefuseDialogProps {
  user: WireAdminUser;
  onClose: () => void;
  onDone: () => void;
}

/** A refusal always says why. */
export function RefuseDialog({ user, onClose, onDone }: RefuseDialogProps) {
  const { t } = useTranslation('admin');
  const [reason, setReason] = useState('');
  const refuse = useMutation({
    mutationFn: () => call('POST /admin/influencer_requests/refuse', { body: { user_ide: user.user_ide, reason } }),
    onSuccess: () => {
      toastGood(t('refused', { name: user.user_username }));
      onClose();
    },
    onSettled: onDone,
  });
  return (
    <Dialog title={t('refuseTitle', { name: user.user_username })} onClose={onClose} closeOnClickOutside={false}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          refuse.mutate();
        }}
      >
        <p className={styles.line}>{t('refuseText')}</p>
        <Textarea
          label={t('reason')}
          rows={4}
          maxLength={refusalReasonCharsMax}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={refuse.isError ? messageOf(refuse.error) : undefined}
          data-autofocus
        />
        <Button type="submit" size="lg" fullWidth loading={refuse.isPending}>
          {t('refuse')}
        </Button>
      </form>
    </Dialog>
  );
}
