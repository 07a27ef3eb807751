import { useNavigate } from 'react-router';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { linkSocial } from '#web/shared/session/session.ts';
import { EnterCard } from '../EnterCard.tsx';
import { LinkPage } from '../LinkPage.tsx';
import { endTrip, keyForLink } from './trip.ts';

/** `/social_link#token=…`: the link that connects Instagram to an account. Only the button uses it up. */
export default function SocialLinkPage() {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const back = { text: t('social.back'), to: '/login' };
  usePageTitle(t('social.linkTitle'));
  return (
    <LinkPage back={back}>
      {(token) => (
        <EnterCard
          title={t('social.linkTitle')}
          text={t('social.linkText')}
          submit={t('social.link')}
          back={back}
          enter={async (code) => {
            await linkSocial({ token, key: keyForLink(), second_factor_code: code });
            endTrip();
            toastGood(t('social.linked'));
            void navigate('/', { replace: true });
          }}
        />
      )}
    </LinkPage>
  );
}
