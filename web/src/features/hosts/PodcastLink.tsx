import { IconClipboardCopy, IconHeadphones } from '@tabler/icons-react';
import { podcastPath } from '@frontrow/contract/feeds/paths.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastGood } from '#web/shared/toasts/toast.ts';
import styles from './HostView.module.css';

/** A host's podcast: its address, which listeners paste into their app. */
export function PodcastLink({ username }: { username: string }) {
  const { t } = useTranslation('hosts');
  const path = podcastPath(username);
  const label = t('copyPodcast');
  const copy = async () => {
    const address = new URL(path, window.location.href).href;
    try {
      await navigator.clipboard.writeText(address);
      toastGood(t('podcastCopied'));
    } catch {
      // No clipboard over plain http or without permission: show the address to be copied by hand.
      window.prompt(label, address);
    }
  };
  return (
    <li className={styles.podcast}>
      <a href={path} className={styles.link}>
        <IconHeadphones size={18} stroke={1.8} aria-hidden="true" />
        <span>{t('podcast')}</span>
      </a>
      <button type="button" className={styles.copy} aria-label={label} title={label} onClick={() => void copy()}>
        <IconClipboardCopy size={18} stroke={1.8} aria-hidden="true" />
      </button>
    </li>
  );
}
