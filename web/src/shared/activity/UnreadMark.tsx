import { unreadMax } from '@frontrow/core/stats/limits.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { useUnreadActivity } from './use-activity-link.ts';
import styles from './UnreadMark.module.css';

/** Beside the menu's entry: that something happened which the host has not read. */
export default function UnreadMark() {
  const { t } = useTranslation();
  const unread = useUnreadActivity();
  if (unread === 0) return null;
  const shown = unread < unreadMax ? String(unread) : `${unreadMax - 1}+`;
  return (
    <span className={styles.mark}>
      <span aria-hidden="true">{shown}</span>
      <span className="fr-visually-hidden">{t('nav.unread', { shown })}</span>
    </span>
  );
}
