import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError } from '#web/shared/toasts/toast.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { download } from '#web/shared/download.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { AccountSection } from '#web/shared/menu/AccountSections.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import type { OwnAccount } from './ProfileSection.tsx';
import styles from './Profile.module.css';

/** Downloads the personal data, and deletes the account. */
export function DataSection({ account }: { account: OwnAccount }) {
  const { t } = useTranslation('account');
  const [leaving, setLeaving] = useState(false);
  const take = useMutation({
    mutationFn: () => call('GET /user/export'),
    onSuccess: (found) => download('frontrow-my-data.json', 'application/json', JSON.stringify(found, null, 2)),
    onError: (error) => toastError(messageOf(error)),
  });
  return (
    <AccountSection title={t('data.title')} text={t('data.text')}>
      <div className={styles.buttons}>
        <Button variant="default" loading={take.isPending} onClick={() => take.mutate()}>
          {t('data.export')}
        </Button>
        <Button variant="outline" onClick={() => setLeaving(true)}>
          {t('data.delete')}
        </Button>
      </div>
      {leaving && <DeleteDialog hasPassword={account.has_password} onClose={() => setLeaving(false)} />}
    </AccountSection>
  );
}
