import { IconBrandInstagram, IconFingerprint, IconKey, IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { useClientConfig } from '#web/shared/client-config.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { FormRefusal } from '../FormRefusal.tsx';
import { type PasskeyLogIn, usePasskeyLogIn } from '../passkeys/use-passkey-log-in.ts';
import styles from './LoginOptions.module.css';
import { goToProvider, type Provider } from './oauth-flow.ts';

interface LoginOptionsProps {
  /** Where the person goes on after the provider. */
  then: string;
  /** Asks for a link by mail. Undefined where the form for it is shown already. */
  onMagicLink: (() => void) | undefined;
  /** Undefined where people sign up. */
  passkey: PasskeyLogIn | undefined;
}

const icon = { size: 20, stroke: 1.8, 'aria-hidden': true } as const;

/** Login without a password: by the providers that this installation has, by a passkey and by an emailed link. */
export function LoginOptions({ then, onMagicLink, passkey }: LoginOptionsProps) {
  const { t } = useTranslation('auth');
  const config = useClientConfig();
  const openId = config.data?.openid_name;
  const providers: Provider[] = [
    ...(config.data?.social_login ? [{ way: 'instagram' as const, name: 'Instagram' }] : []),
    ...(openId ? [{ way: 'openid' as const, name: openId }] : []),
  ];
  const [leaving, setLeaving] = useState<Provider['way']>();
  const [refusal, setRefusal] = useState<string>();
  const unlock = usePasskeyLogIn(passkey, setRefusal);
  if (providers.length === 0 && !onMagicLink && !unlock.logIn) return null;
  const go = async (provider: Provider) => {
    setLeaving(provider.way);
    try {
      await goToProvider(provider, then);
    } catch (error) {
      setRefusal(messageOf(error));
    }
    setLeaving(undefined);
  };
  return (
    <div className={styles.other}>
      <p className={styles.or}>{t('social.or')}</p>
      <FormRefusal message={refusal} />
      <div className={styles.ways}>
        {/* Its place is reserved until the settings are loaded, so that the other button does not move. */}
        {config.isPending && <span />}
        {providers.map((provider) => (
          <Button
            key={provider.way}
            variant="default"
            aria-label={t('social.continue', { provider: provider.name })}
            loading={leaving === provider.way}
            leftSection={provider.way === 'instagram' ? <IconBrandInstagram {...icon} /> : <IconKey {...icon} />}
            onClick={() => void go(provider)}
          >
            {provider.name}
          </Button>
        ))}
        {unlock.logIn && (
          <Button
            variant="default"
            aria-label={t('passkey.logIn')}
            loading={unlock.busy}
            leftSection={<IconFingerprint {...icon} />}
            onClick={unlock.logIn}
          >
            {t('passkey.name')}
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
