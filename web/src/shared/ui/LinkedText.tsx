import { Fragment, type ReactNode } from 'react';
import { linkify } from '#web/shared/linkify.ts';
import styles from './LinkedText.module.css';

/** What a link that people published is marked with: no standing of ours, no way back to our window. */
export const foreignRel = 'nofollow noopener noreferrer ugc';

/** Plain text whose http(s) addresses are links to outside. */
export function LinkedText({ text }: { text: string }): ReactNode {
  return linkify(text).map((piece) =>
    piece.href ? (
      <a key={piece.at} href={piece.href} target="_blank" rel={foreignRel} className={styles.link}>
        {piece.text}
      </a>
    ) : (
      <Fragment key={piece.at}>{piece.text}</Fragment>
    ),
  );
}
