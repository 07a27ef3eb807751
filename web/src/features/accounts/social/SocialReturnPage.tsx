import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useTranslation } from '#web/app/i18n/use-translation.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { returnFromSocial } from '#web/shared/session/session.ts';
import { FormRefusal } from '../FormRefusal.tsx';
import { LinkCard } from '../LinkCard.tsx';
import { endTrip, keepSignUpStart, trip } from './trip.ts';

/** `/social_login?code=…&state=…`: back from Instagram. Known people go on, new ones fill the form in. */
export default function SocialReturnPage() {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const { search } = useLocation();
  // Read once: the code is taken out of the address at once.
  const [answer] = useState(() => new URLSearchParams(search));
  const [refusal, setRefusal] = useState<string>();
  const asked = useRef(false);
  usePageTitle(t('social.tab'));
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    window.history.replaceState(window.history.state, '', window.location.pathname);
    const goOn = async () => {
      if (answer.has('error')) return setRefusal(t('social.cancelled'));
      const began = trip();
      if (!began) return setRefusal(t('social.otherTab'));
      try {
        const back = await returnFromSocial({
          key: began.key,
          state: answer.get('state') ?? '',
          code: answer.get('code') ?? '',
        });
        if (back.sign_up) {
          keepSignUpStart(back.sign_up);
          return void navigate('/social_sign_up', { replace: true });
        }
        endTrip();
        void navigate(began.then, { replace: true });
      } catch (error) {
        setRefusal(messageOf(error));
      }
    };
    void goOn();
  }, [answer, navigate, t]);
  return (
    <LinkCard
      title={refusal === undefined ? t('social.waitTitle') : t('social.failedTitle')}
      text={t('social.waitText')}
    >
      <FormRefusal message={refusal} />
      <Button size="lg" fullWidth component={Link} to="/login" loading={refusal === undefined}>
        {t('social.back')}
      </Button>
    </LinkCard>
  );
}
