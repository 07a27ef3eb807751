import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { useSession } from '#web/shared/session/session.ts';
import { enterBySocial, returnFromSocial } from '#web/shared/session/log-in.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { resumeWish } from '../resume-wish.ts';
import { LoginCard } from '../LoginCard.tsx';
import { FormRefusal } from '../FormRefusal.tsx';
import { LinkCard } from '../LinkCard.tsx';
import { type AfterLogin, forgetAfterLogin } from '../after-login.ts';
import { currentFlow, endedByPerson, endFlow, keepSignUpStart } from './oauth-flow.ts';

/** `/social_login?code=…&state=…`: the return from a provider. Known people are logged in, new ones get the form. */
export default function SocialReturnPage() {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const { search } = useLocation();
  // Read only once, because the code is removed from the address.
  const [answer] = useState(() => new URLSearchParams(search));
  const [began] = useState(currentFlow);
  const provider = began?.provider ?? 'Instagram';
  // A return that is known to fail is shown at once, without a loading state before.
  const failed = endedByPerson(answer.get('error'))
    ? t('social.cancelled', { provider })
    : t('social.unavailable', { provider });
  const atOnce = answer.has('error') ? failed : began ? undefined : t('social.otherTab', { provider });
  const [refused, setRefused] = useState<string>();
  const refusal = atOnce ?? refused;
  const [codeNeeded, setCodeNeeded] = useState(false);
  // Somebody who is logged in already came to connect the identity.
  const known = useSession((session) => session.user !== null);
  const asked = useRef(false);
  usePageTitle(t('social.tab'));

  const isIn = async (way: AfterLogin) => {
    endFlow();
    forgetAfterLogin();
    void navigate(await resumeWish(way), { replace: true });
  };

  const comeBack = async () => {
    if (!began || atOnce !== undefined) return;
    try {
      const { key } = began;
      const back = await returnFromSocial({
        key,
        state: answer.get('state') ?? '',
        code: answer.get('code') ?? '',
        iss: answer.get('iss') ?? undefined,
      });
      if (back.code_needed) return setCodeNeeded(true);
      if (back.connected) {
        toastGood(t('social.linked', { provider }));
        return await isIn(began);
      }
      if (!back.sign_up) return await isIn(began);
      keepSignUpStart(back.sign_up);
      void navigate('/social_sign_up', { replace: true });
    } catch (error) {
      setRefused(messageOf(error));
    }
  };

  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    window.history.replaceState(window.history.state, '', window.location.pathname);
    void comeBack();
  });

  if (codeNeeded && began)
    return (
      <LoginCard
        codeNeeded
        title={t('social.codeTitle')}
        text={t('social.waitText', { provider })}
        submit={t('login.submit')}
        back={{ text: t('social.back'), to: '/login' }}
        enter={async (code = '') => {
          await enterBySocial({ key: began.key, second_factor_code: code });
          await isIn(began);
        }}
      />
    );
  const title = refusal === undefined ? t('social.waitTitle') : t('social.failedTitle', { provider });
  return (
    <LinkCard title={title} text={refusal === undefined ? t('social.waitText', { provider }) : undefined}>
      <FormRefusal message={refusal} />
      <Button
        size="lg"
        fullWidth
        component={Link}
        to={known ? (began?.then ?? '/') : '/login'}
        loading={refusal === undefined}
      >
        {known ? t('social.goBack') : t('social.back')}
      </Button>
    </LinkCard>
  );
}
