import { avatarSvg } from '@frontrow/artwork/avatars.ts';
import { dataUrl } from '@frontrow/artwork/data-url.ts';
import { memo } from 'react';
import styles from './Avatar.module.css';

const drawn = new Map<string, string>();
/** Drawn faces kept for this page. */
const drawnMax = 500;

function face(seed: string): string {
  let url = drawn.get(seed);
  if (!url) {
    if (drawn.size >= drawnMax) drawn.clear();
    drawn.set(seed, (url = dataUrl(avatarSvg(seed))));
  }
  return url;
}

export type AvatarSize = 24 | 28 | 32 | 36 | 40 | 44 | 56 | 88 | 112;

interface AvatarProps {
  /** The username: without a picture, the same person is drawn the same everywhere. */
  username: string;
  src?: string | null | undefined;
  size?: AvatarSize;
  /** Empty where the name stands beside the picture. */
  alt?: string;
}

export const Avatar = memo(function Avatar({ username, src, size = 24, alt = '' }: AvatarProps) {
  return (
    <img
      className={styles.avatar}
      src={src || face(username)}
      width={size}
      height={size}
      alt={alt}
      loading="lazy"
      decoding="async"
      onError={src ? (event) => (event.currentTarget.src = face(username)) : undefined}
    />
  );
});
