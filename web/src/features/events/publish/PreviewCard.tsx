import { minutes } from '@frontrow/core/kernel/instant.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { moneyText } from '#web/shared/format/money.ts';
import { formatShortWeekday, formatTimes } from '#web/shared/format/time.ts';
import { useSession } from '#web/shared/session/session.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import { DateLeaf } from '#web/shared/ui/DateLeaf.tsx';
import { PricePill } from '#web/shared/ui/pills.tsx';
import { userText } from '#web/shared/catalog/user-text.ts';
import { placeholderAt } from './placeholders.ts';
import styles from './PreviewCard.module.css';
import type { PublishDraft } from './draft-shape.ts';
import { startOf } from './draft-times.ts';
import { currencyOfDraft, takings } from './publish-draft.ts';

export function coverOf({ cover }: PublishDraft): string {
  if (cover.kind === 'event') return cover.url;
  return cover.kind === 'own' ? cover.dataUrl : placeholderAt(cover.index);
}

/** The event's card as it will look in lists. */
export function PreviewCard({ draft, zone }: { draft: PublishDraft; zone: string }) {
  const { t, language } = useTranslation('publish');
  const user = useSession((session) => session.user);
  const start = startOf(draft.date, draft.time ?? '00:00', zone);
  const ends = start === undefined || draft.duration === '' ? undefined : start + minutes(Number(draft.duration));
  const price = takings(draft);
  return (
    <div className={styles.card}>
      <div className={styles.cover}>
        <img src={coverOf(draft)} alt="" width={640} height={360} />
        {start !== undefined && (
          <span className={styles.date}>
            <DateLeaf at={start} zone={zone} />
          </span>
        )}
        {price && (
          <span className={styles.price}>
            {price.total === 0 ? (
              <PricePill tone="free">{t('preview.free')}</PricePill>
            ) : (
              <PricePill>{moneyText(price.total, currencyOfDraft(draft), language)}</PricePill>
            )}
          </span>
        )}
      </div>
      <p className={styles.title} {...(draft.title && userText)}>
        {draft.title || t('preview.name')}
      </p>
      <p className={styles.meta}>
        <Avatar username={user?.user_username ?? ''} src={user?.user_avatar} size={24} />
        <span className={styles.host}>{user?.user_name ?? t('preview.username')}</span>
        {start !== undefined && draft.time !== null && (
          <span>
            {formatShortWeekday(start, { zone })} {formatTimes(start, ends, { zone })}
          </span>
        )}
      </p>
    </div>
  );
}
