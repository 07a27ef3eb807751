import { Button } from '@mantine/core';
import { tokenInHash } from '@frontrow/contract/accounts/links.ts';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useTranslation } from '#web/app/i18n/use-translation.ts';
import { toastGood } from '#web/app/toast.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { linkSocial } from '#web/shared/session/session.ts';
import { FormRefusal } from '../FormRefusal.tsx';
import { LinkCard } from '../LinkCard.tsx';
import { useCodeField } from '../use-code-field.tsx';
import { endTrip, keyForLink } from './trip.ts';

/** `/social_link#token=…`: the mail that connects Instagram to an account. Only the button uses it up. */
export default function SocialLinkPage() {
  const { t } = useTranslation('auth');
  const token = tokenInHash(useLocation().hash);
  const navigate = useNavigate();
  const [sending, setSending] = useState(false);
  const second = useCodeField();
  const [refusal, setRefusal] = useState<string>();
  usePageTitle(t('social.linkTitle'));
  const connect = async () => {
    setSending(true);
    try {
      await linkSocial({ token: token ?? '', key: keyForLink(), second_factor_code: second.code });
      endTrip();
      toastGood(t('social.linked'));
      void navigate('/', { replace: true });
    } catch (error) {
      setRefusal(second.takes(error) ? undefined : messageOf(error));
      setSending(false);
    }
  };
  return (
    <LinkCard title={t('social.linkTitle')} text={t('social.linkText')} onSubmit={() => void connect()}>
      {second.input}
      <FormRefusal message={refusal} />
      <Button type="submit" size="lg" fullWidth loading={sending}>
        {t('social.link')}
      </Button>
      {refusal !== undefined && (
        <Button variant="default" size="lg" fullWidth component={Link} to="/login">
          {t('social.back')}
        </Button>
      )}
    </LinkCard>
  );
}
