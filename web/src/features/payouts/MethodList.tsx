import { IconBuildingBank } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/shared/api/call.ts';
import { ApiRefusal, messageOf } from '#web/shared/api/refusal.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { leavePage } from '#web/shared/leave-page.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { focusNextRow } from '#web/shared/ui/focus-next-row.ts';
import { DefaultMethodDialog } from './DefaultMethodDialog.tsx';
import { type Method, useChange } from './payout-queries.ts';
import styles from './Payouts.module.css';
import { RemoveMethodDialog } from './RemoveMethodDialog.tsx';

/** The accounts, default first, with what a provider still asks for. */
export function MethodList({ methods }: { methods: readonly Method[] }) {
  const { t } = useTranslation('payouts');
  const [leaving, setLeaving] = useState<Method | null>(null);
  const [choosing, setChoosing] = useState<Method | null>(null);
  return (
    <>
      <ul ref={focusNextRow} className={styles.rows} aria-label={t('list')}>
        {methods.map((method) => (
          <MethodRow
            key={method.method_uuid}
            method={method}
            onRemove={() => setLeaving(method)}
            onPasswordNeeded={() => setChoosing(method)}
          />
        ))}
      </ul>
      {choosing && <DefaultMethodDialog method={choosing} onClose={() => setChoosing(null)} />}
      {leaving && <RemoveMethodDialog method={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

interface MethodRowProps {
  method: Method;
  onRemove: () => void;
  onPasswordNeeded: () => void;
}

function MethodRow({ method, onRemove, onPasswordNeeded }: MethodRowProps) {
  const { t } = useTranslation('payouts');
  const name = `${t(`kind.${method.kind}`)}: ${method.account}`;
  const body = { method_uuid: method.method_uuid };
  const choose = useChange(
    () => call('POST /payouts/methods/default', { body }),
    () => toastGood(t('defaultDone')),
  );
  const link = useMutation({
    mutationFn: () => call('POST /payouts/methods/link', { body }),
    onSuccess: ({ url }) => (url === null ? undefined : leavePage(url)),
    onError: (error) => toastError(messageOf(error)),
  });
  return (
    <li className={styles.row}>
      <IconBuildingBank size={28} stroke={1.6} aria-hidden="true" />
      <div className={styles.what}>
        <p className={styles.name}>
          {name}
          {method.is_default && <span className={styles.pill}>{t('default')}</span>}
          {method.state !== 'ready' && <span className={styles.pill}>{t(`methodState.${method.state}`)}</span>}
        </p>
        <p className={styles.soft}>{method.holder_name}</p>
        {method.requirements.length > 0 && (
          <>
            <p className={styles.soft}>{t('asksFor')}</p>
            <ul className={styles.needs}>
              {method.requirements.map((need) => (
                <li key={need}>{need}</li>
              ))}
            </ul>
          </>
        )}
      </div>
      <div className={styles.actions}>
        {method.kind === 'stripe' && method.state !== 'ready' && (
          <Button loading={link.isPending} onClick={() => link.mutate()}>
            {t('continueAtStripe')}
          </Button>
        )}
        {!method.is_default && (
          <Button
            variant="default"
            aria-label={t('makeDefaultOf', { account: name })}
            loading={choose.isPending}
            onClick={() =>
              choose.mutate(undefined, {
                onError: (error) =>
                  error instanceof ApiRefusal && error.is('password_needed')
                    ? onPasswordNeeded()
                    : toastError(messageOf(error)),
              })
            }
          >
            {t('makeDefault')}
          </Button>
        )}
        <Button variant="default" aria-label={t('removeOf', { account: name })} onClick={onRemove}>
          {t('remove')}
        </Button>
      </div>
    </li>
  );
}
