import { useNavigate } from 'react-router';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { linkSocial } from '#web/shared/session/session.ts';
import { carryOn } from '../carry-on.ts';
import { LoginCard } from '../LoginCard.tsx';
import { LinkPage } from '../LinkPage.tsx';
import { takeWayBack } from '../way-back.ts';
import { endTrip, keyForLink, providerForLink } from './trip.ts';

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
            endTrip();
            toastGood(t('social.linked', { provider }));
            void navigate(await carryOn(takeWayBack(email)), { replace: true });
          }}
        />
      )}
    </LinkPage>
  );
}
