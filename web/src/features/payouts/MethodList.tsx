import { IconBuildingBank } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiRefusal, messageOf } from '#web/shared/api/refusal.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { focusNextRow } from '#web/shared/ui/focus-next-row.ts';
import { GuardedStepDialog } from './GuardedStepDialog.tsx';
import { type GuardedStep, type Method, useGuardedStep } from './payout-queries.ts';
import styles from './Payouts.module.css';
import { RemoveMethodDialog } from './RemoveMethodDialog.tsx';

/** The accounts, default first, with what a provider still asks for. */
export function MethodList({ methods }: { methods: readonly Method[] }) {
  const { t } = useTranslation('payouts');
  const [leaving, setLeaving] = useState<Method | null>(null);
  const [asked, setAsked] = useState<{ method: Method; step: GuardedStep } | null>(null);
  return (
    <>
      <ul ref={focusNextRow} className={styles.rows} aria-label={t('list')}>
        {methods.map((method) => (
          <MethodRow
            key={method.method_uuid}
            method={method}
            onRemove={() => setLeaving(method)}
            onPasswordNeeded={(step) => setAsked({ method, step })}
          />
        ))}
      </ul>
      {asked && <GuardedStepDialog {...asked} onClose={() => setAsked(null)} />}
      {leaving && <RemoveMethodDialog method={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

interface MethodRowProps {
  method: Method;
  onRemove: () => void;
  onPasswordNeeded: (step: GuardedStep) => void;
}

function MethodRow({ method, onRemove, onPasswordNeeded }: MethodRowProps) {
  const { t } = useTranslation('payouts');
  const name = `${t(`kind.${method.kind}`)}: ${method.account}`;
  const choose = useGuardedStep(method, 'default', () => toastGood(t('defaultDone')));
  const link = useGuardedStep(method, 'link');
  // Of an account that is checked or refused, the lines say what happens to it.
  const lacks = method.state === 'needs_information' || method.state === 'ready';
  const orAsk = (step: GuardedStep) => ({
    onError: (error: Error) =>
      error instanceof ApiRefusal && error.is('password_needed')
        ? onPasswordNeeded(step)
        : toastError(messageOf(error)),
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
        {method.currencies && (
          <p className={styles.soft}>{t('paysIn', { currencies: method.currencies.join(', ') })}</p>
        )}
        {method.requirements.length > 0 && (
          <>
            {lacks && <p className={styles.soft}>{t('asksFor')}</p>}
            <ul className={styles.needs}>
              {method.requirements.map((need) => (
                <li key={need}>{need}</li>
              ))}
            </ul>
          </>
        )}
      </div>
      <div className={styles.actions}>
        {method.kind === 'stripe' && method.state !== 'ready' && method.state !== 'refused' && (
          <Button loading={link.isPending} onClick={() => link.mutate({}, orAsk('link'))}>
            {t('continueAtStripe')}
          </Button>
        )}
        {!method.is_default && (
          <Button
            variant="default"
            aria-label={t('makeDefaultOf', { account: name })}
            loading={choose.isPending}
            onClick={() => choose.mutate({}, orAsk('default'))}
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
