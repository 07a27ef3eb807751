import type { AnswerOf } from '@frontrow/contract/api.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { reloadProfile, useSession } from '#web/shared/session/session.ts';
import { focusOnce, focusWhereLost } from '#web/shared/ui/focus-once.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { BackButton, type BackLink } from './BackButton.tsx';
import { LoginCard } from './LoginCard.tsx';
import styles from './forms.module.css';
import { FormRefusal } from './FormRefusal.tsx';
import { LinkCard } from './LinkCard.tsx';
import { LinkPage } from './LinkPage.tsx';

/** `/verify_email#token=…`: the link of the verification mail. Only the button uses it up. */
export default function VerifyEmailPage() {
  const { t } = useTranslation('auth');
  const isKnown = useSession((session) => session.user !== null);
  const back = isKnown ? { text: t('verify.next'), to: '/' } : { text: t('verify.takenNext'), to: '/login' };
  usePageTitle(t('verify.tab'));
  return <LinkPage back={back}>{(token) => <Proof token={token} back={back} />}</LinkPage>;
}

function Proof({ token, back }: { token: string; back: BackLink }) {
  const { t } = useTranslation('auth');
  const canAskAgain = useSession(
    (session) => session.user !== null && !session.user.user_is_guest && !session.user.user_email_verified,
  );
  /** The account that had proven the address before, if any. */
  const [proven, setProven] = useState<{ belongsTo: string | null }>();
  if (proven === undefined)
    return (
      <LoginCard
        title={t('verify.title')}
        text={t('verify.text')}
        submit={t('verify.submit')}
        back={back}
        instead={canAskAgain && <SendAgain />}
        enter={async () => setProven({ belongsTo: (await prove(token)).belongs_to })}
      />
    );
  if (proven.belongsTo !== null)
    return (
      <LinkCard title={t('verify.takenTitle')} text={t('verify.takenText', { username: proven.belongsTo })} result>
        <BackButton text={t('verify.takenNext')} to="/login" only />
      </LinkCard>
    );
  return (
    <LinkCard title={t('verify.doneTitle')} text={t('verify.doneText')} result>
      <BackButton text={t('verify.next')} to="/" only />
    </LinkCard>
  );
}

async function prove(token: string): Promise<AnswerOf<'POST /auth/verify_email'>> {
  try {
    return await call('POST /auth/verify_email', { body: { token } });
  } finally {
    // Tickets may have moved here, or this account may be erased; also without an answer the server may have done it.
    await reloadProfile().catch(() => undefined);
  }
}

function SendAgain() {
  const { t } = useTranslation('auth');
  const again = useMutation({ mutationFn: () => call('POST /auth/verify_email_again', { body: {} }) });
  if (again.isSuccess)
    return (
      <p ref={focusOnce} tabIndex={-1} className={styles.sent}>
        {t('verify.sent')}
      </p>
    );
  return (
    <>
      <FormRefusal message={again.isError ? messageOf(again.error) : undefined} />
      <Button ref={focusWhereLost} size="lg" fullWidth loading={again.isPending} onClick={() => again.mutate()}>
        {t('verify.again')}
      </Button>
    </>
  );
}
