import type { AnswerOf } from '@frontrow/contract/api.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/shared/api/call.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { AccountSection } from '#web/shared/menu/AccountSections.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { focusNextRow } from '#web/shared/ui/focus-next-row.ts';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { sessionsKey } from '../LogOutOthers.tsx';
import styles from '../Profile.module.css';
import type { OwnAccount } from '../ProfileSection.tsx';
import { AddPasskeyDialog, RemovePasskeyDialog } from './PasskeyDialogs.tsx';
import { passkeysHere } from '../../passkeys/use-passkey-log-in.ts';

type Passkey = AnswerOf<'POST /user/passkeys'>;
const passkeysKey = ['account', 'passkeys'];

/** The passkeys of the account, which are added and removed here. */
export function PasskeysSection({ account }: { account: OwnAccount }) {
  const { t } = useTranslation('account');
  const dates = useDates();
  const client = useQueryClient();
  const passkeys = useQuery({ queryKey: passkeysKey, queryFn: () => call('GET /user/passkeys') });
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey>();
  const close = () => {
    setAdding(false);
    setRemoving(undefined);
    void client.invalidateQueries({ queryKey: passkeysKey });
    void client.invalidateQueries({ queryKey: sessionsKey });
  };
  const whenOf = (one: Passkey): string => {
    const added = formatShortDateTime(one.created_at, dates);
    return one.last_used_at === null
      ? t('passkeys.unused', { added })
      : t('passkeys.used', { added, used: formatShortDateTime(one.last_used_at, dates) });
  };
  const missing = !account.user.user_email_verified
    ? 'second.needsEmail'
    : passkeysHere()
      ? undefined
      : 'passkeys.unavailable';
  return (
    <AccountSection title={t('passkeys.title')} text={t('passkeys.text')}>
      {passkeys.isPending && <Skeleton height={44} width={200} radius={999} />}
      {passkeys.isError && <ErrorNote error={passkeys.error} onRetry={() => void passkeys.refetch()} />}
      {passkeys.data?.passkeys.length === 0 && <p>{t('passkeys.none')}</p>}
      <ul ref={focusNextRow} className={styles.list}>
        {passkeys.data?.passkeys.map((one) => (
          <li key={one.passkey_ide} className={styles.row}>
            <div>
              <p className={styles.name}>{one.passkey_name}</p>
              <p className={styles.soft}>{whenOf(one)}</p>
            </div>
            <Button
              variant="default"
              aria-label={t('passkeys.removeOf', { name: one.passkey_name })}
              onClick={() => setRemoving(one)}
            >
              {t('passkeys.remove')}
            </Button>
          </li>
        ))}
      </ul>
      {passkeys.data &&
        (missing ? (
          <p className={styles.soft}>{t(missing)}</p>
        ) : (
          <Button variant="default" className={styles.button ?? ''} onClick={() => setAdding(true)}>
            {t('passkeys.add')}
          </Button>
        ))}
      {adding && <AddPasskeyDialog hasPassword={account.has_password} onClose={close} />}
      {removing && <RemovePasskeyDialog passkey={removing} hasPassword={account.has_password} onClose={close} />}
    </AccountSection>
  );
}
