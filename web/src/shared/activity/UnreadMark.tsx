import type { MeetingSide } from '@frontrow/core/meetings/meeting-machine.ts';
import { unreadMax } from '@frontrow/core/stats/limits.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import type { MenuEntry } from '#web/shared/menu/menu.ts';
import { useUnreadActivity, useUnreadRequests } from './use-unread.ts';
import styles from './UnreadMark.module.css';

function Mark({ unread }: { unread: number }) {
  const { t } = useTranslation();
  if (unread === 0) return null;
  const shown = unread < unreadMax ? String(unread) : `${unreadMax - 1}+`;
  return (
    <span className={styles.mark}>
      <span aria-hidden="true">{shown}</span>
      <span className="fr-visually-hidden">{t('nav.unread', { shown })}</span>
    </span>
  );
}

const ActivityMark = () => <Mark unread={useUnreadActivity()} />;
const RequestsMark = ({ side }: { side: MeetingSide }) => <Mark unread={useUnreadRequests(side)} />;

/** Next to an entry of the menu: that something happened there which the reader has not seen. */
export default function UnreadMark({ of }: { of: NonNullable<MenuEntry['unread']> }) {
  return of === 'activity' ? <ActivityMark /> : <RequestsMark side={of} />;
}
