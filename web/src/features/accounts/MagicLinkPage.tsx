import { Button } from '@mantine/core';
import { tokenInHash } from '@frontrow/contract/accounts/links.ts';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useTranslation } from '#web/app/i18n/use-translation.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { loginByLink } from '#web/shared/session/session.ts';
import { FormRefusal } from './FormRefusal.tsx';
import { LinkCard } from './LinkCard.tsx';
import { useCodeField } from './use-code-field.tsx';

/** `/magic_link#token=…`: the link of the log-in mail. Only the button uses it up: mail scanners open links, too. */
export default function MagicLinkPage() {
  const { t } = useTranslation('auth');
  const token = tokenInHash(useLocation().hash);
  const navigate = useNavigate();
  const [sending, setSending] = useState(false);
  const second = useCodeField();
  const [refusal, setRefusal] = useState<string>();
  usePageTitle(t('magic.tab'));
  const enter = async () => {
    setSending(true);
    try {
      await loginByLink({ token: token ?? '', second_factor_code: second.code });
      void navigate('/', { replace: true });
    } catch (error) {
      setRefusal(second.takes(error) ? undefined : messageOf(error));
      setSending(false);
    }
  };
  return (
    <LinkCard title={t('magic.title')} text={t('magic.text')} onSubmit={() => void enter()}>
      {second.input}
      <FormRefusal message={refusal} />
      <Button type="submit" size="lg" fullWidth loading={sending}>
        {t('magic.submit')}
      </Button>
      {refusal !== undefined && (
        <Button variant="default" size="lg" fullWidth component={Link} to="/login">
          {t('magic.another')}
        </Button>
      )}
    </LinkCard>
  );
}
