import { Button } from '@mantine/core';
import { tokenInHash } from '@frontrow/contract/accounts/links.ts';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useTranslation } from '#web/app/i18n/use-translation.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { reloadProfile } from '#web/shared/session/session.ts';
import { FormRefusal } from '../FormRefusal.tsx';
import { LinkCard } from '../LinkCard.tsx';

/** `/confirm_email#token=…`: the link of the mail to a new address. Only the button uses it up. */
export default function ConfirmEmailPage() {
  const { t } = useTranslation('account');
  const token = tokenInHash(useLocation().hash);
  const [step, setStep] = useState<'ask' | 'sending' | 'done'>('ask');
  const [refusal, setRefusal] = useState<string>();
  usePageTitle(t('email.confirmTab'));
  const confirm = async () => {
    setStep('sending');
    setRefusal(undefined);
    try {
      await call('POST /auth/confirm_email', { body: { token: token ?? '' } });
      await reloadProfile().catch(() => undefined);
      setStep('done');
    } catch (error) {
      setRefusal(messageOf(error));
      setStep('ask');
    }
  };
  if (step === 'done')
    return (
      <LinkCard title={t('email.doneTitle')} text={t('email.doneText')}>
        <Button component={Link} to="/profile" size="lg" fullWidth>
          {t('email.next')}
        </Button>
      </LinkCard>
    );
  return (
    <LinkCard title={t('email.confirmTitle')} text={t('email.confirmText')}>
      <FormRefusal message={refusal} />
      <Button size="lg" fullWidth loading={step === 'sending'} onClick={() => void confirm()}>
        {t('email.confirm')}
      </Button>
      {refusal !== undefined && (
        <Button variant="default" component={Link} to="/profile" size="lg" fullWidth>
          {t('email.next')}
        </Button>
      )}
    </LinkCard>
  );
}
