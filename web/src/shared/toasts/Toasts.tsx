import '../styles/components.ts';
import { Notifications, notifications, notificationsStore } from '@mantine/notifications';
import { text } from '#web/shared/i18n/index.ts';
import { MantineTheme } from '#web/shared/styles/MantineTheme.tsx';
import { toastMs, toastsMax, type ToastTone } from './toast.ts';
import styles from './Toasts.module.css';

// Toasts may come before their place is on the page: the limit holds from the first one.
notificationsStore.updateState((state) => ({ ...state, limit: toastsMax }));

/** Shows one toast; kept here so that the library loads with the first one. */
export function showToast({
  message,
  tone,
  ms,
  title,
  id,
  silent,
}: {
  message: string;
  tone: ToastTone;
  ms: number;
  title?: string | undefined;
  id?: string | undefined;
  silent?: boolean | undefined;
}): void {
  notifications.show({
    ...(id !== undefined && { id }),
    message,
    title,
    autoClose: ms,
    withBorder: false,
    role: silent ? 'note' : tone === 'bad' ? 'alert' : 'status',
    classNames: {
      root: `${styles.toast} ${styles[tone]}`,
      description: styles.text,
      title: styles.text,
      closeButton: styles.close,
    },
    closeButtonProps: { 'aria-label': text('app', 'close') },
  });
}

export const removeToast = (id: string): void => void notifications.hide(id);

export default function Toasts() {
  return (
    <MantineTheme>
      <Notifications
        className={styles.place}
        position="bottom-right"
        limit={toastsMax}
        autoClose={toastMs}
        zIndex={1000}
      />
    </MantineTheme>
  );
}
