import { IconBrandInstagram, IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { useClientConfig } from '#web/shared/client-config.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { FormRefusal } from '../FormRefusal.tsx';
import styles from './OtherWays.module.css';
import { goToInstagram } from './trip.ts';

interface OtherWaysProps {
  /** Where the person goes on after Instagram. */
  then: string;
  /** Asks for a link by mail. Undefined where the form for it is shown already. */
  onMagicLink: (() => void) | undefined;
}

const icon = { size: 20, stroke: 1.8, 'aria-hidden': true } as const;

/** Login without a password: by Instagram, if this installation has it, and by a mailed link. */
export function OtherWays({ then, onMagicLink }: OtherWaysProps) {
  const { t } = useTranslation('auth');
  const config = useClientConfig();
  const offered = config.data?.social_login ?? false;
  const [leaving, setLeaving] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  if (!offered && !onMagicLink) return null;
  const go = async () => {
    setLeaving(true);
    try {
      await goToInstagram(then);
    } catch (error) {
      setRefusal(messageOf(error));
    }
    setLeaving(false);
  };
  return (
    <div className={styles.other}>
      <p className={styles.or}>{t('social.or')}</p>
      <FormRefusal message={refusal} />
      <div className={styles.ways}>
        {/* Its place is reserved until the settings are loaded, so that the other button does not move. */}
        {config.isPending && <span />}
        {offered && (
          <Button
            variant="default"
            aria-label={t('social.continue')}
            loading={leaving}
            leftSection={<IconBrandInstagram {...icon} />}
            onClick={() => void go()}
          >
            {t('social.instagram')}
          </Button>
        )}
        {onMagicLink && (
          <Button variant="default" leftSection={<IconMail {...icon} />} onClick={onMagicLink}>
            {t('help.magic')}
          </Button>
        )}
      </div>
    </div>
  );
}
