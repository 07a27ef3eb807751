import '#web/shared/styles/components.ts';
import { TextInput } from '@mantine/core';
import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandWhatsapp,
  IconBrandX,
  IconStarFilled,
} from '@tabler/icons-react';
import { formatTime } from '#web/shared/format/time.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { useSession } from '#web/shared/session/session.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import { DateLeaf } from '#web/shared/ui/DateLeaf.tsx';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { serverNow } from '#web/shared/server-clock.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { userText } from '#web/shared/catalog/user-text.ts';
import { coverOf } from './PreviewCard.tsx';
import styles from './PreviewDialog.module.css';
import type { PublishDraft } from './draft-shape.ts';
import { startOf } from './draft-times.ts';

/** A fixed sample list of five attendees. */
const sampleAttendees = ['lena', 'omar', 'pia', 'teo', 'ines'];
const starsShown = 5;
const places = [
  { name: 'WhatsApp', Icon: IconBrandWhatsapp },
  { name: 'X', Icon: IconBrandX },
  { name: 'Facebook', Icon: IconBrandFacebook },
  { name: 'Instagram', Icon: IconBrandInstagram },
];
const star = Array.from({ length: starsShown }, (_, i) => `star-${i}`);

/** `19:15` on the reader's clock. */
const shownTime = (time: string): string => formatTime(Date.parse(`1970-01-01T${time}Z`), { zone: 'UTC' });

/** "Preview of your event": the page as it will look, with samples for fields that are still empty. */
export function PreviewDialog({ draft, zone, onClose }: { draft: PublishDraft; zone: string; onClose: () => void }) {
  const { t } = useTranslation('publish');
  const user = useSession((session) => session.user);
  const start = startOf(draft.date, draft.time ?? '00:00', zone) ?? serverNow();
  return (
    <Dialog title={t('preview.title')} onClose={onClose} size={1550}>
      <div className={styles.page}>
        <div className={styles.cover}>
          <img src={coverOf(draft)} alt="" width={640} height={360} />
        </div>
        <div className={styles.side}>
          <div className={styles.head}>
            <DateLeaf at={start} size={64} zone={zone} />
            <div>
              <h3 className={styles.title} {...(draft.title && userText)}>
                {draft.title || t('preview.name')}
              </h3>
              <p className={styles.soft}>
                {draft.time === null ? t('preview.noTime') : t('preview.liveAt', { time: shownTime(draft.time) })}
              </p>
            </div>
          </div>
          <div className={styles.host}>
            <Avatar username={user?.user_username ?? 'username'} src={user?.user_avatar} size={56} />
            <div>
              <p className={styles.name}>{user?.user_username || t('preview.username')}</p>
              <p className={styles.stars} role="img" aria-label={t('preview.stars')}>
                {star.map((key) => (
                  <IconStarFilled key={key} size={16} aria-hidden="true" />
                ))}
              </p>
            </div>
          </div>
          <p className={styles.text} {...(draft.description && userText)}>
            {draft.description || t('preview.description')}
          </p>
          <p className={styles.label}>{t('preview.share')}</p>
          <ul className={styles.share}>
            {places.map(({ name, Icon }) => (
              <li key={name}>
                <Icon size={20} stroke={1.7} aria-hidden="true" />
                <span className="fr-visually-hidden">{t('preview.shareOn', { name })}</span>
              </li>
            ))}
          </ul>
          <div className={styles.copy}>
            <TextInput readOnly value={`${window.location.origin}/event/…`} aria-label={t('preview.link')} />
            <Button variant="default" disabled>
              {t('preview.link')}
            </Button>
          </div>
          <p className={styles.label}>{t('preview.attendees')}</p>
          <ul className={styles.attendees}>
            {sampleAttendees.map((name) => (
              <li key={name}>
                <Avatar username={name} size={40} />
                <span>{name}</span>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Dialog>
  );
}
