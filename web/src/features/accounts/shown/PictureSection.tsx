import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from '#web/app/i18n/use-translation.ts';
import { toastError, toastGood } from '#web/app/toast.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { keepProfile, useSession } from '#web/shared/session/session.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import { Section } from '../profile/Section.tsx';
import { readDataUrl } from './read-data-url.ts';
import styles from './Shown.module.css';

/** One's picture: chosen, changed, taken away. The server decides what is a picture. */
export function PictureSection() {
  const { t } = useTranslation('shown');
  const client = useQueryClient();
  const user = useSession((session) => session.user);
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  if (!user) return null;

  const save = async (file: File | undefined): Promise<void> => {
    setBusy(true);
    try {
      keepProfile(await call('POST /user/avatar', { body: { avatar: file ? await readDataUrl(file) : null } }));
      await client.invalidateQueries({ queryKey: ['host'] });
      toastGood(t(file ? 'picture.saved' : 'picture.removed'));
    } catch (error) {
      toastError(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Section title={t('picture.title')}>
      <div className={styles.picture}>
        <Avatar username={user.user_username} src={user.user_avatar} size={112} alt={t('picture.alt')} />
        <div className={styles.pictureText}>
          <p className={styles.soft}>{t('picture.text')}</p>
          <div className={styles.buttons}>
            <Button variant="default" loading={busy} onClick={() => input.current?.click()}>
              {t(user.user_avatar ? 'picture.change' : 'picture.choose')}
            </Button>
            {user.user_avatar && (
              <Button variant="subtle" disabled={busy} onClick={() => void save(undefined)}>
                {t('picture.remove')}
              </Button>
            )}
          </div>
        </div>
        <input
          ref={input}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          className="fr-visually-hidden"
          tabIndex={-1}
          aria-hidden="true"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            event.currentTarget.value = '';
            if (file) void save(file);
          }}
        />
      </div>
    </Section>
  );
}
