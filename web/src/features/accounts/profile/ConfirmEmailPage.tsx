import { useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { call } from '#web/shared/api/call.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { reloadProfile, useSession } from '#web/shared/session/session.ts';
import { BackButton } from '../BackButton.tsx';
import { LoginCard } from '../LoginCard.tsx';
import { LinkCard } from '../LinkCard.tsx';
import { LinkPage } from '../LinkPage.tsx';
import { LogOutOthers } from './LogOutOthers.tsx';

/** `/confirm_email#token=…`: the link that proves a new address. Only the button uses it up. */
export default function ConfirmEmailPage() {
  const { t } = useTranslation('account');
  usePageTitle(t('email.confirmTab'));
  return (
    <LinkPage back={{ text: t('email.next'), to: '/profile' }}>{(token) => <NewAddress token={token} />}</LinkPage>
  );
}

function NewAddress({ token }: { token: string }) {
  const { t } = useTranslation('account');
  const [done, setDone] = useState(false);
  const isLoggedIn = useSession(({ user }) => user !== null && user !== undefined);
  const back = { text: t('email.next'), to: '/profile' };
  if (done)
    return (
      <LinkCard title={t('email.doneTitle')} text={t('email.doneText')} result>
        {isLoggedIn && <LogOutOthers asked />}
        <BackButton {...back} only />
      </LinkCard>
    );
  return (
    <LoginCard
      title={t('email.confirmTitle')}
      text={t('email.confirmText')}
      submit={t('email.confirm')}
      back={back}
      enter={async () => {
        try {
          await call('POST /auth/confirm_email', { body: { token } });
        } finally {
          // Also without an answer the server may have done it.
          await reloadProfile().catch(() => undefined);
        }
        setDone(true);
      }}
    />
  );
}
