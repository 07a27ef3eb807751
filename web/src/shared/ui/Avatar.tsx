import { memo } from 'react';
import styles from './Avatar.module.css';

/** Drawn by the server from the name alone, and kept by the browser for good. */
const face = (username: string): string => `/avatars/${encodeURIComponent(username)}.svg`;

export type AvatarSize = 24 | 28 | 32 | 36 | 40 | 44 | 56 | 88 | 112;

interface AvatarProps {
  /** The username: without a picture, the same person is drawn the same everywhere. */
  username: string;
  src?: string | null | undefined;
  size?: AvatarSize;
  /** Empty where the name stands next to the picture. */
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
