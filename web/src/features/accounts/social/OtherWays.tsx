import { Button } from '@mantine/core';
import { IconBrandInstagram } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '#web/app/i18n/use-translation.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { useClientConfig } from '#web/shared/client-config.ts';
import { FormRefusal } from '../FormRefusal.tsx';
import styles from './InstagramButton.module.css';
import { goToInstagram } from './trip.ts';

/** The other way in, where this installation has one. */
export function InstagramButton({ then }: { then: string }) {
  const { t } = useTranslation('auth');
  const offered = useClientConfig().data?.social_login;
  const [leaving, setLeaving] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  if (!offered) return null;
  const go = async () => {
    setLeaving(true);
    try {
      await goToInstagram(then);
    } catch (error) {
      setRefusal(messageOf(error));
      setLeaving(false);
    }
  };
  return (
    <div className={styles.other}>
      <p className={styles.or}>{t('social.or')}</p>
      <FormRefusal message={refusal} />
      <Button
        variant="default"
        size="lg"
        fullWidth
        loading={leaving}
        leftSection={<IconBrandInstagram size={20} stroke={1.8} aria-hidden="true" />}
        onClick={() => void go()}
      >
        {t('social.continue')}
      </Button>
    </div>
  );
}
