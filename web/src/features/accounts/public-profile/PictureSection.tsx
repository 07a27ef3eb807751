import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { useCrop } from '#web/shared/crop/use-crop.tsx';
import { keepProfile, useSession } from '#web/shared/session/session.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import { focusWhereLost } from '#web/shared/ui/focus-once.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { AccountSection } from '#web/shared/menu/AccountSections.tsx';
import styles from './PublicProfile.module.css';

/** Pixels across, enough for the largest place where it is shown. */
const avatarSize = { width: 512, height: 512 };

/** Sets, crops, changes and removes the picture. The server decides which files are pictures. */
export function PictureSection() {
  const { t } = useTranslation('public-profile');
  const client = useQueryClient();
  const user = useSession((session) => session.user);
  const [step, setStep] = useState<'idle' | 'saving' | 'removing' | 'removed'>('idle');
  const save = async (avatar: string | null): Promise<void> => {
    setStep(avatar ? 'saving' : 'removing');
    try {
      keepProfile(await call('POST /user/avatar', { body: { avatar } }));
      await client.invalidateQueries({ queryKey: ['host'] });
      toastGood(t(avatar ? 'picture.saved' : 'picture.removed'));
      setStep(avatar ? 'idle' : 'removed');
    } catch (error) {
      toastError(messageOf(error));
      setStep('idle');
    }
  };
  const crop = useCrop({
    title: t('picture.cropTitle'),
    size: avatarSize,
    round: true,
    onCut: (dataUrl) => void save(dataUrl),
  });
  if (!user) return null;
  return (
    <AccountSection title={t('picture.title')}>
      <div className={styles.picture}>
        <Avatar username={user.user_username} src={user.user_avatar} size={112} alt={t('picture.alt')} />
        <div className={styles.pictureText}>
          <p className={styles.soft}>{t('picture.text')}</p>
          <div className={styles.buttons}>
            <Button
              ref={step === 'removed' ? focusWhereLost : undefined}
              variant="default"
              loading={step === 'saving'}
              disabled={step === 'removing'}
              onClick={crop.choose}
            >
              {t(user.user_avatar ? 'picture.change' : 'picture.choose')}
            </Button>
            {user.user_avatar && (
              <Button
                variant="subtle"
                loading={step === 'removing'}
                disabled={step === 'saving'}
                onClick={() => void save(null)}
              >
                {t('picture.remove')}
              </Button>
            )}
          </div>
        </div>
        {crop.parts}
      </div>
    </AccountSection>
  );
}
