import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { call } from '#web/shared/api/call.ts';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { AccountSection } from '#web/shared/menu/AccountSections.tsx';
import { LogOutOthers } from '../LogOutOthers.tsx';
import type { OwnAccount } from '../ProfileSection.tsx';
import styles from '../Profile.module.css';
import { TurnOffDialog } from './TurnOffDialog.tsx';
import { TurnOnDialog } from './TurnOnDialog.tsx';

/** Shows whether two-step login is on, and turns it on or off. */
export function SecondFactorSection({ account }: { account: OwnAccount }) {
  const { t } = useTranslation('account');
  /** The state at the press. The dialog stays when the state changes, because it may be showing the recovery codes. */
  const [turning, setTurning] = useState<'on' | 'off'>();
  const state = useQuery({ queryKey: ['account', 'second-factor'], queryFn: () => call('GET /user/second_factor') });
  const [changed, setChanged] = useState(false);
  const close = async () => {
    setTurning(undefined);
    const before = state.data?.on;
    const after = await state.refetch();
    if (before !== undefined && after.data && after.data.on !== before) setChanged(true);
  };
  const missing = !account.has_password
    ? 'needsPassword'
    : !account.user.user_email_verified
      ? 'needsEmail'
      : undefined;
  const on = state.data?.on === true;
  return (
    <AccountSection title={t('second.title')} text={t('second.text')}>
      {state.isPending && <Skeleton height={44} width={200} radius={999} />}
      {state.isError && <ErrorNote error={state.error} onRetry={() => void state.refetch()} />}
      {state.data && (
        <>
          <p>{on ? t('second.isOn', { count: state.data.recovery_codes_left }) : t('second.isOff')}</p>
          {missing && !on ? (
            <p className={styles.soft}>{t(`second.${missing}`)}</p>
          ) : (
            <Button
              variant={on ? 'outline' : 'default'}
              className={styles.button ?? ''}
              onClick={() => setTurning(on ? 'off' : 'on')}
            >
              {on ? t('second.turnOff') : t('second.turnOn')}
            </Button>
          )}
        </>
      )}
      {changed && <LogOutOthers asked />}
      {turning === 'on' && <TurnOnDialog onClose={() => void close()} />}
      {turning === 'off' && <TurnOffDialog onClose={() => void close()} />}
    </AccountSection>
  );
}
