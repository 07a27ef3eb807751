import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import styles from './Request.module.css';
import { RequestForm } from './RequestForm.tsx';
import { slotsQuery } from './new-request-queries.ts';

interface RequestDialogProps {
  username: string;
  name: string;
  onClose: () => void;
}

/** A viewer asks a host for a private meeting: how long, when, about what. */
export default function RequestDialog({ username, name, onClose }: RequestDialogProps) {
  const { t } = useTranslation('asking');
  const slots = useQuery(slotsQuery(username));
  const [sent, setSent] = useState<string>();
  return (
    <Dialog title={t('title', { name })} onClose={onClose} size={600} closeOnClickOutside={false}>
      {sent !== undefined ? (
        <EmptyState title={t('asked.title')} text={t('asked.text', { name })} level={3} heads={false}>
          <Button component={Link} to={`/message/private_request?request=${sent}`}>
            {t('asked.see')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('asked.close')}
          </Button>
        </EmptyState>
      ) : slots.data?.offered ? (
        <RequestForm username={username} name={name} offer={slots.data} onSent={setSent} />
      ) : slots.data ? (
        <EmptyState title={t('none.title')} text={t('none.text', { name })} level={3} heads={false}>
          <Button variant="default" onClick={onClose}>
            {t('asked.close')}
          </Button>
        </EmptyState>
      ) : slots.isError ? (
        <ErrorNote error={slots.error} onRetry={() => void slots.refetch()} />
      ) : (
        <div className={styles.form} role="status" aria-label={t('loading')}>
          <Skeleton height={44} radius={12} />
          <Skeleton height={72} radius={12} />
          <Skeleton height={144} radius={12} />
        </div>
      )}
    </Dialog>
  );
}
