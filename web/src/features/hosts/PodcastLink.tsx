import { IconClipboardCopy, IconHeadphones } from '@tabler/icons-react';
import { podcastPath } from '@frontrow/contract/feeds/paths.ts';
import { copyText } from '#web/shared/copy-text.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import styles from './HostView.module.css';

/** A host's podcast: its address, which listeners paste into their app. */
export function PodcastLink({ username }: { username: string }) {
  const { t } = useTranslation('hosts');
  const path = podcastPath(username);
  const label = t('copyPodcast');
  const copy = () => void copyText(new URL(path, window.location.href).href, { done: t('podcastCopied'), label });
  return (
    <li className={styles.podcast}>
      <a href={path} className={styles.link}>
        <IconHeadphones size={18} stroke={1.8} aria-hidden="true" />
        <span>{t('podcast')}</span>
      </a>
      <button type="button" className={styles.copy} aria-label={label} title={label} onClick={copy}>
        <IconClipboardCopy size={18} stroke={1.8} aria-hidden="true" />
      </button>
    </li>
  );
}
