import { useNavigate } from 'react-router';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { linkSocial } from '#web/shared/session/log-in.ts';
import { resumeWish } from '../resume-wish.ts';
import { LoginCard } from '../LoginCard.tsx';
import { LinkPage } from '../LinkPage.tsx';
import { takeAfterLogin } from '../after-login.ts';
import { endFlow, keyForLink, providerForLink } from './oauth-flow.ts';

/** `/social_link#token=…`: the link that connects a provider to an account. Only the button uses it up. */
export default function SocialLinkPage() {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const provider = providerForLink();
  const back = { text: t('social.back'), to: '/login' };
  usePageTitle(t('social.linkTitle', { provider }));
  return (
    <LinkPage back={back}>
      {(token) => (
        <LoginCard
          title={t('social.linkTitle', { provider })}
          text={t('social.linkText', { provider })}
          submit={t('social.link', { provider })}
          back={back}
          enter={async (code) => {
            const { user_email: email } = await linkSocial({ token, key: keyForLink(), second_factor_code: code });
            endFlow();
            toastGood(t('social.linked', { provider }));
            void navigate(await resumeWish(takeAfterLogin(email)), { replace: true });
          }}
        />
      )}
    </LinkPage>
  );
}
