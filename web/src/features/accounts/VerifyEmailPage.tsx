import { Button } from '@mantine/core';
import { tokenInHash } from '@frontrow/contract/accounts/links.ts';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useTranslation } from '#web/app/i18n/use-translation.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { reloadProfile, useSession } from '#web/shared/session/session.ts';
import { FormRefusal } from './FormRefusal.tsx';
import { LinkCard } from './LinkCard.tsx';

type Step = 'ask' | 'sending' | 'done' | 'sent';

/** `/verify_email#token=…`: the link of the verification mail. Only the button uses it up. */
export default function VerifyEmailPage() {
  const { t } = useTranslation('auth');
  const token = tokenInHash(useLocation().hash);
  const canAskAgain = useSession(
    (session) => session.user !== null && !session.user.user_is_guest && !session.user.user_email_verified,
  );
  const isKnown = useSession((session) => session.user !== null);
  const [step, setStep] = useState<Step>('ask');
  const [refusal, setRefusal] = useState<string>();
  /** The account that had proven this address before. */
  const [belongsTo, setBelongsTo] = useState<string>();
  usePageTitle(t('verify.tab'));

  const act = async (work: () => Promise<unknown>, done: Step) => {
    setStep('sending');
    setRefusal(undefined);
    try {
      await work();
      setStep(done);
    } catch (error) {
      setRefusal(messageOf(error));
      setStep('ask');
    }
  };
  const confirm = async () => {
    const answer = await call('POST /auth/verify_email', { body: { token: token ?? '' } });
    setBelongsTo(answer.belongs_to ?? undefined);
    // Tickets may have come along, or this session's account is gone.
    await reloadProfile().catch(() => undefined);
  };

  if (step === 'done' && belongsTo !== undefined)
    return (
      <LinkCard title={t('verify.takenTitle')} text={t('verify.takenText', { username: belongsTo })}>
        <Button component={Link} to="/login" size="lg" fullWidth>
          {t('verify.takenNext')}
        </Button>
      </LinkCard>
    );
  if (step === 'done')
    return (
      <LinkCard title={t('verify.doneTitle')} text={t('verify.doneText')}>
        <Button component={Link} to="/" size="lg" fullWidth>
          {t('verify.next')}
        </Button>
      </LinkCard>
    );
  return (
    <LinkCard title={t('verify.title')} text={t('verify.text')}>
      <FormRefusal message={refusal} />
      <Button size="lg" fullWidth loading={step === 'sending'} onClick={() => void act(confirm, 'done')}>
        {t('verify.submit')}
      </Button>
      {refusal !== undefined && canAskAgain && (
        <Button
          variant="default"
          size="lg"
          fullWidth
          onClick={() => void act(() => call('POST /auth/verify_email_again', { body: {} }), 'sent')}
        >
          {t('verify.again')}
        </Button>
      )}
      {refusal !== undefined && !canAskAgain && (
        <Button variant="default" size="lg" fullWidth component={Link} to={isKnown ? '/' : '/login'}>
          {t(isKnown ? 'verify.next' : 'verify.takenNext')}
        </Button>
      )}
      <p role="status">{step === 'sent' ? t('verify.sent') : ''}</p>
    </LinkCard>
  );
}
