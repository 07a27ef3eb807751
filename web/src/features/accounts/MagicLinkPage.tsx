import { tokenInHash } from '@frontrow/contract/accounts/links.ts';
import { useLocation, useNavigate } from 'react-router';
import { useTranslation } from '#web/app/i18n/use-translation.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { loginByLink } from '#web/shared/session/session.ts';
import { EnterCard } from './EnterCard.tsx';

/** `/magic_link#token=…`: the link of the log-in mail. Only the button uses it up: mail scanners open links, too. */
export default function MagicLinkPage() {
  const { t } = useTranslation('auth');
  const token = tokenInHash(useLocation().hash);
  const navigate = useNavigate();
  usePageTitle(t('magic.tab'));
  return (
    <EnterCard
      title={t('magic.title')}
      text={t('magic.text')}
      submit={t('magic.submit')}
      back={t('magic.another')}
      enter={async (code) => {
        await loginByLink({ token: token ?? '', second_factor_code: code });
        void navigate('/', { replace: true });
      }}
    />
  );
}
