import { IconCopy, IconMicrophone } from '@tabler/icons-react';
import { podcastPath } from '@frontrow/contract/feeds/paths.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { copyAddress } from './copy-address.ts';
import styles from './HostView.module.css';

/** A host's podcast: its address, which listeners paste into their app. */
export function PodcastLink({ username }: { username: string }) {
  const { t } = useTranslation('hosts');
  const path = podcastPath(username);
  const label = t('copyPodcast');
  return (
    <li className={styles.podcast}>
      <a href={path} className={styles.link}>
        <IconMicrophone size={18} stroke={1.8} aria-hidden="true" />
        <span>{t('podcast')}</span>
      </a>
      <button
        type="button"
        className={styles.copy}
        aria-label={label}
        title={label}
        onClick={() => void copyAddress(new URL(path, window.location.href).href, { label, done: t('podcastCopied') })}
      >
        <IconCopy size={18} stroke={1.8} aria-hidden="true" />
      </button>
    </li>
  );
}
