import { useNavigate } from 'react-router';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { loginByLink } from '#web/shared/session/log-in.ts';
import { resumeWish } from './resume-wish.ts';
import { LoginCard } from './LoginCard.tsx';
import { LinkPage } from './LinkPage.tsx';
import { takeAfterLogin } from './after-login.ts';

/** `/magic_link#token=…`: the link of the login mail. Only the button uses it up, because mail scanners open links. */
export default function MagicLinkPage() {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const back = { text: t('magic.another'), to: '/login' };
  usePageTitle(t('magic.tab'));
  return (
    <LinkPage back={back}>
      {(token) => (
        <LoginCard
          title={t('magic.title')}
          text={t('magic.text')}
          submit={t('magic.submit')}
          back={back}
          enter={async (code) => {
            const { user_email: email } = await loginByLink({ token, second_factor_code: code });
            void navigate(await resumeWish(takeAfterLogin(email)), { replace: true });
          }}
        />
      )}
    </LinkPage>
  );
}
