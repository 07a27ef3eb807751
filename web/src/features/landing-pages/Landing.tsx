import type { ReactNode } from 'react';
import { usePageTitle } from '#web/shared/page-title.ts';
import { FrontRow } from '#web/shared/ui/FrontRow.tsx';
import { StageBackdrop } from '#web/shared/ui/StageBackdrop.tsx';
import styles from './Landing.module.css';

interface LandingProps {
  title: string;
  heading: string;
  text: string;
  children: ReactNode;
}

/** A page for one thing: the promise on the stage, the front row before it, and what there is below. */
export function Landing({ title, heading, text, children }: LandingProps) {
  usePageTitle(title);
  return (
    <>
      <StageBackdrop className={styles.stage}>
        <div className={`fr-column ${styles.promise}`}>
          <h1>{heading}</h1>
          <p>{text}</p>
        </div>
        <div className={styles.heads}>
          <FrontRow seed={title} height={64} phoneHeight={44} />
        </div>
      </StageBackdrop>
      <div className={`fr-column ${styles.page}`}>{children}</div>
    </>
  );
}
